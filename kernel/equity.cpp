#include "equity.hpp"

#include <algorithm>
#include <limits>

#include "choose.hpp"
#include "holdings.hpp"
#include "matchups.hpp"
#include "showdowns.hpp"

namespace hoyle {
namespace {

constexpr double OVERFLOW_AT = 9e18, MOST_HANDS = 1e8;

// Whether the pre-flop method that visits collections of ranks serves this problem.
bool by_ranks(const Problem& problem) {
    return problem.game.tabled && problem.board.empty() && !problem.plain;
}

}  // namespace

Game::Game(Way main_, std::optional<Way> low_, int holes_, int on_board_)
    : main(main_), low(low_), holes(holes_), on_board(on_board_) {
    const bool low_fits = !low || (low->scale == LOW_A5 && low->top == 8 && low->building == TWO_PLUS_THREE);
    tabled = main.scale == HIGH5 && on_board == 5 && low_fits &&
             (main.building == TWO_PLUS_THREE ? holes >= 2 && holes <= 6 : holes == 2);
    if (tabled) main.boards = &board_tables();
}

void Game::values(const uint8_t* hole, const uint8_t* board, int& high, int& low_value) const {
    high = main.value(hole, holes, board, on_board);
    low_value = low ? low->value(hole, holes, board, on_board) : 0;
}

double exact_cost(const Problem& problem) {
    double hands = 0, deals = choose(cards_left(problem), board_to_come(problem));
    for (const Seat& seat : problem.seats) {
        const double size = full_holdings(problem, seat);
        hands += size;
        deals *= size * static_cast<double>(*std::max_element(seat.weights.begin(), seat.weights.end()));
    }
    if (deals > OVERFLOW_AT || hands > MOST_HANDS) return std::numeric_limits<double>::infinity();
    return by_ranks(problem) ? matchups_cost(problem) : boards_cost(problem);
}

Tally count_all(const Problem& problem, int threads, const Watch& watch) {
    return by_ranks(problem) ? count_matchups(problem, threads, watch)
                             : count_boards(problem, threads, watch);
}

}  // namespace hoyle
