// Long work in pieces: on all cores, interruptible, and the same result in whatever order pieces finish.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace hoyle {

struct Stopped : std::exception {
    const char* what() const noexcept override { return "stopped"; }
};

// Whether somebody asked the work of this thread to stop; nullptr where nobody can.
inline thread_local const std::atomic<bool>* stop_asked = nullptr;

// For long pieces, every now and then.
inline void heed_stop() {
    if (stop_asked && stop_asked->load(std::memory_order_relaxed)) throw Stopped();
}

// Called about ten times a second from the thread that asked for the work; false means stop.
using Watch = std::function<bool(uint64_t done, uint64_t total)>;

// One of several equal parts of the pieces, for work shared among machines; the whole by default.
struct Part {
    uint64_t number = 0, of = 1;
    uint64_t from(uint64_t pieces) const { return cut(pieces, number); }
    uint64_t to(uint64_t pieces) const { return cut(pieces, number + 1); }

  private:
    uint64_t cut(uint64_t pieces, uint64_t at) const {
        return static_cast<uint64_t>(static_cast<unsigned __int128>(pieces) * at / of);
    }
};

// Calls `piece(number, state)` for every number below `pieces`; every thread has its own state, made by
// `make` and handed to `finish` one at a time.
template <typename Make, typename Piece, typename Finish>
void share_work(uint64_t pieces, int threads, const Watch& watch, Make&& make, Piece&& piece,
                Finish&& finish) {
    threads = static_cast<int>(
        std::min<uint64_t>(static_cast<uint64_t>(std::max(threads, 1)), std::max<uint64_t>(pieces, 1)));
    if (!watch) {
        auto state = make();
        for (uint64_t i = 0; i < pieces; ++i) piece(i, state);
        finish(state);
        return;
    }
    std::atomic<uint64_t> next{0}, done{0};
    std::atomic<bool> stop{false};
    std::mutex lock;
    std::condition_variable finished;
    std::exception_ptr failure;
    int running = threads;
    auto run = [&] {
        stop_asked = &stop;
        try {
            auto state = make();
            for (uint64_t i; !stop && (i = next++) < pieces; ++done) piece(i, state);
            const std::lock_guard guard(lock);
            finish(state);
        } catch (...) {
            // Kept before the others are told to stop: what they throw for that is no news.
            const std::lock_guard guard(lock);
            if (!failure) failure = std::current_exception();
            stop = true;
        }
        const std::lock_guard guard(lock);
        --running;
        finished.notify_all();
    };
    std::vector<std::thread> pool;
    try {
        for (int i = 0; i < threads; ++i) pool.emplace_back(run);
    } catch (...) {  // fewer threads than asked for are enough, none is not
        const std::lock_guard guard(lock);
        running -= threads - static_cast<int>(pool.size());
        if (pool.empty()) throw;
    }
    bool wanted = true;
    {
        std::unique_lock guard(lock);
        while (!finished.wait_for(guard, std::chrono::milliseconds(100), [&] { return running == 0; })) {
            if (!wanted) continue;
            guard.unlock();
            wanted = watch(done, pieces);
            if (!wanted) stop = true;
            guard.lock();
        }
    }
    for (std::thread& thread : pool) thread.join();
    if (!wanted) throw Stopped();
    if (failure) std::rethrow_exception(failure);
}

// The same for the pieces of one part only.
template <typename Make, typename Piece, typename Finish>
void share_part(const Part& part, uint64_t pieces, int threads, const Watch& watch, Make&& make,
                Piece&& piece, Finish&& finish) {
    const uint64_t from = part.from(pieces);
    share_work(
        part.to(pieces) - from, threads, watch, make,
        [&](uint64_t i, auto& state) { piece(from + i, state); }, finish);
}

}  // namespace hoyle
