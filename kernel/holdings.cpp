#include "holdings.hpp"

#include <bit>

#include "choose.hpp"
#include "deck.hpp"

namespace hoyle {

int cards_left(const Problem& problem) {
    return 52 - std::popcount(problem.dead |
                              mask_of(problem.board.data(), static_cast<int>(problem.board.size())));
}

int board_to_come(const Problem& problem) {
    return problem.game.on_board - static_cast<int>(problem.board.size());
}

double full_holdings(const Problem& problem, const Seat& seat) {
    int known = 0;
    for (const Seat& other : problem.seats)
        if (other.holdings() == 1) known += other.known;
    if (seat.holdings() > 1) known += seat.known;
    return static_cast<double>(seat.holdings()) *
           choose(cards_left(problem) - known, problem.game.holes - seat.known);
}

std::vector<uint64_t> subsets(uint64_t free, int size) {
    std::vector<uint64_t> found;
    uint8_t cards[52];
    const int count = unpack(free, cards);
    found.reserve(static_cast<size_t>(choose(count, size)));
    auto walk = [&](auto& self, int from, int left, uint64_t mask) -> void {
        if (!left) return found.push_back(mask);
        for (int i = from; i + left <= count; ++i) self(self, i + 1, left - 1, mask | 1ull << cards[i]);
    };
    walk(walk, 0, size, 0);
    return found;
}

uint64_t free_cards(const Problem& problem) {
    uint64_t gone = problem.dead | mask_of(problem.board.data(), static_cast<int>(problem.board.size()));
    for (const Seat& seat : problem.seats)
        if (seat.holdings() == 1) gone |= mask_of(seat.cards.data(), seat.known);
    return ~gone & ALL_CARDS;
}

std::vector<FullSeat> fill_seats(const Problem& problem, size_t without) {
    const uint64_t gone =
        problem.dead | mask_of(problem.board.data(), static_cast<int>(problem.board.size()));
    uint64_t fixed = 0;
    for (const Seat& seat : problem.seats)
        if (seat.holdings() == 1) fixed |= mask_of(seat.cards.data(), seat.known);
    std::vector<FullSeat> full(problem.seats.size());
    for (size_t s = 0; s < full.size(); ++s) {
        if (s == without) continue;
        const Seat& seat = problem.seats[s];
        for (size_t h = 0; h < seat.holdings(); ++h) {
            const uint64_t own = mask_of(seat.cards.data() + h * static_cast<size_t>(seat.known), seat.known);
            if (own & gone || (seat.holdings() > 1 && own & fixed)) continue;
            for (uint64_t rest :
                 subsets(~(gone | own | fixed) & ALL_CARDS, problem.game.holes - seat.known)) {
                full[s].masks.push_back(own | rest);
                full[s].weights.push_back(seat.weights[h]);
            }
        }
    }
    return full;
}

}  // namespace hoyle
