/// Dormand and Prince's explicit Runge–Kutta pair of order 8(5,3), with a given step or with steps that it
/// chooses: the method that needs nothing but a state, for short intervals, restarts and torques that jump.
/// Hairer, Nørsett, Wanner, "Solving Ordinary Differential Equations I", II.5 and II.10.
#pragma once

#include "polhode/method/chosen_steps.hpp"
#include "polhode/method/dop853_kernels.hpp"
#include "polhode/method/velocity_motion.hpp"
#include "polhode/step/sheet.hpp"
#include "polhode/step/status.hpp"
#include "polhode/step/stepper.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>

namespace polhode::core {

namespace dop853 {

template <class Real, class Model>
using Motion = velocity::Motion<Real, Model>;

/// A step of length h from y₀ at a time, with f = h y' at its stages.
template <class Real>
struct Step {
    using Y = velocity::Row<Real>;
    using Number = Plain<Real>;

    Real time{}, h{};
    Y y0{}, y1{};
    std::array<Y, dense_stages> f{};
    std::array<Y, 7> dense{};
    bool is_dense = false;

    /// The rates at a part of the step.
    template <class Model>
    auto rates(const Motion<Real, Model>& motion) const {
        return [this, &motion](const Y& y, const Number& x) { return motion.rates(y, time + x * h); };
    }

    /// y at the part x of the step, to seventh order; the rates at y₁ given. The first takes three torque
    /// evaluations.
    template <class Model>
    Y at(const Real& x, const Motion<Real, Model>& motion) {
        if (!is_dense) prepare(motion);
        const Real rest = Real(1) - x;
        Y y = x * dense.back();
        for (std::size_t n = dense.size() - 1; n-- > 0;) y = (n % 2 == 0 ? x : rest) * (dense[n] + y);
        return y0 + y;
    }

private:
    template <class Model>
    void prepare(const Motion<Real, Model>& motion) {
        make_stages<Number, end_of_step + 1, dense_stages>(y0, f.data(), rates(motion));
        const Y whole = y1 - y0, first = f[0] - whole;
        dense[0] = whole;
        dense[1] = first;
        dense[2] = (whole - f[end_of_step]) - first;
        [&]<std::size_t... n>(std::index_sequence<n...>) {
            ((dense[n + 3] = sum<Number, of_dense + n, dense_stages>(f.data())), ...);
        }(std::make_index_sequence<d.size()>{});
        is_dense = true;
    }
};

/// The kernels take any torque behind the one type, and free bodies.
template <class Real, class Model>
bool uses_kernels([[maybe_unused]] const Kernels* kernels,
                  [[maybe_unused]] const System<Real, Model>& system) {
    if constexpr (std::is_same_v<Real, double>
                  && (std::is_same_v<Model, ErasedTorque<double>> || std::is_same_v<Model, NoTorque>))
        return kernels && !system.rotor.present;
    else
        return false;
}
template <class Model>
Job job_of(const Motion<double, Model>& motion, [[maybe_unused]] const System<double, Model>& system,
           double origin, double step) {
    Job job;
    if constexpr (std::is_same_v<Model, ErasedTorque<double>>) job.torque = &system.model.bound();
    job.constants = &motion.constants();
    job.origin = origin;
    job.step = step;
    return job;
}

}  // namespace dop853

/// What is carried from step to step is y, and what its last sum has rounded away: momenta turned into angular
/// velocities and back in every step would lose digits in the same direction each time.
struct Dop853 {
    static constexpr std::string_view formula =
        "y₁ = y₀ + h Σ bⱼf(Yⱼ), Yᵢ = y₀ + h Σ aᵢⱼf(Yⱼ) over j < i, twelve stages, for y = (q, ω): q' = ½qω, "
        "Iω' = Iω×ω + T; q₁ normalised";
    static constexpr std::string_view source =
        "Dormand, Prince 1989; coefficients: Hairer, Nørsett, Wanner I, DOP853";
    static constexpr bool takes_rotor = true;

    /// Compiled for the machine; null: the steps of method/dop853_steps.hpp as they are.
    const dop853::Kernels* kernels = nullptr;

    template <class Real>
    struct Memory {
        dop853::Place<velocity::Row<Real>> place;
        Real step{};  ///< the length that it is for; 0: there was none
    };

    template <class Real, class Model>
    static Memory<Real> start(System<Real, Model>&, const State<Real>&, const Real&) {
        return {};
    }

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, Memory<Real>& m, const Real& t,
                const Real& h) const {
        return march(system, state, m, {t, h}, 0, 1).second;
    }

