#include "equity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "holdings.hpp"
#include "matchups.hpp"
#include "showdowns.hpp"

namespace hoyle {
namespace {

constexpr double OVERFLOW_AT = 9e18;

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

bool by_ranks(const Problem& problem) {
    return problem.game.tabled && problem.board.empty() && !problem.plain;
}

double exact_cost(const Problem& problem) {
    const int left = cards_left(problem);
    double matchups = 1, hands = 0, weighted = 1;
    std::vector<double> sizes;
    for (const Seat& seat : problem.seats) {
        const double size = full_holdings(problem, seat);
        sizes.push_back(size);
        matchups *= size;
        hands += size;
        weighted *= size * static_cast<double>(*std::max_element(seat.weights.begin(), seat.weights.end()));
    }
    const double boards = choose(left, board_to_come(problem));
    if (weighted * boards > OVERFLOW_AT || hands > 1e8) return std::numeric_limits<double>::infinity();
    if (by_ranks(problem)) {
        // Matchups that differ in the names of suits only are judged once.
        return matchups == 1 ? 1e5 : matchups * (300 + 1.2e5 / std::min(matchups, same_names(problem)));
    }
    int fixed = 0;
    for (const Seat& seat : problem.seats)
        if (seat.holdings() == 1) fixed += seat.known;
    const double runs = choose(left - fixed, board_to_come(problem));
    const double judge = hands * (problem.game.tabled ? 20 : problem.game.main.spelled ? 400 : 30);
    const double settle = by_order(problem, sizes[0], sizes.size() > 1 ? sizes[1] : 0)
                              ? hands * (problem.game.low ? 100 : 50) * std::pow(2, most_unseen(problem))
                              : matchups * 1.5;
    return runs * (judge + settle);
}

Tally count_all(const Problem& problem, int threads, const Watch& watch) {
    return by_ranks(problem) ? count_matchups(problem, threads, watch)
                             : count_boards(problem, threads, watch);
}

}  // namespace hoyle
