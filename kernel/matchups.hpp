// Hold'em and Omaha before the flop: matchups that differ in the names of suits only are judged once.
#pragma once

#include "equity.hpp"

namespace hoyle {

// Rough nanoseconds on one core.
double matchups_cost(const Problem& problem);

Tally count_matchups(const Problem& problem, int threads, const Watch& watch);

}  // namespace hoyle
