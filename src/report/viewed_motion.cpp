#include "report/viewed_motion.hpp"

#include "simulate/advance.hpp"
#include "simulate/recorder.hpp"
#include "simulate/starting_state.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace polhode {
namespace {

constexpr double least_samples = 300;

double largest_rate(const std::vector<Sample>& samples) {
    double largest = 0;
    for (const Sample& s : samples) largest = std::max(largest, s.angular_velocity.norm());
    return largest;
}

bool are_near(const std::vector<Sample>& samples, double spacing) {
    for (std::size_t i = 1; i < samples.size(); ++i)
        if (samples[i].time - samples[i - 1].time > 1.001 * spacing) return false;
    return true;
}

/// q and −q are the same attitude; neighbours get the same sign.
void make_continuous(std::vector<Sample>& samples) {
    for (std::size_t i = 1; i < samples.size(); ++i) {
        Eigen::Quaterniond& q = samples[i].state.attitude;
        if (q.dot(samples[i - 1].state.attitude) < 0) q.coeffs() = -q.coeffs();
    }
}

/// The run again up to a time, as far as it goes without a failure.
std::vector<Sample> sampled_again(const Problem& problem, const Plan& plan, double until, double spacing,
                                  long most_steps) {
    std::vector<Sample> samples;
    Plan bare = plan;
    bare.sensitivity = bare.balance = bare.conservation = false;
    bare.parameter_sensitivity.reset();
    bare.every = 1;
    bare.times.clear();
    bare.every_time = spacing;
    const Expected<Resolved> run = resolve(problem, bare);
    const auto start = starting_state(problem.initial, problem.body);
    if (!run || !start) return samples;
    Advance advance(problem, *run, *start);
    const Hooks hooks{.on_sample = [&](const Sample& s) { samples.push_back(s); }};
    Recorder recorder(problem, *run, hooks, advance);
    if (recorder.start()) return samples;
    const auto goes_on = [&] {
        return (samples.empty() || samples.back().time < until) && advance.done() < most_steps
            && ((!advance.finished() && !recorder.ended()) || recorder.has_samples_left());
    };
    while (goes_on())
        if (recorder.go_on()) return samples;
    if (advance.finished() || recorder.ended()) static_cast<void>(recorder.finish());  // the last state
    return samples;
}

}  // namespace

ViewedMotion viewed_motion(const Problem& problem, const Plan& plan, const Result& result,
                           const std::vector<Sample>& kept, const Fineness& fineness) {
    ViewedMotion out{kept};
    if (kept.size() < 2 || !(result.time > 0)) return out;
    const double rate = largest_rate(kept);
    const double fine = std::min(2 * std::numbers::pi / fineness.samples_per_turn / std::max(rate, 1e-300),
                                 result.time / least_samples);
    if (static_cast<double>(kept.size()) > fineness.most_samples + 1 || !are_near(kept, fine)) {
        const double until = std::min(result.time, fine * fineness.most_samples);
        // as many whole spacings as there are, so that the last one ends where the run does
        const double spacing = until / std::ceil(until / fine * (1 - 1e-9));
        std::vector<Sample> again =
            sampled_again(problem, plan, until * (1 - 1e-9), spacing, fineness.most_steps);
        if (again.size() < 2) return out;
        while (again.size() > 2 && again.back().time > until * (1 + 1e-9)) again.pop_back();
        out.samples = std::move(again);
        out.whole = out.samples.back().time >= result.time * (1 - 1e-9);
    }
    make_continuous(out.samples);
    return out;
}

}  // namespace polhode
