#include "io/bounded_sampling.hpp"

#include "io/expected_output.hpp"
#include "text/quantity.hpp"

#include <fmt/format.h>
#include <cmath>

namespace polhode {

std::optional<std::string> bound_samples(const Problem& problem, const Resolved& run, Plan& plan) {
    constexpr double both_ends = 2;
    const double samples = expected_output(problem, run).samples;
    const double times_too_many = std::ceil((samples - both_ends) / (most_samples - both_ends));
    if (run.sampling.by_time() || times_too_many <= 1) return std::nullopt;
    plan.every = run.sampling.every * static_cast<long>(times_too_many);
    return fmt::format(
        "a sample is taken every {} steps, which makes at most {}; output.every says otherwise (1: all steps)",
        plan.every, large_number(most_samples));
}

}  // namespace polhode
