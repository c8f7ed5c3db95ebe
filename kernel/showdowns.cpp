#include "showdowns.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "choose.hpp"
#include "deck.hpp"
#include "holdings.hpp"
#include "overlap.hpp"

namespace hoyle {
namespace {

// Hands at one showdown, each with the chance it stands for.
struct Shown {
    std::vector<uint64_t> mask;
    std::vector<uint32_t> main, low;
    std::vector<uint64_t> weight;
    void clear() { mask.clear(), main.clear(), low.clear(), weight.clear(); }
};

// Every choice of one hand per seat that shares no card. The last seat only has to be compared with the best
// of the others.
struct Showdown {
    const std::vector<Shown>& shown;
    Tally& tally;

    void walk(size_t seat, uint64_t used, uint64_t weight, uint32_t main, uint32_t who, uint32_t low,
              uint32_t low_who, size_t from, size_t to) const {
        const Shown& hands = shown[seat];
        const uint32_t bit = 1u << seat;
        if (seat + 1 == shown.size()) {
            uint64_t sums[12] = {};
            for (size_t h = from; h < to; ++h) {
                const uint64_t w = hands.mask[h] & used ? 0 : hands.weight[h];
                const uint32_t mine = hands.main[h];
                size_t at = mine > main ? 8 : mine == main ? 4 : 0;
                if (tally.split) {
                    const uint32_t own = hands.low[h];
                    at += own > low ? 3 : own == low && own ? 2 : low ? 1 : 0;
                }
                sums[at] += w;
            }
            for (uint32_t at = 0; at < 12; ++at) {
                if (!sums[at]) continue;
                const uint32_t winners = at >= 8 ? bit : at >= 4 ? who | bit : who;
                const uint32_t low_winners = (at & 3) == 3   ? bit
                                             : (at & 3) == 2 ? low_who | bit
                                             : (at & 3) == 1 ? low_who
                                                             : 0;
                tally.counts[tally.at(winners, low_winners)] += weight * sums[at];
            }
            return;
        }
        for (size_t h = from; h < to; ++h) {
            if ((h & 63) == 63) heed_stop();
            if (hands.mask[h] & used) continue;
            const uint32_t mine = hands.main[h], own = hands.low[h];
            walk(seat + 1, used | hands.mask[h], weight * hands.weight[h], std::max(main, mine),
                 mine > main    ? bit
                 : mine == main ? who | bit
                                : who,
                 std::max(low, own),
                 own > low           ? bit
                 : own == low && own ? low_who | bit
                                     : low_who,
                 0, shown[seat + 1].mask.size());
        }
    }
};

void show(const Problem& problem, const std::vector<FullSeat>& full, uint64_t board_mask,
          std::vector<Shown>& shown) {
    uint8_t board[8], cards[8];
    unpack(board_mask, board);
    const Game& game = problem.game;
    std::optional<Board> five;
    const uint8_t* low8 = nullptr;
    if (game.tabled) {
        five.emplace(board, *game.main.boards, game.main.slot, game.main.building == TWO_PLUS_THREE);
        low8 = low8_values();
    }
    for (size_t s = 0; s < full.size(); ++s) {
        shown[s].clear();
        for (size_t h = 0; h < full[s].masks.size(); ++h) {
            if ((h & 4095) == 4095) heed_stop();
            const uint64_t mask = full[s].masks[h];
            if (mask & board_mask) continue;
            int main, low = 0;
            if (game.tabled) {
                const Hole hole = full[s].holes.empty() ? Hole(cards, unpack(mask, cards)) : full[s].holes[h];
                main = game.main.building == TWO_PLUS_THREE ? high_two(*five, hole, game.main.suited)
                                                            : high_any(*five, hole, game.main.suited);
                if (game.low) low = low8[static_cast<uint32_t>(five->low) << 8 | hole.low];
            } else {
                unpack(mask, cards);
                game.values(cards, board, main, low);
            }
            shown[s].mask.push_back(mask);
            shown[s].main.push_back(static_cast<uint32_t>(main));
            shown[s].low.push_back(static_cast<uint32_t>(low));
            shown[s].weight.push_back(full[s].weights[h]);
        }
    }
}

void make_holes(FullSeat& seat) {
    uint8_t cards[8];
    seat.holes.reserve(seat.masks.size());
    for (uint64_t mask : seat.masks) seat.holes.emplace_back(cards, unpack(mask, cards));
}

int most_unseen(const Problem& problem) {
    int most = 0;
    for (const Seat& seat : problem.seats)
        most = std::max(most, seat.holdings() == 1 ? problem.game.holes - seat.known : problem.game.holes);
    return most;
}

bool all_weigh_the_same(const Problem& problem) {
    for (const Seat& seat : problem.seats)
        for (uint64_t weight : seat.weights)
            if (weight != 1) return false;
    return true;
}

constexpr double PAIR = 1.5;  // nanoseconds to compare two hands

// Two players' hands may be compared by order instead of pair by pair: when that pays, in nanoseconds.
class Ordering {
  public:
    explicit Ordering(const Problem& problem) {
        const int size = most_unseen(problem);
        if (problem.seats.size() != 2 || problem.plain) return;
        if (!problem.game.low) {
            possible_ = size <= Overlap::MOST_SHARED;
            each_ = 11 << size;
        } else {
            // Of lows with a qualifier there are few enough to count hands by them.
            const Way& low = *problem.game.low;
            possible_ = size <= Overlap::MOST_SHARED_SPLIT && low.top &&
                        choose(low.top, RULES[low.scale].size) < Overlap::LOWS && all_weigh_the_same(problem);
            each_ = 40 << size;
        }
        if (possible_)
            clearing_ = 0.1 * static_cast<double>(Overlap::bytes(size, problem.game.low.has_value()));
    }
    double cost(double first, double second) const { return clearing_ + (first + second) * each_; }
    bool pays(double first, double second) const {
        return possible_ && cost(first, second) < first * second * PAIR;
    }
    bool pays(const std::vector<Shown>& shown) const {
        return possible_ &&
               pays(static_cast<double>(shown[0].mask.size()), static_cast<double>(shown[1].mask.size()));
    }

