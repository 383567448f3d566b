/// Which method suits a problem: work against accuracy of a short list, measured on the problem itself.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/simulate/problem.hpp"

#include <optional>
#include <string>
#include <vector>

namespace polhode {

struct AdviceQuestion {
    double tolerance = 1e-6;  ///< as for `choose`
    /// What a torque evaluation takes in the user's program, beyond what it takes here.
    double torque_seconds = 0;
    std::optional<double> end = {};  ///< of the run; default: the problem's
};

/// A run of some number of steps over the piece that was measured.
struct AdvicePoint {
    long steps = 0;
    double error = 0;
    long torque_evaluations = 0;
    double seconds = 0;  ///< with the user's torque
};

struct AdviceRow {
    std::string method;
    bool own_steps = false;        ///< chooses its steps: `step` has no meaning
    bool keeps_structure = false;  ///< symplectic or time-symmetric
    std::vector<AdvicePoint> points;
    double best_error = 0;  ///< of all points

    // what the whole run takes to meet the tolerance; nothing of it if it is out of reach
    bool reached = false;
    double step = 0;
    double error = 0;  ///< on the piece
    double torque_evaluations = 0;
    double seconds = 0;
};

struct Advice {
    std::string problem;
    double end = 0;
    double piece = 0;  ///< end of the piece measured: `end`, or less if that is long
    AdviceQuestion question;
    std::vector<AdviceRow> rows;             ///< fastest first, then those out of reach
    std::optional<std::size_t> recommended;  ///< a row; none if all are out of reach
    std::string reason;                      ///< why this one, in a sentence
};

/// Throws InputError for an invalid question, RunError if the motion cannot be followed.
Advice advise(const Problem& problem, const AdviceQuestion& question);
/// The same with the error as a value.
Expected<Advice> try_advise(const Problem& problem, const AdviceQuestion& question);

}  // namespace polhode
