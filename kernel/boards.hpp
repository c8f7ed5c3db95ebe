// Every board of five cards, as far as they differ in more than the names of suits.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace hoyle {

struct BoardClass {
    std::array<uint8_t, 5> cards;
    uint64_t boards;  // that this one stands for
};

std::vector<BoardClass> board_classes();

inline constexpr int CARDS_LEFT = 47;
std::array<uint8_t, CARDS_LEFT> cards_left_by(const std::array<uint8_t, 5>& board);

}  // namespace hoyle
