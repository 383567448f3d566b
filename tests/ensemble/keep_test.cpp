/// A run that goes on from what another one has kept ends with the bits of one that was never cut, on any number of
/// ranks and threads and on any lanes.
#include "polhode/ensemble/run.hpp"
#include "polhode/error.hpp"

#include <gtest/gtest.h>
#include <cstring>
#include <map>
#include <mutex>
#include <random>

#include "ensemble/ranks_in_threads.hpp"

namespace polhode::test {
namespace {

using Kind = Distribution::Kind;

/// As it would be on a disk.
struct KeptRun {
    long steps = 0;
    std::vector<std::byte> whole;
    std::map<std::size_t, std::vector<std::byte>> chunks;
};

/// All numbers that a run gives out.
struct Seen {
    std::vector<double> statistics;
    std::map<std::pair<std::string, std::size_t>, std::vector<double>> bodies;  ///< by file and number
    std::vector<std::string> failures;
};

void expect_same(const std::vector<double>& a, const std::vector<double>& b) {
    ASSERT_EQ(a.size(), b.size());
    EXPECT_TRUE(a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}
void expect_same(const Seen& a, const Seen& b) {
    expect_same(a.statistics, b.statistics);
    EXPECT_EQ(a.failures, b.failures);
    ASSERT_EQ(a.bodies.size(), b.bodies.size());
    for (const auto& [key, numbers] : a.bodies) {
        SCOPED_TRACE(key.first + ", body " + std::to_string(key.second));
        expect_same(numbers, b.bodies.at(key));
    }
}

struct Machine {
    int ranks = 1, threads = 1;
    Target target = Target::best;
};

class Runs {
public:
    Runs(EnsembleSetup setup, EnsemblePlan plan) : setup_(std::move(setup)), plan_(std::move(plan)) {}

    /// Runs from what was kept, if anything, until so many steps are done; then it is kept, and the run ends. Without
    /// `until` it runs to its end.
    std::optional<KeptRun> run(const Machine& machine, Seen& seen, const KeptRun* from = nullptr,
                               std::optional<long> until = {}) const {
        KeptRun kept;
        bool is_kept = false;
        std::string refusal;
        std::mutex mutex;
        with_ranks(machine.ranks, [&](Communicator& communicator) {
            const Share share = share_of(communicator.rank(), communicator.ranks(), setup_.count);
            EnsembleHooks hooks;
            const auto see = [&](const StatesSeen& states, const std::string& file) {
                const std::lock_guard lock(mutex);
                for (std::size_t k = 0; k < states.ensemble.count(); ++k) {
                    const State state = states.ensemble.state(k);
                    std::vector<double>& numbers = seen.bodies[{file, share.first + k}];
                    numbers.assign(state.attitude.coeffs().begin(), state.attitude.coeffs().end());
                    numbers.insert(numbers.end(), state.momentum.begin(), state.momentum.end());
                    numbers.push_back(states.time);
                    numbers.push_back(states.failed[k]);
                    const Eigen::Vector3d held = states.integrator.command(k).value;
                    numbers.insert(numbers.end(), held.begin(), held.end());
                    for (const double momentum : states.integrator.wheel_momenta(k))
                        numbers.push_back(momentum);
                }
            };
            hooks.on_snapshot = [&](const StatesSeen& states, std::size_t number) {
                see(states, "snapshot " + std::to_string(number));
            };
            hooks.on_end = [&](const StatesSeen& states) { see(states, "end"); };
            // one of the ranks is enough
            hooks.wants_to_keep = [&](long steps) {
                return until && steps >= *until && communicator.rank() == communicator.ranks() - 1;
            };
            hooks.on_keep = [&](const EnsembleKept& now) {
                const std::lock_guard lock(mutex);
                kept.steps = now.steps;
                if (communicator.first()) kept.whole = now.whole;
                for (std::size_t first = now.share.first; first < now.share.last; first += now.chunk)
                    kept.chunks[first] = now.bodies(first);
                is_kept = true;
                throw RunError("cut");
            };
            std::optional<EnsembleTakenUp> taken_up;
            if (from)
                taken_up = EnsembleTakenUp{
                    from->whole,
                    [&](const Share& wanted, const EnsembleTakenUp::Take& take) -> std::optional<Error> {
                        for (auto chunk = from->chunks.lower_bound(wanted.first);
                             chunk != from->chunks.lower_bound(wanted.last); ++chunk)
                            if (auto failure = take(chunk->first, chunk->second)) return failure;
                        return std::nullopt;
                    }};
            EnsemblePlan plan = plan_;
            plan.stepping.threads = machine.threads;
            plan.stepping.target = machine.target;
            try {
                const EnsembleResult result =
                    run_ensemble(setup_, plan, hooks, communicator, taken_up ? &*taken_up : nullptr);
                if (!communicator.first()) return;
                seen.statistics = result.times;
                for (const QuantityResult& q : result.quantities) {
                    for (const std::optional<Summary>& s : q.samples) {
                        if (!s) continue;
                        for (const double x : {s->count, s->mean, s->deviation, s->min, s->max})
                            seen.statistics.push_back(x);
                        seen.statistics.insert(seen.statistics.end(), s->quantiles.begin(),
                                               s->quantiles.end());
                    }
                    seen.statistics.insert(seen.statistics.end(), q.final_histogram.begin(),
                                           q.final_histogram.end());
                }
                seen.statistics.push_back(static_cast<double>(result.failures));
                seen.statistics.push_back(result.body_steps);
                for (const BodyFailure& f : result.first_failures)
                    seen.failures.push_back(std::to_string(f.body) + " " + std::to_string(f.step) + " "
                                            + std::to_string(f.time) + " " + f.reason);
            } catch (const InputError& error) {
                refusal = error.what();
            } catch (const RunError& error) {
                EXPECT_STREQ(error.what(), "cut");
            } catch (const FailedElsewhere&) {
                EXPECT_TRUE(until);
            }
        });
        if (!refusal.empty()) throw InputError(refusal);
        return is_kept ? std::optional(std::move(kept)) : std::nullopt;
    }

    /// One run that is never cut, and one that is cut at these steps and goes on on the next of the machines.
    void expect_same_when_cut(const std::vector<long>& cuts, const std::vector<Machine>& machines) const {
        Seen whole, cut;
        run(machines[0], whole);
        ASSERT_FALSE(whole.statistics.empty());
        std::optional<KeptRun> kept;
        std::size_t next = 0;
        for (const long until : cuts) {
            auto more = run(machines[next], cut, kept ? &*kept : nullptr, until);
            ASSERT_TRUE(more) << until;
            EXPECT_GE(more->steps, until);
            kept = std::move(more);
            next = (next + 1) % machines.size();
        }
        run(machines[next], cut, &*kept);
        expect_same(whole, cut);
    }

private:
    EnsembleSetup setup_;
    EnsemblePlan plan_;
};

EnsembleSetup tops(std::size_t count = 203) {
    EnsembleSetup setup{.problem = {.name = "tops",
                                    .body = Body::from_moments({1, 1.8, 2.2}),
                                    .torque = core::HeavyTop{.weight_moment = 2}},
                        .count = count,
                        .seed = 5};
    setup.attitude = {.kind = Kind::uniform};
    setup.rotation = {{.kind = Kind::normal, .mean = {0.1, 0.2, 1}, .sigma = {0.3, 0.3, 0.3}}, false, false};
    setup.inertia = Distribution{.kind = Kind::uniform, .low = {1, 1.5, 2}, .high = {1.2, 1.8, 2.3}};
    return setup;
}
EnsemblePlan plan(const char* method, double step = 0.02, long steps = 400) {
    return {.stepping = {.method = method, .step = step},
            .end = step * static_cast<double>(steps),
            .steps = steps,
            .samples = 7,
            .snapshots = {0, step * static_cast<double>(steps / 3)}};
}

/// From one rank to several and back, from lanes to others, from one thread to two.
std::vector<Machine> machines() {
    std::vector<Machine> all{
        {.ranks = 1, .threads = 1}, {.ranks = 2, .threads = 2}, {.ranks = 3, .threads = 1}};
    const std::vector<Target> targets = available_targets();
    for (const Target target : targets)
        if (target != Target::one_by_one) all.push_back({.ranks = 1, .threads = 2, .target = target});
    return all;
}
const std::vector<long> cuts{1, 20, 57, 130, 131, 300, 395};

TEST(EnsembleKeep, GoesOnWithTheSameBits) {
    for (const char* method : {"se", "se4-rkn", "liemid-ea", "rkmk-rk4"}) {
        SCOPED_TRACE(method);
        Runs(tops(), plan(method)).expect_same_when_cut(cuts, machines());
    }
}

TEST(EnsembleKeep, HistoriesGoOnOnAnyLanes) {
    for (const char* method : {"multistep-8", "multistep-12", "multistep-24-wide"}) {
        SCOPED_TRACE(method);
        Runs(tops(), plan(method)).expect_same_when_cut(cuts, machines());
        Runs(tops(51), plan(method))
            .expect_same_when_cut(cuts, {{.target = Target::one_by_one},
                                         {.ranks = 2, .threads = 2, .target = Target::one_by_one}});
    }
}

TEST(EnsembleKeep, HistoriesOnLanesAreNotThoseOneByOne) {
    const Runs runs(tops(51), plan("multistep-12"));
    Seen seen;
    const auto kept = runs.run({.target = Target::baseline}, seen, nullptr, 100);
    ASSERT_TRUE(kept);
    EXPECT_THROW(runs.run({.target = Target::one_by_one}, seen, &*kept), InputError);
}

TEST(EnsembleKeep, OfMethodsWithoutLanes) {
    for (const char* method : {"rkmk-gauss4", "trapm"}) {
        SCOPED_TRACE(method);
        Runs(tops(40), plan(method, 0.02, 60))
            .expect_same_when_cut({5, 30, 55}, {{.ranks = 1}, {.ranks = 2, .threads = 2}});
    }
}

TEST(EnsembleKeep, BreakpointsAndImpulses) {
    EnsembleSetup setup = tops();
    setup.problem.torque =
        TorqueSum{{{core::HeavyTop{.weight_moment = 2}, "top"},
                   {core::ConstantBodyTorque{.torque = {0.3, -0.2, 0.5}}, "burn", {{.from = 0.5, .to = 1.5}}},
                   {core::ConstantBodyTorque{.torque = {0, 0.1, 0}}, "short", {{.from = 1.5, .to = 1.7}}}}};
    setup.problem.impulses = {{.time = 2, .momentum = {0.1, 0, -0.1}}};
    for (const char* method : {"se", "multistep-12"}) {
        SCOPED_TRACE(method);
        // in a piece that is made by another method too, and at its ends
        Runs(setup, plan(method, 0.02, 200))
            .expect_same_when_cut({10, 25, 60, 75, 78, 83, 85, 99, 100, 150}, machines());
    }
}

Control slow_pd() {
    return {0.24, QuaternionPd{.kp = {2, 1.5, 1}, .kd = {1.5, 1, 1}, .limit = {0.8, 0.6, 0.4}}};
}

TEST(EnsembleKeep, ControlsAndWheels) {
    EnsembleSetup setup = tops(101);
    struct Case {
        const char* name;
        std::optional<Control> control;
        std::vector<Wheel> wheels;
    };
    const std::vector<Wheel> wheels{{.axis = {1, 0, 0}, .momentum = 0.1, .limit = 0.3, .friction = 0.02},
                                    {.axis = {0, 1, 0}, .limit = 0.25},
                                    {.axis = {0.2, 0.1, 1}, .momentum = -0.1, .limit = 0.4}};
    for (const Case& c : std::vector<Case>{
             {"pd", slow_pd(), {}},
             {"b-dot", Control{0.24, BDot{.gain = 2, .field = uniform_field({0.4, -0.3, 1})}}, {}},
             {"wheels", slow_pd(), wheels}}) {
        SCOPED_TRACE(c.name);
        setup.problem.control = c.control;
        setup.problem.wheels = c.wheels;
        const bool one_by_one = !c.wheels.empty();
        for (const char* method : {"se", "multistep-8"}) {
            SCOPED_TRACE(method);
            Runs(setup, plan(method, 0.02, 200))
                .expect_same_when_cut(
                    {3, 12, 18, 50, 121, 180},
                    one_by_one ? std::vector<Machine>{{.ranks = 1}, {.ranks = 2, .threads = 2}} : machines());
        }
    }
    // pieces between calls that are long enough for a history
    setup.problem.control->period = 1;
    Runs(setup, plan("multistep-8", 0.02, 200))
        .expect_same_when_cut({30, 45, 49, 50, 51, 120}, {{.ranks = 1}, {.ranks = 2, .threads = 2}});
}

TEST(EnsembleKeep, FailuresStayFailures) {
    // they turn faster and faster, up to where the equation of the midpoint has no solution
    EnsembleSetup setup = tops();
    setup.problem.torque = core::ConstantBodyTorque{.torque = {0, 0, 4}};
    for (const char* method : {"liemid-ea", "multistep-8"}) {
        SCOPED_TRACE(method);
        Seen whole;
        Runs(setup, plan(method, 0.25, 120)).run({}, whole);
        EXPECT_FALSE(whole.failures.empty());
        Runs(setup, plan(method, 0.25, 120)).expect_same_when_cut({1, 10, 30, 60, 90, 110}, machines());
    }
}

TEST(EnsembleKeep, WhatDoesNotFitIsRefused) {
    const Runs runs(tops(51), plan("se"));
    Seen seen;
    auto kept = runs.run({}, seen, nullptr, 100);
    ASSERT_TRUE(kept);
    EXPECT_THROW(Runs(tops(50), plan("se")).run({}, seen, &*kept), InputError);
    KeptRun fewer = *kept;
    fewer.chunks.erase(fewer.chunks.begin());
    EXPECT_THROW(runs.run({}, seen, &fewer), InputError);
    KeptRun shorter = *kept;
    shorter.chunks.begin()->second.pop_back();
    EXPECT_THROW(runs.run({}, seen, &shorter), InputError);
    KeptRun longer = *kept;
    longer.whole.emplace_back();
    EXPECT_THROW(runs.run({}, seen, &longer), InputError);
}

}  // namespace
}  // namespace polhode::test