    /// Steps first … first + count − 1 of a grid; the steps that were made, up to a momentum that is no number.
    template <class Real, class Model>
    std::pair<long, Status> march(System<Real, Model>& system, State<Real>& state, Memory<Real>& m,
                                  const TimeGrid<Real>& grid, long first, long count) const {
        constexpr long at_once = 64;
        const Real& h = grid.step;
        const auto is_zero = [](const Real& x) { return !(value_of(x) < 0) && !(value_of(x) > 0); };
        if (is_zero(h)) return {count, {}};
        const dop853::Motion<Real, Model> motion(system, h);
        if (!is_zero(h - m.step)) m = {{motion.row_of(state, grid.at(first)), {}}, h};
        long done = 0;
        for (long some = 0; done < count; done += some) {
            some = std::min(count - done, at_once);
            const dop853::Place<velocity::Row<Real>> before = m.place;
            make(system, motion, m, grid, first + done, some);
            if (is_finite(m.place.y.half_turn())) [[likely]]
                continue;
            // again, one by one, up to the step that fails
            m.place = before;
            for (const long end = done + some; done < end; ++done) {
                make(system, motion, m, grid, first + done, 1);
                if (!is_finite(m.place.y.half_turn())) break;
            }
            break;
        }
        state = motion.state_of(m.place.y, grid.at(first + done));
        return {done, {}};
    }

    Sheet properties() const {
        Sheet s;
        s.order_attitude = s.order_momentum = s.order_by_rate = 8;
        s.torque_evaluations = dop853::stages;
        s.memory = polhode::Memory::digits;
        return s;
    }

private:
    template <class Real, class Model>
    void make(System<Real, Model>& system, const dop853::Motion<Real, Model>& motion, Memory<Real>& m,
              const TimeGrid<Real>& grid, long first, long count) const {
        if constexpr (std::is_same_v<Real, double>)
            if (dop853::uses_kernels(kernels, system)) {
                dop853::Job job = dop853::job_of(motion, system, grid.origin, grid.step);
                job.place = &m.place;
                job.first = first;
                job.count = count;
                kernels->steps(job);
                system.torque_evaluations += count * static_cast<long>(dop853::stages);
                return;
            }
        for (long n = first; n < first + count; ++n) {
            const Real t = grid.at(n);
            dop853::make_constant_step<Plain<Real>>(m.place,
                                                    [&](const velocity::Row<Real>& y, const Plain<Real>& x) {
                                                        return motion.rates(y, t + x * grid.step);
                                                    });
        }
    }
};

namespace dop853 {

/// Its steps as method/chosen_steps.hpp asks for them.
struct Judged {
    static constexpr double keeps = 0;
    const Kernels* kernels = nullptr;

    template <class Real>
    using Step = dop853::Step<Real>;
    template <class Real, class Model>
    using Motion = dop853::Motion<Real, Model>;

    /// By how fast the rates turn the body and its angular velocity.
    template <class Real, class Model>
    static Plain<Real> begin(Step<Real>& s, const Motion<Real, Model>& motion, const State<Real>& state,
                             const Real& t, const Real& h) {
        using std::sqrt;
        using Number = Plain<Real>;
        s.time = t;
        s.h = h;
        s.y0 = motion.row_of(state, t);
        s.f[0] = motion.rates(s.y0, t);
        // of these, W = ½hω and hW' = ½h²ω'
        const Number turn = sqrt(value_of(norm2(s.y0.half_turn()))),
                     change = sqrt(value_of(norm2(s.f[0].half_turn())));
        return std::max(2 * turn, sqrt(2 * change));
    }
    template <class Real>
    static void go_to_end(Step<Real>& s) {
        s.time = s.time + s.h;
        s.y0 = s.y1;
        s.f[0] = s.f[end_of_step];
    }
    /// W goes with the length, hW' with its square.
    template <class Real>
    static void rescale(Step<Real>& s, const Real& length) {
        const Real ratio = length / s.h;
        const Quaternion<Real> turning = s.f[0].attitude();
        s.y0 = {s.y0.attitude(), ratio * s.y0.half_turn()};
        s.f[0] = {{ratio * turning.x, ratio * turning.y, ratio * turning.z, ratio * turning.w},
                  ratio * (ratio * s.f[0].half_turn())};
        s.h = length;
    }
    template <class Real, class Model>
    Plain<Real> judged(System<Real, Model>& system, const Motion<Real, Model>& motion, Step<Real>& s,
                       const Plain<Real>& tolerance) const {
        s.is_dense = false;
        if constexpr (std::is_same_v<Real, double>)
            if (uses_kernels(kernels, system)) {
                Job job = job_of(motion, system, s.time, s.h);
                job.y0 = &s.y0;
                job.f = s.f.data();
                job.y1 = &s.y1;
                job.tolerance = tolerance;
                const double error = kernels->judged(job);
                system.torque_evaluations += static_cast<long>(stages) - (error <= 1 ? 0 : 1);
                return error;
            }
        return make_judged_step<Plain<Real>>(s.y0, s.f.data(), s.y1, tolerance, s.rates(motion));
    }
    template <class Real, class Model>
    static velocity::Row<Real> at(Step<Real>& s, const Real& x, const Motion<Real, Model>& motion) {
        return s.at(x, motion);
    }
    template <class Real>
    static const velocity::Row<Real>& end(const Step<Real>& s) {
        return s.y1;
    }
    template <class Number>
    static Number root(const Number& x) {
        using std::sqrt;
        return sqrt(sqrt(sqrt(x)));
    }
    static Sheet properties() { return Dop853{}.properties(); }
};

}  // namespace dop853

/// The same with steps to a tolerance.
using Dop853Flow = ChosenSteps<dop853::Judged>;

}  // namespace polhode::core
