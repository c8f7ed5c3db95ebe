// Counting for the house games: every deal of Four Card Poker against every dealer hand, and the whole decision
// tree of Mississippi Stud. It ranks and counts; which wager is best and what it costs is decided by its callers.
//
// Cards are 0..51, rank * 4 + suit. Sets of cards are numbered in colexicographic order.

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

#include "../choose.hpp"
#include "../scales.hpp"

namespace {

constexpr int kCards = 52;
constexpr int kLines = 11;  // pay lines of Mississippi Stud, the last one loses
constexpr int kBets = 11;   // one more than the most antes that can be bet there
constexpr int kGains = (kLines + 1) * kBets;  // what hands gain, by line and antes bet; the last line is a fold

constexpr auto& choose_ = hoyle::CHOOSE.of;

inline uint32_t at2(int a, int b) { return choose_[b][2] + a; }
inline uint32_t at3(int a, int b, int c) { return choose_[c][3] + at2(a, b); }
inline uint32_t at4(int a, int b, int c, int d) { return choose_[d][4] + at3(a, b, c); }
inline uint32_t at5(int a, int b, int c, int d, int e) { return choose_[e][5] + at4(a, b, c, d); }

// What cards in rising order are worth, as the kernel grades their ranks; each collection of ranks is graded once.
class Grades {
    hoyle::ScaleRules rules_;
    std::vector<uint32_t> known_[2];  // of mixed suits, of one suit

