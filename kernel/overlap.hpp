// Two players' hands compared without pairing each with each, though no card may be in both.
//
// Hands are taken in order of value. The second player's hands below a value are counted by every set of
// cards they contain; those that share no card with one of the first player's then follow by inclusion and
// exclusion over its own cards. A few thousand million deals of stud take milliseconds.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace hoyle {

struct Hands {
    std::span<const uint64_t> mask;
    std::span<const uint32_t> value;
    std::span<const uint64_t> weight;
    uint64_t shared;  // cards of a hand that the other player could hold instead
};

struct Order {
    uint64_t first_wins = 0, tie = 0, second_wins = 0;
};

// A pot for the high and one for the low: of `outcome[high][low]`, high is 0 where the first player has the
// better one, 1 tie, 2 the second; low the same, and 3 where nobody has one.
struct SplitOrder {
    uint64_t outcome[3][4] = {};
};

class Overlap {
  public:
    Order compare(const Hands& first, const Hands& second);
    // The same for two pots. Lows are given by number, 0 for none, below LOWS; weights are not looked at, and
    // hands have at most four cards that the other could hold.
    SplitOrder compare_split(const Hands& first, const std::vector<uint8_t>& first_low, const Hands& second,
                             const std::vector<uint8_t>& second_low);
    static constexpr int LOWS = 64;
    // Cards of a hand, at most, that the other player could hold.
    static constexpr int MOST_SHARED = 5, MOST_SHARED_SPLIT = 4;
    // What has to be cleared for every comparison of hands with so many such cards.
    static size_t bytes(int size, bool split);

  private:
    void add(uint64_t cards, uint64_t weight);
    uint64_t disjoint(uint64_t cards) const;

    std::array<std::vector<uint64_t>, 6>
        holding_;                 // by size of the set, by its number among sets of that size
    int size_ = 0;                // cards of a hand of the second player
    std::vector<uint32_t> lows_;  // by set of up to three cards, how many of each low
    std::vector<int32_t> whole_;  // by set of four, the hand that is this set
};

}  // namespace hoyle
