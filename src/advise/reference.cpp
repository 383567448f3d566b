#include "polhode/advise/reference.hpp"

#include "advise/yardstick.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/simulate.hpp"
#include "simulate/starting_state.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace polhode {
namespace {

constexpr double good_by_default = 1e-13;
constexpr double says_something = 1e-2;

/// A way to the state; each of a list is more accurate than the one before it.
struct Way {
    std::string in_words;
    std::function<Expected<State>()> state;
};

double disagreement(const State& a, const State& b) {
    const double size = b.momentum.norm();
    return std::max(attitude_distance(a, b), (a.momentum - b.momentum).norm() / (size > 0 ? size : 1));
}

/// The ways in the order in which they are to be tried.
class Ways {
public:
    Ways(const Problem& problem, const core::State<double>& start, const ReferenceQuestion& question)
        : problem_(problem),
          start_(start),
          question_(question),
          natural_(natural_time(problem, start)),
          series_(Yardstick::has_series(problem.torque)) {}

    /// Nothing after the last.
    std::optional<Way> next() {
        const std::size_t n = made_++;
        if (!series_) return splitting(n);
        switch (n) {
            // cheap ones, for when there is time for nothing better
            case 0: return series_in_double("taylor-16@1e-12");
            case 1: return series_in_double("taylor-20");
            // that of certificates, and a better one, in case those before do not show how good it is
            case 2: return series_in_80_bit(24, 1e-19);
            case 3: return series_in_80_bit(30, 1e-20);
            default: return std::nullopt;
        }
    }
    /// Whether the ways tried so far are good for nothing but the lack of time.
    bool may_be_better() const { return series_ && made_ < 3; }

private:
    Way series_in_double(const char* name) const {
        return {
            fmt::format("{}, which chooses its steps", name), [this, name]() -> Expected<State> {
                const double step = std::min(question_.time, 100 * natural_);
                Hooks hooks;
                if (question_.go_on) hooks.on_progress = [this](long, long) { return question_.go_on(); };
                const Expected<Result> run = try_simulate(
                    problem_,
                    {.method = name, .steps = AutomaticSteps{step}, .end = question_.time, .balance = false},
                    hooks);
                if (!run) return run.error();
                if (!run->complete) return run_error("stopped on the way");
                return run->final_state;
            }};
    }
    Way series_in_80_bit(int order, double tolerance) const {
        return {fmt::format("taylor-{}, which chooses its steps, in {}", order, wide_arithmetic()),
                [this, order, tolerance] { return walked(taylor_flow(order, tolerance), 100 * natural_); }};
    }
    std::optional<Way> splitting(std::size_t n) const {
        constexpr std::size_t most = 12;
        if (n == most) return std::nullopt;
        const double step = std::ldexp(std::min(natural_, question_.time), -static_cast<int>(n));
        return Way{fmt::format("se8-kl in {} at steps of at most {:.4g}", wide_arithmetic(), step),
                   [this, step] { return walked(method("se8-kl"), step); }};
    }
    Expected<State> walked(const Method& method, double longest_step) const {
        Walker walker(method, problem_, start_, longest_step, question_.go_on);
        const auto there = walker.at(question_.time);
        if (!there) return there.error();
        return core::from_principal(core::State<double>{core::Quaternion<double>((*there)->attitude),
                                                        core::Vector3<double>((*there)->momentum)},
                                    core::from_eigen(problem_.body.principal_axes()));
    }

    const Problem& problem_;
    const core::State<double>& start_;
    const ReferenceQuestion& question_;
    double natural_;
    bool series_;
    std::size_t made_ = 0;
};

}  // namespace

const ReferenceState* stored_reference(const Problem& problem, double time) {
    for (const ReferenceState& r : problem.references)
        if (std::abs(r.time - time) <= 1e-12 * std::abs(time)) return &r;
    return nullptr;
}

ReferenceState reference_at(const Problem& problem, double time) {
    const ReferenceState* stored = stored_reference(problem, time);
    return stored ? *stored : computed_reference(problem, time);
}

ReferenceState computed_reference(const Problem& problem, double time) {
    return try_computed_reference(problem, {.time = time}).or_throw().reference;
}

Expected<ComputedReference> try_computed_reference(const Problem& problem,
                                                   const ReferenceQuestion& question) {
    if (!std::isfinite(question.time) || question.time <= 0)
        return input_error(fmt::format("time is {}, expected a finite number > 0", question.time), "time");
    const auto start = starting_state(problem.initial, problem.body);
    if (!start) return start.error();
    Ways ways(problem, *start, question);
    std::optional<State> last;
    std::optional<ComputedReference> best;
    std::optional<Error> failure;
    while (const std::optional<Way> way = ways.next()) {
        const Expected<State> state = way->state();
        if (!state) {
            failure = state.error();
            if (failure->kind == Error::Kind::input || (question.go_on && !question.go_on())) break;
            last.reset();  // too coarse a way, perhaps
            continue;
        }
        if (last) {
            best = {{question.time, *state, disagreement(*last, *state)}, way->in_words};
            const bool good = question.good_enough ? question.good_enough(best->reference)
                                                   : best->reference.agreement <= good_by_default;
            if (good && !ways.may_be_better()) break;
        }
        last = *state;
    }
    if (best && best->reference.agreement <= says_something) return *std::move(best);
    if (!best && failure) return *std::move(failure);
    return run_error(
        fmt::format("no reference for {} at t = {}: two runs of growing accuracy still differ by {:.1e}; "
                    "the motion may be chaotic over so long a time",
                    problem.name, question.time, best->reference.agreement));
}

}  // namespace polhode
