// Sets of cards as one bit each, and back.
#pragma once

#include <bit>
#include <cstdint>

namespace hoyle {

inline constexpr uint64_t ALL_CARDS = (1ull << 52) - 1;

inline uint64_t mask_of(const uint8_t* cards, int count) {
    uint64_t mask = 0;
    for (int i = 0; i < count; ++i) mask |= 1ull << cards[i];
    return mask;
}

// Writes the cards in rising order and says how many there are.
inline int unpack(uint64_t mask, uint8_t* cards) {
    int count = 0;
    for (; mask; mask &= mask - 1) cards[count++] = static_cast<uint8_t>(std::countr_zero(mask));
    return count;
}

}  // namespace hoyle
