#include "polhode/advise/compare.hpp"

#include "polhode/advise/reference.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/scalar/exponential.hpp"
#include "polhode/simulate/restart.hpp"
#include "polhode/step/archive.hpp"
#include "threads/in_parallel.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace polhode {

namespace {

double momentum_distance(const State& a, const State& b) { return (a.momentum - b.momentum).norm(); }

/// A choice of methods of different kinds: often used ones, an implicit one, one that keeps the energy,
/// one of fourth order. For a free body it leaves out the splittings over the exact drift, which have no
/// error to compare.
std::vector<std::string> default_methods(const Problem& problem) {
    if (is_free(problem))
        return {"liemid", "trapm", "vexp", "dmv2", "akw", "mr2-auto", "rkmk-rk4", "rkmk-gauss4"};
    return {"liemid-ea", "liemid-i", "vexp", "dmv2", "akw", "se", "rkmk-rk4", "se4-rkn"};
}

Expected<std::vector<std::string>> methods_of(const ComparePlan& plan, const Problem& problem) {
    const auto of = [](const char* field, Error error) {
        error.field = field;
        return error;
    };
    std::vector<std::string> names;
    for (const std::string& name : plan.methods) {
        const Expected<const Method*> found = find_method(name);
        if (!found) return of("methods", found.error());
        if (auto refused = refusal((*found)->sheet, problem.torque))
            return of("methods", *std::move(refused));
        names.emplace_back((*found)->sheet.name);
    }
    if (!names.empty()) return names;
    names = default_methods(problem);
    if (plan.usual_method.empty()) return names;
    const Expected<const Method*> usual = find_method(plan.usual_method);
    if (!usual) return of("usual_method", usual.error());
    if (auto refused = refusal((*usual)->sheet, problem.torque))
        return of("usual_method", *std::move(refused));
    const std::string first((*usual)->sheet.name);
    std::erase(names, first);
    names.insert(names.begin(), first);
    return names;
}

std::vector<double> steps_around(double usual_step) {
    std::vector<double> steps;
    for (const double factor : {16.0, 8.0, 4.0, 2.0, 1.0, 0.5, 0.25}) steps.push_back(factor * usual_step);
    return steps;
}

/// A short run is repeated until it has taken this long in all, and its least time counts.
constexpr double least_seconds = 0.02;
constexpr int most_repeats = 50;

/// A run of the comparison, and where it led.
struct Run {
    CompareCell cell;
    State end;

    void keep(core::Archive& archive) {
        archive(cell.step, cell.steps, cell.energy_error, cell.torque_evaluations, cell.seconds,
                cell.failure);
        for (double& x : end.attitude.coeffs()) archive(x);
        for (double& x : end.momentum) archive(x);
    }
};

/// All runs of a comparison, some of which are finished. Each is made on one thread, and seen by the one that keeps them
/// once it is finished.
class Runs {
public:
    Runs(std::string problem, double end, std::vector<std::string> methods, std::vector<double> steps)
        : problem_(std::move(problem)),
          end_(end),
          methods_(std::move(methods)),
          steps_(std::move(steps)),
          all_(methods_.size() * steps_.size()),
          finished_(all_.size()) {}

    std::vector<Run>& all() { return all_; }
    bool is_finished(std::size_t i) const { return finished_[i].load(std::memory_order_acquire); }
    void finish(std::size_t i, Run run) {
        all_[i] = std::move(run);
        finished_[i].store(true, std::memory_order_release);
    }

    std::vector<std::byte> bytes(double seconds) {
        std::vector<std::size_t> finished;
        for (std::size_t i = 0; i < all_.size(); ++i)
            if (is_finished(i)) finished.push_back(i);
        core::Archive archive;
        archive(problem_, end_, methods_, steps_, seconds, finished);
        for (const std::size_t i : finished) archive(all_[i]);
        return archive.bytes();
    }

    /// Returns the seconds that they have taken.
    Expected<double> go_on_from(const std::vector<std::byte>& bytes) {
        core::Archive archive(bytes);
        std::string problem;
        double end = 0, seconds = 0;
        std::vector<std::string> methods;
        std::vector<double> steps;
        std::vector<std::size_t> finished;
        archive(problem, end, methods, steps, seconds, finished);
        if (!archive.is_good() || problem != problem_ || end != end_ || methods != methods_
            || steps != steps_)
            return input_error("from: the bytes are not those of a comparison by this plan", "from");
        for (const std::size_t i : finished) {
            if (i >= all_.size()) archive.refuse();
            if (!archive.is_good()) break;
            archive(all_[i]);
            finished_[i] = true;
        }
        if (!archive.is_good() || !archive.is_at_end())
            return input_error("from: the bytes are damaged", "from");
        return seconds;
    }

private:
    std::string problem_;
    double end_;
    std::vector<std::string> methods_;
    std::vector<double> steps_;
    std::vector<Run> all_;
    std::vector<std::atomic<bool>> finished_;
};

/// How far all runs are, and whether they are to go on; told and asked from several threads.
class Watched {
public:
    explicit Watched(long steps) : steps_(steps) {}

