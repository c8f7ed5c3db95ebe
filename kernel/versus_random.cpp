#include "versus_random.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "boards.hpp"
#include "choose.hpp"
#include "rank.hpp"
#include "standings.hpp"

namespace hoyle {
namespace {

constexpr int LEFT = CARDS_LEFT;

// Places among the cards left, falling.
template <int H>
using Held = std::array<uint8_t, H>;

// Hands counted by every set of cards they hold, but for the whole hand. How many of them share no card with
// a given hand follows by inclusion and exclusion.
template <int H>
class Counted {
  public:
    void clear() { all_ = 0, sets_.assign(SETS, 0); }
    void add(const Held<H>& held) {
        ++all_;
        each_set(held, [&](uint32_t place, bool) { ++sets_[place]; });
    }
    // Hands that share no card with this one, which `itself` says to be among the counted or not.
    uint32_t apart(const Held<H>& held, bool itself) const {
        uint32_t sum = !itself ? all_ : H & 1 ? all_ - 1 : all_ + 1;
        each_set(held, [&](uint32_t place, bool odd) { sum += odd ? ~sets_[place] + 1 : sets_[place]; });
        return sum;
    }

  private:
    static constexpr uint32_t TWOS = LEFT, THREES = TWOS + CHOOSE.of[LEFT][2],
                              FOURS = THREES + CHOOSE.of[LEFT][3],
                              SETS = H == 4 ? FOURS : FOURS + CHOOSE.of[LEFT][4];
    uint32_t all_ = 0;
    std::vector<uint32_t> sets_;

    // Visits the sets of up to H - 1 cards of a hand: their places, and whether their size is odd.
    template <typename Visit>
    static void each_set(const Held<H>& held, Visit&& visit) {
#pragma GCC unroll 5
        for (size_t a = 0; a < H; ++a) {
            visit(held[a], true);
            const uint32_t* of_a = CHOOSE.of[held[a]];
#pragma GCC unroll 5
            for (size_t b = a + 1; b < H; ++b) {
                visit(TWOS + of_a[2] + held[b], false);
                const uint32_t* of_b = CHOOSE.of[held[b]];
#pragma GCC unroll 5
                for (size_t c = b + 1; c < H; ++c) {
                    visit(THREES + of_a[3] + of_b[2] + held[c], true);
                    if constexpr (H == 5)
#pragma GCC unroll 5
                        for (size_t d = c + 1; d < H; ++d)
                            visit(FOURS + of_a[4] + of_b[3] + CHOOSE.of[held[c]][2] + held[d], false);
                }
            }
        }
    }
};

// All hands on one board.
template <int H>
class Table {
  public:
    Table(const std::vector<uint32_t>& classes)
        : won{std::vector<uint64_t>(hand_classes(H), 0), std::vector<uint64_t>(hand_classes(H), 0),
              std::vector<uint64_t>(hand_classes(H), 0)},
          classes_(classes),
          low_(HANDS),
          high_(HANDS),
          class_(HANDS),
          halves_(HANDS),
          order_(HANDS) {}

    void add(const BoardClass& board) {
        judge(board);
        std::fill(halves_.begin(), halves_.end(), 0);
        sweep(high_, [](size_t) { return true; });
        for (size_t hand = 0; hand < HANDS; ++hand) {
            won.held[class_[hand]] += board.boards;
            won.high[class_[hand]] += board.boards * halves_[hand];
        }
        // A pot's second half goes to the better low, and where neither has one to the high.
        sweep(high_, [&](size_t hand) { return !low_[hand]; });
        if (low_possible_) sweep(low_, [](size_t) { return true; });
        for (size_t hand = 0; hand < HANDS; ++hand) won.split[class_[hand]] += board.boards * halves_[hand];
    }

    PotsWon won;

  private:
    static constexpr uint32_t HANDS = CHOOSE.of[LEFT][H];
    const std::vector<uint32_t>& classes_;
    std::vector<uint16_t> low_, high_;
    std::vector<uint32_t> class_, halves_;
    std::vector<Held<H>> order_;
    Counted<H> counted_;
    bool low_possible_ = false;

