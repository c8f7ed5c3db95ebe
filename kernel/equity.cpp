#include "equity.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <unordered_map>

#include "deck.hpp"
#include "overlap.hpp"
#include "preflop.hpp"

namespace hoyle {
namespace {

constexpr double OVERFLOW_AT = 9e18;

double choose(int n, int k) {
    double ways = 1;
    for (int i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
    return n < k ? 0 : ways;
}

int cards_left(const Problem& problem) {
    return 52 - std::popcount(problem.dead |
                              mask_of(problem.board.data(), static_cast<int>(problem.board.size())));
}

int board_to_come(const Problem& problem) {
    return problem.game.on_board - static_cast<int>(problem.board.size());
}

// Holdings with the unseen cards dealt in every possible way, before any clash with others. Cards that a seat
// with a single holding is known to have go to nobody else.
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
    if (size == 0) return {0};
    uint8_t cards[52];
    int count = 0;
    for (uint64_t rest = free; rest; rest &= rest - 1)
        cards[count++] = static_cast<uint8_t>(std::countr_zero(rest));
    found.reserve(static_cast<size_t>(choose(count, size)));
    auto walk = [&](auto& self, int from, int left, uint64_t mask) -> void {
        if (!left) return found.push_back(mask);
        for (int i = from; i + left <= count; ++i) self(self, i + 1, left - 1, mask | 1ull << cards[i]);
    };
    walk(walk, 0, size, 0);
    return found;
}

struct FullSeat {
    std::vector<uint64_t> masks;
    std::vector<uint64_t> weights;
};

// All seats but `without`, which is left empty.
std::vector<FullSeat> fill_seats(const Problem& problem, size_t without = ~size_t{0}) {
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

// Suits can be renamed as long as dead cards stay what they are: the smallest name of a deal stands for it.
uint64_t rename(uint64_t mask, const int* suits) {
    constexpr uint64_t CLUBS = 0x1111111111111ull;
    uint64_t renamed = 0;
    for (int suit = 0; suit < 4; ++suit) renamed |= (mask >> suit & CLUBS) << suits[suit];
    return renamed;
}

// In how many ways suits can be renamed without touching what is known for certain.
double same_names(const Problem& problem) {
    std::array<int, 4> suits = {0, 1, 2, 3};
    int count = 0;
    do {
        bool same = rename(problem.dead, suits.data()) == problem.dead;
        for (const Seat& seat : problem.seats)
            if (seat.holdings() == 1) {
                const uint64_t mask = mask_of(seat.cards.data(), seat.known);
                same = same && rename(mask, suits.data()) == mask;
            }
        count += same;
    } while (std::next_permutation(suits.begin(), suits.end()));
    return count;
}

struct MatchupHash {
    size_t operator()(const std::vector<uint64_t>& masks) const {
        uint64_t hash = 0;
        for (uint64_t mask : masks) hash = (hash ^ mask) * 0x9E3779B97F4A7C15ull, hash ^= hash >> 29;
        return hash;
    }
};

// Matchups kept at a time by one thread: what they take of the memory stays within some 100 MB.
constexpr size_t MOST_CLASSES = 1 << 19;

using Renaming = std::array<int, 4>;

std::vector<Renaming> renamings(uint64_t dead) {
    std::vector<Renaming> found;
    Renaming suits = {0, 1, 2, 3};
    do {
        if (rename(dead, suits.data()) == dead) found.push_back(suits);
    } while (std::next_permutation(suits.begin(), suits.end()));
    return found;
}

// Hands of one seat that differ in the names of suits only.
struct Namesakes {
    uint64_t name;                                     // the smallest of their names
    std::vector<std::pair<uint64_t, uint64_t>> hands;  // and weights
};

std::vector<Namesakes> by_name(const FullSeat& seat, const std::vector<Renaming>& renamings) {
    std::vector<std::array<uint64_t, 3>> named;
    for (size_t h = 0; h < seat.masks.size(); ++h) {
        uint64_t name = seat.masks[h];
        for (const Renaming& renaming : renamings)
            name = std::min(name, rename(seat.masks[h], renaming.data()));
        named.push_back({name, seat.masks[h], seat.weights[h]});
    }
    std::sort(named.begin(), named.end());
    std::vector<Namesakes> groups;
    for (const auto& [name, mask, weight] : named) {
        if (groups.empty() || groups.back().name != name) groups.push_back({name, {}});
        groups.back().hands.emplace_back(mask, weight);
    }
    return groups;
}

// Matchups in classes that differ in the names of suits only; a class is judged once for all of them. One
// seat leads: classes of different names of its hand never meet, so that groups of its namesakes can be
// worked on apart.
class Matchups {
  public:
    Matchups(const Problem& problem, const std::vector<FullSeat>& full, size_t lead,
             const std::vector<Renaming>& renamings)
        : tally(static_cast<int>(full.size()), problem.game.low.has_value()),
          problem_(problem),
          full_(full),
          renamings_(renamings),
          seats_{lead},
          chosen_(full.size()),
          named_(full.size()),
          method_(problem.game, tally.players) {
        for (size_t s = 0; s < full.size(); ++s)
            if (s != lead) seats_.push_back(s);
    }

    void count(const Namesakes& group) {
        for (const auto& [mask, weight] : group.hands) {
            chosen_[0] = mask;
            useful_.clear();
            for (const Renaming& renaming : renamings_)
                if (rename(mask, renaming.data()) == group.name) useful_.push_back(renaming);
            walk(1, mask, weight);
        }
        judge();
    }

    Tally tally;

  private:
    const Problem& problem_;
    const std::vector<FullSeat>& full_;
    const std::vector<Renaming>& renamings_;
    std::vector<size_t> seats_;  // the lead first; hands below are in this order
    std::vector<uint64_t> chosen_, smallest_, named_;
    std::vector<Renaming> useful_;  // those that give the lead's hand its smallest name
    std::unordered_map<std::vector<uint64_t>, uint64_t, MatchupHash> classes_;
    Preflop method_;
    uint64_t walked_ = 0;

    void walk(size_t place, uint64_t used, uint64_t weight) {
        if (place == seats_.size()) return keep(weight);
        const FullSeat& seat = full_[seats_[place]];
        for (size_t h = 0; h < seat.masks.size(); ++h) {
            if (seat.masks[h] & used) continue;
            chosen_[place] = seat.masks[h];
            walk(place + 1, used | chosen_[place], weight * seat.weights[h]);
        }
    }

    void keep(uint64_t weight) {
        smallest_.clear();
        for (const Renaming& renaming : useful_) {
            for (size_t s = 0; s < chosen_.size(); ++s) named_[s] = rename(chosen_[s], renaming.data());
            if (smallest_.empty() || named_ < smallest_) smallest_ = named_;
        }
        classes_[smallest_] += weight;
        if ((++walked_ & 0xFFF) == 0) heed_stop();
        if (classes_.size() >= MOST_CLASSES) judge();
    }

    void judge() {
        Hole holes[MOST_PLAYERS];
        uint8_t cards[8];
        for (const auto& [names, weight] : classes_) {
            heed_stop();
            for (size_t s = 0; s < names.size(); ++s) holes[seats_[s]] = Hole(cards, unpack(names[s], cards));
            method_.count(holes, problem_.dead, weight, tally);
        }
        classes_.clear();
    }
};

Tally count_matchups(const Problem& problem, int threads, const Watch& watch) {
    const std::vector<FullSeat> full = fill_seats(problem);
    const std::vector<Renaming> same = renamings(problem.dead);
    size_t lead = 0;
    for (size_t s = 1; s < full.size(); ++s)
        if (full[s].masks.size() > full[lead].masks.size()) lead = s;
    const std::vector<Namesakes> groups = by_name(full[lead], same);
    Tally total(static_cast<int>(full.size()), problem.game.low.has_value());
    share_part(
        problem.part, groups.size(), threads, watch, [&] { return Matchups(problem, full, lead, same); },
        [&](uint64_t i, Matchups& matchups) { matchups.count(groups[i]); },
        [&](Matchups& matchups) { total.add(matchups.tally); });
    return total;
}

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
            const uint64_t mask = full[s].masks[h];
            if (mask & board_mask) continue;
            int main, low = 0;
            unpack(mask, cards);
            if (game.tabled) {
                const Hole hole(cards, game.holes);
                main = game.main.building == TWO_PLUS_THREE ? high_two(*five, hole, game.main.suited)
                                                            : high_any(*five, hole, game.main.suited);
                if (game.low) low = low8[static_cast<uint32_t>(five->low) << 8 | hole.low];
            } else {
                game.values(cards, board, main, low);
            }
            shown[s].mask.push_back(mask);
            shown[s].main.push_back(static_cast<uint32_t>(main));
            shown[s].low.push_back(static_cast<uint32_t>(low));
            shown[s].weight.push_back(full[s].weights[h]);
        }
    }
}

