// Where an Omaha hand stands among all hands, by its equity against a random one.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "work.hpp"

namespace hoyle {

// Hands of four or five cards that differ in more than the names of suits.
inline constexpr uint32_t hand_classes(int size) { return size == 4 ? 16432 : 134459; }

// By number of the hand, its class. Classes are numbered in the order of their first hands.
std::vector<uint32_t> classes_of_hands(int size);

class Standings {
  public:
    Standings(const uint32_t* by_class, int size);
    uint32_t of(const uint8_t* falling) const;
    // The least and the most standing of the hands between two parts of all hands, 0 the best and 1 the
    // worst; hands that stand equal belong where their middle lies. The least is above the most where there
    // are none.
    std::pair<uint32_t, uint32_t> between(double from, double to) const;

  private:
    int size_;
    std::vector<uint32_t> by_hand_;
};

}  // namespace hoyle