    void judge(const BoardClass& board) {
        static const Way way(HIGH5, TWO_PLUS_THREE, 0);
        const Board five(board.cards.data(), *way.boards, way.slot, true);
        const uint8_t* low8 = low8_values() + (static_cast<size_t>(five.low) << 8);
        low_possible_ = std::popcount(five.low) >= 3;
        const std::array<uint8_t, LEFT> left = cards_left_by(board.cards);
        uint8_t lows[LEFT];
        uint16_t pair[LEFT][LEFT];
        for (size_t i = 0; i < LEFT; ++i) {
            lows[i] = Hole(&left[i], 1).low;
            for (size_t j = 0; j < i; ++j) {
                const uint8_t cards[2] = {left[i], left[j]};
                pair[i][j] = static_cast<uint16_t>(high_two(five, Hole(cards, 2), way.suited));
            }
        }
        size_t hand = 0;
        each_hand([&](const Held<H>& held) {
            uint16_t best = 0;
            uint32_t low = 0, number = 0;
            for (size_t i = 0; i < H; ++i) {
                low |= lows[held[i]];
                number += CHOOSE.of[left[held[i]]][H - i];
                for (size_t j = i + 1; j < H; ++j) best = std::max(best, pair[held[i]][held[j]]);
            }
            high_[hand] = best;
            low_[hand] = low8[low];
            class_[hand++] = classes_[number];
        });
    }

    // In the order of their numbers.
    template <typename Visit>
    static void each_hand(Visit&& visit) {
        Held<H> held;
        auto walk = [&](auto& self, size_t place, uint8_t below) -> void {
            if (place == H) return visit(held);
            for (uint8_t card = static_cast<uint8_t>(H - place - 1); card < below; ++card)
                held[place] = card, self(self, place + 1, card);
        };
        walk(walk, 0, LEFT);
    }

    // Adds to every hand that takes part twice the hands it beats, and once those it ties with. The value 0
    // wins nothing.
    template <typename TakesPart>
    void sweep(const std::vector<uint16_t>& values, TakesPart&& takes_part) {
        const std::span<const Held<H>> order = in_order(values, takes_part);
        counted_.clear();
        for (size_t from = 0, to; from < order.size(); from = to) {
            const uint16_t value = values[number_of(order[from].data(), H)];
            for (to = from; to < order.size() && values[number_of(order[to].data(), H)] == value;) ++to;
            const std::span<const Held<H>> equal = order.subspan(from, to - from);
            if (value)
                for (const Held<H>& hand : equal)
                    halves_[number_of(hand.data(), H)] += counted_.apart(hand, false);
            for (const Held<H>& hand : equal) counted_.add(hand);
            if (value)
                for (const Held<H>& hand : equal)
                    halves_[number_of(hand.data(), H)] += counted_.apart(hand, true);
        }
    }

    template <typename TakesPart>
    std::span<const Held<H>> in_order(const std::vector<uint16_t>& values, TakesPart&& takes_part) {
        std::vector<uint32_t> places(static_cast<size_t>(scale_count(HIGH5)) + 2, 0);
        for (size_t hand = 0; hand < HANDS; ++hand)
            if (takes_part(hand)) ++places[values[hand] + 1u];
        for (size_t i = 1; i < places.size(); ++i) places[i] += places[i - 1];
        size_t hand = 0;
        each_hand([&](const Held<H>& held) {
            if (takes_part(hand)) order_[places[values[hand]]++] = held;
            ++hand;
        });
        return {order_.data(), places.back()};
    }
};

template <int H>
PotsWon count(uint64_t one_of, int threads, const Watch& watch) {
    const std::vector<BoardClass> boards = board_classes();
    const std::vector<uint32_t> classes = classes_of_hands(H);
    PotsWon total = Table<H>(classes).won;
    share_work(
        boards.size() / one_of, threads, watch, [&] { return Table<H>(classes); },
        [&](uint64_t i, Table<H>& table) { table.add(boards[i * one_of + one_of / 2]); },
        [&](Table<H>& table) {
            for (size_t i = 0; i < hand_classes(H); ++i) {
                total.held[i] += table.won.held[i];
                total.high[i] += table.won.high[i];
                total.split[i] += table.won.split[i];
            }
        });
    return total;
}

}  // namespace

PotsWon versus_random(int size, uint64_t one_of, int threads, const Watch& watch) {
    return size == 4 ? count<4>(one_of, threads, watch) : count<5>(one_of, threads, watch);
}

}  // namespace hoyle
