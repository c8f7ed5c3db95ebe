// Scales: every hand of a ranking in order, numbered without gaps from 1, the worst.
//
// The same numbers as hoyle.hands: a hand gets a grade (class, then ranks with the largest group first, four
// bits each), all grades are sorted, and a low scale is the list from the other end.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace hoyle {

enum Scale : int {
    NONE = 0,
    HIGH5,
    HIGH4,
    HIGH3,
    LOW_A5,
    LOW_A3,
    LOW_27,
    LOW_A5_STRICT,
    LOW_A3_STRICT,
    BADUGI,
    SCALES
};

struct ScaleRules {
    int size;
    bool low, ace_low, straights, flushes, wheel;
};

inline constexpr std::array<ScaleRules, SCALES> RULES = {{
    {0, false, false, false, false, false},
    {5, false, false, true, true, true},   // HIGH5
    {4, false, false, true, true, true},   // HIGH4
    {3, false, false, true, true, true},   // HIGH3
    {5, true, true, false, false, false},  // LOW_A5
    {3, true, true, false, false, false},  // LOW_A3
    {5, true, false, true, true, false},   // LOW_27
    {5, true, true, true, true, false},    // LOW_A5_STRICT
    {3, true, true, true, true, false},    // LOW_A3_STRICT
    {4, true, true, false, false, false},  // BADUGI: its own rules, see build_badugi
}};

// Ranks 0 (two) to 12 (ace), in rising order, for cards of mixed suits or of one suit.
uint32_t grade(const ScaleRules& rules, std::span<const int> ranks, bool suited);

struct ScaleValues {
    std::unordered_map<uint32_t, uint16_t> by_grade;
    std::vector<uint16_t> suited;  // [8192] by mask of exactly `size` ranks; where a flush helps, of more too
    int count = 0;
};

ScaleValues build_scale(const ScaleRules& rules);

// [8192]: value of a clean badugi by its mask of ranks, 0 where it has none or more than four cards.
std::vector<uint16_t> build_badugi();

}  // namespace hoyle
