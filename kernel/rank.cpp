#include "rank.hpp"

#include <algorithm>
#include <cstring>

#include "choose.hpp"

namespace hoyle {
namespace {

int pip_of(const ScaleRules& rules, int card) { return rules.ace_low && card >= 48 ? 1 : (card >> 2) + 2; }

int badugi_of_four(const uint8_t* cards) {
    const uint16_t* values = badugi_values();
    int best = 0;
    for (uint32_t chosen = 1; chosen < 16; ++chosen) {
        uint32_t seen = 0;
        bool clean = true;
        for (int i = 0; i < 4 && clean; ++i) {
            if (!(chosen >> i & 1)) continue;
            const uint32_t mark = 1u << (cards[i] >> 2) | 1u << (13 + (cards[i] & 3));
            clean = !(seen & mark);
            seen |= mark;
        }
        if (clean) best = std::max(best, static_cast<int>(values[seen & 8191]));
    }
    return best;
}

// Value of exactly as many cards as the ranking takes.
int exact_value(const Way& way, const uint8_t* cards, int size) {
    if (way.scale == BADUGI) return badugi_of_four(cards);
    uint64_t key = way.flush_bias;
    for (int i = 0; i < size; ++i) key += CARD_KEY[cards[i]];
    if (way.suited && key & FLUSH_BITS) {
        uint32_t mask = 0;
        for (int i = 0; i < size; ++i) mask |= 1u << (cards[i] >> 2);
        return way.suited[mask];
    }
    return way.plain[way.slot(static_cast<uint32_t>(key))];
}

bool qualifies(const ScaleRules& rules, const uint8_t* cards, int size, int top) {
    uint32_t seen = 0;
    for (int i = 0; i < size; ++i) {
        const int pip = pip_of(rules, cards[i]);
        if (pip > top || seen >> pip & 1) return false;
        seen |= 1u << pip;
    }
    return true;
}

int spelled_value(const Way& way, const uint8_t* hole, int holes, const uint8_t* board, int on_board) {
    const ScaleRules& rules = RULES[way.scale];
    uint8_t cards[16], chosen[8] = {};
    const int all = holes + on_board;
    std::copy(hole, hole + holes, cards);
    std::copy(board, board + on_board, cards + holes);
    int best = 0;
    auto walk = [&](auto& self, int from, int held, int own) -> void {
        if (held == rules.size) {
            if (way.building == TWO_PLUS_THREE && own != 2) return;
            if (way.top && !qualifies(rules, chosen, rules.size, way.top)) return;
            best = std::max(best, exact_value(way, chosen, rules.size));
            return;
        }
        for (int at = from; at < all; ++at) {
            chosen[held] = cards[at];
            self(self, at + 1, held + 1, own + (at < holes));
        }
    };
    walk(walk, 0, 0, 0);
    return best;
}

// Ranks in one suit of the row, for the few hands that hold a flush. Rows are looked at before it is known
// that they hold nothing but cards: other bytes must not lead astray.
template <int K>
inline uint32_t suit_mask(const uint8_t* cards, int suit) {
    uint32_t mask = 0;
    for (int i = 0; i < K; ++i) mask |= static_cast<uint32_t>((cards[i] & 3) == suit) << (cards[i] >> 2 & 15);
    return mask & 0x1FFF;
}

// Whether a row repeats a card: its bits do not add up to as many as it has cards.
template <int K>
inline bool repeats(const uint8_t* cards) {
    uint64_t mask = 0;
    for (int i = 0; i < K; ++i) mask |= 1ull << (cards[i] & 63);
    return std::popcount(mask) != K;
}

// Sixteen bytes of whole rows of K cards, and what is left over, compared with the same rows turned by one,
// two and more places: so every card meets all others of its row.
using Bytes [[gnu::vector_size(16)]] = uint8_t;

template <int K>
struct Turned {
    static constexpr int TOGETHER = 16 / K;
    alignas(16) uint8_t by[K / 2][16] = {};
    constexpr Turned() {
        for (int turn = 0; turn < K / 2; ++turn)
            for (int i = 0; i < TOGETHER * K; ++i)
                by[turn][i] = static_cast<uint8_t>(i / K * K + (i % K + turn + 1) % K);
    }
};

inline Bytes arranged(Bytes bytes, Bytes places) {
#if defined(__clang__)
    Bytes found;
    for (int i = 0; i < 16; ++i) found[i] = bytes[places[i] & 15];
    return found;
#else
    return __builtin_shuffle(bytes, places);
#endif
}

// Whether any of the rows has a card twice.
template <int K>
[[gnu::always_inline]] inline bool any_repeats(const uint8_t* rows, int64_t count) {
    static constexpr Turned<K> TURNED;
    Bytes turned[K / 2], equal = {};
    std::memcpy(turned, TURNED.by, sizeof turned);
    int64_t i = 0;
    for (; (count - i) * K >= 16; i += Turned<K>::TOGETHER) {
        Bytes cards;
        std::memcpy(&cards, rows + i * K, 16);
        for (int turn = 0; turn < K / 2; ++turn)
            equal |= reinterpret_cast<Bytes>(cards == arranged(cards, turned[turn]));
    }
    bool found = false;
    for (int place = 0; place < Turned<K>::TOGETHER * K; ++place) found |= equal[place] != 0;
    for (; i < count; ++i) found |= repeats<K>(rows + i * K);
    return found;
}

// The first row from here on with a byte that is no card, or a card twice.
template <int K>
int64_t first_wrong(const uint8_t* rows, int64_t from) {
    for (int64_t i = from;; ++i) {
        uint64_t key = 0;
        for (int j = 0; j < K; ++j) key |= CARD_KEY[rows[i * K + j]];
        if (key & NO_CARD || repeats<K>(rows + i * K)) return i;
    }
}

// The best flush of a row that has one. Apart from the loop, whose registers it would take.
template <int K>
[[gnu::noinline]] int flush(const uint16_t* suited, const uint8_t* cards, uint64_t key) {
    int best = 0;
    for (int suit = 0; suit < 4; ++suit)
        if (key >> (SUIT_SHIFT + 4 * suit + 3) & 1)
            best = std::max(best, static_cast<int>(suited[suit_mask<K>(cards, suit)]));
    return best;
}

template <int K>
HOYLE_CLONES int64_t rank_any(const Way& way, const uint8_t* rows, int64_t count, uint16_t* out) {
    const Slots slot = way.slot;
    const uint16_t* plain = way.plain;
    const uint16_t* suited = way.suited;
    const int least = way.least;
    const uint64_t bias = way.flush_bias, flushes = suited ? FLUSH_BITS : 0;
    constexpr int64_t BLOCK = 1024;
    for (int64_t from = 0; from < count; from += BLOCK) {
        const int64_t to = std::min(count, from + BLOCK);
        uint64_t keys = 0;
        for (int64_t i = from; i < to; ++i) {
            const uint8_t* cards = rows + i * K;
            uint64_t key = bias;
            for (int j = 0; j < K; ++j) key += CARD_KEY[cards[j]];
            keys |= key;
            int value = plain[slot(static_cast<uint32_t>(key))];
            if (key & flushes) [[unlikely]]
                value = std::max(value, flush<K>(suited, cards, key));
            out[i] = static_cast<uint16_t>(value < least ? 0 : value);
        }
        if (keys & NO_CARD * 15 || any_repeats<K>(rows + from * K, to - from)) [[unlikely]]
            return first_wrong<K>(rows, from);
    }
    return -1;
}

// Ace to eight, bit 0 the ace; nothing for higher ranks and for bytes that are no cards.
struct LowBits {
    uint8_t of[256];
    constexpr LowBits() : of() {
        for (int card = 0; card < 52; ++card)
            of[card] = static_cast<uint8_t>(card >= 48 ? 1 : card < 28 ? 2 << (card >> 2) : 0);
    }
};
constexpr LowBits LOW_BIT;

// Two plus three. The row of a board lies anywhere in 1.2 MB: a block of boards is found first and their rows
// asked for, so that they have arrived when the hands are looked up.
template <int H, bool LOW>
HOYLE_CLONES int64_t rank_two(const Way& way, const uint8_t* rows, int64_t count, uint16_t* out,
                              uint16_t* out_low) {
    constexpr int K = H + 5;
    constexpr int64_t BLOCK = 64;
    const Slots slot = way.slot;
    const BoardTables& tables = *way.boards;
    const uint16_t* suited = way.suited;
    const uint8_t* low8 = low8_values();
    const int low_top = LOW ? scale_count(LOW_A5) : 0;
    struct Found {
        const uint16_t* row;
        uint64_t key;
        uint8_t low;
    } found[BLOCK];
    for (int64_t from = 0; from < count; from += BLOCK) {
        const int64_t to = std::min(count, from + BLOCK);
        uint64_t keys = 0;
        for (int64_t i = from; i < to; ++i) {
            const uint8_t* board = rows + i * K + H;
            uint64_t key = 0x5555ull << SUIT_SHIFT;
            for (int j = 0; j < 5; ++j) key += CARD_KEY[board[j]];
            const int id = tables.id[slot(static_cast<uint32_t>(key))];
            const uint16_t* row = tables.two.data() + static_cast<size_t>(id) * ROW;
            __builtin_prefetch(row);
            __builtin_prefetch(row + 32);
            __builtin_prefetch(row + 64);
            found[i - from] = {row, key, tables.low[id]};
        }
        for (int64_t i = from; i < to; ++i) {
            const uint8_t* hole = rows + i * K;
            const Found& at = found[i - from];
            uint64_t key = 0x6666ull << SUIT_SHIFT;
            uint32_t low = 0;
            int best = 0;
            for (int j = 0; j < H; ++j) {
                key += CARD_KEY[hole[j]];
                if constexpr (LOW) low |= LOW_BIT.of[hole[j]];
                for (int k = 0; k < j; ++k) {
                    const int value = at.row[PAIR_INDEX[((hole[j] >> 2) * 16 + (hole[k] >> 2)) & 255]];
                    best = best > value ? best : value;
                }
            }
            keys |= key + at.key;
            const uint64_t both = key & at.key & FLUSH_BITS;
            if (both) [[unlikely]] {
                const int suit = std::countr_zero(both >> SUIT_SHIFT) >> 2;
                best = std::max(best, flush_two_plus_three(suited, suit_mask<H>(hole, suit),
                                                           suit_mask<5>(hole + H, suit)));
            }
            out[i] = static_cast<uint16_t>(best);
            if constexpr (LOW)
                out_low[i] = static_cast<uint16_t>(
                    low8_to_scale(low8[static_cast<uint32_t>(at.low) << 8 | low], low_top));
        }
        if (keys & NO_CARD * 15 || any_repeats<K>(rows + from * K, to - from)) [[unlikely]]
            return first_wrong<K>(rows, from);
    }
    return -1;
}

}  // namespace

Way::Way(Scale scale_, Building building_, int top_)
    : scale(scale_), building(building_), top(top_), slot(slots()) {
    const ScaleRules& rules = RULES[scale];
    if (scale == BADUGI) {
        spelled = true;
        return;
    }
    plain = plain_values(scale);
    if (rules.flushes) {
        suited = suited_values(scale);
        flush_bias = (0x1111ull * static_cast<uint64_t>(8 - rules.size)) << SUIT_SHIFT;
    }
    // Hands with a qualifier are the best of a scale in which straights and flushes are ignored.
    if (top && !rules.flushes) least = scale_count(scale) - static_cast<int>(CHOOSE.of[top][rules.size]) + 1;
    spelled = (rules.low && rules.flushes) ||
              (building == TWO_PLUS_THREE && (rules.low ? !(scale == LOW_A5 && top == 8) : scale != HIGH5));
    if (building == TWO_PLUS_THREE) boards = &board_tables();
}

int Way::value(const uint8_t* hole, int holes, const uint8_t* board, int on_board) const {
    const int all = holes + on_board;
    if (spelled || (building == TWO_PLUS_THREE ? on_board != 5 || holes > 6 : all > 7)) {
        if (building == ANY && all == RULES[scale].size && !top) {
            uint8_t cards[8];
            std::copy(hole, hole + holes, cards);
            std::copy(board, board + on_board, cards + holes);
            return exact_value(*this, cards, all);
        }
        return spelled_value(*this, hole, holes, board, on_board);
    }
    if (building == TWO_PLUS_THREE) {
        const Board five(board, *boards, slot, true);
        const Hole own(hole, holes);
        if (scale == HIGH5) return high_two(five, own, suited);
        return low8_to_scale(low8_values()[static_cast<uint32_t>(five.low) << 8 | own.low],
                             scale_count(LOW_A5));
    }
    uint64_t key = flush_bias;
    for (int i = 0; i < holes; ++i) key += CARD_KEY[hole[i]];
    for (int i = 0; i < on_board; ++i) key += CARD_KEY[board[i]];
    int best = plain[slot(static_cast<uint32_t>(key))];
    if (suited && key & FLUSH_BITS) {
        for (int suit = 0; suit < 4; ++suit) {
            if (!(key >> (SUIT_SHIFT + 4 * suit + 3) & 1)) continue;
            uint32_t mask = 0;
            for (int i = 0; i < holes; ++i)
                mask |= static_cast<uint32_t>((hole[i] & 3) == suit) << (hole[i] >> 2);
            for (int i = 0; i < on_board; ++i)
                mask |= static_cast<uint32_t>((board[i] & 3) == suit) << (board[i] >> 2);
            best = std::max(best, static_cast<int>(suited[mask]));
        }
    }
    return best < least ? 0 : best;
}

int64_t rank_rows(const Way& way, const uint8_t* rows, int64_t count, int holes, int on_board,
                  uint16_t* out) {
    const int all = holes + on_board;
    if (!way.spelled && way.building == TWO_PLUS_THREE && on_board == 5 && way.scale == HIGH5) {
        if (holes == 4) return rank_two<4, false>(way, rows, count, out, nullptr);
        if (holes == 5) return rank_two<5, false>(way, rows, count, out, nullptr);
        if (holes == 6) return rank_two<6, false>(way, rows, count, out, nullptr);
    }
    if (!way.spelled && way.building == ANY) {
        if (all == 3) return rank_any<3>(way, rows, count, out);
        if (all == 4) return rank_any<4>(way, rows, count, out);
        if (all == 5) return rank_any<5>(way, rows, count, out);
        if (all == 6) return rank_any<6>(way, rows, count, out);
        if (all == 7) return rank_any<7>(way, rows, count, out);
    }
    for (int64_t i = 0; i < count; ++i) {
        const uint8_t* row = rows + i * all;
        uint64_t mask = 0;
        for (int j = 0; j < all; ++j) {
            if (row[j] > 51 || mask >> row[j] & 1) return i;
            mask |= 1ull << row[j];
        }
        out[i] = static_cast<uint16_t>(way.value(row, holes, row + holes, on_board));
    }
    return -1;
}

int64_t rank_rows_hilo8(const Way& high, const uint8_t* rows, int64_t count, int holes, uint16_t* out_high,
                        uint16_t* out_low) {
    if (holes == 4) return rank_two<4, true>(high, rows, count, out_high, out_low);
    if (holes == 5) return rank_two<5, true>(high, rows, count, out_high, out_low);
    return rank_two<6, true>(high, rows, count, out_high, out_low);
}

}  // namespace hoyle
