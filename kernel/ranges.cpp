#include "ranges.hpp"

#include <bit>
#include <unordered_map>

#include "deck.hpp"

namespace hoyle {
namespace {

constexpr int DEEPEST = 64;
constexpr uint64_t OF_A_SUIT = 0x1111111111111, OF_A_RANK = 15;

// What the variables stand for so far, each the cards of its suit or rank, none while it is open. The first
// stands for all cards: places without a variable have it.
struct Bound {
    uint64_t suits[8] = {ALL_CARDS}, ranks[8] = {ALL_CARDS};
    uint64_t taken_suits = 0, taken_ranks = 0;
};

// Whether different cards of the holding can fill the places from `place` on.
bool fill(const std::vector<uint64_t>& places, size_t place, uint64_t cards, Bound& bound) {
    if (place == places.size()) return true;
    uint64_t& suit = bound.suits[places[place] >> SUIT_VARIABLE & 7];
    uint64_t& rank = bound.ranks[places[place] >> RANK_VARIABLE & 7];
    const uint64_t suit_before = suit, rank_before = rank;
    uint64_t fit = places[place] & cards;
    fit &= suit ? suit : ~bound.taken_suits;
    fit &= rank ? rank : ~bound.taken_ranks;
    for (; fit; fit &= fit - 1) {
        const int card = std::countr_zero(fit);
        if (!suit_before) suit = OF_A_SUIT << (card & 3), bound.taken_suits |= suit;
        if (!rank_before) rank = OF_A_RANK << (card & ~3), bound.taken_ranks |= rank;
        if (fill(places, place + 1, cards & ~(1ull << card), bound)) return true;
        if (!suit_before) bound.taken_suits &= ~suit;
        if (!rank_before) bound.taken_ranks &= ~rank;
    }
    suit = suit_before, rank = rank_before;
    return false;
}

bool fits(const std::vector<uint64_t>& places, uint64_t cards) {
    for (uint64_t place : places)
        if (!(place & cards)) return false;
    Bound bound;
    return fill(places, 0, cards, bound);
}

struct Holding {
    uint64_t mask;
    uint32_t features, standing;
};

bool names(const Item& item, const Holding& holding) {
    bool stack[DEEPEST];
    int depth = 0;
    for (const Step& step : item) {
        switch (step.kind) {
            case Step::PATTERN:
                stack[depth++] = !(step.features & ~holding.features) && fits(step.places, holding.mask);
                break;
            case Step::STANDING:
                stack[depth++] = step.least <= holding.standing && holding.standing <= step.most;
                break;
            case Step::AND:
                --depth, stack[depth - 1] = stack[depth - 1] && stack[depth];
                break;
            case Step::OR:
                --depth, stack[depth - 1] = stack[depth - 1] || stack[depth];
                break;
            case Step::NOT:
                stack[depth - 1] = !stack[depth - 1];
        }
    }
    return depth == 1 && stack[0];
}

// The cards of an item that names one holding and nothing else; 0 for other items.
uint64_t whole_holding(const Item& item, int size) {
    if (item.size() != 1 || item[0].kind != Step::PATTERN || item[0].features ||
        item[0].places.size() != static_cast<size_t>(size))
        return 0;
    uint64_t cards = 0;
    for (uint64_t place : item[0].places) cards |= std::has_single_bit(place) ? place : 0;
    return std::popcount(cards) == size ? cards : 0;
}

// Ranges may list thousands of holdings one by one: those are looked up, the other items tried.
class Items {
  public:
    Items(const std::vector<Item>& items, int size) : items_(items) {
        for (size_t i = 0; i < items.size(); ++i) {
            if (const uint64_t cards = whole_holding(items[i], size))
                whole_[cards] = static_cast<int>(i);
            else
                others_.push_back(static_cast<int>(i));
        }
    }
    // The last item that names a holding, or -1.
    int last(const Holding& holding) const {
        int found = -1;
        if (!whole_.empty())
            if (const auto at = whole_.find(holding.mask); at != whole_.end()) found = at->second;
        for (size_t i = others_.size(); i-- > 0 && others_[i] > found;)
            if (names(items_[static_cast<size_t>(others_[i])], holding)) return others_[i];
        return found;
    }

  private:
    const std::vector<Item>& items_;
    std::unordered_map<uint64_t, int> whole_;
    std::vector<int> others_;
};

}  // namespace

uint32_t features(const uint8_t* cards, int size) {
    int suits[4] = {}, ranks[13] = {};
    for (int i = 0; i < size; ++i) ++suits[cards[i] & 3], ++ranks[cards[i] >> 2];
    int paired_suits = 0, most_suited = 0, paired_ranks = 0, most_alike = 0;
    for (int count : suits) paired_suits += count >= 2, most_suited = std::max(most_suited, count);
    for (int count : ranks) paired_ranks += count >= 2, most_alike = std::max(most_alike, count);
    uint32_t found = most_suited == size ? SUITED : OFFSUIT;
    if (!paired_suits) found |= RAINBOW;
    if (paired_suits == 1 && most_suited == 2) found |= SINGLE_SUITED;
    if (paired_suits == 2) found |= DOUBLE_SUITED;
    if (!paired_ranks) found |= NO_PAIR;
    if (paired_ranks == 1 && most_alike == 2) found |= ONE_PAIR_HELD;
    if (paired_ranks == 2 && most_alike == 2) found |= TWO_PAIRS_HELD;
    if (most_alike <= 2) found |= NO_TRIPS;
    return found;
}

Named holdings(const std::vector<Item>& items, int size, uint64_t free, const Standings* standings,
               int threads, const Watch& watch) {
    uint8_t deck[52];
    int count = 0;
    for (; free; free &= free - 1) deck[count++] = static_cast<uint8_t>(std::countr_zero(free));
    const Items ordered(items, size);
    // By highest card, so that the order does not depend on the threads.
    std::vector<Named> by_highest(static_cast<size_t>(count));
    share_work(
        static_cast<uint64_t>(count), threads, watch, [] { return 0; },
        [&](uint64_t highest, int&) {
            Named& named = by_highest[highest];
            uint8_t cards[8];
            auto walk = [&](auto& self, int below, int left, uint64_t mask) -> void {
                if (!left) {
                    const Holding holding = {mask, features(cards, size),
                                             standings ? standings->of(cards) : 0};
                    if (const int item = ordered.last(holding); item >= 0) {
                        named.cards.insert(named.cards.end(), cards, cards + size);
                        named.item.push_back(static_cast<uint16_t>(item));
                    }
                    return;
                }
                for (int i = below - 1; i >= left - 1; --i) {
                    cards[size - left] = deck[i];
                    self(self, i, left - 1, mask | 1ull << deck[i]);
                }
            };
            cards[0] = deck[highest];
            walk(walk, static_cast<int>(highest), size - 1, 1ull << deck[highest]);
        },
        [](int&) {});
    Named all;
    for (size_t highest = by_highest.size(); highest-- > 0;) {
        all.cards.insert(all.cards.end(), by_highest[highest].cards.begin(), by_highest[highest].cards.end());
        all.item.insert(all.item.end(), by_highest[highest].item.begin(), by_highest[highest].item.end());
    }
    return all;
}

}  // namespace hoyle
