#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "deck.hpp"
#include "equity.hpp"

namespace hoyle {
namespace {

// xoshiro256** by Blackman and Vigna, public domain; seeded by splitmix64 from the seed and the number of the
// piece, so that results do not depend on which thread does which piece.
struct Random {
    uint64_t state[4];
    uint64_t bits = 0, word = 0;
    int left = 0;
    bool halves = false;  // whether half a word is left

    Random(uint64_t seed, uint64_t piece) {
        uint64_t x = seed ^ (piece + 1) * 0xD1342543DE82EF95ull;
        for (uint64_t& word : state) {
            uint64_t z = (x += 0x9E3779B97F4A7C15ull);
            z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
            z = (z ^ z >> 27) * 0x94D049BB133111EBull;
            word = z ^ z >> 31;
        }
    }
    uint64_t next() {
        const uint64_t result = std::rotl(state[1] * 5, 7) * 9, t = state[1] << 17;
        state[2] ^= state[0], state[3] ^= state[1], state[1] ^= state[2], state[0] ^= state[3];
        state[2] ^= t, state[3] = std::rotl(state[3], 45);
        return result;
    }
    uint64_t below(uint64_t bound) {
        const uint64_t limit = -bound % bound;
        for (;;) {
            const unsigned __int128 product = static_cast<unsigned __int128>(next()) * bound;
            if (static_cast<uint64_t>(product) >= limit) return static_cast<uint64_t>(product >> 64);
        }
    }
    // Lemire's method: a product's upper half, drawn anew in the few cases that would favour small numbers.
    uint32_t below32(uint32_t bound) {
        for (;;) {
            if (!halves) word = next();
            const uint64_t product = static_cast<uint64_t>(static_cast<uint32_t>(word)) * bound;
            word >>= 32, halves = !halves;
            if (static_cast<uint32_t>(product) >= bound || static_cast<uint32_t>(product) >= -bound % bound)
                [[likely]]
                return static_cast<uint32_t>(product >> 32);
        }
    }
    // A card that is not used yet: six bits at a time, thrown away where they are no such card.
    int card(uint64_t used) {
        for (;;) {
            if (!left) bits = next(), left = 10;
            const int card = static_cast<int>(bits & 63);
            bits >>= 6, --left;
            if (card < 52 && !(used >> card & 1)) return card;
        }
    }
};

constexpr uint64_t SAMPLES_PER_PIECE = 1 << 13;
constexpr uint64_t TRIES_PER_SAMPLE = 1 << 11, LEAST_TRIES = 1 << 16;

// Who holds the best of some values, one bit each.
uint32_t best_of(const int* values, int players, int best) {
    uint32_t who = 0;
    for (int p = 0; p < players; ++p) who |= static_cast<uint32_t>(values[p] == best) << p;
    return who;
}

void settle(const int* mains, const int* lows, Tally& tally) {
    const int best = *std::max_element(mains, mains + tally.players);
    const int best_low = tally.split ? *std::max_element(lows, lows + tally.players) : 0;
    ++tally.counts[tally.at(best_of(mains, tally.players, best),
                            best_low ? best_of(lows, tally.players, best_low) : 0)];
}

// What all samples of a problem have in common.
struct Deals {
    explicit Deals(const Problem& problem_);

