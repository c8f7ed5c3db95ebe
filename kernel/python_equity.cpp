#include <cmath>
#include <optional>

#include "equity.hpp"
#include "python.hpp"

namespace hoyle {
namespace {

bool bytes_to_cards(const char* bytes, Py_ssize_t size, std::vector<uint8_t>& cards, uint64_t& mask) {
    for (Py_ssize_t i = 0; i < size; ++i) {
        const uint8_t card = static_cast<uint8_t>(bytes[i]);
        if (!take_card(card, mask)) return false;
        cards.push_back(card);
    }
    return true;
}

// One seat: (known, cards, weights), weights a list of whole numbers above zero or None.
bool read_seat(PyObject* object, int holes, uint64_t gone, Seat& seat) {
    const char* cards;
    Py_ssize_t size;
    PyObject* weights;
    if (!PyArg_ParseTuple(object, "iy#O", &seat.known, &cards, &size, &weights)) return false;
    if (seat.known < 0 || seat.known > holes) {
        PyErr_Format(PyExc_ValueError, "%d cards known of %d", seat.known, holes);
        return false;
    }
    const Py_ssize_t holdings = seat.known ? size / seat.known : 1;
    if (holdings < 1 || holdings * seat.known != size) {
        PyErr_Format(PyExc_ValueError, "%zd bytes are no holdings of %d cards", size, seat.known);
        return false;
    }
    seat.cards.assign(cards, cards + size);
    for (Py_ssize_t h = 0; h < holdings; ++h) {
        uint64_t mask = gone;
        for (int i = 0; i < seat.known; ++i)
            if (!take_card(seat.cards[static_cast<size_t>(h * seat.known + i)], mask)) return false;
    }
    if (weights == Py_None) {
        seat.weights.assign(static_cast<size_t>(holdings), 1);
        return true;
    }
    if (!PyList_Check(weights) || PyList_GET_SIZE(weights) != holdings) {
        PyErr_SetString(PyExc_ValueError, "weights are a list of one number for each holding");
        return false;
    }
    for (Py_ssize_t i = 0; i < holdings; ++i) {
        long weight;
        if (!to_long(PyList_GET_ITEM(weights, i), weight)) return false;
        if (weight < 1 || weight > 1000000) {
            PyErr_Format(PyExc_ValueError, "weight %ld: 1 to 1000000", weight);
            return false;
        }
        seat.weights.push_back(static_cast<uint64_t>(weight));
    }
    return true;
}

constexpr double LONG_WORK = 2e7;  // nanoseconds from which threads and a progress report pay

}  // namespace

// Main and low are (scale, top), and low may be None. Mode 0 counts every deal if its estimated cost is at most
// `limit` nanoseconds and samples otherwise, 1 counts every deal, 2 samples, 3 counts every deal and every board.
// Of `parts` equal parts of the work, only number `part` is done; the default is all of it.
// Returns (exact, [(main winners, low winners, count)]).
PyObject* equity_py(PyObject*, PyObject* args, PyObject* keywords) {
    long main_scale, main_top, low_scale = 0, low_top = 0;
    int building, holes, on_board, mode, threads;
    double limit;
    unsigned long long samples, seed, part = 0, parts = 1;
    PyObject *low, *seats, *progress;
    const char *board, *dead;
    Py_ssize_t board_size, dead_size;
    if (!read_arguments(args, keywords, "(ll)OiiiO!y#y#idKKiO|KK",
                        {"main", "low", "building", "holes", "on_board", "seats", "board", "dead", "mode",
                         "limit", "samples", "seed", "threads", "progress", "part", "parts"},
                        &main_scale, &main_top, &low, &building, &holes, &on_board, &PyList_Type, &seats,
                        &board, &board_size, &dead, &dead_size, &mode, &limit, &samples, &seed, &threads,
                        &progress, &part, &parts))
        return nullptr;
    if (parts < 1 || part >= parts) return PyErr_Format(PyExc_ValueError, "part %llu of %llu", part, parts);
    if (low != Py_None && !PyArg_ParseTuple(low, "ll", &low_scale, &low_top)) return nullptr;
    const Way* main_way = find_way(main_scale, building, main_top);
    const Way* low_way = !main_way || low == Py_None ? nullptr : find_way(low_scale, building, low_top);
    if (PyErr_Occurred()) return nullptr;
    const Py_ssize_t players = PyList_GET_SIZE(seats);
    if (players < 2 || players > MOST_PLAYERS)
        return PyErr_Format(PyExc_ValueError, "%zd players: 2 to %d", players, MOST_PLAYERS);
    if (holes < 1 || on_board < 0 || holes > 7 || on_board > 5 || board_size > on_board ||
        holes * players + on_board + dead_size > 52)
        return PyErr_Format(PyExc_ValueError, "%zd players with %d cards each do not fit the deck", players,
                            holes);
    if (!enough(*main_way, holes, on_board)) return nullptr;
    Problem problem{Game(*main_way, low_way ? std::optional<Way>(*low_way) : std::nullopt, holes, on_board),
                    {},
                    {},
                    0,
                    {part, parts},
                    mode == 3};
    uint64_t gone = 0;
    std::vector<uint8_t> dead_cards;
    if (!bytes_to_cards(dead, dead_size, dead_cards, gone)) return nullptr;
    problem.dead = gone;
    if (!bytes_to_cards(board, board_size, problem.board, gone)) return nullptr;
    uint64_t fixed = gone;
    for (Py_ssize_t i = 0; i < players; ++i) {
        Seat seat;
        if (!read_seat(PyList_GET_ITEM(seats, i), holes, gone, seat)) return nullptr;
        if (seat.holdings() == 1)
            for (uint8_t card : seat.cards) {
                if (fixed >> card & 1)
                    return PyErr_Format(PyExc_ValueError, "card %c%c is held twice",
                                        "23456789TJQKA"[card >> 2], "cdhs"[card & 3]);
                fixed |= 1ull << card;
            }
        problem.seats.push_back(std::move(seat));
    }
    const double cost = exact_cost(problem);
    const bool exact = mode == 1 || mode == 3 || (mode == 0 && cost <= limit);
    if (exact && std::isinf(cost))
        return PyErr_Format(PyExc_OverflowError, "too many deals to count them all: they can be sampled");
    std::optional<Tally> tally;
    Attention attention(progress);
    const bool is_long =
        progress != Py_None || (exact ? cost : static_cast<double>(samples) * 100) > LONG_WORK || mode == 3;
    const Watch watch = is_long ? Watch(attention) : Watch();
    if (!without_gil([&] {
            tally.emplace(exact ? count_all(problem, threads, watch)
                                : sample(problem, samples, seed, threads, watch));
        }))
        return nullptr;
    PyObject* outcomes = PyList_New(0);
    if (!outcomes) return nullptr;
    for (size_t i = 0; i < tally->counts.size(); ++i) {
        if (!tally->counts[i]) continue;
        const unsigned long winners = static_cast<unsigned long>(tally->split ? i >> players : i);
        const unsigned long lows =
            tally->split ? static_cast<unsigned long>(i & ((size_t{1} << players) - 1)) : 0;
        PyObject* item =
            Py_BuildValue("kkK", winners, lows, static_cast<unsigned long long>(tally->counts[i]));
        if (!item || PyList_Append(outcomes, item) < 0) {
            Py_XDECREF(item);
            Py_DECREF(outcomes);
            return nullptr;
        }
        Py_DECREF(item);
    }
    return Py_BuildValue("ON", exact ? Py_True : Py_False, outcomes);
}

}  // namespace hoyle
