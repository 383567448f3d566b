#include "polhode/ensemble/run.hpp"

#include "ensemble/body_controls.hpp"
#include "ensemble/driver.hpp"
#include "threads/in_parallel.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <new>
#include <set>
#include <sstream>

namespace polhode {

namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

constexpr std::size_t failures_told = 10, histogram_bins = 60;

/// The cores that a rank may use: of those it is bound to, at most its share of the machine.
int default_threads(const Communicator& communicator) {
    return std::max(1, std::min(allowed_cores(), cores() / communicator.ranks_here()));
}

/// How many steps take about 0.1 s.
class Pace {
public:
    long piece() const { return piece_; }
    void took(long steps, double seconds) {
        if (steps != piece_) return;
        const double factor = std::clamp(0.1 / std::max(seconds, 1e-9), 0.25, 4.0);
        piece_ = std::max(1L, std::lround(factor * static_cast<double>(piece_)));
    }

private:
    long piece_ = 4;
};

/// What changes with the steps, in bytes for each body.
std::size_t bytes_of_motion(const EnsembleSetup& setup, const Method& method) {
    constexpr std::size_t state = sizeof(core::StateBlock) / core::block_bodies;
    const Problem& problem = setup.problem;
    const std::size_t controls =
        !problem.control && problem.wheels.empty() ? 0 : BodyControls::memory_of_each(problem.wheels.size());
    return state + controls + history_numbers(method) * sizeof(double);
}

/// Whether there is room for so many bodies. Asked before it is used: running out of it on the way ends a
/// program that cannot catch exceptions.
bool has_memory(const EnsembleSetup& setup, const Method& method, std::size_t bodies) {
    constexpr std::size_t state = sizeof(core::StateBlock) / core::block_bodies,
                          vector = sizeof(core::VectorBlock) / core::block_bodies,
                          kept = 1 + 9 * sizeof(double);  // what it is watched by
    const bool correlated = setup.correlated.has_value();
    const std::size_t numbers =
        setup.parameters.empty() && !correlated ? 0 : parameter_count(setup.problem.torque);
    const std::size_t each = bytes_of_motion(setup, method) + kept + (history_numbers(method) > 0 ? state : 0)
                           + (setup.inertia || correlated ? vector : 0) + numbers * sizeof(double);
    constexpr auto most = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
    if (bodies > most / each) return false;
    // not by a new-expression, which a compiler may take for granted
    void* const room = ::operator new(bodies * each, std::nothrow);
    ::operator delete(room);
    return room != nullptr;
}

class EnsembleRun {
public:
    EnsembleRun(const EnsembleSetup& setup, const EnsemblePlan& plan, const EnsembleHooks& hooks,
                Communicator& communicator)
        : plan_(plan),
          hooks_(hooks),
          communicator_(communicator),
          chunk_(chunk_bodies(setup.count)),
          share_(share_of(communicator.rank(), communicator.ranks(), setup.count)),
          threads_(plan.stepping.threads > 0 ? plan.stepping.threads : default_threads(communicator)) {}

    std::optional<Error> prepare(const EnsembleSetup& setup) {
        if (auto failure = communicator_.try_together([&] { return draw(setup); })) return failure;
        result_.count = setup.count;
        result_.ranks = communicator_.ranks();
        result_.threads = integrator_->threads();
        result_.target = integrator_->target();
        for (const Quantity q : quantities_->all()) result_.quantities.push_back({q, {}, {}});
        return std::nullopt;
    }

    /// Goes on from what was kept instead of the start.
    std::optional<Error> take_up(const EnsembleTakenUp& from) {
        return communicator_.try_together([&]() -> std::optional<Error> {
            const auto unfit = [] {
                return input_error(
                    "what was kept does not fit this run: it is of bodies, a method or a kind of target that differ");
            };
            core::Archive whole(from.whole);
            keep(whole);
            if (!whole.is_good() || !whole.is_at_end()) return unfit();
            std::size_t bodies = 0;
            auto failure = from.bodies(
                share_, [&](std::size_t first, std::vector<std::byte> bytes) -> std::optional<Error> {
                    const Share chunk = chunk_from(first);
                    if (first < share_.first || first >= share_.last) return unfit();
                    core::Archive archive(std::move(bytes));
                    integrator_->keep_bodies(archive, chunk.first, chunk.last);
                    if (!archive.is_good() || !archive.is_at_end()) return unfit();
                    bodies += chunk.size();
                    return std::nullopt;
                });
            if (failure) return failure;
            if (bodies != share_.size()) return unfit();
            note_failures();
            return std::nullopt;
        });
    }

