#include <algorithm>
#include <numeric>
#include <optional>
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
constexpr uint64_t MOST_REJECTED = 1 << 22;

}  // namespace

Tally sample(const Problem& problem, uint64_t samples, uint64_t seed, int threads, const Watch& watch) {
    const int players = static_cast<int>(problem.seats.size());
    const Game& game = problem.game;
    const uint64_t known = mask_of(problem.board.data(), static_cast<int>(problem.board.size()));
    Tally total(players, game.low.has_value());
    std::vector<std::vector<uint64_t>> sums(problem.seats.size());  // weights added up, where they differ
    uint64_t fixed = problem.dead | known;
    for (size_t s = 0; s < problem.seats.size(); ++s) {
        const Seat& seat = problem.seats[s];
        if (seat.holdings() == 1)
            fixed |= mask_of(seat.cards.data(), seat.known);
        else if (std::adjacent_find(seat.weights.begin(), seat.weights.end(), std::not_equal_to<>()) !=
                 seat.weights.end())
            std::partial_sum(seat.weights.begin(), seat.weights.end(), std::back_inserter(sums[s]));
    }
    const bool clashing = std::any_of(problem.seats.begin(), problem.seats.end(),
                                      [](const Seat& seat) { return seat.holdings() > 1; });
    const uint8_t* low8 = game.tabled && game.low ? low8_values() : nullptr;
    std::vector<std::vector<Hole>> prepared(problem.seats.size());  // holdings that are complete
    for (size_t s = 0; game.tabled && s < problem.seats.size(); ++s) {
        const Seat& seat = problem.seats[s];
        for (size_t h = 0; seat.known == game.holes && h < seat.holdings(); ++h)
            prepared[s].emplace_back(seat.cards.data() + h * static_cast<size_t>(seat.known), seat.known);
    }
    auto piece = [&](uint64_t number, Tally& tally) {
        Random random(seed, number);
        const uint64_t count = std::min(SAMPLES_PER_PIECE, samples - number * SAMPLES_PER_PIECE);
        uint8_t hole[MOST_PLAYERS][8], board[8];
        std::copy(problem.board.begin(), problem.board.end(), board);
        Hole made[MOST_PLAYERS];
        const Hole* own[MOST_PLAYERS];
        for (size_t s = 0; s < problem.seats.size(); ++s) {
            own[s] = prepared[s].empty() ? &made[s] : prepared[s].data();
            std::copy_n(problem.seats[s].cards.begin(), problem.seats[s].known, hole[s]);
        }
        uint64_t rejected = 0;
        uint8_t deck[52];
        const uint32_t in_deck = static_cast<uint32_t>(unpack(~fixed & ALL_CARDS, deck));
        for (uint64_t i = 0; i < count; ++i) {
            uint64_t used = fixed;
            uint32_t dealt = 0;
            // From a deck that is always the same the next card is swapped to the front.
            auto deal = [&] {
                if (clashing) {
                    const int card = random.card(used);
                    used |= 1ull << card;
                    return static_cast<uint8_t>(card);
                }
                std::swap(deck[dealt], deck[dealt + random.below32(in_deck - dealt)]);
                return deck[dealt++];
            };
            for (size_t s = 0; s < problem.seats.size(); ++s) {
                const Seat& seat = problem.seats[s];
                const size_t size = static_cast<size_t>(seat.known);
                if (seat.holdings() == 1) continue;
                const size_t h = sums[s].empty()
                                     ? random.below(seat.holdings())
                                     : static_cast<size_t>(std::upper_bound(sums[s].begin(), sums[s].end(),
                                                                            random.below(sums[s].back())) -
                                                           sums[s].begin());
                const uint64_t mask = prepared[s].empty() ? mask_of(seat.cards.data() + h * size, seat.known)
                                                          : prepared[s][h].mask;
                if (mask & used) {
                    // Players' holdings clash: all are chosen anew, so that every possible deal stays equally
                    // likely.
                    if (++rejected > MOST_REJECTED)
                        throw std::runtime_error(
                            "holdings of the players leave hardly any deal without a card twice");
                    used = fixed;
                    s = static_cast<size_t>(-1);
                    continue;
                }
                used |= mask;
                if (prepared[s].empty())
                    std::copy_n(seat.cards.data() + h * size, size, hole[s]);
                else
                    own[s] = &prepared[s][h];
            }
            for (size_t s = 0; s < problem.seats.size(); ++s)
                for (int c = problem.seats[s].known; c < game.holes; ++c) hole[s][c] = deal();
            for (size_t c = problem.board.size(); c < static_cast<size_t>(game.on_board); ++c)
                board[c] = deal();
            int best = 0, best_low = 0;
            uint32_t who = 0, low_who = 0;
            std::optional<Board> five;
            if (game.tabled)
                five.emplace(board, *game.main.boards, game.main.slot, game.main.building == TWO_PLUS_THREE);
            for (int p = 0; p < players; ++p) {
                int main, low = 0;
                if (game.tabled) {
                    if (own[p] == &made[p]) made[p] = Hole(hole[p], game.holes);
                    main = game.main.building == TWO_PLUS_THREE ? high_two(*five, *own[p], game.main.suited)
                                                                : high_any(*five, *own[p], game.main.suited);
                    if (low8) low = low8[static_cast<uint32_t>(five->low) << 8 | own[p]->low];
                } else {
                    game.values(hole[p], board, main, low);
                }
                if (main > best) best = main, who = 0;
                if (main == best) who |= 1u << p;
                if (low > best_low) best_low = low, low_who = 0;
                if (low && low == best_low) low_who |= 1u << p;
            }
            ++tally.counts[tally.at(who, low_who)];
        }
    };
    share_part(
        problem.part, (samples + SAMPLES_PER_PIECE - 1) / SAMPLES_PER_PIECE, threads, watch,
        [&] { return Tally(players, total.split); }, piece, [&](Tally& tally) { total.add(tally); });
    return total;
}

}  // namespace hoyle
