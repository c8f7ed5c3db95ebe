#include "exhaust.hpp"

#include <algorithm>
#include <array>

#include "boards.hpp"
#include "choose.hpp"

namespace hoyle {
namespace {

// The hands whose three highest cards are given. Every card adds to the key of those above it, so that the
// last one costs one addition and one look-up.
class Walk {
  public:
    Walk(const Way& way, int cards) : way_(way), cards_(cards) {}

    void run(const std::array<uint8_t, 3>& highest, std::vector<uint64_t>& counts) {
        std::copy(highest.begin(), highest.end(), held_);
        uint64_t key = way_.flush_bias;
        for (uint8_t card : highest) key += CARD_KEY[card];
        if (cards_ == 3)
            ++counts[static_cast<size_t>(way_.value(held_, 3, nullptr, 0))];
        else
            walk(3, highest[2], key, counts.data());
    }

  private:
    const Way& way_;
    const int cards_;
    uint8_t held_[8];

    void walk(int place, int below, uint64_t key, uint64_t* counts) {
        if (place == cards_ - 1) return way_.spelled ? spell(below, counts) : last(below, key, counts);
        for (int card = cards_ - place - 1; card < below; ++card) {
            held_[place] = static_cast<uint8_t>(card);
            walk(place + 1, card, key + CARD_KEY[card], counts);
        }
    }
    void last(int below, uint64_t key, uint64_t* counts) {
        const uint64_t flushes = way_.suited ? FLUSH_BITS : 0;
        for (int card = 0; card < below; ++card) {
            const uint64_t whole = key + CARD_KEY[card];
            int value = way_.plain[way_.slot(static_cast<uint32_t>(whole))];
            if (whole & flushes) [[unlikely]]
                value = judge(card);
            ++counts[value < way_.least ? 0 : value];
        }
    }
    void spell(int below, uint64_t* counts) {
        for (int card = 0; card < below; ++card) ++counts[judge(card)];
    }
    int judge(int card) {
        held_[cards_ - 1] = static_cast<uint8_t>(card);
        return way_.value(held_, cards_, nullptr, 0);
    }
};

HOYLE_CLONES uint64_t groups(const uint64_t* beside, uint64_t among, int size) {
    if (size == 1) return static_cast<uint64_t>(std::popcount(among));
    uint64_t sum = 0;
    for (; among; among &= among - 1) {
        const int first = std::countr_zero(among);
        const uint64_t rest = among & (among - 1) & beside[first];
        if (size == 2) {
            sum += static_cast<uint64_t>(std::popcount(rest));
        } else if (size == 3) {
            for (uint64_t second = rest; second; second &= second - 1)
                sum += static_cast<uint64_t>(
                    std::popcount(second & (second - 1) & beside[std::countr_zero(second)]));
        } else {
            sum += groups(beside, rest, size - 1);
        }
    }
    return sum;
}

}  // namespace

std::vector<uint64_t> count_values(const Way& way, int cards, int threads, const Watch& watch) {
    std::vector<uint64_t> counts(static_cast<size_t>(scale_count(way.scale)) + 1, 0);
    std::vector<std::array<uint8_t, 3>> pieces;
    std::array<uint8_t, 3> c;
    for (c[0] = static_cast<uint8_t>(cards - 1); c[0] < 52; ++c[0])
        for (c[1] = static_cast<uint8_t>(cards - 2); c[1] < c[0]; ++c[1])
            for (c[2] = static_cast<uint8_t>(cards - 3); c[2] < c[1]; ++c[2]) pieces.push_back(c);
    struct State {
        Walk hands;
        std::vector<uint64_t> counts;
    };
    share_work(
        pieces.size(), threads, watch,
        [&] { return State{Walk(way, cards), std::vector<uint64_t>(counts.size(), 0)}; },
        [&](uint64_t i, State& state) {
            state.hands.run(pieces[pieces.size() - 1 - i], state.counts);  // the longest first
        },
        [&](State& state) {
            for (size_t i = 0; i < counts.size(); ++i) counts[i] += state.counts[i];
        });
    return counts;
}

std::vector<uint64_t> count_two_plus_three(const Way& way, int holes, const std::vector<int>& limits,
                                           int threads, const Watch& watch) {
    const std::vector<BoardClass> classes = board_classes();
    std::vector<uint64_t> totals(limits.size(), 0);
    share_work(
        classes.size(), threads, watch, [&] { return std::vector<uint64_t>(limits.size(), 0); },
        [&](uint64_t number, std::vector<uint64_t>& counts) {
            const BoardClass& board = classes[number];
            const std::array<uint8_t, CARDS_LEFT> left = cards_left_by(board.cards);
            int values[CARDS_LEFT][CARDS_LEFT];
            int worst = 1 << 30, best = 0;
            for (int i = 0; i < 47; ++i)
                for (int j = 0; j < i; ++j) {
                    const uint8_t pair[2] = {left[i], left[j]};
                    values[i][j] = values[j][i] = way.value(pair, 2, board.cards.data(), 5);
                    worst = std::min(worst, values[i][j]);
                    best = std::max(best, values[i][j]);
                }
            for (size_t t = 0; t < limits.size(); ++t) {
                if (limits[t] < worst) continue;
                if (limits[t] >= best) {
                    counts[t] += board.boards * CHOOSE.of[CARDS_LEFT][holes];
                    continue;
                }
                uint64_t beside[47] = {};
                for (int i = 0; i < 47; ++i)
                    for (int j = 0; j < 47; ++j)
                        if (i != j && values[i][j] <= limits[t]) beside[i] |= 1ull << j;
                counts[t] += board.boards * groups(beside, (1ull << 47) - 1, holes);
            }
        },
        [&](std::vector<uint64_t>& counts) {
            for (size_t i = 0; i < totals.size(); ++i) totals[i] += counts[i];
        });
    return totals;
}

}  // namespace hoyle
