#include <cstring>
#include <optional>

#include "python.hpp"
#include "ranges.hpp"
#include "standings.hpp"
#include "versus_random.hpp"

namespace hoyle {
namespace {

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

}  // namespace

// Returns (least, most).
PyObject* standings_between_py(PyObject*, PyObject* args, PyObject* keywords) {
    const char* bytes;
    Py_ssize_t length;
    double from, to;
    int size;
    if (!read_arguments(args, keywords, "y#ddi", {"standings", "start", "end", "size"}, &bytes, &length, &from,
                        &to, &size))
        return nullptr;
    std::optional<Standings> standings;
    if (!read_standings(bytes, length, size, standings)) return nullptr;
    if (!standings) return PyErr_Format(PyExc_ValueError, "no standings were given");
    std::pair<uint32_t, uint32_t> limits;
    if (!without_gil([&] { limits = standings->between(from, to); })) return nullptr;
    return Py_BuildValue("II", limits.first, limits.second);
}

// Returns (held, high, split), each a number for every class.
PyObject* versus_random_py(PyObject*, PyObject* args, PyObject* keywords) {
    int size, threads;
    unsigned long long one_of;
    PyObject* progress;
    if (!read_arguments(args, keywords, "iKiO", {"size", "one_of", "threads", "progress"}, &size, &one_of,
                        &threads, &progress))
        return nullptr;
    if ((size != 4 && size != 5) || !one_of)
        return PyErr_Format(PyExc_ValueError, "hands of %d cards on one of %llu boards", size, one_of);
    PotsWon won;
    Attention attention(progress);
    if (!without_gil([&] { won = versus_random(size, one_of, threads, attention); })) return nullptr;
    return Py_BuildValue("NNN", list_of(won.held), list_of(won.high), list_of(won.split));
}

// The free cards are a mask. Returns (cards, item numbers as 16-bit bytes).
PyObject* holdings_py(PyObject*, PyObject* args, PyObject* keywords) {
    PyObject *list, *progress;
    const char* bytes;
    Py_ssize_t length;
    int size, threads;
    unsigned long long free;
    if (!read_arguments(args, keywords, "O!iKy#iO",
                        {"items", "size", "free", "standings", "threads", "progress"}, &PyList_Type, &list,
                        &size, &free, &bytes, &length, &threads, &progress))
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
    // Of nothing, Python would make None.
    const char* cards = named.cards.empty() ? "" : reinterpret_cast<const char*>(named.cards.data());
    const char* numbers = named.item.empty() ? "" : reinterpret_cast<const char*>(named.item.data());
    return Py_BuildValue("y#y#", cards, static_cast<Py_ssize_t>(named.cards.size()), numbers,
                         static_cast<Py_ssize_t>(named.item.size() * 2));
}

}  // namespace hoyle
