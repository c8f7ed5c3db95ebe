// What the functions for Python have in common. Plain CPython calls, so that ranking one hand stays lean;
// arrays come and go through the buffer protocol, so that NumPy is not needed to build.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <string>
#include <vector>

#include "rank.hpp"
#include "work.hpp"

namespace hoyle {

// Made once and kept; sets an error where there is no such way.
const Way* find_way(long scale, long building, long top);
// Sets an error where the cards are too few for a hand.
bool enough(const Way& way, int holes, int on_board);
// Reads cards out of a list or tuple; sets an error for what is no card.
int read_cards(PyObject* object, uint8_t* cards, int most, uint64_t& mask);
PyObject* list_of(const std::vector<uint64_t>& numbers);

inline bool to_long(PyObject* object, long& number) {
    number = PyLong_AsLong(object);
    return number != -1 || !PyErr_Occurred();
}

// Adds a card to those seen; an error where it is none, or was seen before.
inline bool take_card(long card, uint64_t& seen) {
    if (card < 0 || card > 51) [[unlikely]] {
        PyErr_Format(PyExc_ValueError, "%ld is not a card: cards are the numbers 0 (2c) to 51 (As)", card);
        return false;
    }
    if (seen >> card & 1) [[unlikely]] {
        PyErr_Format(PyExc_ValueError, "%c%c appears twice", "23456789TJQKA"[card >> 2], "cdhs"[card & 3]);
        return false;
    }
    seen |= 1ull << card;
    return true;
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

// Reads arguments by position or by name; the names are those of the stub `_kernel.pyi`.
template <size_t count, typename... Targets>
bool read_arguments(PyObject* args, PyObject* keywords, const char* format, const char* const (&names)[count],
                    Targets... targets) {
    const char* list[count + 1]{};
    std::copy(names, names + count, list);
    return PyArg_ParseTupleAndKeywords(args, keywords, format, const_cast<char**>(list), targets...);
}

// A function for Python, out of which no exception leads.
template <PyObject* function(PyObject*, PyObject*, PyObject*)>
PyObject* guarded(PyObject* self, PyObject* args, PyObject* keywords) {
    try {
        return function(self, args, keywords);
    } catch (const std::bad_alloc&) {
        return PyErr_NoMemory();
    }
}

// By module and in its order: ranking and counting, odds.
PyObject* rank_high(PyObject*, PyObject* const* args, Py_ssize_t count);
PyObject* value(PyObject*, PyObject* const* args, Py_ssize_t count);
PyObject* values(PyObject*, PyObject* const* args, Py_ssize_t count);
PyObject* rank_rows_py(PyObject*, PyObject* args, PyObject* keywords);
PyObject* count_values_py(PyObject*, PyObject* args, PyObject* keywords);
PyObject* count_two_plus_three_py(PyObject*, PyObject* args, PyObject* keywords);
PyObject* equity_py(PyObject*, PyObject* args, PyObject* keywords);
PyObject* holdings_py(PyObject*, PyObject* args, PyObject* keywords);
PyObject* standings_between_py(PyObject*, PyObject* args, PyObject* keywords);
PyObject* versus_random_py(PyObject*, PyObject* args, PyObject* keywords);

}  // namespace hoyle
