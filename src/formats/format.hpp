/// The seam between what is computed and the files that hold it. A format is one file in this folder, which defines one
/// TrajectoryFormat, and its name in all.hpp; `run`, `ensemble`, help and documentation take it from there.
#pragma once

#include "io/array_file.hpp"
#include "io/growing_files.hpp"
#include "io/mesh.hpp"
#include "polhode/ensemble/run.hpp"
#include "polhode/exchange/exchange.hpp"
#include "polhode/mechanics/attitude_form.hpp"
#include "polhode/simulate/simulate.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// Starts NAME.h5 or the like: what a module of the program is loaded for.
using OpenArrays = std::unique_ptr<ArrayFile> (*)(OutputFolder& folder, const std::string& name);

/// The motion of one body, which is being written.
struct MotionFiles {
    std::string name;  ///< of its files, without their endings: "trajectory", or of an ensemble "body-17"
    const Problem& problem;
    const std::optional<Mesh>& mesh;  ///< the user's picture of the body
    const AttitudeForm& attitude;     ///< in which rows have it
    const Exchange& exchange;         ///< what files for other programs say
    OutputFolder& folder;
    GrowingFiles& growing;            ///< what a sample adds to is here, and nothing is anywhere else
    std::vector<std::string>& names;  ///< of files that were written at the end
    OpenArrays open_arrays;           ///< of the format's module
};

/// A motion that is over, or was stopped.
struct MotionEnd {
    const Plan& plan;
    const Result& result;
    const std::vector<Sample>& samples;  ///< evenly spread, a few thousand at most
};

/// The states of all bodies of an ensemble, or those of this rank, at one time.
struct StatesFiles {
    std::string name;        ///< "final", "snapshot-3", "final-part-1-of-4"
    std::size_t first_body;  ///< of this rank
    std::size_t bodies;      ///< of all ranks
    const AttitudeForm& attitude;
    OutputFolder& folder;
    OpenArrays open_arrays;  ///< of the format's module
};

/// What a file of states takes for a body: so much, and for each number of its state.
struct StateBytes {
    double body = 0, number = 0;
};

/// Null functions: the format has no such file, or nothing to do then.
struct TrajectoryFormat {
    std::string_view name;    ///< in output.format and after --format
    std::string_view about;   ///< a few words for help and documentation
    std::string_view reader;  ///< what can read it
    std::string_view ending;  ///< of its files
    /// Whether the rows hold all that is known of a motion. Without such a format the usual one is written beside.
    bool holds_all = false;
    /// What a number of a sample takes: text about 19 bytes, a binary one 8, and as many while the run goes on.
    double bytes_of_number = 19;
    StateBytes bytes_of_state = {};
    std::string_view module = {};  ///< of the program, which may have been built without

    /// A sample of a motion. All that is to be remembered from one to the next is in growing files, so that a run that
    /// was ended goes on with the same bytes. The sign of a quaternion is the one nearer to that before.
    void (*add)(const MotionFiles&, const Sample&) = nullptr;
    void (*finish)(const MotionFiles&, const MotionEnd&) = nullptr;
    void (*states)(const StatesFiles&, const StatesSeen&) = nullptr;
};

}  // namespace polhode
