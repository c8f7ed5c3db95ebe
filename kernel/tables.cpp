#include "tables.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <mutex>
#include <stdexcept>

namespace hoyle {
namespace {

constexpr int MOST_CARDS = 7;

struct CardKeys {
    std::array<uint64_t, 256> key;
    constexpr CardKeys() : key() {
        for (int byte = 0; byte < 256; ++byte)
            key[byte] = byte < 52 ? WEIGHTS[byte >> 2] | 1ull << (SUIT_SHIFT + 4 * (byte & 3)) : NO_CARD;
    }
};
constexpr CardKeys KEYS;

struct PairIndex {
    std::array<uint8_t, 256> index;
    constexpr PairIndex() : index() {
        for (int a = 0; a < 13; ++a)
            for (int b = 0; b < 13; ++b)
                index[a * 16 + b] = static_cast<uint8_t>(a > b ? a * (a + 1) / 2 + b : b * (b + 1) / 2 + a);
    }
};
constexpr PairIndex PAIR_TABLE;

template <typename Visit>
void visit_collections(int most, Visit&& visit) {
    std::array<int, 13> counts{};
    auto walk = [&](auto& self, int rank, int size, uint32_t sum) -> void {
        if (rank == 13) return visit(counts, size, sum);
        for (int count = 0; count <= 4 && size + count <= most; ++count) {
            counts[rank] = count;
            self(self, rank + 1, size + count, sum + static_cast<uint32_t>(count) * WEIGHTS[rank]);
        }
        counts[rank] = 0;
    };
    walk(walk, 0, 0, 0);
}

struct Displacement {
    std::vector<uint32_t> place;
    uint32_t size = 0;

