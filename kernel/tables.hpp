// Tables over collections of ranks, all made here from the scales; each is built when first asked for.
//
// Each rank has a weight, and no two collections of up to seven cards have the same sum of weights. Sums are
// looked up by row displacement: the upper bits choose a row, the row has a place where its entries fill gaps
// left by the others. Two loads, from about 90 KB and 300 KB.
#pragma once

#include <cstdint>
#include <vector>

#include "scales.hpp"

namespace hoyle {

inline constexpr uint32_t WEIGHTS[13] = {1,     5,      24,     112,    521,     2247,   9244,
                                         30823, 103066, 250154, 667453, 1526359, 3453520};
inline constexpr int ROW_BITS = 10;
inline constexpr int BOARDS = 6175;        // collections of five ranks, at most four of each
inline constexpr int BOARD_STRIDE = 6176;  // of columns
inline constexpr int PAIRS = 91;           // collections of two ranks
inline constexpr int ROW = 96;             // pairs in a row of a board table, padded to whole cache lines

// What one card adds to a sum: its weight below, one in the nibble of its suit above, and a mark no sum of
// real cards ever has for the bytes that are no cards.
inline constexpr int SUIT_SHIFT = 32;
inline constexpr uint64_t NO_CARD = 1ull << 60;
extern const uint64_t* const CARD_KEY;  // [256]

struct Slots {
    const uint32_t* place;  // by row
    uint32_t operator()(uint32_t sum) const {
        return place[sum >> ROW_BITS] + (sum & ((1u << ROW_BITS) - 1));
    }
};
Slots slots();

// Best value by slot of any choice out of the cards, suits apart; 0 where the cards are too few.
const uint16_t* plain_values(Scale scale);
// Value by mask of ranks in one suit, [8192].
const uint16_t* suited_values(Scale scale);
const uint16_t* badugi_values();
int scale_count(Scale scale);

// One board's five ranks against any two ranks.
struct BoardTables {
    std::vector<uint16_t> id;        // by slot of the five ranks
    std::vector<uint8_t> low;        // mask of the ranks ace to eight, bit 0 the ace
    std::vector<uint16_t> any, two;  // [BOARDS][ROW]: best of all seven cards, best of two plus three
    std::vector<uint16_t> any_columns, two_columns;  // the same as [PAIRS][BOARD_STRIDE]
    std::vector<uint16_t> suits;                     // masks of three, then four, then five ranks of one suit
    int suits_end[3];                                // where the masks of each size end
    std::vector<uint16_t> with_pair;  // [286][PAIRS]: board of a mask of three and a pair of ranks
    std::vector<uint16_t> with_one;   // [715][13]
    std::vector<uint16_t> alone;      // [1287]
};
const BoardTables& board_tables();

extern const uint8_t* const PAIR_INDEX;  // [16 * 16] by two ranks in either order

// Eight or better, [256 board masks][256 hole masks] with two plus three: 0 none, 56 the best.
const uint8_t* low8_values();
inline constexpr int LOW8_CLASSES = 56;

}  // namespace hoyle
