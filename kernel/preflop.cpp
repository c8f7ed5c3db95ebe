#include "preflop.hpp"

#include <algorithm>
#include <cstring>

#include "choose.hpp"

namespace hoyle {
namespace {

HOYLE_CLONES void best_of(uint16_t* best, const uint16_t* other) {
    for (int i = 0; i < BOARD_STRIDE; ++i) best[i] = best[i] > other[i] ? best[i] : other[i];
}

HOYLE_CLONES void mark_equal(uint16_t* winners, const uint16_t* values, const uint16_t* best, uint16_t bit) {
    for (int i = 0; i < BOARD_STRIDE; ++i) winners[i] |= values[i] == best[i] ? bit : 0;
}

}  // namespace

Preflop::Preflop(const Game& game, int players)
    : game_(game),
      tables_(board_tables()),
      players_(players),
      values_(static_cast<size_t>(players) * BOARD_STRIDE),
      best_(BOARD_STRIDE),
      winners_(BOARD_STRIDE),
      lows_(BOARD_STRIDE, 0),
      weights_(BOARD_STRIDE, 0),
      moved_(BOARD_STRIDE),
      flushes_(static_cast<size_t>(players) * 8192) {}

void Preflop::count(const Hole* holes, uint64_t dead, uint64_t times, Tally& tally) {
    for (int p = 0; p < players_; ++p) dead |= holes[p].mask;
    int available[13];
    uint32_t suits[4] = {};
    for (int rank = 0; rank < 13; ++rank) {
        const uint32_t free = ~(dead >> (4 * rank)) & 15;
        available[rank] = std::popcount(free);
        for (int suit = 0; suit < 4; ++suit) suits[suit] |= (free >> suit & 1) << rank;
    }
    judge_by_ranks(holes);
    weigh(available);
    std::fill(moved_.begin(), moved_.end(), 0);
    for (int suit = 0; suit < 4; ++suit) move_flushes(holes, suit, suits[suit], available, times, tally);
    uint64_t* counts = tally.counts.data();
    for (int board = 0; board < BOARDS; ++board)
        counts[tally.at(winners_[board], lows_[board])] += times * (weights_[board] - moved_[board]);
}

void Preflop::judge_by_ranks(const Hole* holes) {
    const bool two = game_.main.building == TWO_PLUS_THREE;
    const uint16_t* columns = two ? tables_.two_columns.data() : tables_.any_columns.data();
    std::fill(best_.begin(), best_.end(), 0);
    for (int p = 0; p < players_; ++p) {
        uint16_t* own = &values_[static_cast<size_t>(p) * BOARD_STRIDE];
        std::memcpy(own, columns + static_cast<size_t>(holes[p].pair[0]) * BOARD_STRIDE,
                    BOARD_STRIDE * sizeof(uint16_t));
        for (int i = 1; i < holes[p].pairs; ++i) {
            // Two cards of the same ranks as another two add nothing.
            bool seen = false;
            for (int j = 0; j < i; ++j) seen |= holes[p].pair[j] == holes[p].pair[i];
            if (!seen) best_of(own, columns + static_cast<size_t>(holes[p].pair[i]) * BOARD_STRIDE);
        }
        best_of(best_.data(), own);
    }
    std::fill(winners_.begin(), winners_.end(), 0);
    for (int p = 0; p < players_; ++p)
        mark_equal(winners_.data(), &values_[static_cast<size_t>(p) * BOARD_STRIDE], best_.data(),
                   static_cast<uint16_t>(1u << p));
    if (!game_.low) return;
    const uint8_t* low8 = low8_values();
    uint16_t by_mask[256];
    for (uint32_t mask = 0; mask < 256; ++mask) {
        uint8_t best = 0;
        by_mask[mask] = 0;
        for (int p = 0; p < players_; ++p) {
            const uint8_t value = low8[mask << 8 | holes[p].low];
            if (value > best) by_mask[mask] = 0;
            best = std::max(best, value);
            if (value && value == best) by_mask[mask] |= static_cast<uint16_t>(1u << p);
        }
    }
    for (int board = 0; board < BOARDS; ++board) lows_[board] = by_mask[tables_.low[board]];
}

void Preflop::weigh(const int* available) {
    // In the order of the board tables. A rank held once more than before turns C(n, k) into C(n, k + 1).
    uint32_t* weight = weights_.data();
    for (int a = 0; a < 13; ++a) {
        const uint32_t* of_a = CHOOSE.of[available[a]];
        for (int b = 0; b <= a; ++b) {
            const uint32_t* of_b = CHOOSE.of[available[b]];
            const int run_b = b == a ? 2 : 1;
            const uint32_t before_b = b == a ? 1 : of_a[1];
            for (int c = 0; c <= b; ++c) {
                const uint32_t* of_c = CHOOSE.of[available[c]];
                const int run_c = c == b ? run_b + 1 : 1;
                const uint32_t before_c = c == b ? before_b : before_b * of_b[run_b];
                for (int d = 0; d <= c; ++d) {
                    const int run_d = d == c ? run_c + 1 : 1;
                    const uint32_t before_d = d == c ? before_c : before_c * of_c[run_c];
                    const uint32_t so_far = before_d * CHOOSE.of[available[d]][run_d];
                    for (int e = 0; e < d; ++e) *weight++ = so_far * static_cast<uint32_t>(available[e]);
                    if (d != a) *weight++ = before_d * CHOOSE.of[available[d]][run_d + 1];
                }
            }
        }
    }
}

void Preflop::fill_flushes(const Hole* holes, int suit, uint32_t suit_cards) {
    const uint16_t* suited = game_.main.suited;
    const uint16_t* masks = tables_.suits.data();
    for (int p = 0; p < players_; ++p) {
        const uint32_t held = holes[p].suit[suit];
        if (!(held & (held - 1))) continue;
        uint16_t* flush = &flushes_[static_cast<size_t>(p) * 8192];
        for (int i = 0; i < tables_.suits_end[2]; ++i) {
            const uint32_t mask = masks[i];
            if (mask & ~suit_cards) continue;
            if (i < tables_.suits_end[0]) {
                flush[mask] = static_cast<uint16_t>(flush_two_plus_three(suited, held, mask));
                continue;
            }
            uint16_t best = 0;
            for (uint32_t rest = mask; rest; rest &= rest - 1)
                best = std::max(best, flush[mask & ~(rest & (~rest + 1))]);
            flush[mask] = best;
        }
    }
}

HOYLE_CLONES void Preflop::move_flushes(const Hole* holes, int suit, uint32_t suit_cards,
                                        const int* available, uint64_t times, Tally& tally) {
    const bool two = game_.main.building == TWO_PLUS_THREE;
    int most = 0;
    for (int p = 0; p < players_; ++p)
        most = std::max(most, std::popcount(static_cast<uint32_t>(holes[p].suit[suit])));
    if (two) {
        if (most < 2) return;
        fill_flushes(holes, suit, suit_cards);
    }
    uint32_t one[13], pair[PAIRS];
    for (int a = 0; a < 13; ++a) {
        one[a] = static_cast<uint32_t>(available[a]) - (suit_cards >> a & 1);
        for (int b = 0; b < a; ++b) pair[a * (a + 1) / 2 + b] = one[a] * one[b];
        pair[a * (a + 1) / 2 + a] = one[a] * (one[a] - 1) / 2;
    }
    const uint16_t* suited = game_.main.suited;
    const uint16_t* masks = tables_.suits.data();
    const uint16_t* best = best_.data();
    const uint16_t* lows = lows_.data();
    uint32_t* moved = moved_.data();
    const int least = two ? 3 : std::max(3, 5 - most);
    for (int i = least == 3 ? 0 : tables_.suits_end[least - 4]; i < tables_.suits_end[2]; ++i) {
        const uint32_t mask = masks[i];
        if (mask & ~suit_cards) continue;
        uint16_t top = 0;
        uint32_t who = 0;
        for (int p = 0; p < players_; ++p) {
            const uint32_t held = holes[p].suit[suit];
            const uint16_t value = !two                ? suited[mask | held]
                                   : held & (held - 1) ? flushes_[static_cast<size_t>(p) * 8192 + mask]
                                                       : uint16_t{0};
            if (value > top) who = 0;
            top = std::max(top, value);
            if (value && value == top) who |= 1u << p;
        }
        if (!top) continue;
        const uint16_t* boards;
        const uint32_t* weight;
        int count;
        static constexpr uint32_t ONCE = 1;
        if (i < tables_.suits_end[0]) {
            boards = &tables_.with_pair[static_cast<size_t>(i) * PAIRS], weight = pair, count = PAIRS;
        } else if (i < tables_.suits_end[1]) {
            boards = &tables_.with_one[static_cast<size_t>(i - tables_.suits_end[0]) * 13], weight = one,
            count = 13;
        } else {
            boards = &tables_.alone[static_cast<size_t>(i - tables_.suits_end[1])], weight = &ONCE, count = 1;
        }
        if (!tally.split) {
            uint64_t sum = 0;
            for (int j = 0; j < count; ++j) {
                const uint32_t board = boards[j];
                const uint32_t flush = best[board] < top ? weight[j] : 0;
                moved[board] += flush;
                sum += flush;
            }
            tally.counts[who] += times * sum;
        } else {
            uint64_t* counts = &tally.counts[tally.at(who, 0)];
            for (int j = 0; j < count; ++j) {
                const uint32_t board = boards[j];
                const uint32_t flush = best[board] < top ? weight[j] : 0;
                moved[board] += flush;
                counts[lows[board]] += times * flush;
            }
        }
    }
}

}  // namespace hoyle