   public:
    explicit Grades(hoyle::Scale scale) : rules_(hoyle::RULES[scale]) {
        size_t hands = 1;
        for (int i = 0; i < rules_.size; ++i) hands *= 13;
        for (auto& known : known_) known.assign(hands, 0);
    }
    uint32_t operator()(std::initializer_list<int> cards) {
        size_t at = 0;
        bool suited = true;
        for (int card : cards) {
            at = at * 13 + size_t(card >> 2);
            suited = suited && (card & 3) == (*cards.begin() & 3);
        }
        uint32_t& found = known_[suited][at];
        if (!found) {
            int ranks[5], held = 0;
            for (int card : cards) ranks[held++] = card >> 2;
            found = hoyle::grade(rules_, {ranks, cards.size()}, suited);
        }
        return found;
    }
};

std::vector<uint32_t> scale_;    // four-card grades, worst first
std::vector<uint16_t> four_;     // place on the scale of every set of four cards
std::vector<uint8_t> stud_line_;  // pay line of every set of five cards

void fill_four() {
    std::vector<uint32_t> grades(choose_[kCards][4]);
    Grades of(hoyle::HIGH4);
    for (int d = 3; d < kCards; ++d)
        for (int c = 2; c < d; ++c)
            for (int b = 1; b < c; ++b)
                for (int a = 0; a < b; ++a) grades[at4(a, b, c, d)] = of({a, b, c, d});
    scale_ = grades;
    std::sort(scale_.begin(), scale_.end());
    scale_.erase(std::unique(scale_.begin(), scale_.end()), scale_.end());
    four_.resize(grades.size());
    for (size_t at = 0; at < grades.size(); ++at)
        four_[at] = uint16_t(std::lower_bound(scale_.begin(), scale_.end(), grades[at]) - scale_.begin());
}

inline uint16_t best_of_five(int a, int b, int c, int d, int e) {
    const uint16_t v0 = four_[at4(a, b, c, d)], v1 = four_[at4(a, b, c, e)], v2 = four_[at4(a, b, d, e)];
    const uint16_t v3 = four_[at4(a, c, d, e)], v4 = four_[at4(b, c, d, e)];
    return std::max(std::max(std::max(v0, v1), std::max(v2, v3)), v4);
}

inline uint16_t best_of_six(const int* s) {
    uint16_t best = best_of_five(s[0], s[1], s[2], s[3], s[4]);
    for (int i = 0; i < 5; ++i)
        for (int j = i + 1; j < 5; ++j)
            for (int k = j + 1; k < 5; ++k) best = std::max(best, four_[at4(s[i], s[j], s[k], s[5])]);
    return best;
}

// Royal flush 0, straight flush 1, four of a kind 2, full house 3, flush 4, straight 5, three of a kind 6,
// two pair 7, jacks or better 8, sixes to tens 9, nothing 10.
uint8_t pay_line(uint32_t grade) {
    const uint32_t kind = grade >> 20, pip = grade >> 16 & 15;
    if (kind > 1) return uint8_t(9 - kind);
    return kind == 0 || pip < 6 ? 10 : pip < 11 ? 9 : 8;
}

void fill_stud() {
    stud_line_.resize(choose_[kCards][5]);
    Grades of(hoyle::HIGH5);
    for (int e = 4; e < kCards; ++e)
        for (int d = 3; d < e; ++d)
            for (int c = 2; c < d; ++c)
                for (int b = 1; b < c; ++b)
                    for (int a = 0; a < b; ++a)
                        stud_line_[at5(a, b, c, d, e)] = pay_line(of({a, b, c, d, e}));
}

void prepare_four() {
    if (four_.empty()) fill_four();
}

void prepare_stud() {
    if (stud_line_.empty()) fill_stud();
}

// ---------------------------------------------------------------------------------------------------------------

using Five = std::array<uint8_t, 5>;

// For one card the dealer shows: of every player hand, how many dealer hands beat it. Dealer hands are put on the
// table from the best downward, and every set of up to four cards counts in how many of them it lies; a player
// hand asks when exactly the better ones are there, and inclusion and exclusion leave those that share no card
// with it. `take` is called with the hand's place on the scale and the number of dealer hands that beat it.
template <typename Take>
void sweep(int up, Take take) {
    int deck[51];
    for (int card = 0, at = 0; card < kCards; ++card)
        if (card != up) deck[at++] = card;
    const size_t hands = choose_[51][5];
    std::vector<Five> cards(hands);
    std::vector<uint16_t> own(hands), dealer(hands);
    size_t at = 0;
    for (int e = 4; e < 51; ++e)
        for (int d = 3; d < e; ++d)
            for (int c = 2; c < d; ++c)
                for (int b = 1; b < c; ++b)
                    for (int a = 0; a < b; ++a, ++at) {
                        cards[at] = {uint8_t(a), uint8_t(b), uint8_t(c), uint8_t(d), uint8_t(e)};
                        int six[6] = {deck[a], deck[b], deck[c], deck[d], deck[e], up};
                        own[at] = best_of_five(six[0], six[1], six[2], six[3], six[4]);
                        for (int i = 5; i > 0 && six[i] < six[i - 1]; --i) std::swap(six[i], six[i - 1]);
                        dealer[at] = best_of_six(six);
                    }
    const size_t values = scale_.size();
    auto ordered = [&](const std::vector<uint16_t>& by, std::vector<uint32_t>& start) {
        start.assign(values + 1, 0);
        for (uint16_t value : by) ++start[value + 1];
        for (size_t v = 0; v < values; ++v) start[v + 1] += start[v];
        std::vector<uint32_t> next(start.begin(), start.end() - 1), order(by.size());
        for (size_t i = 0; i < by.size(); ++i) order[next[by[i]]++] = uint32_t(i);
        return order;
    };
    std::vector<uint32_t> own_start, dealer_start;
    const std::vector<uint32_t> own_order = ordered(own, own_start), dealer_order = ordered(dealer, dealer_start);

    std::vector<uint32_t> ones(51), twos(choose_[51][2]);
    std::vector<uint16_t> threes(choose_[51][3]);
    std::vector<uint8_t> fours(choose_[51][4]);
    int64_t laid = 0;
    for (size_t v = values; v-- > 0;) {
        for (uint32_t i = own_start[v]; i < own_start[v + 1]; ++i) {
            const Five& p = cards[own_order[i]];
            const int a = p[0], b = p[1], c = p[2], d = p[3], e = p[4];
            int64_t better = laid;
            better -= int64_t(ones[a]) + ones[b] + ones[c] + ones[d] + ones[e];
            better += int64_t(twos[at2(a, b)]) + twos[at2(a, c)] + twos[at2(a, d)] + twos[at2(a, e)] +
                      twos[at2(b, c)] + twos[at2(b, d)] + twos[at2(b, e)] + twos[at2(c, d)] + twos[at2(c, e)] +
                      twos[at2(d, e)];
            better -= int64_t(threes[at3(a, b, c)]) + threes[at3(a, b, d)] + threes[at3(a, b, e)] +
                      threes[at3(a, c, d)] + threes[at3(a, c, e)] + threes[at3(a, d, e)] + threes[at3(b, c, d)] +
                      threes[at3(b, c, e)] + threes[at3(b, d, e)] + threes[at3(c, d, e)];
            better += int64_t(fours[at4(a, b, c, d)]) + fours[at4(a, b, c, e)] + fours[at4(a, b, d, e)] +
                      fours[at4(a, c, d, e)] + fours[at4(b, c, d, e)];
            better -= dealer[own_order[i]] > v;
            take(v, p, better);
        }
        for (uint32_t i = dealer_start[v]; i < dealer_start[v + 1]; ++i) {
            const Five& p = cards[dealer_order[i]];
            const int a = p[0], b = p[1], c = p[2], d = p[3], e = p[4];
            ++laid;
            for (int card : p) ++ones[card];
            for (int j = 1; j < 5; ++j)
                for (int k = 0; k < j; ++k) ++twos[at2(p[k], p[j])];
            for (int j = 2; j < 5; ++j)
                for (int k = 1; k < j; ++k)
                    for (int l = 0; l < k; ++l) ++threes[at3(p[l], p[k], p[j])];
            ++fours[at4(a, b, c, d)], ++fours[at4(a, b, c, e)], ++fours[at4(a, b, d, e)];
            ++fours[at4(a, c, d, e)], ++fours[at4(b, c, d, e)];
        }
    }
}

bool get_ints(PyObject* given, int64_t* into, Py_ssize_t count) {
    PyObject* items = PySequence_Fast(given, "a sequence of whole numbers is needed");
    if (!items) return false;
    bool good = PySequence_Fast_GET_SIZE(items) == count;
    if (!good) PyErr_Format(PyExc_ValueError, "%zd numbers are needed", count);
    for (Py_ssize_t i = 0; good && i < count; ++i) {
        into[i] = PyLong_AsLongLong(PySequence_Fast_GET_ITEM(items, i));
        good = !(into[i] == -1 && PyErr_Occurred());
    }
    Py_DECREF(items);
    return good;
}

template <typename Number>
PyObject* list_of(const std::vector<Number>& numbers) {
    PyObject* list = PyList_New(Py_ssize_t(numbers.size()));
    for (size_t i = 0; list && i < numbers.size(); ++i) {
        PyObject* number = PyLong_FromLongLong((long long)numbers[i]);
        if (!number) {
            Py_DECREF(list);
            return nullptr;
        }
        PyList_SET_ITEM(list, Py_ssize_t(i), number);
    }
    return list;
}

// four_card_sweep(up, floor): per place on the scale and decision (fold, once, any, thrice), how many hands
// and how many winning deals. A hand folds when its wins minus losses are below floor[class], plays thrice when
// they are above zero.
PyObject* four_card_sweep(PyObject*, PyObject* args) {
    int up;
    PyObject* floors;
    if (!PyArg_ParseTuple(args, "iO", &up, &floors)) return nullptr;
    int64_t floor[8];
    if (!get_ints(floors, floor, 8)) return nullptr;
    if (up < 0 || up >= kCards) return PyErr_Format(PyExc_ValueError, "%d is not a card", up);
    std::vector<int64_t> hands, wins;
    Py_BEGIN_ALLOW_THREADS;
    const int64_t deals = choose_[46][5];
    hands.assign(scale_.size() * 4, 0);
    wins.assign(scale_.size() * 4, 0);
    sweep(up, [&](size_t v, const Five&, int64_t better) {
        const int64_t lead = deals - 2 * better;
        int decision = 0;
        if (lead > 0)
            decision = 3;
        else if (lead >= floor[scale_[v] >> 16])
            decision = lead == 0 ? 2 : 1;
        ++hands[v * 4 + decision];
        wins[v * 4 + decision] += deals - better;
    });
    Py_END_ALLOW_THREADS;
    return Py_BuildValue("NN", list_of(hands), list_of(wins));
}

// four_card_hand(cards, up): dealer hands that beat these five cards, of the C(46, 5) there are.
PyObject* four_card_hand(PyObject*, PyObject* args) {
    PyObject* given;
    int up;
    if (!PyArg_ParseTuple(args, "Oi", &given, &up)) return nullptr;
    int64_t cards[5];
    if (!get_ints(given, cards, 5)) return nullptr;
    bool out[kCards] = {false};
    for (int64_t card : cards)
        if (card < 0 || card >= kCards || out[card])
            return PyErr_Format(PyExc_ValueError, "five different cards are needed");
        else
            out[card] = true;
    if (up < 0 || up >= kCards || out[up]) return PyErr_Format(PyExc_ValueError, "the open card is not free");
    int64_t better = 0;
    Py_BEGIN_ALLOW_THREADS;
    std::sort(cards, cards + 5);
    const uint16_t own = best_of_five(int(cards[0]), int(cards[1]), int(cards[2]), int(cards[3]), int(cards[4]));
    out[up] = true;
    std::vector<int> deck;
    for (int card = 0; card < kCards; ++card)
        if (!out[card]) deck.push_back(card);
    const int n = int(deck.size());
    // The open card is merged once per triple of lower cards, so that places on the scale stay sums of three terms.
    auto value = [&](int a, int b, int c, int d) {
        int s[4] = {a, b, c, d};
        std::sort(s, s + 4);
        return four_[at4(s[0], s[1], s[2], s[3])];
    };
    std::vector<uint16_t> with_up(choose_[n][3]);
    std::vector<uint16_t> plain(choose_[n][4]);
    for (int c = 2; c < n; ++c)
        for (int b = 1; b < c; ++b)
            for (int a = 0; a < b; ++a) with_up[at3(a, b, c)] = value(deck[a], deck[b], deck[c], up) > own;
    for (int d = 3; d < n; ++d)
        for (int c = 2; c < d; ++c)
            for (int b = 1; b < c; ++b)
                for (int a = 0; a < b; ++a) {
                    const bool wins = four_[at4(deck[a], deck[b], deck[c], deck[d])] > own ||
                                      with_up[at3(a, b, c)] || with_up[at3(a, b, d)] || with_up[at3(a, c, d)] ||
                                      with_up[at3(b, c, d)];
                    plain[at4(a, b, c, d)] = wins;
                }
    for (int e = 4; e < n; ++e)
        for (int d = 3; d < e; ++d)
            for (int c = 2; c < d; ++c)
                for (int b = 1; b < c; ++b) {
                    const uint32_t bcde = plain[at4(b, c, d, e)];
                    if (bcde) {
                        better += b;
                        continue;
                    }
                    const uint16_t* abcd = &plain[choose_[d][4] + choose_[c][3] + choose_[b][2]];
                    const uint16_t* abce = &plain[choose_[e][4] + choose_[c][3] + choose_[b][2]];
                    const uint16_t* abde = &plain[choose_[e][4] + choose_[d][3] + choose_[b][2]];
                    const uint16_t* acde = &plain[choose_[e][4] + choose_[d][3] + choose_[c][2]];
                    uint32_t found = 0;
                    for (int a = 0; a < b; ++a) found += abcd[a] | abce[a] | abde[a] | acde[a];
                    better += found;
                }
    Py_END_ALLOW_THREADS;
    return PyLong_FromLongLong(better);
}

// four_card_counts(): how many five-card hands stand at each place on the scale.
PyObject* four_card_counts(PyObject*, PyObject*) {
    std::vector<int64_t> counts(scale_.size(), 0);
    for (int e = 4; e < kCards; ++e)
        for (int d = 3; d < e; ++d)
            for (int c = 2; c < d; ++c)
                for (int b = 1; b < c; ++b)
                    for (int a = 0; a < b; ++a) ++counts[best_of_five(a, b, c, d, e)];
    return list_of(counts);
}

PyObject* four_card_scale(PyObject*, PyObject*) { return list_of(scale_); }

// ---------------------------------------------------------------------------------------------------------------

inline void sorted_with(const int* set, int size, int card, int* into) {
    int at = 0;
    while (at < size && set[at] < card) into[at] = set[at], ++at;
    into[at] = card;
    for (; at < size; ++at) into[at + 1] = set[at];
}

inline bool holds(const int* set, int size, int card) {
    for (int i = 0; i < size; ++i)
        if (set[i] == card) return true;
    return false;
}

// The decision tree of Mississippi Stud. What a hand gains depends on its line and on the antes bet, not in
// proportion where a limit cuts it, so every number of antes has values of its own. Values are sums over the cards
// still to come: of a set of four cards over 48, of three over 49 * 48, of two over 50 * 49 * 48.
class Stud {
    std::array<int64_t, kGains> gains_;
    std::vector<std::array<int64_t, 7>> four_;   // of a set of four with 4 to 10 antes bet
    std::vector<std::array<int64_t, 3>> three_;  // best value of a set of three with 2, 3, 4 antes bet
    std::vector<uint8_t> four_known_, three_known_;

