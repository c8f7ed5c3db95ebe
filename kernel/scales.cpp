#include "scales.hpp"

#include <algorithm>
#include <bit>

namespace hoyle {
namespace {

enum Class {
    HIGH_CARD,
    ONE_PAIR,
    TWO_PAIRS,
    TRIPS,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    QUADS,
    STRAIGHT_FLUSH,
    ROYAL
};

// Place of each class in the order of hands of five, four and three cards, worst first.
constexpr int ORDER5[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
constexpr int ORDER4[] = {0, 1, 2, 5, 3, 4, -1, 7, 6, 6};
constexpr int ORDER3[] = {0, 1, -1, 4, 3, 2, -1, -1, 5, 6};

uint32_t pack(const ScaleRules& rules, Class kind, std::span<const int> pips) {
    const int* order = rules.size == 5 ? ORDER5 : rules.size == 4 ? ORDER4 : ORDER3;
    uint32_t packed = static_cast<uint32_t>(order[kind]);
    for (int pip : pips) packed = packed << 4 | static_cast<uint32_t>(pip);
    return packed;
}

}  // namespace

uint32_t grade(const ScaleRules& rules, std::span<const int> ranks, bool suited) {
    int counts[15] = {};
    for (int rank : ranks) ++counts[rules.ace_low && rank == 12 ? 1 : rank + 2];
    int pips[7];
    int held = 0;
    for (int count = 4; count > 0; --count)
        for (int pip = 14; pip > 0; --pip)
            if (counts[pip] == count)
                for (int i = 0; i < count; ++i) pips[held++] = pip;
    const int most = counts[pips[0]];
    const std::span<const int> all(pips, static_cast<size_t>(held));
    if (most == 4) return pack(rules, QUADS, all);
    if (most == 3) return pack(rules, rules.size == 5 && pips[3] == pips[4] ? FULL_HOUSE : TRIPS, all);
    if (most == 2) return pack(rules, rules.size >= 4 && pips[2] == pips[3] ? TWO_PAIRS : ONE_PAIR, all);

    bool straight = rules.straights && pips[0] - pips[held - 1] == rules.size - 1;
    if (rules.wheel && pips[0] == 14 && pips[1] == rules.size) {
        straight = true;
        for (int i = 0; i + 1 < held; ++i) pips[i] = pips[i + 1];
        pips[held - 1] = 1;
    }
    suited = suited && rules.flushes;
    if (straight && suited) return pack(rules, pips[0] == 14 && !rules.low ? ROYAL : STRAIGHT_FLUSH, all);
    if (straight) return pack(rules, STRAIGHT, all);
    return pack(rules, suited ? FLUSH : HIGH_CARD, all);
}

ScaleValues build_scale(const ScaleRules& rules) {
    std::vector<uint32_t> grades;
    std::vector<uint32_t> suited(8192, 0);
    int ranks[8];
    const std::span<const int> hand(ranks, static_cast<size_t>(rules.size));
    auto plain = [&](auto& self, int place, int from) -> void {
        if (place == rules.size) {
            if (rules.size < 5 || ranks[0] != ranks[4]) grades.push_back(grade(rules, hand, false));
            return;
        }
        for (int rank = from; rank < 13; ++rank) {
            ranks[place] = rank;
            self(self, place + 1, rank);
        }
    };
    plain(plain, 0, 0);
    if (rules.flushes) {
        for (uint32_t mask = 0; mask < 8192; ++mask) {
            if (std::popcount(mask) != rules.size) continue;
            int place = 0;
            for (int rank = 0; rank < 13; ++rank)
                if (mask >> rank & 1) ranks[place++] = rank;
            suited[mask] = grade(rules, hand, true);
            grades.push_back(suited[mask]);
        }
    }
    std::sort(grades.begin(), grades.end());
    grades.erase(std::unique(grades.begin(), grades.end()), grades.end());
    if (rules.low) std::reverse(grades.begin(), grades.end());

    ScaleValues values;
    values.count = static_cast<int>(grades.size());
    values.by_grade.reserve(grades.size() * 2);
    for (size_t i = 0; i < grades.size(); ++i) values.by_grade[grades[i]] = static_cast<uint16_t>(i + 1);
    values.suited.assign(8192, 0);
    if (rules.flushes) {
        for (uint32_t mask = 0; mask < 8192; ++mask)
            if (suited[mask]) values.suited[mask] = values.by_grade[suited[mask]];
        if (!rules.low)
            for (uint32_t mask = 0; mask < 8192; ++mask)
                if (std::popcount(mask) > rules.size)
                    for (uint32_t rest = mask; rest; rest &= rest - 1)
                        values.suited[mask] =
                            std::max(values.suited[mask], values.suited[mask & ~(rest & (~rest + 1))]);
    }
    return values;
}

std::vector<uint16_t> build_badugi() {
    // Pips of each hand, largest first; of equal size the one that is smaller card by card is better.
    std::vector<std::pair<uint32_t, uint32_t>> hands;  // (sort key, mask of ranks)
    for (uint32_t mask = 1; mask < 8192; ++mask) {
        const int size = std::popcount(mask);
        if (size > 4) continue;
        uint32_t pips = 0;
        for (int pip = 13; pip > 0; --pip)
            if (mask >> (pip == 1 ? 12 : pip - 2) & 1) pips = pips << 4 | static_cast<uint32_t>(pip);
        hands.emplace_back(static_cast<uint32_t>(size) << 16 | (0xFFFF - pips), mask);
    }
    std::sort(hands.begin(), hands.end());
    std::vector<uint16_t> values(8192, 0);
    for (size_t i = 0; i < hands.size(); ++i) values[hands[i].second] = static_cast<uint16_t>(i + 1);
    return values;
}

}  // namespace hoyle