    Displacement() {
        // Seven aces are no hand, but bytes that repeat a card must still stay inside the tables.
        const uint32_t rows = (MOST_CARDS * WEIGHTS[12] >> ROW_BITS) + 1;
        std::vector<std::vector<uint32_t>> entries(rows);
        visit_collections(MOST_CARDS, [&](const auto&, int, uint32_t sum) {
            entries[sum >> ROW_BITS].push_back(sum & ((1u << ROW_BITS) - 1));
        });
        std::vector<uint32_t> order(rows);
        for (uint32_t row = 0; row < rows; ++row) order[row] = row;
        std::stable_sort(order.begin(), order.end(),
                         [&](uint32_t a, uint32_t b) { return entries[a].size() > entries[b].size(); });
        place.assign(rows, 0);
        std::vector<uint64_t> used(1 << 13, 0);
        uint32_t first_gap = 0, last = 0;
        size_t entries_before = 0;
        int64_t place_before = 0;
        for (uint32_t row : order) {
            const auto& fill = entries[row];
            if (fill.empty()) continue;
            // The first entry goes no lower than the first gap; 64 starts are tried at a time.
            const uint32_t lowest = *std::min_element(fill.begin(), fill.end());
            int64_t start = static_cast<int64_t>(first_gap) - lowest;
            start = start < 0 ? 0 : start;
            // Where a row of as many entries found no room, this one is not tried again: faster, as dense.
            if (fill.size() > 2 && fill.size() == entries_before)
                start = std::max(start, place_before - 1024);
            for (;; start += 64) {
                uint64_t clash = 0;
                for (uint32_t entry : fill) {
                    const uint32_t at = static_cast<uint32_t>(start) + entry;
                    if ((at >> 6) + 2 > used.size()) used.resize(used.size() * 2, 0);
                    const uint64_t below = used[at >> 6] >> (at & 63);
                    const uint64_t above = at & 63 ? used[(at >> 6) + 1] << (64 - (at & 63)) : 0;
                    clash |= below | above;
                    if (!~clash) break;
                }
                if (~clash) {
                    start += std::countr_one(clash);
                    break;
                }
            }
            place[row] = static_cast<uint32_t>(start);
            entries_before = fill.size();
            place_before = start;
            for (uint32_t entry : fill) {
                const uint32_t at = place[row] + entry;
                if ((at >> 6) + 2 > used.size()) used.resize(used.size() * 2, 0);
                used[at >> 6] |= 1ull << (at & 63);
            }
            last = std::max(last, place[row]);
            while (used[first_gap >> 6] >> (first_gap & 63) & 1) ++first_gap;
        }
        size = last + (1u << ROW_BITS);
    }
};

const Displacement& displacement() {
    static const Displacement built;
    return built;
}

std::array<ScaleValues, SCALES> scale_store;
std::array<std::vector<uint16_t>, SCALES> plain_store;
std::array<std::once_flag, SCALES> scale_once, plain_once;

const ScaleValues& scale_values(Scale scale) {
    std::call_once(scale_once[scale], [&] { scale_store[scale] = build_scale(RULES[scale]); });
    return scale_store[scale];
}

void build_plain(Scale scale) {
    const ScaleRules& rules = RULES[scale];
    const ScaleValues& values = scale_values(scale);
    const Slots slot = slots();
    std::vector<uint16_t> table(displacement().size, 0);
    // A collection of one card more is worth the best that is left when one card is taken out.
    for (int size = rules.size; size <= MOST_CARDS; ++size) {
        std::array<int, 13> counts{};
        auto walk = [&](auto& self, int rank, int left, uint32_t sum) -> void {
            if (rank == 13) {
                if (left) return;
                uint16_t best = 0;
                if (size == rules.size) {
                    int ranks[5], held = 0;
                    for (int r = 0; r < 13; ++r)
                        for (int i = 0; i < counts[r]; ++i) ranks[held++] = r;
                    best = values.by_grade.at(grade(rules, {ranks, static_cast<size_t>(held)}, false));
                } else {
                    for (int r = 0; r < 13; ++r)
                        if (counts[r]) best = std::max(best, table[slot(sum - WEIGHTS[r])]);
                }
                table[slot(sum)] = best;
                return;
            }
            if (left > 4 * (13 - rank)) return;
            for (int count = 0; count <= 4 && count <= left; ++count) {
                counts[rank] = count;
                self(self, rank + 1, left - count, sum + static_cast<uint32_t>(count) * WEIGHTS[rank]);
            }
            counts[rank] = 0;
        };
        walk(walk, 0, size, 0);
    }
    plain_store[scale] = std::move(table);
}

std::vector<uint16_t> columns_of(const std::vector<uint16_t>& rows) {
    std::vector<uint16_t> columns(static_cast<size_t>(PAIRS) * BOARD_STRIDE, 0);
    for (int board = 0; board < BOARDS; ++board)
        for (int pair = 0; pair < PAIRS; ++pair)
            columns[static_cast<size_t>(pair) * BOARD_STRIDE + board] =
                rows[static_cast<size_t>(board) * ROW + pair];
    return columns;
}

uint32_t weight_of_mask(uint32_t mask) {
    uint32_t sum = 0;
    for (; mask; mask &= mask - 1) sum += WEIGHTS[std::countr_zero(mask)];
    return sum;
}

BoardTables build_board_tables() {
    BoardTables tables;
    const Slots slot = slots();
    const uint16_t* plain = plain_values(HIGH5);
    tables.id.assign(displacement().size, 0);
    uint32_t pair_sum[PAIRS];
    for (int a = 0; a < 13; ++a)
        for (int b = 0; b <= a; ++b) pair_sum[a * (a + 1) / 2 + b] = WEIGHTS[a] + WEIGHTS[b];

    // Three of the board and two hole cards, by the three ranks.
    std::vector<int16_t> triples(static_cast<size_t>(13 * 13 * 13) * ROW, 0);
    for (int a = 0; a < 13; ++a)
        for (int b = 0; b <= a; ++b)
            for (int c = 0; c <= b; ++c) {
                int16_t* row = &triples[static_cast<size_t>((a * 13 + b) * 13 + c) * ROW];
                for (int pair = 0; pair < PAIRS; ++pair) {
                    const uint32_t sum = WEIGHTS[a] + WEIGHTS[b] + WEIGHTS[c] + pair_sum[pair];
                    const bool five_alike = a == c && pair_sum[pair] == 2 * WEIGHTS[a];
                    row[pair] = five_alike ? 0 : static_cast<int16_t>(plain[slot(sum)]);
                }
            }

    tables.two.assign(static_cast<size_t>(BOARDS) * ROW, 0);
    tables.any.assign(static_cast<size_t>(BOARDS) * ROW, 0);
    int board = 0;
    int r[5];
    for (r[0] = 0; r[0] < 13; ++r[0])
        for (r[1] = 0; r[1] <= r[0]; ++r[1])
            for (r[2] = 0; r[2] <= r[1]; ++r[2])
                for (r[3] = 0; r[3] <= r[2]; ++r[3])
                    for (r[4] = 0; r[4] <= r[3]; ++r[4]) {
                        if (r[0] == r[4]) continue;
                        uint32_t sum = 0;
                        uint8_t low = 0;
                        int counts[13] = {};
                        for (int rank : r) {
                            sum += WEIGHTS[rank];
                            if (rank == 12) low |= 1;
                            if (rank < 7) low |= static_cast<uint8_t>(2u << rank);
                            ++counts[rank];
                        }
                        tables.id[slot(sum)] = static_cast<uint16_t>(board);
                        tables.low.push_back(low);
                        uint16_t* any = &tables.any[static_cast<size_t>(board) * ROW];
                        for (int a = 0; a < 13; ++a)
                            for (int b = 0; b <= a; ++b)
                                if (counts[a] + 1 + (a == b) <= 4 && counts[b] < 4)
                                    any[a * (a + 1) / 2 + b] = plain[slot(sum + WEIGHTS[a] + WEIGHTS[b])];
                        int16_t best[ROW] = {};
                        for (int i = 0; i < 5; ++i)
                            for (int j = i + 1; j < 5; ++j)
                                for (int k = j + 1; k < 5; ++k) {
                                    const int16_t* row =
                                        &triples[static_cast<size_t>((r[i] * 13 + r[j]) * 13 + r[k]) * ROW];
                                    for (int p = 0; p < ROW; ++p) best[p] = std::max(best[p], row[p]);
                                }
                        std::copy(best, best + ROW, &tables.two[static_cast<size_t>(board) * ROW]);
                        ++board;
                    }
    tables.any_columns = columns_of(tables.any);
    tables.two_columns = columns_of(tables.two);

    for (int size = 3; size <= 5; ++size) {
        for (uint32_t mask = 0; mask < 8192; ++mask) {
            if (std::popcount(mask) != size) continue;
            tables.suits.push_back(static_cast<uint16_t>(mask));
            const uint32_t sum = weight_of_mask(mask);
            if (size == 3)
                for (uint32_t pair : pair_sum) tables.with_pair.push_back(tables.id[slot(sum + pair)]);
            else if (size == 4)
                for (uint32_t weight : WEIGHTS) tables.with_one.push_back(tables.id[slot(sum + weight)]);
            else
                tables.alone.push_back(tables.id[slot(sum)]);
        }
        tables.suits_end[size - 3] = static_cast<int>(tables.suits.size());
    }
    return tables;
}

std::vector<uint8_t> build_low8() {
    // Lower is better: of two hands of five ranks each the one with the smaller mask, ace being bit 0.
    std::vector<uint8_t> by_mask(256, 0);
    uint8_t value = LOW8_CLASSES;
    for (uint32_t mask = 0; mask < 256; ++mask)
        if (std::popcount(mask) == 5) by_mask[mask] = value--;
    std::vector<uint8_t> table(256 * 256, 0);
    for (uint32_t three = 0; three < 256; ++three) {
        if (std::popcount(three) != 3) continue;
        for (uint32_t two = 0; two < 256; ++two)
            if (std::popcount(two) == 2 && !(two & three)) table[three << 8 | two] = by_mask[three | two];
    }
    // A larger mask holds the best of its parts; masks are visited after all their parts.
    for (uint32_t board = 0; board < 256; ++board)
        for (uint32_t hole = 0; hole < 256; ++hole) {
            if (std::popcount(board) < 3 || std::popcount(hole) < 2) continue;
            uint8_t best = table[board << 8 | hole];
            if (std::popcount(board) > 3)
                for (uint32_t rest = board; rest; rest &= rest - 1)
                    best = std::max(best, table[(board & ~(rest & (~rest + 1))) << 8 | hole]);
            if (std::popcount(hole) > 2)
                for (uint32_t rest = hole; rest; rest &= rest - 1)
                    best = std::max(best, table[board << 8 | (hole & ~(rest & (~rest + 1)))]);
            table[board << 8 | hole] = best;
        }
    return table;
}

}  // namespace

const uint64_t* const CARD_KEY = KEYS.key.data();
const uint8_t* const PAIR_INDEX = PAIR_TABLE.index.data();

Slots slots() { return {displacement().place.data()}; }

const uint16_t* plain_values(Scale scale) {
    std::call_once(plain_once[scale], [&] { build_plain(scale); });
    return plain_store[scale].data();
}

const uint16_t* suited_values(Scale scale) { return scale_values(scale).suited.data(); }

const uint16_t* badugi_values() {
    static const std::vector<uint16_t> built = build_badugi();
    return built.data();
}

int scale_count(Scale scale) { return scale == BADUGI ? 1092 : scale_values(scale).count; }

const BoardTables& board_tables() {
    static const BoardTables built = build_board_tables();
    return built;
}

const uint8_t* low8_values() {
    static const std::vector<uint8_t> built = build_low8();
    return built.data();
}

}  // namespace hoyle
