#include "boards.hpp"

#include <algorithm>

namespace hoyle {

std::vector<BoardClass> board_classes() {
    std::vector<std::array<int, 4>> renamings;
    std::array<int, 4> suits = {0, 1, 2, 3};
    do renamings.push_back(suits);
    while (std::next_permutation(suits.begin(), suits.end()));
    std::vector<BoardClass> classes;
    std::array<uint8_t, 5> c;
    for (c[0] = 0; c[0] < 52; ++c[0])
        for (c[1] = 0; c[1] < c[0]; ++c[1])
            for (c[2] = 0; c[2] < c[1]; ++c[2])
                for (c[3] = 0; c[3] < c[2]; ++c[3])
                    for (c[4] = 0; c[4] < c[3]; ++c[4]) {
                        uint64_t mask = 0;
                        for (uint8_t card : c) mask |= 1ull << card;
                        uint64_t same = 0;
                        bool smallest = true;
                        for (const auto& renaming : renamings) {
                            uint64_t renamed = 0;
                            for (uint8_t card : c) renamed |= 1ull << ((card & ~3) | renaming[card & 3]);
                            same += renamed == mask;
                            if (renamed < mask) {
                                smallest = false;
                                break;
                            }
                        }
                        if (smallest) classes.push_back({c, 24 / same});
                    }
    return classes;
}

}  // namespace hoyle
