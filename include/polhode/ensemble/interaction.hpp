/// Bodies that act on each other: a torque of yours that is given all attitudes at once, in any kick–drift
/// method.
///
///     InteractingIntegrator integrator(ensemble, {.method = "se4-rkn", .step = 0.01}, dipole_torques,
///                                      Frame::space);
///     integrator.advance(1000);
#pragma once

#include "polhode/ensemble/integrator.hpp"

#include <functional>
#include <memory>
#include <span>

namespace polhode {

/// The attitudes of all bodies, each component side by side: body → space, in the user's axes.
struct Attitudes {
    std::span<const double> x, y, z, w;
    std::size_t count() const { return x.size(); }
};
struct Torques {
    std::span<double> x, y, z;
};

/// Fills the torques of all bodies at time t. Called once per kick, from one thread; it may start threads.
using AllTorques = std::function<void(double t, const Attitudes& attitudes, const Torques& torques)>;

class InteractingIntegrator {
public:
    /// The ensemble's own torque must be none. Throws InputError for a method that is not made of kicks and
    /// of the drifts that run on lanes, and as EnsembleIntegrator does.
    InteractingIntegrator(Ensemble& ensemble, const SteppingPlan& plan, AllTorques torques,
                          Frame frame = Frame::body);
    ~InteractingIntegrator();

    /// A method that begins and ends its step with a kick evaluates the torques once more at the start of
    /// every call. Throws RunError if a step cannot be made for one of the bodies, or a torque is not finite, and
    /// what the function throws; all bodies are then where they were before the call.
    void advance(long steps);

    long steps() const;
    double time() const;
    long torque_evaluations() const;  ///< calls of the function
    Target target() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace polhode
