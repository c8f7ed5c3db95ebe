// hoyle._kernel: the Python side. Plain CPython calls, so that ranking one hand stays lean; arrays come and
// go through the buffer protocol, so that NumPy is not needed to build.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "equity.hpp"
#include "exhaust.hpp"
#include "ranges.hpp"
#include "rank.hpp"
#include "standings.hpp"
#include "versus_random.hpp"

namespace {

using namespace hoyle;

constexpr int MOST_TOP = 13;
constexpr int MOST_CARDS = 15;

// Ways are made once and kept.
const Way* find_way(long scale, long building, long top) {
    static std::array<std::unique_ptr<const Way>, SCALES * 2 * (MOST_TOP + 1)> made;
    if (scale <= NONE || scale >= SCALES || building < 0 || building > 1 || top < 0 || top > MOST_TOP) {
        PyErr_Format(PyExc_ValueError, "no such way to rank: scale %ld, building %ld, top %ld", scale,
                     building, top);
        return nullptr;
    }
    auto& way = made[static_cast<size_t>((scale * 2 + building) * (MOST_TOP + 1) + top)];
    if (!way) {
        try {
            way = std::make_unique<const Way>(static_cast<Scale>(scale), static_cast<Building>(building),
                                              static_cast<int>(top));
        } catch (const std::bad_alloc&) {
            PyErr_NoMemory();
            return nullptr;
        }
    }
    return way.get();
}

bool to_long(PyObject* object, long& number) {
    number = PyLong_AsLong(object);
    return number != -1 || !PyErr_Occurred();
}

// Reads cards out of a list or tuple; sets an error for what is no card.
int read_cards(PyObject* object, uint8_t* cards, int most, uint64_t& mask) {
    if (!PyList_Check(object) && !PyTuple_Check(object)) {
        PyErr_Format(PyExc_TypeError, "cards are a list or a tuple of numbers, not %s",
                     Py_TYPE(object)->tp_name);
        return -1;
    }
    const Py_ssize_t size = PySequence_Fast_GET_SIZE(object);
    if (size > most) {
        PyErr_Format(PyExc_ValueError, "%zd cards are too many", size);
        return -1;
    }
    PyObject** items = PySequence_Fast_ITEMS(object);
    for (Py_ssize_t i = 0; i < size; ++i) {
        long card;
        if (!to_long(items[i], card)) return -1;
        if (card < 0 || card > 51) {
            PyErr_Format(PyExc_ValueError, "%ld is not a card: cards are the numbers 0 (2c) to 51 (As)",
                         card);
            return -1;
        }
        if (mask >> card & 1) {
            PyErr_Format(PyExc_ValueError, "%c%c appears twice", "23456789TJQKA"[card >> 2],
                         "cdhs"[card & 3]);
            return -1;
        }
        mask |= 1ull << card;
        cards[i] = static_cast<uint8_t>(card);
    }
    return static_cast<int>(size);
}

bool enough(const Way& way, int holes, int on_board) {
    const bool fits = way.building == TWO_PLUS_THREE ? holes >= 2 && on_board >= 3
                                                     : holes + on_board >= RULES[way.scale].size;
    if (!fits)
        PyErr_Format(PyExc_ValueError, "%d hole cards and %d of the board are too few for a hand", holes,
                     on_board);
    return fits;
}

// high(*cards): the leanest call, five to seven cards.
PyObject* rank_high(PyObject*, PyObject* const* args, Py_ssize_t count) {
    static const Way* way = nullptr;
    if (!way && !(way = find_way(HIGH5, ANY, 0))) return nullptr;
    if (count < 5 || count > 7) {
        PyErr_Format(PyExc_ValueError, "%zd cards: high takes five to seven", count);
        return nullptr;
    }
    uint8_t cards[8];
    uint64_t key = way->flush_bias, mask = 0;
    for (Py_ssize_t i = 0; i < count; ++i) {
        long card;
        if (!to_long(args[i], card)) return nullptr;
        if (card < 0 || card > 51) {
            PyErr_Format(PyExc_ValueError, "%ld is not a card: cards are the numbers 0 (2c) to 51 (As)",
                         card);
            return nullptr;
        }
        if (mask >> card & 1) {
            PyErr_Format(PyExc_ValueError, "%c%c appears twice", "23456789TJQKA"[card >> 2],
                         "cdhs"[card & 3]);
            return nullptr;
        }
        mask |= 1ull << card;
        cards[i] = static_cast<uint8_t>(card);
        key += CARD_KEY[card];
    }
    int value = way->plain[way->slot(static_cast<uint32_t>(key))];
    if (key & FLUSH_BITS) value = way->value(cards, static_cast<int>(count), nullptr, 0);
    return PyLong_FromLong(value);
}

// value(scale, building, top, hole, board)
PyObject* value(PyObject*, PyObject* const* args, Py_ssize_t count) {
    long scale, building, top;
    if (count != 5) return PyErr_Format(PyExc_TypeError, "value takes scale, building, top, hole and board");
    if (!to_long(args[0], scale) || !to_long(args[1], building) || !to_long(args[2], top)) return nullptr;
    const Way* way = find_way(scale, building, top);
    if (!way) return nullptr;
    uint8_t hole[MOST_CARDS], board[MOST_CARDS];
    uint64_t mask = 0;
    const int holes = read_cards(args[3], hole, 7, mask);
    if (holes < 0) return nullptr;
    const int on_board = read_cards(args[4], board, 7, mask);
    if (on_board < 0 || !enough(*way, holes, on_board)) return nullptr;
    return PyLong_FromLong(way->value(hole, holes, board, on_board));
}

// values(scale, building, top, hands, board)
PyObject* values(PyObject*, PyObject* const* args, Py_ssize_t count) {
    long scale, building, top;
    if (count != 5 || !PyList_Check(args[3]))
        return PyErr_Format(PyExc_TypeError, "values takes scale, building, top, a list of hands and board");
    if (!to_long(args[0], scale) || !to_long(args[1], building) || !to_long(args[2], top)) return nullptr;
    const Way* way = find_way(scale, building, top);
    if (!way) return nullptr;
    uint8_t hole[MOST_CARDS], board[MOST_CARDS];
    uint64_t mask = 0;
    const int on_board = read_cards(args[4], board, 7, mask);
    if (on_board < 0) return nullptr;
    const Py_ssize_t hands = PyList_GET_SIZE(args[3]);
    PyObject* found = PyList_New(hands);
    if (!found) return nullptr;
    for (Py_ssize_t i = 0; i < hands; ++i) {
        uint64_t own = mask;
        const int holes = read_cards(PyList_GET_ITEM(args[3], i), hole, 7, own);
        PyObject* number = holes < 0 || !enough(*way, holes, on_board)
                               ? nullptr
                               : PyLong_FromLong(way->value(hole, holes, board, on_board));
        if (!number) {
            Py_DECREF(found);
            return nullptr;
        }
        PyList_SET_ITEM(found, i, number);
    }
    return found;
}

struct View {
    Py_buffer buffer{};
    bool held = false;
    ~View() {
        if (held) PyBuffer_Release(&buffer);
    }
    bool take(PyObject* object, int flags, Py_ssize_t item) {
        if (PyObject_GetBuffer(object, &buffer, flags) < 0) return false;
        held = true;
        if (buffer.itemsize != item) {
            PyErr_Format(PyExc_ValueError, "numbers of %zd bytes were expected, not of %zd", item,
                         buffer.itemsize);
            return false;
        }
        return true;
    }
};

// Calls back into Python now and then while the work goes on without the GIL.
class Attention {
  public:
    explicit Attention(PyObject* progress) : progress_(progress == Py_None ? nullptr : progress) {}
    bool operator()(uint64_t done, uint64_t total) {
        const PyGILState_STATE state = PyGILState_Ensure();
        bool go_on = PyErr_CheckSignals() == 0;
        if (go_on && progress_) {
            PyObject* answer = PyObject_CallFunction(progress_, "KK", static_cast<unsigned long long>(done),
                                                     static_cast<unsigned long long>(total));
            go_on = answer != nullptr;
            Py_XDECREF(answer);
        }
        PyGILState_Release(state);
        return go_on;
    }

