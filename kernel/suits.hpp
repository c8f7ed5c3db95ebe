// The twenty-four ways to rename the suits.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace hoyle {

using Renaming = std::array<int, 4>;

inline const std::vector<Renaming>& renamings() {
    static const std::vector<Renaming> all = [] {
        std::vector<Renaming> found;
        Renaming suits = {0, 1, 2, 3};
        do found.push_back(suits);
        while (std::next_permutation(suits.begin(), suits.end()));
        return found;
    }();
    return all;
}

inline uint64_t rename(uint64_t cards, const Renaming& renaming) {
    constexpr uint64_t CLUBS = 0x1111111111111ull;
    uint64_t renamed = 0;
    for (size_t suit = 0; suit < 4; ++suit) renamed |= (cards >> suit & CLUBS) << renaming[suit];
    return renamed;
}

}  // namespace hoyle
