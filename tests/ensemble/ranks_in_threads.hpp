/// Ranks as threads of one process: what runs over several processes can be tested without any.
#pragma once

#include "polhode/ensemble/communicator.hpp"

#include <algorithm>
#include <barrier>
#include <functional>
#include <thread>
#include <vector>

namespace polhode::test {

struct Meeting {
    explicit Meeting(int n)
        : ranks(n), barrier(n), numbers(static_cast<std::size_t>(n)), texts(numbers.size()) {}
    int ranks;
    std::barrier<> barrier;
    std::vector<std::vector<double>> numbers;
    std::vector<std::string> texts;
};

class ThreadRank final : public Communicator {
public:
    ThreadRank(Meeting& meeting, int rank) : meeting_(meeting), rank_(rank) {}

    int rank() const override { return rank_; }
    int ranks() const override { return meeting_.ranks; }
    int ranks_here() const override { return meeting_.ranks; }
    std::vector<double> gather(std::span<const double> part) override {
        meeting_.numbers[static_cast<std::size_t>(rank_)].assign(part.begin(), part.end());
        meeting_.barrier.arrive_and_wait();
        std::vector<double> all;
        if (first())
            for (const auto& p : meeting_.numbers) all.insert(all.end(), p.begin(), p.end());
        meeting_.barrier.arrive_and_wait();
        return all;
    }
    std::string gather(const std::string& part) override {
        meeting_.texts[static_cast<std::size_t>(rank_)] = part;
        meeting_.barrier.arrive_and_wait();
        std::string all;
        if (first())
            for (const std::string& text : meeting_.texts) all += text;
        meeting_.barrier.arrive_and_wait();
        return all;
    }
    void broadcast(std::span<double> values) override {
        if (first()) meeting_.numbers[0].assign(values.begin(), values.end());
        meeting_.barrier.arrive_and_wait();
        std::ranges::copy(meeting_.numbers[0], values.begin());
        meeting_.barrier.arrive_and_wait();
    }

private:
    Meeting& meeting_;
    int rank_;
};

/// work(communicator) on each of the ranks.
inline void with_ranks(int ranks, const std::function<void(Communicator&)>& work) {
    Meeting meeting(ranks);
    std::vector<std::thread> threads;
    for (int rank = 0; rank < ranks; ++rank)
        threads.emplace_back([&, rank] {
            ThreadRank communicator(meeting, rank);
            work(communicator);
        });
    for (std::thread& thread : threads) thread.join();
}

}  // namespace polhode::test