  private:
    PyObject* progress_;
};

// Runs native work without the GIL and turns what it throws into Python errors.
template <typename Work>
bool without_gil(Work&& work) {
    std::string failure;
    bool stopped = false, memory = false;
    Py_BEGIN_ALLOW_THREADS try { work(); } catch (const Stopped&) {
        stopped = true;
    } catch (const std::bad_alloc&) {
        memory = true;
    } catch (const std::exception& error) {
        failure = error.what();
    }
    Py_END_ALLOW_THREADS if (memory) PyErr_NoMemory();
    else if (!failure.empty()) PyErr_SetString(PyExc_ValueError, failure.c_str());
    return !stopped && !memory && failure.empty();
}

// rank_rows(scale, building, top, holes, on_board, rows, out, threads) -> first bad row or -1
PyObject* rank_rows_py(PyObject*, PyObject* args) {
    long scale, building, top;
    int holes, on_board, threads;
    PyObject *rows, *out, *out_low = Py_None;
    if (!PyArg_ParseTuple(args, "llliiOOi|O", &scale, &building, &top, &holes, &on_board, &rows, &out,
                          &threads, &out_low))
        return nullptr;
    const Way* way = find_way(scale, building, top);
    if (!way) return nullptr;
    if (holes < 0 || on_board < 0 || holes > 7 || on_board > 7)
        return PyErr_Format(PyExc_ValueError, "%d hole cards and %d of the board are too many", holes,
                            on_board);
    if (!enough(*way, holes, on_board)) return nullptr;
    const bool both = out_low != Py_None;
    if (both &&
        (way->building != TWO_PLUS_THREE || way->scale != HIGH5 || on_board != 5 || holes < 4 || holes > 6))
        return PyErr_Format(PyExc_ValueError, "high and low together are for Omaha boards of five");
    View in, to, to_low;
    if (!in.take(rows, PyBUF_C_CONTIGUOUS, 1) || !to.take(out, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE, 2))
        return nullptr;
    if (both && !to_low.take(out_low, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE, 2)) return nullptr;
    const int64_t size = holes + on_board, count = in.buffer.len / size;
    if (in.buffer.len != count * size || to.buffer.len / 2 < count || (both && to_low.buffer.len / 2 < count))
        return PyErr_Format(PyExc_ValueError, "%zd bytes are no rows of %d cards with a value each",
                            in.buffer.len, static_cast<int>(size));
    const uint8_t* bytes = static_cast<const uint8_t*>(in.buffer.buf);
    uint16_t* values = static_cast<uint16_t*>(to.buffer.buf);
    uint16_t* lows = both ? static_cast<uint16_t*>(to_low.buffer.buf) : nullptr;
    constexpr int64_t PIECE = 1 << 16;
    int64_t bad = -1;
    std::mutex lock;
    Attention attention(Py_None);
    const bool done = without_gil([&] {
        const uint64_t pieces = static_cast<uint64_t>((count + PIECE - 1) / PIECE);
        share_work(
            pieces, threads, pieces > 64 ? Watch(attention) : Watch(), [] { return 0; },
            [&](uint64_t i, int&) {
                const int64_t from = static_cast<int64_t>(i) * PIECE,
                              rows_here = std::min(PIECE, count - from);
                const int64_t wrong =
                    both ? rank_rows_hilo8(*way, bytes + from * size, rows_here, holes, values + from,
                                           lows + from)
                         : rank_rows(*way, bytes + from * size, rows_here, holes, on_board, values + from);
                if (wrong < 0) return;
                const std::lock_guard guard(lock);
                bad = bad < 0 ? from + wrong : std::min(bad, from + wrong);
            },
            [](int&) {});
    });
    return done ? PyLong_FromLongLong(bad) : nullptr;
}

PyObject* list_of(const std::vector<uint64_t>& numbers) {
    PyObject* list = PyList_New(static_cast<Py_ssize_t>(numbers.size()));
    for (size_t i = 0; list && i < numbers.size(); ++i) {
        PyObject* number = PyLong_FromUnsignedLongLong(numbers[i]);
        if (!number) {
            Py_DECREF(list);
            return nullptr;
        }
        PyList_SET_ITEM(list, static_cast<Py_ssize_t>(i), number);
    }
    return list;
}

// count_values(scale, top, cards, threads, progress)
PyObject* count_values_py(PyObject*, PyObject* args) {
    long scale, top;
    int cards, threads;
    PyObject* progress;
    if (!PyArg_ParseTuple(args, "lliiO", &scale, &top, &cards, &threads, &progress)) return nullptr;
    const Way* way = find_way(scale, ANY, top);
    if (!way) return nullptr;
    if (cards < RULES[scale].size || cards > 7)
        return PyErr_Format(PyExc_ValueError, "%d cards: from the size of a hand to seven", cards);
    std::vector<uint64_t> counts;
    Attention attention(progress);
    if (!without_gil([&] { counts = count_values(*way, cards, threads, attention); })) return nullptr;
    return list_of(counts);
}

// count_two_plus_three(scale, top, holes, limits, threads, progress)
PyObject* count_two_plus_three_py(PyObject*, PyObject* args) {
    long scale, top;
    int holes, threads;
    PyObject *limits_list, *progress;
    if (!PyArg_ParseTuple(args, "lliO!iO", &scale, &top, &holes, &PyList_Type, &limits_list, &threads,
                          &progress))
        return nullptr;
    const Way* way = find_way(scale, TWO_PLUS_THREE, top);
    if (!way) return nullptr;
    if (holes < 2 || holes > 6) return PyErr_Format(PyExc_ValueError, "%d hole cards: two to six", holes);
    std::vector<int> limits;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(limits_list); ++i) {
        long limit;
        if (!to_long(PyList_GET_ITEM(limits_list, i), limit)) return nullptr;
        limits.push_back(static_cast<int>(limit));
    }
    std::vector<uint64_t> counts;
    Attention attention(progress);
    if (!without_gil([&] { counts = count_two_plus_three(*way, holes, limits, threads, attention); }))
        return nullptr;
    return list_of(counts);
}

