/// Motions for others: what a picture shows, and the files that `polhode run --out` writes.
#include "answer.hpp"
#include "io/bounded_samples.hpp"
#include "io/gltf.hpp"
#include "io/nearer_sign.hpp"
#include "io/trajectory_csv.hpp"
#include "polhode/error.hpp"
#include "read.hpp"
#include "report/picture_data.hpp"
#include "report/run_plots.hpp"
#include "report/viewed_motion.hpp"

#include <fmt/format.h>
#include <optional>

using namespace polhode;
using namespace polhode::web;

/// The answer is what a picture of the body shows (report/picture_data.hpp).
POLHODE_EXPORT(picture)
int picture(const char* toml, std::uint32_t toml_size, const char* settings, std::uint32_t settings_size) {
    return guarded([&] {
        answer() = picture_data(scenario_of(text(toml, toml_size), text(settings, settings_size)).problem);
    });
}

/// The answer is the text of trajectory.csv or motion.gltf, to the last byte that of the program.
POLHODE_EXPORT(motion_file)
int motion_file(const char* toml, std::uint32_t toml_size, const char* settings, std::uint32_t settings_size,
                const char* name, std::uint32_t name_size) {
    return guarded([&] {
        const std::string_view wanted = text(name, name_size);
        if (wanted != "trajectory.csv" && wanted != "motion.gltf")
            throw InputError(fmt::format("file: \"{}\", expected trajectory.csv or motion.gltf", wanted));
        const Scenario scenario = scenario_of(text(toml, toml_size), text(settings, settings_size));
        std::string rows = trajectory_csv_header(scenario.attitude);
        BoundedSamples samples(most_plotted_samples);
        std::optional<Eigen::Quaterniond> last;
        Hooks hooks;
        hooks.on_sample = [&](const Sample& s) {
            Sample kept = s;
            kept.state.attitude = nearer_sign(s.state.attitude, last);
            last = kept.state.attitude;
            if (wanted == "trajectory.csv")
                rows += trajectory_csv_row(kept, scenario.attitude);
            else
                samples.add(kept);
        };
        const Result result = carry_out(scenario.problem, scenario.run, hooks).or_throw();
        if (wanted == "trajectory.csv") {
            answer() = std::move(rows);
            return;
        }
        const ViewedMotion motion =
            viewed_motion(scenario.problem, scenario.plan, result, samples.take(), whole_motion);
        if (motion.samples.size() < 2) throw RunError("a motion of fewer than two samples cannot be shown");
        answer() = gltf(scenario.problem, motion.samples);
    });
}
