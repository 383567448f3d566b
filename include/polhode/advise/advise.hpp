/// Which method suits a problem: work against accuracy of a short list, measured on the problem itself.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/simulate/problem.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

struct AdviceQuestion {
    double tolerance = 1e-6;  ///< as for `choose`
    /// What a torque evaluation takes in the user's program, beyond what it takes here.
    double torque_seconds = 0;
    std::optional<double> end = {};  ///< of the run; default: the problem's
    /// A run of the recommended method that takes so long is made as a whole; of a longer one, as much as takes so long.
    double seconds_to_follow = 0.4;
    /// Asked now and then; saying no ends the work by an error.
    std::function<bool()> go_on = {};
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
    double error = 0;           ///< on the piece
    double error_at_end = 0;    ///< of the whole run: measured if `measured_until` is its end, else predicted
    double measured_until = 0;  ///< how far this row was followed
    double torque_evaluations = 0;
    double seconds = 0;       ///< with the user's torque
    double seconds_here = 0;  ///< with this one
};

/// How the transition matrix grows, in the Frobenius norm (1 at the start), momenta in units of that of a body that turns
/// at the natural rate of the start.
struct Growth {
    struct Point {
        double time, norm;  ///< the largest up to this time
    };
    enum class Kind {
        regular,      ///< like a power of the time: neighbouring motions part slowly
        exponential,  ///< the motion is chaotic, or unstable all along
        undecided,    ///< faster and faster, and not yet an exponential
        unknown       ///< the matrix could not be followed
    };
    Kind kind = Kind::unknown;
    double until = 0;  ///< followed up to this time
    double power = 0;  ///< of the time, in the last half
    double rate = 0;   ///< in the last half, if the growth is an exponential: Lyapunov's exponent
    std::vector<Point> points;
};

/// What stands behind an advice.
enum class AdviceBasis {
    measured,   ///< the whole run was made
    predicted,  ///< a part of it was, and the transition matrix lets its error be extended to the end
    chaotic,  ///< nothing is promised: neighbouring motions part exponentially, and the run goes beyond the horizon
    unknown  ///< nothing is promised: what was measured does not tell how the motion goes on
};

struct Advice {
    std::string problem;
    double end = 0;
    double piece = 0;  ///< end of the piece on which all rows were measured: `end`, or less if that is long
    AdviceQuestion question;
    AdviceBasis basis = AdviceBasis::measured;
    Growth growth;
    /// Up to here the tolerance can be held (`chaotic`: by any method in double), or an extension be trusted; may be
    /// beyond the end.
    double horizon = 0;
    std::vector<AdviceRow> rows;             ///< fastest first, then those out of reach
    std::optional<std::size_t> recommended;  ///< a row; none if all are out of reach, or nothing is promised
    std::string reason;                      ///< why this one, in a sentence
};

/// "measured", "predicted", "chaotic", "unknown"
std::string_view basis_name(AdviceBasis basis);
/// "regular", "exponential", "undecided", "unknown"
std::string_view growth_name(Growth::Kind kind);

/// Throws InputError for an invalid question, RunError if the motion cannot be followed.
Advice advise(const Problem& problem, const AdviceQuestion& question);
/// The same with the error as a value.
Expected<Advice> try_advise(const Problem& problem, const AdviceQuestion& question);

}  // namespace polhode
