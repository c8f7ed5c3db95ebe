#include "standings.hpp"

#include <algorithm>
#include <functional>

#include "choose.hpp"
#include "suits.hpp"

namespace hoyle {
namespace {

// The least standing of the hands that belong to the first part of all.
uint64_t least_of(std::vector<uint32_t>& all, double part) {
    const double end = part * static_cast<double>(all.size());
    const size_t place = std::min(static_cast<size_t>(end), all.size() - 1);
    std::nth_element(all.begin(), all.begin() + static_cast<ptrdiff_t>(place), all.end(), std::greater<>());
    const uint32_t here = all[place];
    const auto better = std::count_if(all.begin(), all.end(), [&](uint32_t other) { return other > here; });
    const auto equal = std::count(all.begin(), all.end(), here);
    const double middle = static_cast<double>(better) + static_cast<double>(equal) / 2;
    return middle < end ? here : uint64_t{here} + 1;
}

}  // namespace

std::vector<uint32_t> classes_of_hands(int size) {
    constexpr uint32_t UNSEEN = ~0u;
    std::vector<uint32_t> found(CHOOSE.of[52][size], UNSEEN);
    uint32_t next = 0, hand = 0;
    int cards[8], named[8];
    auto name = [&] {
        for (const Renaming& renaming : renamings()) {
            for (int i = 0; i < size; ++i)
                named[i] = (cards[i] & ~3) | renaming[static_cast<size_t>(cards[i] & 3)];
            std::sort(named, named + size, std::greater<>());
            found[number_of(named, size)] = next;
        }
        ++next;
    };
    auto walk = [&](auto& self, int place, int below) -> void {
        if (place == size) {
            if (found[hand++] == UNSEEN) name();
            return;
        }
        for (int card = size - place - 1; card < below; ++card)
            cards[place] = card, self(self, place + 1, card);
    };
    walk(walk, 0, 52);
    return found;
}

Standings::Standings(const uint32_t* by_class, int size) : size_(size), by_hand_(classes_of_hands(size)) {
    for (uint32_t& hand : by_hand_) hand = by_class[hand];
}

uint32_t Standings::of(const uint8_t* falling) const { return by_hand_[number_of(falling, size_)]; }

std::pair<uint32_t, uint32_t> Standings::between(double from, double to) const {
    std::vector<uint32_t> all = by_hand_;
    const uint64_t best = *std::max_element(all.begin(), all.end());
    const uint64_t above = from > 0 ? least_of(all, from) : best + 1;
    const uint64_t least = to < 1 ? least_of(all, to) : 0;
    if (least >= above) return {1, 0};
    return {static_cast<uint32_t>(least), static_cast<uint32_t>(above - 1)};
}

}  // namespace hoyle