bool bytes_to_cards(const char* bytes, Py_ssize_t size, std::vector<uint8_t>& cards, uint64_t& mask) {
    for (Py_ssize_t i = 0; i < size; ++i) {
        const uint8_t card = static_cast<uint8_t>(bytes[i]);
        if (card > 51 || mask >> card & 1) {
            PyErr_Format(PyExc_ValueError, "byte %d is no card, or a card twice", card);
            return false;
        }
        mask |= 1ull << card;
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
        uint64_t mask = 0;
        for (int i = 0; i < seat.known; ++i) {
            const uint8_t card = seat.cards[static_cast<size_t>(h * seat.known + i)];
            if (card > 51 || (mask | gone) >> card & 1) {
                PyErr_Format(PyExc_ValueError, "byte %d of a holding is no card, or a card twice", card);
                return false;
            }
            mask |= 1ull << card;
        }
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

// equity(main, low, building, holes, on_board, seats, board, dead, mode, limit, samples, seed, threads,
// progress) main and low are (scale, top), low may be None; mode 0 as the cost allows, 1 every deal, 2
// sampled, 3 every deal and every board. Returns (exact, [(main winners, low winners, count)]).
PyObject* equity(PyObject*, PyObject* args) {
    long main_scale, main_top, low_scale = 0, low_top = 0;
    int building, holes, on_board, mode, threads;
    double limit;
    unsigned long long samples, seed, part = 0, parts = 1;
    PyObject *low, *seats, *progress;
    const char *board, *dead;
    Py_ssize_t board_size, dead_size;
    if (!PyArg_ParseTuple(args, "(ll)OiiiO!y#y#idKKiO|KK", &main_scale, &main_top, &low, &building, &holes,
                          &on_board, &PyList_Type, &seats, &board, &board_size, &dead, &dead_size, &mode,
                          &limit, &samples, &seed, &threads, &progress, &part, &parts))
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
                if (fixed >> card & 1) return PyErr_Format(PyExc_ValueError, "card %d is held twice", card);
                fixed |= 1ull << card;
            }
        problem.seats.push_back(std::move(seat));
    }
    const double cost = exact_cost(problem);
    const bool exact = mode == 1 || mode == 3 || (mode == 0 && cost <= limit);
    if (exact && std::isinf(cost))
        return PyErr_Format(PyExc_OverflowError, "too many deals to count them all");
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

// One step of an item: a pattern as (features, places), standings as (least, most), or one of ":", "," and
// "!" for and, or, not.
bool read_item(PyObject* object, Item& item) {
    if (!PyList_Check(object)) return PyErr_Format(PyExc_TypeError, "an item is a list of steps"), false;
    int depth = 0;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(object); ++i) {
        PyObject* part = PyList_GET_ITEM(object, i);
        Step step{Step::PATTERN, 0, {}, 0, 0};
        if (PyUnicode_Check(part)) {
            const Py_UCS4 sign = PyUnicode_GET_LENGTH(part) == 1 ? PyUnicode_READ_CHAR(part, 0) : 0;
            step.kind = sign == ':' ? Step::AND : sign == ',' ? Step::OR : Step::NOT;
            depth -= sign != '!';
        } else if (PyTuple_Check(part) && PyTuple_GET_SIZE(part) == 2 &&
                   PyLong_Check(PyTuple_GET_ITEM(part, 1))) {
            if (!PyArg_ParseTuple(part, "II", &step.least, &step.most)) return false;
            step.kind = Step::STANDING;
            ++depth;
        } else {
            unsigned int wanted;
            PyObject* places;
            if (!PyArg_ParseTuple(part, "IO!", &wanted, &PyTuple_Type, &places)) return false;
            step.features = wanted;
            for (Py_ssize_t j = 0; j < PyTuple_GET_SIZE(places); ++j) {
                step.places.push_back(PyLong_AsUnsignedLongLong(PyTuple_GET_ITEM(places, j)));
                if (PyErr_Occurred()) return false;
                if (step.places.back() >> PLACE_BITS)
                    return PyErr_Format(PyExc_ValueError, "a place has %d bits", PLACE_BITS), false;
            }
            ++depth;
        }
        if (depth < 1 || depth > 60)
            return PyErr_Format(PyExc_ValueError, "an item of a range is nested too deep"), false;
        item.push_back(std::move(step));
    }
    if (depth != 1) PyErr_Format(PyExc_ValueError, "an item of a range does not come out as one");
    return depth == 1;
}

