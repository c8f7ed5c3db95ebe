// Hold'em and Omaha before the flop: matchups that differ in the names of suits only are judged once.
#pragma once

#include "equity.hpp"

namespace hoyle {

// In how many ways suits can be renamed without touching what is known for certain.
double same_names(const Problem& problem);

Tally count_matchups(const Problem& problem, int threads, const Watch& watch);

}  // namespace hoyle