    int64_t gain(int line, int bet) const { return gains_[line * kBets + bet]; }

   public:
    explicit Stud(const std::array<int64_t, kGains>& gains)
        : gains_(gains),
          four_(choose_[kCards][4]),
          three_(choose_[kCards][3]),
          four_known_(choose_[kCards][4], 0),
          three_known_(choose_[kCards][3], 0) {}

    bool has(const std::array<int64_t, kGains>& gains) const { return gains_ == gains; }
    int64_t fold(int bet) const { return gain(kLines, bet); }

    // The last card is all that is missing.
    int64_t last(const int* set, int bet) {
        const uint32_t at = at4(set[0], set[1], set[2], set[3]);
        std::array<int64_t, 7>& values = four_[at];
        if (!four_known_[at]) {
            four_known_[at] = 1;
            int ends[kLines] = {0};
            int five[5];
            for (int card = 0; card < kCards; ++card) {
                if (holds(set, 4, card)) continue;
                sorted_with(set, 4, card, five);
                ++ends[stud_line_[at5(five[0], five[1], five[2], five[3], five[4])]];
            }
            for (int antes = 4; antes < kBets; ++antes) {
                int64_t total = 0;
                for (int line = 0; line < kLines; ++line) total += ends[line] * gain(line, antes);
                values[antes - 4] = total;
            }
        }
        return values[bet - 4];
    }

