#include "python.hpp"

#include <array>
#include <memory>

namespace hoyle {
namespace {

constexpr int MOST_TOP = 13;

}  // namespace

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

bool enough(const Way& way, int holes, int on_board) {
    const bool fits = way.building == TWO_PLUS_THREE ? holes >= 2 && on_board >= 3
                                                     : holes + on_board >= RULES[way.scale].size;
    if (!fits)
        PyErr_Format(PyExc_ValueError, "%d hole cards and %d of the board are too few for a hand", holes,
                     on_board);
    return fits;
}

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
        if (!take_card(card, mask)) return -1;
        cards[i] = static_cast<uint8_t>(card);
    }
    return static_cast<int>(size);
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

}  // namespace hoyle
