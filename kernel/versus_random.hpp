// Omaha hands against one random hand: what the standings are made of.
#pragma once

#include <cstdint>
#include <vector>

#include "work.hpp"

namespace hoyle {

// By number of the class: on how many boards its hands were held, and the pots they won together, in halves
// of a pot in the high game, in quarters in the one for high and eight-or-better low.
struct PotsWon {
    std::vector<uint64_t> held, high, split;
};

// All hands of four or five cards against all others, on one of so many boards.
PotsWon versus_random(int size, uint64_t one_of, int threads, const Watch& watch);

}  // namespace hoyle