// Standings by class as 32-bit bytes; none where there are no bytes.
bool read_standings(const char* bytes, Py_ssize_t length, int size, std::optional<Standings>& standings) {
    if (!length) return true;
    if ((size != 4 && size != 5) || length != static_cast<Py_ssize_t>(hand_classes(size)) * 4) {
        PyErr_Format(PyExc_ValueError, "%zd bytes are no standings of hands of %d cards", length, size);
        return false;
    }
    std::vector<uint32_t> by_class(hand_classes(size));
    std::memcpy(by_class.data(), bytes, static_cast<size_t>(length));
    standings.emplace(by_class.data(), size);
    return true;
}

// standings_between(standings, from, to, size) -> (least, most)
PyObject* standings_between(PyObject*, PyObject* args) {
    const char* bytes;
    Py_ssize_t length;
    double from, to;
    int size;
    if (!PyArg_ParseTuple(args, "y#ddi", &bytes, &length, &from, &to, &size)) return nullptr;
    std::optional<Standings> standings;
    if (!read_standings(bytes, length, size, standings)) return nullptr;
    if (!standings) return PyErr_Format(PyExc_ValueError, "no standings were given");
    const auto [least, most] = standings->between(from, to);
    return Py_BuildValue("II", least, most);
}

// versus_random(size, one_of, threads, progress) -> (held, high, split), each a number for every class
PyObject* versus_random_py(PyObject*, PyObject* args) {
    int size, threads;
    unsigned long long one_of;
    PyObject* progress;
    if (!PyArg_ParseTuple(args, "iKiO", &size, &one_of, &threads, &progress)) return nullptr;
    if ((size != 4 && size != 5) || !one_of)
        return PyErr_Format(PyExc_ValueError, "hands of %d cards on one of %llu boards", size, one_of);
    PotsWon won;
    Attention attention(progress);
    if (!without_gil([&] { won = versus_random(size, one_of, threads, attention); })) return nullptr;
    return Py_BuildValue("NNN", list_of(won.held), list_of(won.high), list_of(won.split));
}