    void count(long steps) { done_ += steps; }
    long done() const { return std::min<long>(done_, steps_); }
    long steps() const { return steps_; }
    void stop() { stopped_ = true; }
    bool goes_on() const { return !stopped_; }

private:
    std::atomic<long> done_ = 0;
    std::atomic<bool> stopped_ = false;
    long steps_;
};

/// Nothing if it was stopped.
std::optional<Run> run_of(const Problem& problem, const std::string& method, double end, double step,
                          Watched& watched) {
    Run run;
    CompareCell& cell = run.cell;
    cell.step = step;
    const Plan plan{.method = method, .steps = FixedStep{step}, .end = end, .balance = false};
    double total = 0, least = std::numeric_limits<double>::infinity();
    for (int repeat = 0; repeat < most_repeats && total < least_seconds && watched.goes_on(); ++repeat) {
        long counted = 0;
        const auto on_progress = [&](long done, long) {
            if (repeat == 0) watched.count(done - counted);
            counted = done;
            return watched.goes_on();
        };
        const Expected<Result> result = try_simulate(problem, plan, {.on_progress = on_progress});
        if (!result) {
            cell.failure = result.error().message;
            return run;
        }
        if (!result->complete) return std::nullopt;
        total += result->wall_seconds;
        least = std::min(least, result->wall_seconds);
        if (repeat > 0) continue;
        watched.count(result->steps - counted);
        run.end = result->final_state;
        cell.step = result->step;
        cell.steps = result->steps;
        if (result->conservation.energy) cell.energy_error = result->conservation.energy->max_error;
        cell.torque_evaluations = result->torque_evaluations;
    }
    if (!std::isfinite(least)) return std::nullopt;
    cell.seconds = least;
    return run;
}

/// Least-squares slope of log(error) against log(step), over the smallest steps whose errors lie in (floor,
/// ceiling). At the smallest ones rounding may dominate: a step does not count while its error is not below
/// that of the next larger step.
template <class Error>
std::optional<double> fitted_order(const std::vector<CompareCell>& cells, double floor, double ceiling,
                                   Error error) {
    constexpr std::size_t most = 4;  // the finest levels tell the order
    std::vector<std::pair<double, double>> points;
    auto finest = cells.rbegin();
    while (finest != cells.rend() && finest + 1 != cells.rend() && error(*finest) >= error(*(finest + 1)))
        ++finest;
    for (auto cell = finest; cell != cells.rend() && points.size() < most; ++cell)
        if (cell->failure.empty() && error(*cell) > floor && error(*cell) < ceiling)
            points.emplace_back(core::logarithm(cell->step), core::logarithm(error(*cell)));
    if (points.size() < 2) return std::nullopt;
    double x = 0, y = 0, xx = 0, xy = 0;
    for (const auto& [a, b] : points) x += a, y += b;
    x /= static_cast<double>(points.size());
    y /= static_cast<double>(points.size());
    for (const auto& [a, b] : points) xx += (a - x) * (a - x), xy += (a - x) * (b - y);
    return xx > 0 ? std::optional(xy / xx) : std::nullopt;
}

/// The least error of all runs that there are, relative.
double least_error(const std::vector<Run>& runs, const State& reference) {
    const double momentum = std::max(reference.momentum.norm(), 1e-300);
    double least = std::numeric_limits<double>::infinity();
    for (const Run& run : runs)
        if (run.cell.failure.empty())
            least = std::min({least, attitude_distance(run.end, reference),
                              momentum_distance(run.end, reference) / momentum});
    return least;
}

/// A reference is good enough if its error is so many times less than any that is shown, or close to round-off.
constexpr double better = 100, close_to_round_off = 1e-13;

/// How long it may take to find, in units of the time of the runs, and in seconds.
constexpr double most_of_runs = 10, always_allowed = 2;

Expected<ComputedReference> reference_for(const Problem& problem, double end, const std::vector<Run>& runs,
                                          const std::function<bool()>& go_on) {
    if (const ReferenceState* stored = stored_reference(problem, end))
        return ComputedReference{*stored, "stored end state"};
    return try_computed_reference(problem, {.time = end,
                                            .good_enough =
                                                [&](const ReferenceState& found) {
                                                    return found.agreement
                                                        <= std::max(close_to_round_off,
                                                                    least_error(runs, found.state) / better);
                                                },
                                            .go_on = go_on});
}

std::optional<Error> refusal_of(const ComparePlan& plan, double end) {
    if (!std::isfinite(end) || end <= 0)
        return input_error(fmt::format("end is {}, expected a finite number > 0", end), "end");
    for (const double step : plan.steps)
        if (!std::isfinite(step) || step <= 0)
            return input_error(fmt::format("expected finite numbers above 0, got {}", step), "steps");
    if (plan.threads < 0)
        return input_error(fmt::format("expected at least 1, got {}", plan.threads), "threads");
    return std::nullopt;
}

}  // namespace

Comparison compare(const Problem& problem, const ComparePlan& plan,
                   const std::function<bool(long, long)>& progress) {
    return try_compare(problem, plan, progress).or_throw();
}