// Hands of two players at a showdown for one pot are compared by order, not pair by pair, when both have
// many.
constexpr double MANY_HANDS = 48, MANY_HANDS_SPLIT = 1000;
constexpr int MOST_UNSHARED = 5, MOST_UNSHARED_SPLIT = 4;

int most_unseen(const Problem& problem) {
    int most = 0;
    for (const Seat& seat : problem.seats)
        most = std::max(most, seat.holdings() == 1 ? problem.game.holes - seat.known : problem.game.holes);
    return most;
}

// Of lows with a qualifier there are few enough to count hands by them.
bool few_lows(const Way& low) { return low.top && choose(low.top, RULES[low.scale].size) < Overlap::LOWS; }

bool by_order(const Problem& problem, double first, double second) {
    if (problem.seats.size() != 2 || problem.plain) return false;
    if (!problem.game.low)
        return most_unseen(problem) <= MOST_UNSHARED && std::min(first, second) >= MANY_HANDS;
    for (const Seat& seat : problem.seats)
        for (uint64_t weight : seat.weights)
            if (weight != 1) return false;
    return few_lows(*problem.game.low) && most_unseen(problem) <= MOST_UNSHARED_SPLIT &&
           std::min(first, second) >= MANY_HANDS_SPLIT;
}

// For a seat with one holding its own known cards are in nobody's way.
uint64_t shared_mask(const Seat& seat) {
    return seat.holdings() == 1 ? ~mask_of(seat.cards.data(), seat.known) : ~0ull;
}