// holdings(items, size, free cards as a mask, standings, threads, progress) -> (cards, item numbers as 16-bit
// bytes)
PyObject* holdings_py(PyObject*, PyObject* args) {
    PyObject *list, *progress;
    const char* bytes;
    Py_ssize_t length;
    int size, threads;
    unsigned long long free;
    if (!PyArg_ParseTuple(args, "O!iKy#iO", &PyList_Type, &list, &size, &free, &bytes, &length, &threads,
                          &progress))
        return nullptr;
    if (size < 1 || size > 7 || free >> 52)
        return PyErr_Format(PyExc_ValueError, "%d cards: one to seven of 52", size);
    std::optional<Standings> standings;
    if (!read_standings(bytes, length, size, standings)) return nullptr;
    std::vector<Item> items;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list) && i < 65535; ++i) {
        items.emplace_back();
        if (!read_item(PyList_GET_ITEM(list, i), items.back())) return nullptr;
    }
    Named named;
    Attention attention(progress);
    const Watch watch = size > 4 ? Watch(attention) : Watch();
    if (!without_gil(
            [&] { named = holdings(items, size, free, standings ? &*standings : nullptr, threads, watch); }))
        return nullptr;
    return Py_BuildValue("y#y#", reinterpret_cast<const char*>(named.cards.data()),
                         static_cast<Py_ssize_t>(named.cards.size()),
                         reinterpret_cast<const char*>(named.item.data()),
                         static_cast<Py_ssize_t>(named.item.size() * 2));
}