Expected<Comparison> try_compare(const Problem& problem, const ComparePlan& plan,
                                 const std::function<bool(long, long)>& progress) {
    return try_compare(problem, plan, progress, {});
}

Expected<Comparison> try_compare(const Problem& problem, const ComparePlan& plan,
                                 const std::function<bool(long, long)>& progress, const Restart& restart) {
    using Clock = std::chrono::steady_clock;
    Comparison comparison;
    comparison.problem = problem.name;
    comparison.end = plan.end.value_or(problem.defaults.end);
    const double usual_step = plan.usual_step.value_or(problem.defaults.step);
    if (auto refused = refusal_of(plan, comparison.end)) return *std::move(refused);
    const auto methods = methods_of(plan, problem);
    if (!methods) return methods.error();
    std::vector<double> steps = plan.steps.empty() ? steps_around(usual_step) : plan.steps;
    std::ranges::sort(steps, std::greater<>{});

    // runs are handed out one by one, the cheap ones of every method first, so that the last ones overlap
    const std::size_t rows = methods->size();
    Runs all(problem.name, comparison.end, *methods, steps);
    std::vector<Run>& runs = all.all();
    double seconds_before = 0;
    if (!restart.from.empty()) {
        const auto seconds = all.go_on_from(restart.from);
        if (!seconds) return seconds.error();
        seconds_before = *seconds;
    }
    double all_steps = 0;
    for (const double step : steps) all_steps += static_cast<double>(rows) * std::ceil(comparison.end / step);
    Watched watched(static_cast<long>(std::min(all_steps, 1e18)));
    const Error stopped = run_error("the comparison was stopped before its end");
    const auto begin = Clock::now();
    const auto seconds_of_runs = [&] {
        return seconds_before + std::chrono::duration<double>(Clock::now() - begin).count();
    };
    const auto give = [&](double seconds) {
        if (restart.take) restart.take(all.bytes(seconds));
    };
    PieceProgress tell;
    if (progress || restart.due)
        tell = [&](long, long) {
            if (progress && !progress(watched.done(), watched.steps())) watched.stop();
            if (restart.due && restart.due()) give(seconds_of_runs());
            return watched.goes_on();
        };
    const bool made_all = in_parallel(
        static_cast<long>(runs.size()), plan.threads,
        [&](long i) {
            const auto n = static_cast<std::size_t>(i);
            if (all.is_finished(n)) return watched.count(runs[n].cell.steps);
            auto run = run_of(problem, (*methods)[n % rows], comparison.end, steps[n / rows], watched);
            if (run) all.finish(n, *std::move(run));
        },
        tell);
    const double ran = seconds_of_runs();
    if (!made_all || !watched.goes_on()) {
        give(ran);
        return stopped;
    }

    const double allowed = std::max(most_of_runs * ran, always_allowed);
    const auto until =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(allowed));
    const auto go_on = [&] {
        if (progress && !progress(watched.steps(), watched.steps())) watched.stop();
        if (restart.due && restart.due()) give(ran);
        return watched.goes_on() && Clock::now() < until;
    };
    const Expected<ComputedReference> found = reference_for(problem, comparison.end, runs, go_on);
    if (!watched.goes_on()) {
        give(ran);
        return stopped;
    }
    if (!found) {
        if (Clock::now() < until) return found.error();
        return run_error(fmt::format(
            "no reference for {} at t = {} was found in {:.1f} s, {} times what the runs took or {} s: expected "
            "smaller steps to compare, or an earlier end",
            problem.name, comparison.end, allowed, most_of_runs, always_allowed));
    }
    const ReferenceState& reference = found->reference;
    comparison.reference = reference.state;
    comparison.reference_error = reference.agreement;
    comparison.reference_source = fmt::format("{}, known to {:.0e}", found->by, reference.agreement);
    if (reference.agreement > std::max(close_to_round_off, least_error(runs, reference.state) / better))
        comparison.reference_note = fmt::format(
            "The reference is known to {:.0e} only{}: errors below {:.0e} are rough.", reference.agreement,
            Clock::now() < until ? "" : ", for lack of time", better * reference.agreement);

    for (std::size_t row = 0; row < rows; ++row) {
        comparison.rows.push_back({(*methods)[row], {}, {}, {}});
        for (std::size_t level = 0; level < steps.size(); ++level) {
            Run& run = runs[level * rows + row];
            if (run.cell.failure.empty()) {
                run.cell.error_attitude = attitude_distance(run.end, reference.state);
                run.cell.error_momentum = momentum_distance(run.end, reference.state);
            }
            comparison.rows.back().cells.push_back(std::move(run.cell));
        }
    }
    const double momentum = std::max(reference.state.momentum.norm(), 1e-300),
                 floor = std::max(20 * reference.agreement, 3e-12);
    for (CompareRow& row : comparison.rows) {
        row.order_attitude =
            fitted_order(row.cells, floor, 0.1, [](const CompareCell& c) { return c.error_attitude; });
        row.order_momentum = fitted_order(row.cells, floor * momentum, 0.1 * momentum,
                                          [](const CompareCell& c) { return c.error_momentum; });
    }
    return comparison;
}

}  // namespace polhode