    Expected<EnsembleResult> carry_out() {
        std::set<long> samples{0}, stops{0, plan_.steps};
        for (long i = 1; i <= plan_.samples; ++i) samples.insert(sample_step(i));
        std::vector<long> snapshots;
        snapshots.reserve(plan_.snapshots.size());
        for (const double t : plan_.snapshots)
            snapshots.push_back(plan_.steps > 0 ? std::lround(t / plan_.stepping.step) : 0);
        stops.insert(samples.begin(), samples.end());
        stops.insert(snapshots.begin(), snapshots.end());

        start_ = Clock::now();
        for (const long stop : stops) {
            if (stop <= last_stop_) continue;
            if (auto failed = go_to(stop)) return *std::move(failed);
            const auto failed = communicator_.try_together([&]() -> std::optional<Error> {
                note_failures();
                for (std::size_t i = 0; i < snapshots.size(); ++i)
                    if (snapshots[i] == stop && hooks_.on_snapshot) hooks_.on_snapshot(seen(), i);
                return std::nullopt;
            });
            if (failed) return *failed;
            if (samples.contains(stop)) take_sample(stop == *samples.rbegin());
            last_stop_ = stop;
        }
        result_.wall_seconds += seconds_since(start_);
        result_.steps = plan_.steps;
        result_.time = time();
        count_failures();
        if (!hooks_.on_end) return std::move(result_);
        const auto failed = communicator_.try_together([&]() -> std::optional<Error> {
            hooks_.on_end(seen());
            return std::nullopt;
        });
        if (failed) return *failed;
        return std::move(result_);
    }

private:
    std::optional<Error> draw(const EnsembleSetup& setup) {
        const std::size_t chunks = (setup.count + chunk_ - 1) / chunk_;
        if (static_cast<std::size_t>(communicator_.ranks()) > chunks)
            return input_error(fmt::format("{} ranks for {} bodies: expected at most {}, one for {} bodies",
                                           communicator_.ranks(), setup.count, chunks, chunk_));
        const Expected<const Method*> method = find_method(plan_.stepping.method);
        if (!method) return method.error();
        if (!has_memory(setup, **method, share_.size()))
            return run_error(fmt::format("not enough memory for {} bodies", share_.size()));
        auto drawn = try_draw_ensemble(setup, share_, threads_);
        if (!drawn) return drawn.error();
        ensemble_.emplace(*std::move(drawn));
        SteppingPlan plan = plan_.stepping;
        plan.threads = threads_;
        plan.control = setup.problem.control;
        plan.wheels = setup.problem.wheels;
        plan.impulses = setup.problem.impulses;
        plan.steps = plan_.steps;
        auto made = EnsembleIntegrator::try_make(*ensemble_, plan);
        if (!made) return made.error();
        integrator_.emplace(*std::move(made));
        failed_.resize(ensemble_->count());
        quantities_ = std::make_unique<Quantities>(*integrator_, *ensemble_, setup.problem, plan_.pointing,
                                                   look_threads());
        values_.resize(quantities_->all().size() * ensemble_->count());
        return std::nullopt;
    }

    /// In pieces of about 0.1 s, the same on all ranks, with the progress reported after each.
    std::optional<Error> go_to(long stop) {
        while (integrator_->steps() < stop) {
            const long steps = std::min(pace_.piece(), stop - integrator_->steps());
            std::array<double, 2> together{};  // of all ranks, the longest time and whether any wants to keep
            auto failed = communicator_.try_together([&]() -> std::optional<Error> {
                const auto start = Clock::now();
                integrator_->advance(steps);
                together[0] = seconds_since(start);
                if (hooks_.on_progress) hooks_.on_progress(integrator_->steps());
                const bool wants = hooks_.wants_to_keep && hooks_.wants_to_keep(integrator_->steps());
                together[1] = wants ? 1 : 0;
                return std::nullopt;
            });
            if (failed) return failed;
            result_.march_seconds += together[0];
            const std::vector<double> all = communicator_.gather(together);
            for (std::size_t i = 0; i < all.size(); ++i) together[i % 2] = std::max(together[i % 2], all[i]);
            communicator_.broadcast(together);
            pace_.took(steps, together[0]);
            if (together[1] > 0 && hooks_.on_keep)
                failed = communicator_.try_together([&] { return keep_now(); });
            if (failed) return failed;
        }
        return std::nullopt;
    }

    std::optional<Error> keep_now() {
        core::Archive whole;
        const auto now = Clock::now();
        result_.wall_seconds += std::chrono::duration<double>(now - start_).count();
        start_ = now;
        keep(whole);
        if (!whole.is_good()) return run_error("a control that is a function of yours cannot be kept");
        hooks_.on_keep({integrator_->steps(), whole.bytes(), share_, chunk_,
                        [&](std::size_t first) {
                            const Share chunk = chunk_from(first);
                            core::Archive archive;
                            integrator_->keep_bodies(archive, chunk.first, chunk.last);
                            return archive.bytes();
                        },
                        look_threads()});
        return std::nullopt;
    }

    /// What is the same on all ranks.
    void keep(core::Archive& archive) {
        std::size_t count = result_.count, quantities = result_.quantities.size();
        archive(count, quantities, last_stop_, result_.wall_seconds, result_.march_seconds, result_.times);
        if (count != result_.count || quantities != result_.quantities.size()) return archive.refuse();
        for (QuantityResult& q : result_.quantities) {
            archive(q.samples, q.final_histogram);
            if (q.samples.size() != result_.times.size()) archive.refuse();
        }
        integrator_->keep(archive);
    }

