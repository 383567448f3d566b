/// How much a run or an ensemble will write, counted before its first step.
#pragma once

#include "polhode/scenario/ensemble_scenario.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/resolve.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace polhode {

struct ExpectedOutput {
    double samples = 0, calls = 0;  ///< rows of trajectories, and of the control's history
    double bytes = 0;
    bool is_known = true;  ///< else the steps vary in length, and the first one stands for all

    /// Of an ensemble: its bodies, and how often their states are written; rows of the statistics.
    double bodies = 0, times = 0, statistics = 0;
    enum class Part { samples, states, statistics } most = Part::samples;  ///< of the bytes
};

/// `bytes_of_number`: of the trajectory, in all its formats together; usually it is text. `attitude_columns`: numbers of
/// an attitude, four of a quaternion.
ExpectedOutput expected_output(const Problem& problem, const Resolved& run, double bytes_of_number = 19,
                               std::size_t attitude_columns = 4);
/// The trajectory alone.
ExpectedOutput expected_motion(const Problem& problem, const Resolved& run, double bytes_of_number,
                               std::size_t attitude_columns = 4);

/// `bytes_of_state`: of a body at one time, in all formats together. `motion`: that of one of output.bodies.
ExpectedOutput expected_output(const EnsembleScenario& scenario, double bytes_of_state,
                               const ExpectedOutput& motion);

/// What the disk of a folder has left for this user, in bytes; nothing if that is not known.
std::optional<double> free_space(const std::filesystem::path& folder);

/// "1.23 GB", in powers of ten as disks are sold.
std::string byte_count(double bytes);

/// Throws InputError if more would be written into the folder than the disk has left.
void demand_space(const ExpectedOutput& output, const std::filesystem::path& folder);

/// A sentence about an output of 200 MB and more.
std::optional<std::string> note_on_size(const ExpectedOutput& output, const std::filesystem::path& folder);

}  // namespace polhode
