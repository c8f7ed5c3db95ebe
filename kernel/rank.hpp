// What cards are worth: any choice among them, or exactly two of the hand and three of the board.
#pragma once

#include <bit>
#include <cstdint>

#include "tables.hpp"

// A second copy of a hot function for processors that count bits in one instruction, chosen when loaded.
#if defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && defined(__GNUC__) && \
    !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define HOYLE_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define HOYLE_CLONES
#endif

namespace hoyle {

enum Building : int { ANY = 0, TWO_PLUS_THREE = 1 };

// One way to find a value; `top` is the highest pip of a qualifying low, 0 for none. Cheap to copy.
struct Way {
    Scale scale;
    Building building;
    int top;
    Slots slot;
    const uint16_t* plain = nullptr;
    const uint16_t* suited = nullptr;
    const BoardTables* boards = nullptr;
    uint64_t flush_bias = 0;  // raises bit 3 of a suit's nibble when it holds a flush
    int least = 0;            // smallest value that qualifies
    bool spelled = false;     // every legal set of cards must be tried

    Way(Scale scale, Building building, int top);
    // Cards must be distinct, within 0..51 and enough for a hand.
    int value(const uint8_t* hole, int holes, const uint8_t* board, int on_board) const;
};

inline constexpr uint64_t FLUSH_BITS = 0x8888ull << SUIT_SHIFT;

// Two to six hole cards as the board tables ask for them.
struct Hole {
    uint8_t pairs = 0;
    uint8_t pair[15];
    uint8_t low = 0;
    uint16_t suit[4] = {};
    uint64_t mask = 0;

    Hole() = default;
    Hole(const uint8_t* cards, int count) {
        for (int i = 0; i < count; ++i) {
            const int rank = cards[i] >> 2;
            suit[cards[i] & 3] |= static_cast<uint16_t>(1u << rank);
            mask |= 1ull << cards[i];
            low |= static_cast<uint8_t>((2u << rank) & 0xFF) | (rank == 12);
            for (int j = 0; j < i; ++j) pair[pairs++] = PAIR_INDEX[rank * 16 + (cards[j] >> 2)];
        }
    }
};

// Five cards of the board. At most one suit can give a flush.
struct Board {
    const uint16_t* row;
    uint32_t suit;
    uint16_t mask = 0;  // ranks in that suit; 0 where no flush is possible
    uint8_t low = 0;

    Board(const uint8_t* cards, const BoardTables& tables, Slots slot, bool two_plus_three) {
        uint64_t key = 0x5555ull << SUIT_SHIFT;
        for (int i = 0; i < 5; ++i) key += CARD_KEY[cards[i]];
        const int id = tables.id[slot(static_cast<uint32_t>(key))];
        row = (two_plus_three ? tables.two.data() : tables.any.data()) + static_cast<size_t>(id) * ROW;
        low = tables.low[id];
        // Without a branch, which would be guessed wrong too often: no card is of the suit beyond the last.
        suit = static_cast<uint32_t>(std::countr_zero((key & FLUSH_BITS) >> SUIT_SHIFT | 1ull << 16)) >> 2;
        for (int i = 0; i < 5; ++i)
            mask |= static_cast<uint16_t>(static_cast<uint32_t>((cards[i] & 3u) == suit) << (cards[i] >> 2));
        suit &= 3;
    }
};

// The best flush of two ranks held and three of the board, all of one suit; 0 if there is none.
inline int flush_two_plus_three(const uint16_t* suited, uint32_t held, uint32_t board) {
    int best = 0;
    for (uint32_t first = held; first; first &= first - 1) {
        const uint32_t a = first & (~first + 1);
        for (uint32_t second = first & (first - 1); second; second &= second - 1) {
            const uint32_t two = a | (second & (~second + 1));
            if (std::popcount(board) == 3) {
                best = best > suited[board | two] ? best : suited[board | two];
                continue;
            }
            for (uint32_t x = board; x; x &= x - 1) {
                const uint32_t four = board & ~(x & (~x + 1));
                if (std::popcount(board) == 4) {
                    best = best > suited[four | two] ? best : suited[four | two];
                    continue;
                }
                for (uint32_t y = x & (x - 1); y; y &= y - 1) {
                    const int value = suited[(four & ~(y & (~y + 1))) | two];
                    best = best > value ? best : value;
                }
            }
        }
    }
    return best;
}

inline int high_any(const Board& board, const Hole& hole, const uint16_t* suited) {
    // With no five of the suit the mask has value 0.
    const int plain = board.row[hole.pair[0]], flush = suited[board.mask | hole.suit[board.suit]];
    return plain > flush ? plain : flush;
}

inline int high_two(const Board& board, const Hole& hole, const uint16_t* suited) {
    int best = 0;
    for (int i = 0; i < hole.pairs; ++i)
        best = best > board.row[hole.pair[i]] ? best : board.row[hole.pair[i]];
    if (board.mask) {
        const uint32_t held = hole.suit[board.suit];
        if (held & (held - 1)) {
            const int flush = flush_two_plus_three(suited, held, board.mask);
            best = best > flush ? best : flush;
        }
    }
    return best;
}

// Low values of the board tables stand at the top of the ace-to-five scale.
inline int low8_to_scale(int low8, int scale_top) { return low8 ? scale_top - LOW8_CLASSES + low8 : 0; }

// Values of many hands, one row of `holes + on_board` bytes each. Returns the first row that holds a byte
// which is no card, or a card twice, or -1.
int64_t rank_rows(const Way& way, const uint8_t* rows, int64_t count, int holes, int on_board, uint16_t* out);
// High and eight-or-better low together, two plus three.
int64_t rank_rows_hilo8(const Way& high, const uint8_t* rows, int64_t count, int holes, uint16_t* out_high,
                        uint16_t* out_low);

}  // namespace hoyle