    /// As the integrator counts: from the first body of this rank.
    Share chunk_from(std::size_t first) const {
        return {first - share_.first, std::min(first + chunk_, share_.last) - share_.first};
    }

    void note_failures() {
        for (const BodyFailure& failure : integrator_->failures()) failed_[failure.body] = 1;
    }

    /// The step of the i-th sample point, without overflow for any number of steps.
    long sample_step(long i) const {
        return plan_.steps / plan_.samples * i + plan_.steps % plan_.samples * i / plan_.samples;
    }
    double time() const { return integrator_->steps() == plan_.steps ? plan_.end : integrator_->time(); }
    StatesSeen seen() const { return {*ensemble_, failed_, time(), integrator_->steps(), *integrator_}; }

    int look_threads() const { return threads_for(share_.size(), threads_); }

    void take_sample(bool last) {
        result_.times.push_back(time());
        quantities_->evaluate(time(), failed_, values_);
        const std::size_t n = ensemble_->count(), quantities = result_.quantities.size();
        const auto summaries = summarise_all({values_, chunk_, look_threads()}, quantities, communicator_);
        for (std::size_t i = 0; i < quantities; ++i) {
            QuantityResult& q = result_.quantities[i];
            q.samples.push_back(summaries[i]);
            if (const auto& s = summaries[i]; last && s)
                q.final_histogram = histogram({std::span(values_).subspan(i * n, n), chunk_, look_threads()},
                                              s->min, s->max, histogram_bins, communicator_);
        }
    }

    void count_failures() {
        const std::vector<BodyFailure>& here = integrator_->failures();
        double made = static_cast<double>(share_.size()) * static_cast<double>(plan_.steps);
        for (const BodyFailure& f : here) made -= static_cast<double>(plan_.steps - f.step + 1);
        std::array<double, 2> totals{static_cast<double>(here.size()), made};
        communicator_.sum(totals);
        result_.failures = static_cast<std::size_t>(totals[0]);
        result_.body_steps = totals[1];

        std::vector<double> numbers;  // body, step and time of each
        std::string reasons;          // a line each
        for (std::size_t i = 0; i < std::min(here.size(), failures_told); ++i) {
            const BodyFailure& f = here[i];
            numbers.insert(numbers.end(),
                           {static_cast<double>(share_.first + f.body), static_cast<double>(f.step), f.time});
            reasons += f.reason + '\n';
        }
        const std::vector<double> all = communicator_.gather(numbers);
        std::istringstream lines(communicator_.gather(reasons));
        for (std::size_t i = 0; i < std::min(all.size() / 3, failures_told); ++i) {
            BodyFailure f{
                static_cast<std::size_t>(all[3 * i]), static_cast<long>(all[3 * i + 1]), all[3 * i + 2], {}};
            std::getline(lines, f.reason);
            result_.first_failures.push_back(std::move(f));
        }
    }

    const EnsemblePlan& plan_;
    const EnsembleHooks& hooks_;
    Communicator& communicator_;
    std::size_t chunk_;
    Share share_;
    int threads_;
    std::optional<Ensemble> ensemble_;
    std::optional<EnsembleIntegrator> integrator_;
    std::unique_ptr<Quantities> quantities_;
    std::vector<std::uint8_t> failed_;
    std::vector<double> values_;
    EnsembleResult result_;
    Pace pace_;
    long last_stop_ = -1;  ///< the last step with a sample or a snapshot that is done
    Clock::time_point start_;
};

}  // namespace

EnsembleResult run_ensemble(const EnsembleSetup& setup, const EnsemblePlan& plan, const EnsembleHooks& hooks,
                            Communicator& communicator, const EnsembleTakenUp* from) {
    Expected<EnsembleResult> result = try_run_ensemble(setup, plan, hooks, communicator, from);
    if (!result && result.error().message.empty())
        throw FailedElsewhere{result.error().kind == Error::Kind::input};
    return std::move(result).or_throw();
}

Expected<EnsembleResult> try_run_ensemble(const EnsembleSetup& setup, const EnsemblePlan& plan,
                                          const EnsembleHooks& hooks, Communicator& communicator,
                                          const EnsembleTakenUp* from) {
    const double step = plan.stepping.step, end = static_cast<double>(plan.steps) * step;
    for (const double t : plan.snapshots)
        if (step > 0 && !(t >= 0 && t <= end + step / 2))
            return input_error(fmt::format("snapshots: {}, expected times from 0 to the end, {}", t, end),
                               "snapshots");
    EnsembleRun run(setup, plan, hooks, communicator);
    if (auto failure = run.prepare(setup)) return *std::move(failure);
    if (from)
        if (auto failure = run.take_up(*from)) return *std::move(failure);
    return run.carry_out();
}

double bytes_to_keep(const EnsembleSetup& setup, const EnsemblePlan& plan) {
    const Expected<const Method*> method = find_method(plan.stepping.method);
    return method ? static_cast<double>(setup.count) * static_cast<double>(bytes_of_motion(setup, **method))
                  : 0;
}

}  // namespace polhode
