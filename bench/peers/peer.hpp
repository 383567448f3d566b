/// What the comparison asks of another package. Plain numbers only: neither Eigen nor our own types, so that
/// the files of the peers may be compiled with whatever options suit them best.
#pragma once

#include "../peer_equations.hpp"

#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace polhode::bench {

using Quaternion = std::array<double, 4>;  // x, y, z, w

// --- one body, to an accuracy ---------------------------------------------------------------------------------

/// A body in principal axes, from t = 0 to `end`.
struct Task {
    Moments moments;
    std::variant<Free, Weight, Wall, Gradient, Dear<Weight>, Dear<Wall>, Dear<Gradient>> field;
    Numbers start;  // quaternion and body angular velocity
    double end;
    double first_step;  // where an adaptive method starts
};

/// The same with a torque that takes so long; of a free body, the same.
inline Task dear(Task task, double microseconds) {
    std::visit(
        [&]<class Field>(const Field field) {
            if constexpr (requires { task.field = Dear<Field>{field, microseconds}; })
                task.field = Dear<Field>{field, microseconds};
        },
        task.field);
    return task;
}

/// Calls `work` with the equations of the task.
template <class Work>
auto with_rates(const Task& task, Work&& work) {
    return std::visit(
        [&]<class Field>(const Field& field) { return work(BodyRates<Field>(task.moments, field)); },
        task.field);
}

/// For packages that are handed the torque: this is all that we hand them.
inline bool is_free_or_top(const Task& task) {
    return std::holds_alternative<Free>(task.field) || std::holds_alternative<Weight>(task.field);
}

struct Outcome {
    Numbers state;  // quaternion of any length, and body angular velocity
    long work;      // evaluations of the equations, or steps of a method that does not show them
};

/// The whole integration, ready to be repeated; nothing if it fails.
using Integration = std::function<std::optional<Outcome>()>;

/// One integrator on one task. `prepare` makes what can be kept from one integration to the next: it is not
/// timed.
struct Integrator {
    std::string name;
    std::vector<double> controls;  // tolerances or numbers of steps, from coarse to fine
    std::function<Integration(double control)> prepare;
};

/// Where it can be set: near rounding, and far off the motion, the control of steps may never end.
constexpr long most_steps = 50'000;

/// A hundred a decade.
inline std::vector<double> tolerances() {
    std::vector<double> row;
    for (int i = 0; i <= 1500; ++i) row.push_back(std::pow(10, -0.01 * i));
    return row;
}

/// Each `ratio` times the one before.
inline std::vector<double> step_counts(double most, double ratio = 1.03) {
    std::vector<double> row;
    for (double n = 1; n <= most; n = std::max(n + 1, std::round(n * ratio))) row.push_back(n);
    return row;
}

// --- many free bodies -----------------------------------------------------------------------------------------

/// Free bodies of the same moments, each with its own start.
struct Crowd {
    Moments moments;
    double step;
    std::vector<Numbers> start;  // quaternion and body angular velocity
};

class CrowdRun {
public:
    CrowdRun() = default;
    CrowdRun(const CrowdRun&) = delete;
    CrowdRun& operator=(const CrowdRun&) = delete;
    virtual ~CrowdRun() = default;
    virtual void advance(int steps) = 0;
    virtual std::vector<Quaternion> attitudes() = 0;  // in the order of the start
};

struct CrowdMethod {
    std::string name;
    std::function<std::unique_ptr<CrowdRun>(const Crowd&)> make;
};

// --- the peers ------------------------------------------------------------------------------------------------

struct Peer {
    std::string name, version;
    std::function<std::vector<Integrator>(const Task&)> integrators;  // may be empty
    std::vector<CrowdMethod> crowds = {};
};

// A package that was not found when the program was configured is not compiled (cmake/bench.cmake).
Peer boost_odeint();
Peer gsl();
Peer sundials();
Peer bullet();
Peer ode();
Peer lammps();

}  // namespace polhode::bench
