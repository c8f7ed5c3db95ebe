// All games with their boards known or few: every board, and on it every choice of hands.
#pragma once

#include "equity.hpp"

namespace hoyle {

// Rough nanoseconds on one core.
double boards_cost(const Problem& problem);

Tally count_boards(const Problem& problem, int threads, const Watch& watch);

}  // namespace hoyle
