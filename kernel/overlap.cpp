#include "overlap.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "choose.hpp"
#include "rank.hpp"
#include "work.hpp"

namespace hoyle {
namespace {

constexpr uint32_t ROW_OF_SIZE[] = {0, 1, 53, 1379, 23479};  // where the sets of each size begin

// Visits every part of a set of cards of at most `most` cards: its size and its number.
template <typename Visit>
inline void visit_parts(uint64_t cards, int most, Visit&& visit) {
    int held[8];
    int count = 0;
    for (uint64_t rest = cards; rest; rest &= rest - 1) held[count++] = std::countr_zero(rest);
    auto walk = [&](auto& self, int from, int size, uint32_t number) -> void {
        visit(size, number);
        if (size == most) return;
        for (int i = from; i < count; ++i) self(self, i + 1, size + 1, number + CHOOSE.of[held[i]][size + 1]);
    };
    walk(walk, 0, 0, 0);
}

std::vector<uint32_t> in_order(std::span<const uint32_t> values) {
    std::vector<uint32_t> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return values[a] < values[b]; });
    return order;
}

}  // namespace

void Overlap::add(uint64_t cards, uint64_t weight) {
    visit_parts(cards, size_,
                [&](int size, uint32_t number) { holding_[static_cast<size_t>(size)][number] += weight; });
}

uint64_t Overlap::disjoint(uint64_t cards) const {
    uint64_t sum = 0;
    visit_parts(cards, size_, [&](int size, uint32_t number) {
        const uint64_t held = holding_[static_cast<size_t>(size)][number];
        sum += size & 1 ? ~held + 1 : held;
    });
    return sum;
}

size_t Overlap::bytes(int size, bool split) {
    if (split)
        return static_cast<size_t>(ROW_OF_SIZE[4]) * LOWS * sizeof(uint32_t) +
               (size == 4 ? CHOOSE.of[52][4] * sizeof(int32_t) : 0);
    size_t sets = 0;
    for (int i = 0; i <= size; ++i) sets += CHOOSE.of[52][i];
    return sets * sizeof(uint64_t);
}

Order Overlap::compare(const Hands& first, const Hands& second) {
    size_ = 0;
    for (uint64_t mask : second.mask) size_ = std::max(size_, std::popcount(mask & second.shared));
    for (int size = 0; size <= size_; ++size)
        holding_[static_cast<size_t>(size)].assign(CHOOSE.of[52][size], 0);
    const std::vector<uint32_t> mine = in_order(first.value), theirs = in_order(second.value);
    Order order;
    size_t next = 0;
    for (size_t from = 0, to; from < mine.size(); from = to) {
        const uint32_t value = first.value[mine[from]];
        for (to = from; to < mine.size() && first.value[mine[to]] == value; ++to) {
        }
        for (; next < theirs.size() && second.value[theirs[next]] < value; ++next)
            add(second.mask[theirs[next]] & second.shared, second.weight[theirs[next]]);
        const bool ties = next < theirs.size() && second.value[theirs[next]] == value;
        heed_stop();
        uint64_t wins = 0, with_ties = 0;
        for (size_t i = from; i < to; ++i)
            wins += first.weight[mine[i]] * disjoint(first.mask[mine[i]] & first.shared);
        order.first_wins += wins;
        if (!ties) continue;
        for (; next < theirs.size() && second.value[theirs[next]] == value; ++next)
            add(second.mask[theirs[next]] & second.shared, second.weight[theirs[next]]);
        for (size_t i = from; i < to; ++i)
            with_ties += first.weight[mine[i]] * disjoint(first.mask[mine[i]] & first.shared);
        order.tie += with_ties - wins;
    }
    for (; next < theirs.size(); ++next)
        add(second.mask[theirs[next]] & second.shared, second.weight[theirs[next]]);
    uint64_t all = 0;
    for (size_t i = 0; i < mine.size(); ++i) all += first.weight[i] * disjoint(first.mask[i] & first.shared);
    order.second_wins = all - order.first_wins - order.tie;
    return order;
}