  private:
    bool possible_ = false;
    double clearing_ = 0, each_ = 0;
};

// For a seat with one holding its own known cards are in nobody's way.
uint64_t shared_mask(const Seat& seat) {
    return seat.holdings() == 1 ? ~mask_of(seat.cards.data(), seat.known) : ~0ull;
}

// Some hands of the first seat against all of the second, compared by order.
void settle_in_order(const Problem& problem, const std::vector<Shown>& shown, size_t from, size_t to,
                     Overlap& overlap, Tally& tally) {
    auto hands = [&](size_t seat, size_t begin, size_t end) {
        const Shown& all = shown[seat];
        return Hands{std::span(all.mask).subspan(begin, end - begin),
                     std::span(all.main).subspan(begin, end - begin),
                     std::span(all.weight).subspan(begin, end - begin), shared_mask(problem.seats[seat])};
    };
    const size_t theirs = shown[1].mask.size();
    constexpr uint32_t WHO[4] = {1, 3, 2, 0};  // the first, both, the second, nobody
    if (!problem.game.low) {
        const Order order = overlap.compare(hands(0, from, to), hands(1, 0, theirs));
        tally.counts[WHO[0]] += order.first_wins;
        tally.counts[WHO[1]] += order.tie;
        tally.counts[WHO[2]] += order.second_wins;
        return;
    }
    std::vector<uint32_t> lows = shown[0].low;
    lows.insert(lows.end(), shown[1].low.begin(), shown[1].low.end());
    lows.push_back(0);
    std::sort(lows.begin(), lows.end());
    lows.erase(std::unique(lows.begin(), lows.end()), lows.end());
    auto numbered = [&](size_t seat, size_t begin, size_t end) {
        std::vector<uint8_t> numbers;
        for (size_t h = begin; h < end; ++h)
            numbers.push_back(static_cast<uint8_t>(
                std::lower_bound(lows.begin(), lows.end(), shown[seat].low[h]) - lows.begin()));
        return numbers;
    };
    const SplitOrder order = overlap.compare_split(hands(0, from, to), numbered(0, from, to),
                                                   hands(1, 0, theirs), numbered(1, 0, theirs));
    for (int high = 0; high < 3; ++high)
        for (int low = 0; low < 4; ++low)
            tally.counts[tally.at(WHO[high], WHO[low])] += order.outcome[high][low];
}

void settle_in_pairs(const std::vector<Shown>& shown, size_t from, size_t to, Tally& tally) {
    Showdown{shown, tally}.walk(0, 0, 1, 0, 0, 0, 0, from, to);
}

// From so many hands on those of a seat are never all kept, but made a slice at a time.
constexpr double MANY_KEPT = 2e6;

// The seat with the most hands, if it has too many to keep and they differ in two unseen cards or more.
size_t sliced_seat(const Problem& problem) {
    size_t most = 0;
    for (size_t s = 1; s < problem.seats.size(); ++s)
        if (full_holdings(problem, problem.seats[s]) > full_holdings(problem, problem.seats[most])) most = s;
    const Seat& seat = problem.seats[most];
    return seat.holdings() == 1 && problem.game.holes - seat.known >= 2 &&
                   full_holdings(problem, seat) > MANY_KEPT
               ? most
               : problem.seats.size();
}

// A slice is all hands of one seat with the same two lowest unseen cards.
Tally count_slices(const Problem& problem, size_t seat, int threads, const Watch& watch) {
    const int players = static_cast<int>(problem.seats.size());
    const Seat& sliced = problem.seats[seat];
    const uint64_t own = mask_of(sliced.cards.data(), sliced.known), free = free_cards(problem);
    const uint64_t known = mask_of(problem.board.data(), static_cast<int>(problem.board.size()));
    const std::vector<FullSeat> full = fill_seats(problem, seat);
    const std::vector<uint64_t> boards = subsets(free, board_to_come(problem)), pairs = subsets(free, 2);
    Tally total(players, problem.game.low.has_value());
    struct State {
        std::vector<FullSeat> full;
        std::vector<Shown> shown;
        Tally tally;
    };
    share_part(
        problem.part, pairs.size(), total.threads(threads), watch,
        [&] { return State{full, std::vector<Shown>(full.size()), Tally(players, total.split)}; },
        [&](uint64_t piece, State& state) {
            const uint64_t pair = pairs[piece];
            const uint64_t above = ~((2ull << (63 - std::countl_zero(pair))) - 1);
            FullSeat& hands = state.full[seat];
            hands.masks = subsets(free & above, problem.game.holes - sliced.known - 2);
            for (uint64_t& mask : hands.masks) mask |= own | pair;
            hands.weights.assign(hands.masks.size(), sliced.weights[0]);
            for (uint64_t board : boards) {
                heed_stop();
                if (board & pair) continue;
                show(problem, state.full, known | board, state.shown);
                settle_in_pairs(state.shown, 0, state.shown[0].mask.size(), state.tally);
            }
        },
        [&](State& state) { total.add(state.tally); });
    return total;
}

}  // namespace

double boards_cost(const Problem& problem) {
    double matchups = 1, hands = 0;
    int fixed = 0;
    for (const Seat& seat : problem.seats) {
        const double size = full_holdings(problem, seat);
        matchups *= size;
        hands += size;
        if (seat.holdings() == 1) fixed += seat.known;
    }
    const double first = full_holdings(problem, problem.seats[0]), second = hands - first;
    const double judge = hands * (problem.game.tabled ? 20 : problem.game.main.spelled ? 400 : 30);
    const Ordering ordering(problem);
    const double settle = ordering.pays(first, second) ? ordering.cost(first, second) : matchups * PAIR;
    return choose(cards_left(problem) - fixed, board_to_come(problem)) * (judge + settle);
}

Tally count_boards(const Problem& problem, int threads, const Watch& watch) {
    const int players = static_cast<int>(problem.seats.size());
    const Ordering ordering(problem);
    const double first = full_holdings(problem, problem.seats[0]);
    if (const size_t seat = sliced_seat(problem);
        seat < problem.seats.size() && !ordering.pays(first, full_holdings(problem, problem.seats[1])))
        return count_slices(problem, seat, threads, watch);
    std::vector<FullSeat> full = fill_seats(problem);
    if (problem.game.tabled)
        for (FullSeat& seat : full) make_holes(seat);
    const uint64_t known = mask_of(problem.board.data(), static_cast<int>(problem.board.size()));
    const std::vector<uint64_t> boards = subsets(free_cards(problem), board_to_come(problem));
    Tally total(players, problem.game.low.has_value());
    threads = total.threads(threads);
    struct State {
        std::vector<Shown> shown;
        Overlap overlap;
        Tally tally;
    };
    auto make = [&] {
        return State{std::vector<Shown>(full.size()), Overlap(), Tally(players, total.split)};
    };
    auto finish = [&](State& state) { total.add(state.tally); };
    if (boards.size() == 1) {
        // No board to come: the first player's hands are shared among the threads instead.
        std::vector<Shown> shown(full.size());
        show(problem, full, known | boards[0], shown);
        const size_t all = shown[0].mask.size();
        const bool ordered = ordering.pays(shown);
        // In order every piece goes through all hands of the second player: few pieces, and no parts.
        const size_t most = !ordered ? 1024 : problem.part.of > 1 ? 1 : static_cast<size_t>(threads);
        const size_t pieces = std::min(all, most);
        share_part(
            problem.part, pieces, threads, watch, make,
            [&](uint64_t i, State& state) {
                const size_t from = all * i / pieces, to = all * (i + 1) / pieces;
                if (ordered)
                    settle_in_order(problem, shown, from, to, state.overlap, state.tally);
                else
                    settle_in_pairs(shown, from, to, state.tally);
            },
            finish);
        return total;
    }
    const size_t pieces = std::min<size_t>(boards.size(), 4096);
    share_part(
        problem.part, pieces, threads, watch, make,
        [&](uint64_t piece, State& state) {
            const size_t end = boards.size() * (piece + 1) / pieces;
            for (size_t i = boards.size() * piece / pieces; i < end; ++i) {
                show(problem, full, known | boards[i], state.shown);
                const size_t all = state.shown[0].mask.size();
                if (ordering.pays(state.shown))
                    settle_in_order(problem, state.shown, 0, all, state.overlap, state.tally);
                else
                    settle_in_pairs(state.shown, 0, all, state.tally);
            }
        },
        finish);
    return total;
}

}  // namespace hoyle
