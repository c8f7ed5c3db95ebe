// Which holdings a range names.
//
// An item of a range is a short program in postfix order over patterns. A pattern is a number of places, each
// a set of cards, that different cards of the holding must fill, and the features the holding must have. Or
// an item asks where the holding stands among all of them.
//
// Places may have variables for their suit and their rank: the same variable is the same suit or rank in all
// places of a pattern, different ones are different.
#pragma once

#include <cstdint>
#include <vector>

#include "standings.hpp"
#include "work.hpp"

namespace hoyle {

enum Feature : uint32_t {
    RAINBOW = 1,         // no two cards of a suit
    SINGLE_SUITED = 2,   // one suit twice, no other more than once
    DOUBLE_SUITED = 4,   // two suits with two cards or more
    SUITED = 8,          // all of one suit
    OFFSUIT = 16,        // not all of one suit
    NO_PAIR = 32,        // all ranks different
    ONE_PAIR_HELD = 64,  // one rank twice, no other more than once
    TWO_PAIRS_HELD = 128,
    NO_TRIPS = 256,  // no rank more than twice
};

// In the number of a place the cards are the lowest bits; above them stand its variables, 0 for none.
constexpr int SUIT_VARIABLE = 52, RANK_VARIABLE = 55, PLACE_BITS = 58;

uint32_t features(const uint8_t* cards, int size);

struct Step {
    enum Kind : uint8_t { PATTERN, STANDING, AND, OR, NOT } kind;
    uint32_t features = 0;
    std::vector<uint64_t> places;
    uint32_t least = 0, most = 0;  // standings
};

using Item = std::vector<Step>;

struct Named {
    std::vector<uint8_t> cards;  // [holdings][size]
    std::vector<uint16_t> item;  // the last item that names each
};

// Every holding of `size` cards out of `free` that an item names; `standings` where an item asks for them.
Named holdings(const std::vector<Item>& items, int size, uint64_t free, const Standings* standings,
               int threads, const Watch& watch);

}  // namespace hoyle