namespace {

HOYLE_CLONES void add_row(uint32_t* sums, const uint32_t* row) {
    for (int i = 0; i < Overlap::LOWS; ++i) sums[i] += row[i];
}

HOYLE_CLONES void subtract_row(uint32_t* sums, const uint32_t* row) {
    for (int i = 0; i < Overlap::LOWS; ++i) sums[i] -= row[i];
}

}  // namespace

SplitOrder Overlap::compare_split(const Hands& first, const std::vector<uint8_t>& first_low,
                                  const Hands& second, const std::vector<uint8_t>& second_low) {
    size_ = 0;
    for (uint64_t mask : second.mask) size_ = std::max(size_, std::popcount(mask & second.shared));
    const int most = std::min(size_, 3);
    lows_.assign(static_cast<size_t>(ROW_OF_SIZE[4]) * LOWS, 0);
    if (size_ == 4) whole_.assign(CHOOSE.of[52][4], -1);
    const std::vector<uint32_t> mine = in_order(first.value), theirs = in_order(second.value);
    auto add_hand = [&](uint32_t hand) {
        visit_parts(second.mask[hand] & second.shared, size_, [&](int size, uint32_t number) {
            if (size == 4)
                whole_[number] = static_cast<int32_t>(hand);
            else
                ++lows_[static_cast<size_t>(ROW_OF_SIZE[size] + number) * LOWS + second_low[hand]];
        });
    };
    // Hands of the second player counted so far that share no card with this one, by who has the better low.
    auto ask = [&](uint32_t hand, uint64_t* by_low) {
        alignas(64) uint32_t sums[LOWS] = {};
        const uint64_t cards = first.mask[hand] & first.shared;
        visit_parts(cards, most, [&](int size, uint32_t number) {
            const uint32_t* row = &lows_[static_cast<size_t>(ROW_OF_SIZE[size] + number) * LOWS];
            if (size & 1)
                subtract_row(sums, row);
            else
                add_row(sums, row);
        });
        if (size_ == 4 && std::popcount(cards) == 4)
            visit_parts(cards, 4, [&](int size, uint32_t number) {
                if (size == 4 && whole_[number] >= 0) ++sums[second_low[static_cast<size_t>(whole_[number])]];
            });
        const int low = first_low[hand];
        for (int other = 0; other < LOWS; ++other)
            by_low[!low && !other ? 3 : low > other ? 0 : low == other ? 1 : 2] += sums[other];
    };
    uint64_t better[4] = {}, as_good[4] = {}, all[4] = {};  // than or as the second player's high
    size_t next = 0;
    for (size_t from = 0, to; from < mine.size(); from = to) {
        const uint32_t value = first.value[mine[from]];
        for (to = from; to < mine.size() && first.value[mine[to]] == value; ++to) {
        }
        while (next < theirs.size() && second.value[theirs[next]] < value) add_hand(theirs[next++]);
        heed_stop();
        uint64_t here[4] = {};
        for (size_t i = from; i < to; ++i) ask(mine[i], here);
        for (int i = 0; i < 4; ++i) better[i] += here[i];
        if (next < theirs.size() && second.value[theirs[next]] == value) {
            while (next < theirs.size() && second.value[theirs[next]] == value) add_hand(theirs[next++]);
            std::fill(here, here + 4, 0);
            for (size_t i = from; i < to; ++i) ask(mine[i], here);
        }
        for (int i = 0; i < 4; ++i) as_good[i] += here[i];
    }
    while (next < theirs.size()) add_hand(theirs[next++]);
    for (uint32_t hand : mine) ask(hand, all);
    SplitOrder order;
    for (int i = 0; i < 4; ++i) {
        order.outcome[0][i] = better[i];
        order.outcome[1][i] = as_good[i] - better[i];
        order.outcome[2][i] = all[i] - as_good[i];
    }
    return order;
}

}  // namespace hoyle
