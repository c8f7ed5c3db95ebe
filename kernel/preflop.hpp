// Exact results of hold'em and Omaha before the flop without visiting every board.
//
// A board is one of 6,175 collections of ranks as long as no flush is made: each is judged once and weighed
// by the number of boards it stands for. Boards with three or more cards of one suit are then visited as
// (cards of the suit, ranks of the others). There the best flush beats every other hand unless the board is
// paired, so all that is needed is the best flush and who holds it, whatever the number of players.
#pragma once

#include "equity.hpp"

namespace hoyle {

class Preflop {
  public:
    Preflop(const Game& game, int players);
    // Adds every board to the tally, `times` times.
    void count(const Hole* holes, uint64_t dead, uint64_t times, Tally& tally);

  private:
    void judge_by_ranks(const Hole* holes);
    void weigh(const int* available);
    void move_flushes(const Hole* holes, int suit, uint32_t suit_cards, const int* available, uint64_t times,
                      Tally& tally);
    void fill_flushes(const Hole* holes, int suit, uint32_t suit_cards);

    const Game& game_;
    const BoardTables& tables_;
    int players_;
    std::vector<uint16_t> values_;   // [players][BOARD_STRIDE]
    std::vector<uint16_t> best_;     // best value by board
    std::vector<uint16_t> winners_;  // who has it
    std::vector<uint16_t> lows_;     // who has the best low, 0 nobody
    std::vector<uint32_t> weights_;  // boards each collection stands for
    std::vector<uint32_t> moved_;    // how many of them hold a flush that wins
    std::vector<uint16_t> flushes_;  // [players][8192]: best flush by mask of the board in the suit at hand
};

}  // namespace hoyle