    int64_t after_fourth(const int* set, int bet) {
        int64_t total = 0;
        int wide[4];
        for (int card = 0; card < kCards; ++card) {
            if (holds(set, 3, card)) continue;
            sorted_with(set, 3, card, wide);
            int64_t best = fold(bet) * 48;
            for (int more = 1; more <= 3; ++more) best = std::max(best, last(wide, bet + more));
            total += best;
        }
        return total;
    }

    int64_t after_third(const int* set, int bet) {
        int64_t total = 0;
        int wide[3];
        for (int card = 0; card < kCards; ++card) {
            if (holds(set, 2, card)) continue;
            sorted_with(set, 2, card, wide);
            total += best_of_three(wide, bet);
        }
        return total;
    }

   private:
    int64_t best_of_three(const int* set, int bet) {
        const uint32_t at = at3(set[0], set[1], set[2]);
        std::array<int64_t, 3>& values = three_[at];
        if (!three_known_[at]) {
            three_known_[at] = 1;
            int64_t next[8];
            for (int antes = 3; antes <= 7; ++antes) next[antes] = after_fourth(set, antes);
            for (int antes = 2; antes <= 4; ++antes) {
                int64_t best = fold(antes) * 49 * 48;
                for (int more = 1; more <= 3; ++more) best = std::max(best, next[antes + more]);
                values[antes - 2] = best;
            }
        }
        return values[bet - 2];
    }
};

bool get_gains(PyObject* given, std::array<int64_t, kGains>& gains) {
    if (!get_ints(given, gains.data(), kGains)) return false;
    prepare_stud();
    return true;
}

// stud_values(gains, cards, bet): value of betting once, twice, three times with two, three or four cards seen and
// `bet` antes down, as sums over the cards to come. `gains` are what every line gains with 0 to 10 antes bet, line by
// line, and what a fold does.
PyObject* stud_values(PyObject*, PyObject* args) {
    static std::unique_ptr<Stud> kept;  // whoever plays asks three times in a row
    PyObject *given_gains, *given;
    int bet;
    if (!PyArg_ParseTuple(args, "OOi", &given_gains, &given, &bet)) return nullptr;
    const Py_ssize_t size = PySequence_Size(given);
    if (size < 2 || size > 4) return PyErr_Format(PyExc_ValueError, "two, three or four cards are needed");
    int64_t cards[4];
    std::array<int64_t, kGains> gains;
    if (!get_ints(given, cards, size) || !get_gains(given_gains, gains)) return nullptr;
    if (bet < size - 1 || bet > 3 * size - 5)
        return PyErr_Format(PyExc_ValueError, "%d antes cannot be bet with %d cards seen", bet, int(size));
    if (!kept || !kept->has(gains)) kept = std::make_unique<Stud>(gains);
    int set[4];
    for (int i = 0; i < size; ++i) set[i] = int(cards[i]);
    std::sort(set, set + size);
    int64_t values[3];
    for (int more = 1; more <= 3; ++more) {
        if (size == 2)
            values[more - 1] = kept->after_third(set, bet + more);
        else if (size == 3)
            values[more - 1] = kept->after_fourth(set, bet + more);
        else
            values[more - 1] = kept->last(set, bet + more);
    }
    return Py_BuildValue("LLL", (long long)values[0], (long long)values[1], (long long)values[2]);
}

// stud_outcomes(gains): how often best play ends on each line with each number of antes bet, out of all deals in
// order (52 * 51 / 2 * 50 * 49 * 48); line 11 stands for a fold. Of equal choices the largest wager is made.
PyObject* stud_outcomes(PyObject*, PyObject* args) {
    PyObject* given;
    std::array<int64_t, kGains> gains;
    if (!PyArg_ParseTuple(args, "O", &given) || !get_gains(given, gains)) return nullptr;
    std::vector<int64_t> counts(kGains, 0);
    Py_BEGIN_ALLOW_THREADS;
    Stud stud(gains);
    auto count = [&](int line, int bet, int64_t deals) { counts[line * kBets + bet] += deals; };
    // The largest of the best wagers on top of `from` antes, 0 where folding is better than any.
    auto choose = [&](int from, int64_t ways, auto value) {
        int64_t best = stud.fold(from) * ways;
        int bet = 0;
        for (int more = 1; more <= 3; ++more) {
            const int64_t found = value(from + more);
            if (found >= best) best = found, bet = from + more;
        }
        return bet;
    };
    std::vector<std::array<int64_t, 3>> into3(choose_[kCards][3]);
    std::vector<std::array<int64_t, 5>> into4(choose_[kCards][4]);
    for (auto& each : into3) each.fill(0);
    for (auto& each : into4) each.fill(0);
    int wide[5];
    for (int b = 1; b < kCards; ++b)
        for (int a = 0; a < b; ++a) {
            const int set[2] = {a, b};
            const int bet = choose(1, 50 * 49 * 48, [&](int antes) { return stud.after_third(set, antes); });
            if (!bet) {
                count(kLines, 1, 50 * 49 * 48);
                continue;
            }
            for (int card = 0; card < kCards; ++card) {
                if (holds(set, 2, card)) continue;
                sorted_with(set, 2, card, wide);
                ++into3[at3(wide[0], wide[1], wide[2])][bet - 2];
            }
        }
    for (int c = 2; c < kCards; ++c)
        for (int b = 1; b < c; ++b)
            for (int a = 0; a < b; ++a)
                for (int from = 2; from <= 4; ++from) {
                    const int64_t ways = into3[at3(a, b, c)][from - 2];
                    if (!ways) continue;
                    const int set[3] = {a, b, c};
                    const int bet = choose(from, 49 * 48, [&](int antes) { return stud.after_fourth(set, antes); });
                    if (!bet) {
                        count(kLines, from, ways * 49 * 48);
                        continue;
                    }
                    for (int card = 0; card < kCards; ++card) {
                        if (holds(set, 3, card)) continue;
                        sorted_with(set, 3, card, wide);
                        into4[at4(wide[0], wide[1], wide[2], wide[3])][bet - 3] += ways;
                    }
                }
    for (int d = 3; d < kCards; ++d)
        for (int c = 2; c < d; ++c)
            for (int b = 1; b < c; ++b)
                for (int a = 0; a < b; ++a)
                    for (int from = 3; from <= 7; ++from) {
                        const int64_t ways = into4[at4(a, b, c, d)][from - 3];
                        if (!ways) continue;
                        const int set[4] = {a, b, c, d};
                        const int bet = choose(from, 48, [&](int antes) { return stud.last(set, antes); });
                        if (!bet) {
                            count(kLines, from, ways * 48);
                            continue;
                        }
                        for (int card = 0; card < kCards; ++card) {
                            if (holds(set, 4, card)) continue;
                            sorted_with(set, 4, card, wide);
                            count(stud_line_[at5(wide[0], wide[1], wide[2], wide[3], wide[4])], bet, ways);
                        }
                    }
    Py_END_ALLOW_THREADS;
    return list_of(counts);
}

PyMethodDef methods[] = {
    {"four_card_scale", four_card_scale, METH_NOARGS, "Four-card hands, worst first."},
    {"four_card_counts", four_card_counts, METH_NOARGS, "Five-card hands by place on the scale."},
    {"four_card_hand", four_card_hand, METH_VARARGS, "Dealer hands that beat one hand."},
    {"four_card_sweep", four_card_sweep, METH_VARARGS, "All hands against one open card."},
    {"stud_values", stud_values, METH_VARARGS, "Values of the three street wagers."},
    {"stud_outcomes", stud_outcomes, METH_VARARGS, "How best play ends."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "hoyle._banked", "Counting for the house games.", -1, methods,
    nullptr, nullptr, nullptr, nullptr,
};

}  // namespace

PyMODINIT_FUNC PyInit__banked() {
    prepare_four();
    return PyModule_Create(&module);
}