    const Problem& problem;
    const int players;
    uint64_t fixed;                           // cards that are where they are in every deal
    bool clashing = false;                    // whether holdings may share a card
    std::vector<std::vector<uint64_t>> sums;  // by seat, weights added up where they differ
    std::vector<std::vector<Hole>> prepared;  // by seat, holdings that are complete, for the board tables
};

Deals::Deals(const Problem& problem_)
    : problem(problem_),
      players(static_cast<int>(problem_.seats.size())),
      fixed(problem_.dead | mask_of(problem_.board.data(), static_cast<int>(problem_.board.size()))),
      sums(problem_.seats.size()),
      prepared(problem_.seats.size()) {
    for (size_t s = 0; s < problem.seats.size(); ++s) {
        const Seat& seat = problem.seats[s];
        if (seat.holdings() == 1) {
            fixed |= mask_of(seat.cards.data(), seat.known);
        } else {
            clashing = true;
            if (std::adjacent_find(seat.weights.begin(), seat.weights.end(), std::not_equal_to<>()) !=
                seat.weights.end())
                std::partial_sum(seat.weights.begin(), seat.weights.end(), std::back_inserter(sums[s]));
        }
        if (problem.game.tabled && seat.known == problem.game.holes)
            for (size_t h = 0; h < seat.holdings(); ++h)
                prepared[s].emplace_back(seat.cards.data() + h * static_cast<size_t>(seat.known), seat.known);
    }
}

// Deals one after the other, from its own source of chance.
class Dealer {
  public:
    Dealer(const Deals& deals, uint64_t seed, uint64_t piece, uint64_t samples)
        : deals_(deals),
          random_(seed, piece),
          most_rejected_(std::max(samples * TRIES_PER_SAMPLE, LEAST_TRIES)),
          in_deck_(static_cast<uint32_t>(unpack(~deals.fixed & ALL_CARDS, deck_))) {
        const Problem& problem = deals.problem;
        std::copy(problem.board.begin(), problem.board.end(), board);
        for (size_t s = 0; s < problem.seats.size(); ++s) {
            own[s] = deals.prepared[s].empty() ? nullptr : deals.prepared[s].data();
            std::copy_n(problem.seats[s].cards.begin(), problem.seats[s].known, hole[s]);
        }
    }

    void deal() {
        const Problem& problem = deals_.problem;
        used_ = deals_.fixed;
        dealt_ = 0;
        if (deals_.clashing)
            while (!choose_holdings())
                if (++rejected_ > most_rejected_)
                    throw std::runtime_error(
                        "holdings of the players leave hardly any deal without a card twice");
        for (size_t s = 0; s < problem.seats.size(); ++s)
            for (int c = problem.seats[s].known; c < problem.game.holes; ++c) hole[s][c] = card();
        for (size_t c = problem.board.size(); c < static_cast<size_t>(problem.game.on_board); ++c)
            board[c] = card();
    }

    uint8_t hole[MOST_PLAYERS][8], board[8] = {};
    const Hole* own[MOST_PLAYERS];  // where a seat's whole holding was prepared

  private:
    const Deals& deals_;
    Random random_;
    const uint64_t most_rejected_;  // choices of holdings that clash, until none is expected to fit
    uint8_t deck_[52];
    uint32_t in_deck_, dealt_ = 0;
    uint64_t used_ = 0, rejected_ = 0;

    uint8_t card() {
        if (deals_.clashing) {
            const int card = random_.card(used_);
            used_ |= 1ull << card;
            return static_cast<uint8_t>(card);
        }
        // From a deck that is always the same the next card is swapped to the front.
        std::swap(deck_[dealt_], deck_[dealt_ + random_.below32(in_deck_ - dealt_)]);
        return deck_[dealt_++];
    }

    // False where players' holdings clash: then all are chosen anew, so that every possible deal stays
    // equally likely.
    bool choose_holdings() {
        const Problem& problem = deals_.problem;
        used_ = deals_.fixed;
        for (size_t s = 0; s < problem.seats.size(); ++s) {
            const Seat& seat = problem.seats[s];
            if (seat.holdings() == 1) continue;
            const std::vector<uint64_t>& sums = deals_.sums[s];
            const size_t h = sums.empty() ? random_.below(seat.holdings())
                                          : static_cast<size_t>(std::upper_bound(sums.begin(), sums.end(),
                                                                                 random_.below(sums.back())) -
                                                                sums.begin());
            const uint8_t* cards = seat.cards.data() + h * static_cast<size_t>(seat.known);
            const bool prepared = !deals_.prepared[s].empty();
            const uint64_t mask = prepared ? deals_.prepared[s][h].mask : mask_of(cards, seat.known);
            if (mask & used_) return false;
            used_ |= mask;
            if (prepared)
                own[s] = &deals_.prepared[s][h];
            else
                std::copy_n(cards, seat.known, hole[s]);
        }
        return true;
    }
};

// Hold'em and Omaha: a block of deals first, so that the rows of their boards have arrived when they are
// judged.
class Tabled {
  public:
    explicit Tabled(const Deals& deals)
        : deals_(deals), made_(BLOCK * static_cast<size_t>(deals.players)), own_(made_.size()) {
        boards_.reserve(BLOCK);
    }

