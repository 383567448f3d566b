#include "polhode/ensemble/run.hpp"

#include "ensemble/body_controls.hpp"
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

/// Advances in pieces of about 0.2 s, and reports the progress after each.
class Pace {
public:
    Pace(EnsembleIntegrator& integrator, const std::function<void(long)>& on_progress)
        : integrator_(integrator), on_progress_(on_progress) {}

    void go_to(long step) {
        while (integrator_.steps() < step) {
            const auto start = Clock::now();
            const long steps = std::min(piece_, step - integrator_.steps());
            integrator_.advance(steps);
            const double took = seconds_since(start);
            seconds_ += took;
            if (steps == piece_) {
                const double factor = std::clamp(0.2 / std::max(took, 1e-9), 0.25, 4.0);
                piece_ = std::max(1L, std::lround(factor * static_cast<double>(piece_)));
            }
            if (on_progress_) on_progress_(integrator_.steps());
        }
    }
    double seconds() const { return seconds_; }

private:
    EnsembleIntegrator& integrator_;
    const std::function<void(long)>& on_progress_;
    long piece_ = 4;
    double seconds_ = 0;
};

/// Whether there is room for so many bodies. Asked before it is used: running out of it on the way ends a
/// program that cannot catch exceptions.
bool has_memory(const EnsembleSetup& setup, std::size_t bodies) {
    constexpr std::size_t state = sizeof(core::StateBlock) / core::block_bodies,
                          vector = sizeof(core::VectorBlock) / core::block_bodies,
                          kept = 1 + 9 * sizeof(double);  // what it is watched by
    const bool correlated = setup.correlated.has_value();
    const std::size_t numbers =
        setup.parameters.empty() && !correlated ? 0 : parameter_count(setup.problem.torque);
    const Problem& problem = setup.problem;
    const std::size_t controls =
        !problem.control && problem.wheels.empty() ? 0 : BodyControls::memory_of_each(problem.wheels.size());
    const std::size_t each =
        state + kept + controls + (setup.inertia || correlated ? vector : 0) + numbers * sizeof(double);
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

    Expected<EnsembleResult> carry_out() {
        std::set<long> samples{0}, stops{0, plan_.steps};
        for (long i = 1; i <= plan_.samples; ++i) samples.insert(sample_step(i));
        std::vector<long> snapshots;
        snapshots.reserve(plan_.snapshots.size());
        for (const double t : plan_.snapshots)
            snapshots.push_back(plan_.steps > 0 ? std::lround(t / plan_.stepping.step) : 0);
        stops.insert(samples.begin(), samples.end());
        stops.insert(snapshots.begin(), snapshots.end());

        const auto start = Clock::now();
        Pace pace(*integrator_, hooks_.on_progress);
        for (const long stop : stops) {
            const auto failed = communicator_.try_together([&]() -> std::optional<Error> {
                pace.go_to(stop);
                for (const BodyFailure& failure : integrator_->failures()) failed_[failure.body] = 1;
                for (std::size_t i = 0; i < snapshots.size(); ++i)
                    if (snapshots[i] == stop && hooks_.on_snapshot) hooks_.on_snapshot(seen(), i);
                return std::nullopt;
            });
            if (failed) return *failed;
            if (samples.contains(stop)) take_sample(stop == *samples.rbegin());
        }
        result_.wall_seconds = seconds_since(start);
        result_.march_seconds = pace.seconds();
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
        if (!has_memory(setup, share_.size()))
            return run_error(fmt::format("not enough memory for {} bodies", share_.size()));
        auto drawn = try_draw_ensemble(setup, share_, threads_);
        if (!drawn) return drawn.error();
        ensemble_.emplace(*std::move(drawn));
        SteppingPlan plan = plan_.stepping;
        plan.threads = threads_;
        plan.control = setup.problem.control;
        plan.wheels = setup.problem.wheels;
        plan.impulses = setup.problem.impulses;
        auto made = EnsembleIntegrator::try_make(*ensemble_, plan);
        if (!made) return made.error();
        integrator_.emplace(*std::move(made));
        failed_.resize(ensemble_->count());
        quantities_ = std::make_unique<Quantities>(*integrator_, *ensemble_, setup.problem, plan_.pointing,
                                                   look_threads());
        values_.resize(quantities_->all().size() * ensemble_->count());
        return std::nullopt;
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
};

}  // namespace

EnsembleResult run_ensemble(const EnsembleSetup& setup, const EnsemblePlan& plan, const EnsembleHooks& hooks,
                            Communicator& communicator) {
    Expected<EnsembleResult> result = try_run_ensemble(setup, plan, hooks, communicator);
    if (!result && result.error().message.empty())
        throw FailedElsewhere{result.error().kind == Error::Kind::input};
    return std::move(result).or_throw();
}

Expected<EnsembleResult> try_run_ensemble(const EnsembleSetup& setup, const EnsemblePlan& plan,
                                          const EnsembleHooks& hooks, Communicator& communicator) {
    EnsembleRun run(setup, plan, hooks, communicator);
    if (auto failure = run.prepare(setup)) return *std::move(failure);
    return run.carry_out();
}

}  // namespace polhode