PyMethodDef METHODS[] = {
    {"high", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(rank_high)), METH_FASTCALL,
     "high(*cards): value of the best five of five to seven cards."},
    {"value", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(value)), METH_FASTCALL,
     "value(scale, building, top, hole, board): value of one hand."},
    {"values", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(values)), METH_FASTCALL,
     "values(scale, building, top, hands, board): values on one board."},
    {"rank_rows", rank_rows_py, METH_VARARGS,
     "Rank rows of card bytes into an array of 16-bit values; the first bad row, or -1."},
    {"count_values", count_values_py, METH_VARARGS,
     "How often each value occurs among all hands of so many cards."},
    {"count_two_plus_three", count_two_plus_three_py, METH_VARARGS,
     "How many deals are worth no more than each limit."},
    {"holdings", holdings_py, METH_VARARGS, "The holdings that the items of a range name."},
    {"standings_between", standings_between, METH_VARARGS,
     "The least and the most standing of a part of all hands."},
    {"versus_random", versus_random_py, METH_VARARGS,
     "Pots that every class of Omaha hands wins against all others."},
    {"equity", equity, METH_VARARGS, "Count or sample who wins."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef MODULE = {PyModuleDef_HEAD_INIT,
                      "_kernel",
                      "Ranks, counts and enumerates cards; knows nothing of betting.",
                      -1,
                      METHODS,
                      nullptr,
                      nullptr,
                      nullptr,
                      nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__kernel() {
    PyObject* module = PyModule_Create(&MODULE);
    if (!module) return nullptr;
    const std::pair<const char*, int> constants[] = {{"HIGH5", HIGH5},
                                                     {"HIGH4", HIGH4},
                                                     {"HIGH3", HIGH3},
                                                     {"LOW_A5", LOW_A5},
                                                     {"LOW_A3", LOW_A3},
                                                     {"LOW_27", LOW_27},
                                                     {"LOW_A5_STRICT", LOW_A5_STRICT},
                                                     {"LOW_A3_STRICT", LOW_A3_STRICT},
                                                     {"BADUGI", BADUGI},
                                                     {"ANY", ANY},
                                                     {"TWO_PLUS_THREE", TWO_PLUS_THREE},
                                                     {"RAINBOW", RAINBOW},
                                                     {"SINGLE_SUITED", SINGLE_SUITED},
                                                     {"DOUBLE_SUITED", DOUBLE_SUITED},
                                                     {"SUITED", SUITED},
                                                     {"OFFSUIT", OFFSUIT},
                                                     {"NO_PAIR", NO_PAIR},
                                                     {"ONE_PAIR_HELD", ONE_PAIR_HELD},
                                                     {"TWO_PAIRS_HELD", TWO_PAIRS_HELD},
                                                     {"NO_TRIPS", NO_TRIPS}};
    for (const auto& [name, number] : constants)
        if (PyModule_AddIntConstant(module, name, number) < 0) {
            Py_DECREF(module);
            return nullptr;
        }
    return module;
}