    void run(Dealer& dealer, uint64_t count, Tally& tally) {
        while (count) {
            const uint64_t block = std::min<uint64_t>(count, BLOCK);
            deal(dealer, block);
            for (size_t i = 0; i < block; ++i) judge(i, tally);
            count -= block;
        }
    }

  private:
    static constexpr size_t BLOCK = 32;
    const Deals& deals_;
    uint8_t cards_[BLOCK][8];
    std::vector<Board> boards_;
    std::vector<Hole> made_;
    std::vector<const Hole*> own_;

    void deal(Dealer& dealer, uint64_t block) {
        const Game& game = deals_.problem.game;
        const size_t players = static_cast<size_t>(deals_.players);
        for (size_t i = 0; i < block; ++i) {
            dealer.deal();
            std::copy_n(dealer.board, 8, cards_[i]);
            for (size_t p = 0; p < players; ++p) {
                const size_t at = i * players + p;
                if (!dealer.own[p]) made_[at] = Hole(dealer.hole[p], game.holes);
                own_[at] = dealer.own[p] ? dealer.own[p] : &made_[at];
            }
        }
        boards_.clear();
        for (size_t i = 0; i < block; ++i) {
            boards_.emplace_back(cards_[i], *game.main.boards, game.main.slot,
                                 game.main.building == TWO_PLUS_THREE);
            for (int part = 0; part < ROW; part += 32) __builtin_prefetch(boards_.back().row + part);
        }
    }

    void judge(size_t i, Tally& tally) const {
        const Game& game = deals_.problem.game;
        const uint8_t* low8 = game.low ? low8_values() : nullptr;
        const Board& board = boards_[i];
        const Hole* const* own = &own_[i * static_cast<size_t>(deals_.players)];
        int mains[MOST_PLAYERS], lows[MOST_PLAYERS];
        for (int p = 0; p < deals_.players; ++p) {
            mains[p] = game.main.building == TWO_PLUS_THREE ? high_two(board, *own[p], game.main.suited)
                                                            : high_any(board, *own[p], game.main.suited);
            if (low8) lows[p] = low8[static_cast<uint32_t>(board.low) << 8 | own[p]->low];
        }
        settle(mains, lows, tally);
    }
};

void run_untabled(const Deals& deals, Dealer& dealer, uint64_t count, Tally& tally) {
    int mains[MOST_PLAYERS], lows[MOST_PLAYERS];
    for (; count; --count) {
        dealer.deal();
        for (int p = 0; p < deals.players; ++p)
            deals.problem.game.values(dealer.hole[p], dealer.board, mains[p], lows[p]);
        settle(mains, lows, tally);
    }
}

}  // namespace

Tally sample(const Problem& problem, uint64_t samples, uint64_t seed, int threads, const Watch& watch) {
    const Deals deals(problem);
    Tally total(deals.players, problem.game.low.has_value());
    struct State {
        Tabled tabled;
        Tally tally;
    };
    share_part(
        problem.part, (samples + SAMPLES_PER_PIECE - 1) / SAMPLES_PER_PIECE, total.threads(threads), watch,
        [&] { return State{Tabled(deals), Tally(deals.players, total.split)}; },
        [&](uint64_t number, State& state) {
            const uint64_t count = std::min(SAMPLES_PER_PIECE, samples - number * SAMPLES_PER_PIECE);
            Dealer dealer(deals, seed, number, count);
            if (problem.game.tabled)
                state.tabled.run(dealer, count, state.tally);
            else
                run_untabled(deals, dealer, count, state.tally);
        },
        [&](State& state) { total.add(state.tally); });
    return total;
}

}  // namespace hoyle
