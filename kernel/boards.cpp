#include "boards.hpp"

#include "deck.hpp"
#include "suits.hpp"

namespace hoyle {

std::vector<BoardClass> board_classes() {
    std::vector<BoardClass> classes;
    std::array<uint8_t, 5> c;
    for (c[0] = 0; c[0] < 52; ++c[0])
        for (c[1] = 0; c[1] < c[0]; ++c[1])
            for (c[2] = 0; c[2] < c[1]; ++c[2])
                for (c[3] = 0; c[3] < c[2]; ++c[3])
                    for (c[4] = 0; c[4] < c[3]; ++c[4]) {
                        const uint64_t mask = mask_of(c.data(), 5);
                        uint64_t same = 0;
                        bool smallest = true;
                        for (const Renaming& renaming : renamings()) {
                            const uint64_t renamed = rename(mask, renaming);
                            same += renamed == mask;
                            smallest = renamed >= mask;
                            if (!smallest) break;
                        }
                        if (smallest) classes.push_back({c, renamings().size() / same});
                    }
    return classes;
}

std::array<uint8_t, CARDS_LEFT> cards_left_by(const std::array<uint8_t, 5>& board) {
    std::array<uint8_t, CARDS_LEFT> left;
    unpack(ALL_CARDS & ~mask_of(board.data(), 5), left.data());
    return left;
}

}  // namespace hoyle
