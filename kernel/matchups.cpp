#include "matchups.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "deck.hpp"
#include "holdings.hpp"
#include "preflop.hpp"
#include "suits.hpp"

namespace hoyle {
namespace {

struct MatchupHash {
    size_t operator()(const std::vector<uint64_t>& masks) const {
        uint64_t hash = 0;
        for (uint64_t mask : masks) hash = (hash ^ mask) * 0x9E3779B97F4A7C15ull, hash ^= hash >> 29;
        return hash;
    }
};

// Matchups kept at a time by one thread: what they take of the memory stays within some 100 MB.
constexpr size_t MOST_CLASSES = 1 << 19;

// Suits can be renamed as long as dead cards stay what they are.
std::vector<Renaming> renamings_beside(uint64_t dead) {
    std::vector<Renaming> found;
    for (const Renaming& renaming : renamings())
        if (rename(dead, renaming) == dead) found.push_back(renaming);
    return found;
}

// Hands of one seat that differ in the names of suits only.
struct Namesakes {
    uint64_t name;                                     // the smallest of their names
    std::vector<std::pair<uint64_t, uint64_t>> hands;  // and weights
};

std::vector<Namesakes> by_name(const FullSeat& seat, const std::vector<Renaming>& renamings) {
    std::vector<std::array<uint64_t, 3>> named;
    for (size_t h = 0; h < seat.masks.size(); ++h) {
        uint64_t name = seat.masks[h];
        for (const Renaming& renaming : renamings) name = std::min(name, rename(seat.masks[h], renaming));
        named.push_back({name, seat.masks[h], seat.weights[h]});
    }
    std::sort(named.begin(), named.end());
    std::vector<Namesakes> groups;
    for (const auto& [name, mask, weight] : named) {
        if (groups.empty() || groups.back().name != name) groups.push_back({name, {}});
        groups.back().hands.emplace_back(mask, weight);
    }
    return groups;
}

// Matchups in classes that differ in the names of suits only; a class is judged once for all of them. One
// seat leads: classes of different names of its hand never meet, so that groups of its namesakes can be
// worked on apart.
class Matchups {
  public:
    Matchups(const Problem& problem, const std::vector<FullSeat>& full, size_t lead,
             const std::vector<Renaming>& renamings)
        : tally(static_cast<int>(full.size()), problem.game.low.has_value()),
          problem_(problem),
          full_(full),
          renamings_(renamings),
          seats_{lead},
          chosen_(full.size()),
          named_(full.size()),
          method_(problem.game, tally.players) {
        for (size_t s = 0; s < full.size(); ++s)
            if (s != lead) seats_.push_back(s);
    }

    void count(const Namesakes& group) {
        for (const auto& [mask, weight] : group.hands) {
            chosen_[0] = mask;
            useful_.clear();
            for (const Renaming& renaming : renamings_)
                if (rename(mask, renaming) == group.name) useful_.push_back(renaming);
            walk(1, mask, weight);
        }
        judge();
    }

    Tally tally;

  private:
    const Problem& problem_;
    const std::vector<FullSeat>& full_;
    const std::vector<Renaming>& renamings_;
    std::vector<size_t> seats_;  // the lead first; hands below are in this order
    std::vector<uint64_t> chosen_, smallest_, named_;
    std::vector<Renaming> useful_;  // those that give the lead's hand its smallest name
    std::unordered_map<std::vector<uint64_t>, uint64_t, MatchupHash> classes_;
    Preflop method_;
    uint64_t walked_ = 0;

    void walk(size_t place, uint64_t used, uint64_t weight) {
        if (place == seats_.size()) return keep(weight);
        const FullSeat& seat = full_[seats_[place]];
        for (size_t h = 0; h < seat.masks.size(); ++h) {
            if (seat.masks[h] & used) continue;
            chosen_[place] = seat.masks[h];
            walk(place + 1, used | chosen_[place], weight * seat.weights[h]);
        }
    }

    void keep(uint64_t weight) {
        smallest_.clear();
        for (const Renaming& renaming : useful_) {
            for (size_t s = 0; s < chosen_.size(); ++s) named_[s] = rename(chosen_[s], renaming);
            if (smallest_.empty() || named_ < smallest_) smallest_ = named_;
        }
        classes_[smallest_] += weight;
        if ((++walked_ & 0xFFF) == 0) heed_stop();
        if (classes_.size() >= MOST_CLASSES) judge();
    }

    void judge() {
        Hole holes[MOST_PLAYERS];
        uint8_t cards[8];
        for (const auto& [names, weight] : classes_) {
            heed_stop();
            for (size_t s = 0; s < names.size(); ++s) holes[seats_[s]] = Hole(cards, unpack(names[s], cards));
            method_.count(holes, problem_.dead, weight, tally);
        }
        classes_.clear();
    }
};

// The holdings of a seat, to see what a renaming of the suits makes of them.
class Renamed {
  public:
    explicit Renamed(const Seat& seat) {
        for (size_t h = 0; h < seat.holdings(); ++h)
            holdings_.emplace_back(
                mask_of(seat.cards.data() + h * static_cast<size_t>(seat.known), seat.known),
                seat.weights[h]);
        std::sort(holdings_.begin(), holdings_.end());
    }
    // Whether all stay what they are, weights too, as far as some hundreds of them tell.
    bool same(const Renaming& renaming) const {
        const size_t step = holdings_.size() / 256 + 1;
        for (size_t h = 0; h < holdings_.size(); h += step)
            if (!std::binary_search(holdings_.begin(), holdings_.end(),
                                    std::pair(rename(holdings_[h].first, renaming), holdings_[h].second)))
                return false;
        return true;
    }

  private:
    std::vector<std::pair<uint64_t, uint64_t>> holdings_;
};

}  // namespace

double matchups_cost(const Problem& problem) {
    constexpr double WALK = 300;
    const double judge = 1.5e4 + 2.5e4 * static_cast<double>(problem.seats.size());
    double matchups = 1;
    for (const Seat& seat : problem.seats) matchups *= full_holdings(problem, seat);
    if (matchups <= 1) return judge;
    const std::vector<Renamed> seats(problem.seats.begin(), problem.seats.end());
    // So many matchups, on average, are judged as one.
    double same = 0;
    for (const Renaming& renaming : renamings_beside(problem.dead))
        same +=
            std::all_of(seats.begin(), seats.end(), [&](const Renamed& seat) { return seat.same(renaming); });
    return matchups * (WALK + judge / std::min(matchups, same));
}

Tally count_matchups(const Problem& problem, int threads, const Watch& watch) {
    const std::vector<FullSeat> full = fill_seats(problem);
    const std::vector<Renaming> same = renamings_beside(problem.dead);
    size_t lead = 0;
    for (size_t s = 1; s < full.size(); ++s)
        if (full[s].masks.size() > full[lead].masks.size()) lead = s;
    const std::vector<Namesakes> groups = by_name(full[lead], same);
    Tally total(static_cast<int>(full.size()), problem.game.low.has_value());
    share_part(
        problem.part, groups.size(), total.threads(threads), watch,
        [&] { return Matchups(problem, full, lead, same); },
        [&](uint64_t i, Matchups& matchups) { matchups.count(groups[i]); },
        [&](Matchups& matchups) { total.add(matchups.tally); });
    return total;
}

}  // namespace hoyle