void settle_split(const Problem& problem, const std::vector<Shown>& shown, Overlap& overlap, Tally& tally) {
    std::vector<uint32_t> lows = shown[0].low;
    lows.insert(lows.end(), shown[1].low.begin(), shown[1].low.end());
    lows.push_back(0);
    std::sort(lows.begin(), lows.end());
    lows.erase(std::unique(lows.begin(), lows.end()), lows.end());
    auto numbered = [&](const Shown& hands) {
        std::vector<uint8_t> numbers;
        for (uint32_t low : hands.low)
            numbers.push_back(
                static_cast<uint8_t>(std::lower_bound(lows.begin(), lows.end(), low) - lows.begin()));
        return numbers;
    };
    const SplitOrder order = overlap.compare_split(
        {shown[0].mask, shown[0].main, shown[0].weight, shared_mask(problem.seats[0])}, numbered(shown[0]),
        {shown[1].mask, shown[1].main, shown[1].weight, shared_mask(problem.seats[1])}, numbered(shown[1]));
    constexpr uint32_t WHO[4] = {1, 3, 2, 0};
    for (int high = 0; high < 3; ++high)
        for (int low = 0; low < 4; ++low)
            tally.counts[tally.at(WHO[high], WHO[low])] += order.outcome[high][low];
}

void settle(const Problem& problem, const std::vector<Shown>& shown, Overlap& overlap, Tally& tally) {
    if (by_order(problem, static_cast<double>(shown[0].mask.size()),
                 static_cast<double>(shown[1].mask.size()))) {
        if (problem.game.low) return settle_split(problem, shown, overlap, tally);
        const Order less_equal_more =
            overlap.compare({shown[0].mask, shown[0].main, shown[0].weight, shared_mask(problem.seats[0])},
                            {shown[1].mask, shown[1].main, shown[1].weight, shared_mask(problem.seats[1])});
        tally.counts[1] += less_equal_more.first_wins;
        tally.counts[3] += less_equal_more.tie;
        tally.counts[2] += less_equal_more.second_wins;
        return;
    }
    Showdown{shown, tally}.walk(0, 0, 1, 0, 0, 0, 0, 0, shown[0].mask.size());
}

// Cards of the deck that no seat is certain to hold.
uint64_t free_cards(const Problem& problem) {
    uint64_t gone = problem.dead | mask_of(problem.board.data(), static_cast<int>(problem.board.size()));
    for (const Seat& seat : problem.seats)
        if (seat.holdings() == 1) gone |= mask_of(seat.cards.data(), seat.known);
    return ~gone & ALL_CARDS;
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
        problem.part, pairs.size(), threads, watch,
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
                Showdown{state.shown, state.tally}.walk(0, 0, 1, 0, 0, 0, 0, 0, state.shown[0].mask.size());
            }
        },
        [&](State& state) { total.add(state.tally); });
    return total;
}

Tally count_boards(const Problem& problem, int threads, const Watch& watch) {
    const int players = static_cast<int>(problem.seats.size());
    if (const size_t seat = sliced_seat(problem); seat < problem.seats.size())
        return count_slices(problem, seat, threads, watch);
    const std::vector<FullSeat> full = fill_seats(problem);
    const uint64_t known = mask_of(problem.board.data(), static_cast<int>(problem.board.size()));
    const std::vector<uint64_t> boards = subsets(free_cards(problem), board_to_come(problem));
    Tally total(players, problem.game.low.has_value());
    struct State {
        std::vector<Shown> shown;
        Overlap overlap;
        Tally tally;
    };
    auto make = [&] {
        return State{std::vector<Shown>(full.size()), Overlap(), Tally(players, total.split)};
    };
    auto finish = [&](State& state) { total.add(state.tally); };
    if (boards.size() == 1 && !by_order(problem, static_cast<double>(full[0].masks.size()),
                                        static_cast<double>(full[1].masks.size()))) {
        // No board to come: the first player's hands are shared among the threads instead.
        std::vector<Shown> shown(full.size());
        show(problem, full, known | boards[0], shown);
        const size_t pieces = std::min<size_t>(shown[0].mask.size(), 1024);
        share_part(
            problem.part, pieces, threads, watch, make,
            [&](uint64_t i, State& state) {
                const size_t all = shown[0].mask.size();
                Showdown{shown, state.tally}.walk(0, 0, 1, 0, 0, 0, 0, all * i / pieces,
                                                  all * (i + 1) / pieces);
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
                settle(problem, state.shown, state.overlap, state.tally);
            }
        },
        finish);
    return total;
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
