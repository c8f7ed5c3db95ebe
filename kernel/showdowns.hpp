// All games with their boards known or few: every board, and on it every choice of hands.
#pragma once

#include "equity.hpp"

namespace hoyle {

// Cards of a hand, at most, that are not known.
int most_unseen(const Problem& problem);
// Whether two players' hands, so many of each, are compared by order rather than pair by pair.
bool by_order(const Problem& problem, double first, double second);

Tally count_boards(const Problem& problem, int threads, const Watch& watch);

}  // namespace hoyle
