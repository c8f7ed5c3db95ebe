// The hands that every seat of a problem may hold.
#pragma once

#include <cstdint>
#include <vector>

#include "equity.hpp"

namespace hoyle {

int cards_left(const Problem& problem);
int board_to_come(const Problem& problem);
// Cards of the deck that no seat is certain to hold.
uint64_t free_cards(const Problem& problem);

// Holdings with the unseen cards dealt in every possible way, before any clash with others. Cards that a seat
// with a single holding is known to have go to nobody else.
double full_holdings(const Problem& problem, const Seat& seat);

// Every set of so many of the free cards.
std::vector<uint64_t> subsets(uint64_t free, int size);

struct FullSeat {
    std::vector<uint64_t> masks;
    std::vector<uint64_t> weights;
    std::vector<Hole> holes;  // the same hands for the board tables, where these serve and somebody made them
};

// All seats but `without`, which is left empty.
std::vector<FullSeat> fill_seats(const Problem& problem, size_t without = ~size_t{0});

}  // namespace hoyle
