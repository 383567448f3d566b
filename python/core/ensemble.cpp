#include "polhode/ensemble/ensemble.hpp"

#include "arrays.hpp"
#include "case.hpp"
#include "failures.hpp"
#include "interpreter.hpp"
#include "module.hpp"
#include "polhode/ensemble/integrator.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace polhode::python {
namespace {

using namespace nb::literals;

/// Bodies, and what moves them: by one method and step until another is asked for. One call at a time works with them or
/// looks at them.
class Bodies {
public:
    Bodies(const Case& given, const Attitudes& attitude, const Vectors& momentum)
        : ensemble_(std::max<std::size_t>(attitude.shape(0), 1), given.problem.body, given.problem.torque) {
        set(attitude, momentum);
    }

    std::size_t count() const { return ensemble_.count(); }

    void set(const Attitudes& attitude, const Vectors& momentum) {
        const AtWork now = alone();
        ++changes_;
        if (attitude.shape(0) != count() || momentum.shape(0) != count())
            throw InputError("attitude and momentum: " + std::to_string(attitude.shape(0)) + " and "
                             + std::to_string(momentum.shape(0))
                             + " rows, expected as many as there are bodies");
        integrator_.reset();
        const nb::gil_scoped_release unlocked;
        for (std::size_t k = 0; k < count(); ++k)
            ensemble_.set_state(k,
                                {attitude_of(attitude.data() + 4 * k), vector_of(momentum.data() + 3 * k)});
    }
    void set_moments(const Vectors& moments) {
        const AtWork now = alone();
        ++changes_;
        if (moments.shape(0) != count())
            throw InputError("inertia: " + std::to_string(moments.shape(0)) + " rows, expected "
                             + std::to_string(count()) + ", one for each body");
        integrator_.reset();
        const nb::gil_scoped_release unlocked;
        for (std::size_t k = 0; k < count(); ++k) ensemble_.set_moments(k, vector_of(moments.data() + 3 * k));
    }

    /// The steps are made in portions, between which signals are looked at. Whether more bodies have failed than were told
    /// of before.
    bool march(const std::string& method, double step, long steps, int threads, const std::string& target) {
        const AtWork now = alone();
        ++changes_;
        if (steps < 0) throw InputError("steps: " + std::to_string(steps) + ", expected 0 or more");
        const nb::gil_scoped_release unlocked;
        if (!integrator_ || method != method_ || step != step_ || threads != threads_ || target != target_) {
            const double time = integrator_ ? integrator_->time() : time_;
            integrator_.reset();
            integrator_.emplace(ensemble_, SteppingPlan{.method = method,
                                                        .step = step,
                                                        .start = time,
                                                        .threads = threads,
                                                        .target = target_named(target)});
            told_ = 0;  // bodies that have failed are tried again
            time_ = time;
            method_ = method;
            step_ = step;
            threads_ = threads;
            target_ = target;
        }
        // a portion takes a few milliseconds on lanes, and is long enough to be made in the cache
        const long portion = std::clamp(4'000'000L / static_cast<long>(count()), 1L, 1000L);
        while (steps > 0) {
            const long some = std::min(steps, portion);
            integrator_->advance(some);
            steps -= some;
            check_signals();
        }
        time_ = integrator_->time();
        const std::size_t failed = integrator_->failures().size();
        return std::exchange(told_, failed) < failed;
    }

    double time() {
        const AtWork now = alone();
        return time_;
    }
    std::string target() {
        const AtWork now = alone();
        return integrator_ ? std::string(name(integrator_->target())) : "";
    }
    /// Another number whenever the states may have changed: at any time, once somebody has the memory.
    long changes() { return shared_ ? ++changes_ : changes_; }

    nb::dict states() {
        const AtWork now = alone();
        const std::size_t n = count();
        std::vector<double> attitude(4 * n), momentum(3 * n), rate(3 * n);
        {
            const nb::gil_scoped_release unlocked;
            const bool common = ensemble_.moments().common();
            for (std::size_t k = 0; k < n; ++k) {
                const State s = ensemble_.state(k);
                const Eigen::Vector3d w = common ? ensemble_.common_body().angular_velocity(s.momentum, time_)
                                                 : ensemble_.body(k).angular_velocity(s.momentum, time_);
                std::copy_n(s.attitude.coeffs().data(), 4, attitude.data() + 4 * k);
                std::copy_n(s.momentum.data(), 3, momentum.data() + 3 * k);
                std::copy_n(w.data(), 3, rate.data() + 3 * k);
            }
        }
        nb::dict arrays;
        arrays["attitude"] = array_of(std::move(attitude), {n, 4});
        arrays["momentum"] = array_of(std::move(momentum), {n, 3});
        arrays["angular_velocity"] = array_of(std::move(rate), {n, 3});
        return arrays;
    }

    std::vector<double> energies() {
        const AtWork now = alone();
        std::vector<double> energies(count());
        for (std::size_t k = 0; k < count(); ++k) {
            const auto energy = ensemble_.energy(k, time_);
            energies[k] = energy ? *energy : ensemble_.body(k).kinetic_energy(ensemble_.state(k), time_);
        }
        return energies;
    }

    /// The memory in which the kernels have the states: eight bodies to a block, x, y, z, w and the momentum of all
    /// eight side by side, in principal axes.
    nb::ndarray<nb::numpy, double, nb::ndim<3>> blocks(const nb::handle& owner) {
        shared_ = true;
        const auto blocks = ensemble_.blocks();
        static_assert(sizeof(core::StateBlock) == 7 * core::block_bodies * sizeof(double));
        return nb::ndarray<nb::numpy, double, nb::ndim<3>>(reinterpret_cast<double*>(blocks.data()),
                                                           {blocks.size(), 7, core::block_bodies}, owner);
    }

    nb::list failures() {
        const AtWork now = alone();
        return integrator_ ? failure_list(integrator_->failures()) : nb::list();
    }

private:
    AtWork alone() {
        demand_rest(at_work_, "Ensemble");
        return AtWork(at_work_);
    }

    Ensemble ensemble_;
    std::optional<EnsembleIntegrator> integrator_;
    std::string method_, target_;
    double step_ = 0, time_ = 0;
    int threads_ = 0;
    std::size_t told_ = 0;  // of bodies that have failed
    long changes_ = 0;
    bool shared_ = false, at_work_ = false;
};

}  // namespace

void define_ensemble(nb::module_& m) {
    nb::class_<Bodies>(m, "Ensemble")
        .def(nb::init<const Case&, const Attitudes&, const Vectors&>(), "case"_a, "attitude"_a, "momentum"_a)
        .def("__len__", &Bodies::count)
        .def("set", &Bodies::set, "attitude"_a, "momentum"_a)
        .def("set_moments", &Bodies::set_moments, "moments"_a)
        .def("march", &Bodies::march, "method"_a, "step"_a, "steps"_a, "threads"_a, "target"_a)
        .def("states", &Bodies::states)
        .def("energies",
             [](Bodies& bodies) {
                 auto energies = bodies.energies();
                 const std::size_t n = energies.size();
                 return array_of(std::move(energies), {n});
             })
        .def("blocks", [](nb::handle_t<Bodies> self) { return nb::cast<Bodies&>(self).blocks(self); })
        .def("failures", &Bodies::failures)
        .def_prop_ro("changes", &Bodies::changes)
        .def_prop_ro("target", &Bodies::target)
        .def_prop_ro("t", &Bodies::time);
}

}  // namespace polhode::python
