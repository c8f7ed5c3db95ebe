// Who wins how often: every deal counted, or many sampled.
//
// Counts are kept by the players who share the high (or the only) pot and those who share the low, one bit
// each; every share and its error follow from them exactly.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "rank.hpp"
#include "work.hpp"

namespace hoyle {

inline constexpr int MOST_PLAYERS = 11;

struct Game {
    Way main;                // the only pot, or the high half
    std::optional<Way> low;  // the low half
    int holes;               // own cards of each player at the showdown
    int on_board;

    Game(Way main, std::optional<Way> low, int holes, int on_board);
    bool tabled;  // hold'em and Omaha with boards of five: the board tables serve
    void values(const uint8_t* hole, const uint8_t* board, int& high, int& low_value) const;
};

// A player: one or more holdings of the same number of known cards, and how many more are dealt unseen.
struct Seat {
    int known = 0;
    std::vector<uint8_t> cards;     // [holdings][known]
    std::vector<uint64_t> weights;  // one each
    size_t holdings() const { return weights.size(); }
};

struct Tally {
    int players;
    bool split;
    std::vector<uint64_t> counts;  // [main winners] or [main winners << players | low winners]

    Tally(int players_, bool split_)
        : players(players_), split(split_), counts(size_t{1} << (split_ ? 2 * players_ : players_), 0) {}
    size_t at(uint32_t main, uint32_t low) const {
        return split ? static_cast<size_t>(main) << players | low : main;
    }
    // As many of the threads as can have a tally each without taking more than 256 MB.
    int threads(int wanted) const {
        return std::clamp(static_cast<int>((size_t{1} << 25) / counts.size()), 1, std::max(wanted, 1));
    }
    void add(const Tally& other) {
        for (size_t i = 0; i < counts.size(); ++i) counts[i] += other.counts[i];
    }
};

struct Problem {
    Game game;
    std::vector<Seat> seats;
    std::vector<uint8_t> board;  // known so far
    uint64_t dead = 0;           // mask of cards nobody can be dealt
    Part part = {};              // of the work; the counts of all parts add up to the whole
    bool plain = false;          // every deal in turn, without short cuts, as a check
};

// Rough nanoseconds on one core to count every deal, infinity where a count could overflow.
double exact_cost(const Problem& problem);

Tally count_all(const Problem& problem, int threads, const Watch& watch);
Tally sample(const Problem& problem, uint64_t samples, uint64_t seed, int threads, const Watch& watch);

}  // namespace hoyle
