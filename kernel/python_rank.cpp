#include <mutex>

#include "exhaust.hpp"
#include "python.hpp"

namespace hoyle {

// high(*cards): the leanest call, five to seven cards.
PyObject* rank_high(PyObject*, PyObject* const* args, Py_ssize_t count) {
    static const Way* way = nullptr;
    if (!way && !(way = find_way(HIGH5, ANY, 0))) return nullptr;
    if (count < 5 || count > 7) {
        PyErr_Format(PyExc_ValueError, "%zd cards: five to seven are ranked", count);
        return nullptr;
    }
    uint8_t cards[8];
    uint64_t key = way->flush_bias, mask = 0;
    for (Py_ssize_t i = 0; i < count; ++i) {
        long card;
        if (!to_long(args[i], card)) return nullptr;
        if (!take_card(card, mask)) [[unlikely]]
            return nullptr;
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
    uint8_t hole[8], board[8];
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
    uint8_t hole[8], board[8];
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

// Returns the first bad row, or -1.
PyObject* rank_rows_py(PyObject*, PyObject* args, PyObject* keywords) {
    long scale, building, top;
    int holes, on_board, threads;
    PyObject *rows, *out, *out_low = Py_None;
    if (!read_arguments(
            args, keywords, "llliiOOi|O",
            {"scale", "building", "top", "holes", "on_board", "rows", "out", "threads", "out_low"}, &scale,
            &building, &top, &holes, &on_board, &rows, &out, &threads, &out_low))
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

PyObject* count_values_py(PyObject*, PyObject* args, PyObject* keywords) {
    long scale, top;
    int cards, threads;
    PyObject* progress;
    if (!read_arguments(args, keywords, "lliiO", {"scale", "top", "cards", "threads", "progress"}, &scale, &top,
                        &cards, &threads, &progress))
        return nullptr;
    const Way* way = find_way(scale, ANY, top);
    if (!way) return nullptr;
    if (cards < RULES[scale].size || cards > 7)
        return PyErr_Format(PyExc_ValueError, "%d cards: from the size of a hand to seven", cards);
    std::vector<uint64_t> counts;
    Attention attention(progress);
    if (!without_gil([&] { counts = count_values(*way, cards, threads, attention); })) return nullptr;
    return list_of(counts);
}

PyObject* count_two_plus_three_py(PyObject*, PyObject* args, PyObject* keywords) {
    long scale, top;
    int holes, threads;
    PyObject *limits_list, *progress;
    if (!read_arguments(args, keywords, "lliO!iO", {"scale", "top", "holes", "limits", "threads", "progress"},
                        &scale, &top, &holes, &PyList_Type, &limits_list, &threads, &progress))
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

}  // namespace hoyle
