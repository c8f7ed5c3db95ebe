// hoyle._kernel: the Python side.
#include "python.hpp"
#include "ranges.hpp"

namespace {

using namespace hoyle;

template <PyObject* function(PyObject*, PyObject*, PyObject*)>
const PyCFunction by_name = reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(guarded<function>));

PyMethodDef METHODS[] = {
    {"high", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(rank_high)), METH_FASTCALL,
     "Value of the best five of five to seven cards, each an argument: numbers 0 to 51.\n\n"
     ">>> from hoyle.odds import rank_one\n"
     ">>> rank_one(51, 47, 43, 39, 35) > rank_one(51, 50, 49, 48, 35)\n"
     "True"},
    {"value", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(value)), METH_FASTCALL,
     "value(scale, building, top, hole, board): value of one hand."},
    {"values", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(values)), METH_FASTCALL,
     "values(scale, building, top, hands, board): values on one board."},
    {"rank_rows", by_name<rank_rows_py>, METH_VARARGS | METH_KEYWORDS,
     "Rank rows of card bytes into an array of 16-bit values; the first bad row, or -1."},
    {"count_values", by_name<count_values_py>, METH_VARARGS | METH_KEYWORDS,
     "How often each value occurs among all hands of so many cards."},
    {"count_two_plus_three", by_name<count_two_plus_three_py>, METH_VARARGS | METH_KEYWORDS,
     "How many deals are worth no more than each limit."},
    {"holdings", by_name<holdings_py>, METH_VARARGS | METH_KEYWORDS, "The holdings that the items of a range name."},
    {"standings_between", by_name<standings_between_py>, METH_VARARGS | METH_KEYWORDS,
     "The least and the most standing of a part of all hands."},
    {"versus_random", by_name<versus_random_py>, METH_VARARGS | METH_KEYWORDS,
     "Pots that every class of Omaha hands wins against all others."},
    {"equity", by_name<equity_py>, METH_VARARGS | METH_KEYWORDS, "Count or sample who wins."},
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
