/// Steps of all bodies of an ensemble, by one method and one step, one SIMD lane for each, over all threads.
/// A body has the bits that it has alone: whatever the instruction set, the number of threads, its
/// neighbours.
#pragma once

#include "polhode/control/control.hpp"
#include "polhode/control/wheels.hpp"
#include "polhode/ensemble/ensemble.hpp"
#include "polhode/simulate/impulse.hpp"
#include "polhode/step/archive.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// The instruction set for which the kernels were compiled. `one_by_one`: no lanes at all, each body by the
/// code of single runs; the only one for methods that have no kernel on lanes.
enum class Target { best, avx512, avx2, baseline, one_by_one };

std::string_view name(Target target);
/// Throws InputError for an unknown name.
Target target_named(std::string_view name);
/// The targets that this machine can run, fastest first.
std::vector<Target> available_targets();
/// Whether a method runs on lanes.
bool runs_on_lanes(std::string_view method);
/// Whether an ensemble can have a method: it carries nothing but the state from step to step, or a history that an
/// ensemble keeps for each body (multistep-…).
bool runs_in_ensembles(std::string_view method);

struct SteppingPlan {
    std::string method = "se";
    double step = 0;
    double start = 0;  ///< time of the first state
    int threads = 0;   ///< 0: one per core
    Target target = Target::best;
    /// As of Problem. Each body has its own commands, from its own states; the first call is at the start. Laws of the
    /// user are called on several threads, each body's by one at a time.
    std::optional<Control> control = {};
    std::vector<Wheel> wheels = {};
    std::vector<Impulse> impulses = {};  ///< of all bodies
    /// Of the whole run; 0: not known. As in a single run, a method that starts by looking ahead is not used where there
    /// are only few.
    long steps = 0;
};

/// A body that a step could not be made for. It stays in the state that the step started from.
struct BodyFailure {
    std::size_t body;
    long step;  ///< counted from 1: the one that failed
    double time;
    std::string reason;
};

struct EnsembleDriver;

class EnsembleIntegrator {
public:
    /// Throws InputError for an unknown method, one that does not run in ensembles (other multi-step methods, processed
    /// ones, NAME+energy) or that cannot take the torque, a step that is not
    /// positive and finite or does not lead to each breakpoint, impulse and call of the control, a target that this
    /// machine lacks, lanes for a method without. Gives the impulses at the start.
    EnsembleIntegrator(Ensemble& ensemble, const SteppingPlan& plan);
    /// The same with the error as a value.
    static Expected<EnsembleIntegrator> try_make(Ensemble& ensemble, const SteppingPlan& plan);
    ~EnsembleIntegrator();
    EnsembleIntegrator(EnsembleIntegrator&&) noexcept;
    EnsembleIntegrator& operator=(EnsembleIntegrator&&) noexcept;

    /// `steps` further steps of every body that has not failed; some bodies at a time make all of them while
    /// they are in the cache. To follow progress, or to be able to stop, advance by fewer steps.
    void advance(long steps);  ///< what a function of yours throws leaves all bodies where they were

    long steps() const;
    double time() const;
    Target target() const;  ///< never `best`
    int threads() const;
    /// Failures so far, by body.
    const std::vector<BodyFailure>& failures() const;

    /// What the bodies have come to, to go on with the same bits in another process, on any target that has lanes if
    /// this one has: first of all together, then of bodies first … last − 1, which are whole blocks of eight. To be read
    /// by an integrator of the same plan on bodies with the same moments and parameters. Bodies may be kept on several
    /// threads at once, and read on one. Refused for a control that is a function of the user.
    void keep(core::Archive& archive);
    void keep_bodies(core::Archive& archive, std::size_t first, std::size_t last);

    bool has_control() const;
    /// What the control of body k holds in the step before the present time; zero before the first step. Bodies count
    /// from 0; InputError for one that is not there, here and below.
    Command command(std::size_t k) const;
    /// The momenta of its wheels now; none without wheels.
    std::vector<double> wheel_momenta(std::size_t k) const;
    /// Its angular velocity now, body frame, which with wheels does not follow from its state alone.
    Eigen::Vector3d angular_velocity(std::size_t k) const;

private:
    explicit EnsembleIntegrator(std::unique_ptr<EnsembleDriver> driver);

    std::unique_ptr<EnsembleDriver> driver_;
};

}  // namespace polhode
