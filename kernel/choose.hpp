// How many sets of cards there are, and their numbers: a set of falling cards is number
// C(first, size) + C(second, size - 1) + ... among the sets of its size.
#pragma once

#include <cstdint>

namespace hoyle {

struct Binomials {
    uint32_t of[53][9];  // by cards, by size of the set
    constexpr Binomials() : of() {
        for (int n = 0; n < 53; ++n) {
            of[n][0] = 1;
            for (int k = 1; k < 9; ++k) of[n][k] = n ? of[n - 1][k - 1] + of[n - 1][k] : 0;
        }
    }
};
inline constexpr Binomials CHOOSE;

// 0 where the cards are too few.
inline double choose(int n, int k) { return n < k ? 0 : CHOOSE.of[n][k]; }

template <typename Card>
uint32_t number_of(const Card* falling, int size) {
    uint32_t number = 0;
    for (int i = 0; i < size; ++i) number += CHOOSE.of[falling[i]][size - i];
    return number;
}

}  // namespace hoyle
