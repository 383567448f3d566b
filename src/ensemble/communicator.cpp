#include "polhode/ensemble/communicator.hpp"

#include "polhode/error.hpp"

#include <algorithm>
#include <array>
#include <exception>

namespace polhode {

namespace {

class Alone final : public Communicator {
public:
    int rank() const override { return 0; }
    int ranks() const override { return 1; }
    int ranks_here() const override { return 1; }
    std::vector<double> gather(std::span<const double> part) override { return {part.begin(), part.end()}; }
    std::string gather(const std::string& part) override { return part; }
    void broadcast(std::span<double>) override {}
};

}  // namespace

void Communicator::barrier() {
    (void)gather(std::span<const double>());
    double nothing = 0;
    broadcast({&nothing, 1});
}

std::string Communicator::broadcast(const std::string& text) {
    auto size = static_cast<double>(text.size());
    broadcast({&size, 1});
    std::vector<double> letters(text.begin(), text.end());
    letters.resize(static_cast<std::size_t>(size));
    broadcast(letters);
    std::string everywhere;
    for (const double letter : letters) everywhere.push_back(static_cast<char>(letter));
    return everywhere;
}

void Communicator::sum(std::span<double> counts) {
    const std::vector<double> all = gather(counts);
    if (first()) {
        std::ranges::fill(counts, 0);
        for (std::size_t i = 0; i < all.size(); ++i) counts[i % counts.size()] += all[i];
    }
    broadcast(counts);
}

void Communicator::together(const std::function<void()>& work) {
    const auto elsewhere = try_together([&]() -> std::optional<Error> {
        work();
        return std::nullopt;
    });
    if (elsewhere) throw FailedElsewhere{elsewhere->kind == Error::Kind::input};
}

std::optional<Error> Communicator::try_together(const std::function<std::optional<Error>()>& work) {
    constexpr double fine = 0, bad_run = 1, bad_input = 2;
    std::exception_ptr caught;
    std::optional<Error> failure;
    double outcome = fine;
    try {
        failure = work();
        if (failure) outcome = failure->kind == Error::Kind::input ? bad_input : bad_run;
    } catch (const InputError&) {
        caught = std::current_exception();
        outcome = bad_input;
    } catch (...) {
        caught = std::current_exception();
        outcome = bad_run;
    }
    const std::vector<double> outcomes = gather({&outcome, 1});
    std::array<double, 2> failed{-1, fine};  // the lowest rank that failed, and how
    for (std::size_t i = 0; i < outcomes.size() && failed[0] < 0; ++i)
        if (outcomes[i] != fine) failed = {static_cast<double>(i), outcomes[i]};
    broadcast(failed);
    if (failed[0] < 0) return std::nullopt;
    failed_together_ = true;
    if (failed[0] != rank()) return failed[1] == bad_input ? input_error({}) : run_error({});
    if (caught) std::rethrow_exception(caught);
    return failure;
}

std::unique_ptr<Communicator> alone() { return std::make_unique<Alone>(); }

}  // namespace polhode
