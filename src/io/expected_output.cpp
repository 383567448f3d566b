#include "io/expected_output.hpp"

#include "polhode/error.hpp"
#include "polhode/torque/torque.hpp"
#include "text/quantity.hpp"

#include <fmt/format.h>
#include <sys/statvfs.h>
#include <array>
#include <cmath>

namespace polhode {
namespace {

/// A number of a table with its comma, in the shortest digits that read back as the same double: few are shorter.
constexpr double bytes_of_text = 19;
constexpr double state_columns = 14, sensitivity_rows = 6;

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

}  // namespace

ExpectedOutput expected_output(const Problem& problem, const Resolved& run, double bytes_of_number) {
    ExpectedOutput output{.samples = samples_of(run)};
    output.is_known = run.sampling.by_time() || std::holds_alternative<EqualSteps>(run.steps)
                   || std::holds_alternative<OwnSteps>(run.steps);
    const double columns = state_columns + (has_potential(problem.torque) && !problem.control ? 1 : 0);
    double others = 0;
    if (run.sensitivity) others += 1 + sensitivity_rows * sensitivity_rows;
    if (run.parameter_sensitivity)
        others += 1 + sensitivity_rows * static_cast<double>(parameter_names(problem).size());
    output.bytes = output.samples * (columns * bytes_of_number + others * bytes_of_text);
    if (!problem.control) return output;
    output.calls = std::floor(run.end / problem.control->period) + 1;
    output.bytes += output.calls * static_cast<double>(4 + problem.wheels.size()) * bytes_of_text;
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
    throw InputError(fmt::format(
        "--out: the run would write about {} ({} samples), and the disk of \"{}\" has {} left: take fewer "
        "samples, by output.every or output.every_time, or another folder",
        byte_count(output.bytes), large_number(output.samples), folder.string(), byte_count(*left)));
}

std::optional<std::string> note_on_size(const ExpectedOutput& output, const std::filesystem::path& folder) {
    constexpr double large = 2e8;
    if (output.bytes < large) return std::nullopt;
    return fmt::format("about {} will be written into \"{}\", {} samples{}; output.every takes fewer",
                       byte_count(output.bytes), folder.string(), large_number(output.samples),
                       output.is_known ? "" : " if all steps are as long as the first");
}

}  // namespace polhode
