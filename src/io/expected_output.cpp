#include "io/expected_output.hpp"

#include "ensemble/quantities_of.hpp"
#include "polhode/error.hpp"
#include "polhode/torque/torque.hpp"
#include "text/quantity.hpp"

#include <fmt/format.h>
#include <sys/statvfs.h>
#include <algorithm>
#include <array>
#include <cmath>

namespace polhode {
namespace {

/// A number of a table with its comma, in the shortest digits that read back as the same double: few are shorter.
constexpr double bytes_of_text = 19;
constexpr double columns_beside_attitude = 10, sensitivity_rows = 6;

struct StepCountOf {
    double end;
    double operator()(const EqualSteps& steps) const { return static_cast<double>(steps.count); }
    double operator()(const OwnSteps& steps) const { return static_cast<double>(steps.samples.count); }
    double operator()(const ErrorPerStep& steps) const { return end / *steps.first_step; }
    double operator()(const ReversibleSteps& steps) const { return end / *steps.first_step; }
    double operator()(const ToTolerance&) const { return 0; }
};

double samples_of(const Resolved& run) {
    const Sampling& sampling = run.sampling;
    if (sampling.every_time) return std::floor(run.end / *sampling.every_time) + 2;
    if (!sampling.times.empty()) return static_cast<double>(sampling.times.size()) + 2;
    return std::floor(std::visit(StepCountOf{run.end}, run.steps) / static_cast<double>(sampling.every)) + 2;
}

/// How messages speak of the part that takes most.
struct Words {
    std::string counted;
    const char *fewer, *hint;
};

Words words_of(const ExpectedOutput& output) {
    using Part = ExpectedOutput::Part;
    switch (output.most) {
        case Part::samples: break;
        case Part::states:
            return {fmt::format(
                        "the states of {} bodies at {}", large_number(output.bodies),
                        output.times == 1 ? "one time" : fmt::format("{} times", large_number(output.times))),
                    "bodies or snapshots, by ensemble.count or output.snapshots",
                    "ensemble.count and output.snapshots take fewer"};
        case Part::statistics:
            return {fmt::format("{} rows of statistics", large_number(output.statistics)),
                    "rows of statistics, by output.statistics", "output.statistics takes fewer"};
    }
    return {fmt::format("{} samples", large_number(output.samples)),
            "samples, by output.every or output.every_time", "output.every takes fewer"};
}

}  // namespace

ExpectedOutput expected_motion(const Problem& problem, const Resolved& run, double bytes_of_number,
                               std::size_t attitude_columns) {
    ExpectedOutput output{.samples = samples_of(run)};
    output.is_known = run.sampling.by_time() || std::holds_alternative<EqualSteps>(run.steps)
                   || std::holds_alternative<OwnSteps>(run.steps);
    const double columns = columns_beside_attitude + static_cast<double>(attitude_columns)
                         + (has_potential(problem.torque) && !problem.control ? 1 : 0);
    output.bytes = output.samples * columns * bytes_of_number;
    return output;
}

ExpectedOutput expected_output(const Problem& problem, const Resolved& run, double bytes_of_number,
                               std::size_t attitude_columns) {
    ExpectedOutput output = expected_motion(problem, run, bytes_of_number, attitude_columns);
    double others = 0;
    if (run.sensitivity) others += 1 + sensitivity_rows * sensitivity_rows;
    if (run.parameter_sensitivity)
        others += 1 + sensitivity_rows * static_cast<double>(parameter_names(problem).size());
    output.bytes += output.samples * others * bytes_of_text;
    if (!problem.control) return output;
    output.calls = std::floor(run.end / problem.control->period) + 1;
    output.bytes += output.calls * static_cast<double>(4 + problem.wheels.size()) * bytes_of_text;
    return output;
}

ExpectedOutput expected_output(const EnsembleScenario& scenario, double bytes_of_state,
                               const ExpectedOutput& motion) {
    constexpr double numbers_of_quantity = 4 + quantile_percents.size();
    const EnsemblePlan& plan = scenario.plan;
    const Problem& problem = scenario.setup.problem;
    const auto quantities = static_cast<double>(quantities_of(problem, has_potential(problem.torque)).size());
    const auto motions = static_cast<double>(scenario.bodies.size());
    ExpectedOutput output{.samples = motions * motion.samples,
                          .is_known = motion.is_known,
                          .bodies = static_cast<double>(scenario.setup.count),
                          .times = static_cast<double>(plan.snapshots.size()) + 1,
                          .statistics = static_cast<double>(std::min(plan.samples, plan.steps)) + 1};
    const double states = output.bodies * output.times * bytes_of_state,
                 rows = output.statistics * (2 + quantities * numbers_of_quantity) * bytes_of_text,
                 samples = motions * motion.bytes;
    output.bytes = states + rows + samples;
    using Part = ExpectedOutput::Part;
    output.most = samples > std::max(states, rows) ? Part::samples
                : rows > states                    ? Part::statistics
                                                   : Part::states;
    return output;
}

std::optional<double> free_space(const std::filesystem::path& folder) {
    struct statvfs disk{};
    if (::statvfs(folder.c_str(), &disk) != 0 || disk.f_blocks == 0) return std::nullopt;
    return static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize);
}

std::string byte_count(double bytes) {
    struct Unit {
        const char* name;
        double bytes;
    };
    constexpr std::array units{Unit{"PB", 1e15}, Unit{"TB", 1e12}, Unit{"GB", 1e9}, Unit{"MB", 1e6},
                               Unit{"kB", 1e3}};
    for (const Unit& unit : units)
        if (bytes >= unit.bytes) return fmt::format("{:.3g} {}", bytes / unit.bytes, unit.name);
    return fmt::format("{:.0f} bytes", bytes);
}

void demand_space(const ExpectedOutput& output, const std::filesystem::path& folder) {
    const std::optional<double> left = free_space(folder);
    if (!left || !output.is_known || output.bytes <= *left) return;
    const Words words = words_of(output);
    throw InputError(fmt::format(
        "--out: the run would write about {} ({}), and the disk of \"{}\" has {} left: take fewer {}, or "
        "another folder",
        byte_count(output.bytes), words.counted, folder.string(), byte_count(*left), words.fewer));
}

std::optional<std::string> note_on_size(const ExpectedOutput& output, const std::filesystem::path& folder) {
    constexpr double large = 2e8;
    if (output.bytes < large) return std::nullopt;
    const Words words = words_of(output);
    return fmt::format("about {} will be written into \"{}\", {}{}; {}", byte_count(output.bytes),
                       folder.string(), words.counted,
                       output.is_known ? "" : " if all steps are as long as the first", words.hint);
}

}  // namespace polhode
