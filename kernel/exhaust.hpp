// Every hand there is, counted by value.
#pragma once

#include <cstdint>
#include <vector>

#include "rank.hpp"
#include "work.hpp"

namespace hoyle {

// How often each value occurs among all hands of `cards` cards.
std::vector<uint64_t> count_values(const Way& way, int cards, int threads, const Watch& watch);

// How many deals of `holes` hole cards and a board of five are worth no more than each limit, two plus three.
// A hand is worth no more than its best pair of hole cards: on each board those hands are the groups of cards
// in which no pair is better, and are counted as such.
std::vector<uint64_t> count_two_plus_three(const Way& way, int holes, const std::vector<int>& limits,
                                           int threads, const Watch& watch);

}  // namespace hoyle
