/// Gauss' collocation, 2 to 8 stages, order twice that: Hairer, Lubich, Wanner, "Geometric Numerical
/// Integration", II.1.3, IV.2.1 and VI.4. It keeps all quadratic invariants and, applied to a Hamiltonian
/// system, the symplectic form, which the variables decide about:
///
/// - Canonical, on (q, p) (method/canonical_motion.hpp): symplectic; the momentum is quadratic, and kept. The
///   method is one in a vector space, so that both survive, unlike in Munthe-Kaas' coordinates.
/// - ByRate, on (q, ω) (method/velocity_motion.hpp): fewer numbers and operations. |q|², and the energy and
///   |Π|² of a free body are quadratic, and kept; the momentum in space is not.
///
/// Both are symmetric in time, so that the energy of either has no trend in a regular motion. That takes stages
/// solved to the last digit: what an iteration leaves over is not symmetric, and adds up.
#pragma once

#include "polhode/method/chosen_steps.hpp"
#include "polhode/method/gauss_kernels.hpp"
#include "polhode/method/velocity_motion.hpp"
#include "polhode/scalar/exponential.hpp"
#include "polhode/step/sheet.hpp"
#include "polhode/step/status.hpp"
#include "polhode/step/stepper.hpp"

#include <string_view>
#include <type_traits>
#include <utility>

namespace polhode::core {

namespace gauss {

struct Canonical {
    static constexpr std::string_view formula =
        "Yᵢ = y₀ + h Σ aᵢⱼf(Yⱼ), y₁ = y₀ + h Σ bⱼf(Yⱼ) with Gauss' coefficients, for y = (q, p): q' = ½qω, "
        "p' = ½pω + 2qT/|q|², Iω = Π = ½Im(q̄p)";
    template <class Real>
    using Row = CanonicalRow<Real>;
    template <class Real, class Model>
    using Motion = CanonicalMotion<Real, Model>;
    using Job = CanonicalJob;
    static constexpr auto kernel = &Kernels::canonical;

    static void add_properties(Sheet& s) {
        s.conserves_momentum = s.conserves_axis_momentum = s.keeps_momentum_with_rotor = true;
        s.symplectic = true;
    }
};

struct ByRate {
    static constexpr std::string_view formula =
        "Yᵢ = y₀ + h Σ aᵢⱼf(Yⱼ), y₁ = y₀ + h Σ bⱼf(Yⱼ) with Gauss' coefficients, for y = (q, ω): q' = ½qω, "
        "Iω' = Iω×ω + T";
    template <class Real>
    using Row = velocity::Row<Real>;
    template <class Real, class Model>
    using Motion = velocity::Motion<Real, Model>;
    using Job = RateJob;
    static constexpr auto kernel = &Kernels::by_rate;

    static void add_properties(Sheet& s) { s.conserves_energy = true; }
};

}  // namespace gauss

template <class Variables>
struct Gauss {
    static constexpr std::string_view formula = Variables::formula;
    static constexpr std::string_view source =
        "Butcher 1964; symplectic: Sanz-Serna 1988; to the last digit: Hairer, McLachlan, Razakarivony 2008";
    static constexpr bool takes_rotor = true;

    gauss::Weights<double> in_double;
    gauss::Weights<long double> in_long_double;

    /// Compiled for the machine; null: the loops of method/gauss_steps.hpp as they are.
    const gauss::Kernels* kernels;

    explicit Gauss(int stages, const gauss::Kernels* compiled = nullptr)
        : in_double(stages), in_long_double(stages), kernels(compiled) {}

    template <class Real>
    using Row = typename Variables::template Row<Real>;
    template <class Real>
    using Memory = gauss::Memory<Real, Row<Real>::size>;
    template <class Real, class Model>
    using Motion = typename Variables::template Motion<Real, Model>;

    /// The first step makes it, since only a step has a length.
    template <class Real, class Model>
    static Memory<Real> start(System<Real, Model>&, const State<Real>&, const Real&) {
        return {};
    }

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, Memory<Real>& m, const Real& t,
                const Real& h) const {
        return march(system, state, m, {t, h}, 0, 1).second;
    }

    /// Steps first … first + count − 1 of a grid; the steps that were made, and how the last one went. Of one that
    /// fails, the state before.
    template <class Real, class Model>
    std::pair<long, Status> march(System<Real, Model>& system, State<Real>& state, Memory<Real>& m,
                                  const TimeGrid<Real>& grid, long first, long count) const {
        const auto is_zero = [](const Real& x) { return !(value_of(x) < 0) && !(value_of(x) > 0); };
        if (is_zero(grid.step)) return {count, {}};
        const Motion<Real, Model> motion(system, grid.step);
        const bool goes_on = is_zero(grid.step - m.step);
        if (!goes_on) {
            m = {};
            const Row<Real> y = motion.row_of(state, grid.at(first));
            for (std::size_t k = 0; k < y.size; ++k) m.y[k] = y.of[k];
        }
        const auto marched = make_steps(system, motion, m, goes_on, grid, first, count);
        if (marched.made > 0) state = motion.state_of(row_of(m), grid.at(first + marched.made));
        const auto& last = marched.last;
        if (!last.done) {
            m = {};
            return {marched.made, {Outcome::no_convergence, last.sweeps, static_cast<double>(last.change)}};
        }
        m.step = grid.step;
        return {marched.made, {Outcome::done, last.sweeps, 0}};
    }

    /// y, as the motion holds it.
    template <class Real, std::size_t size>
    static Row<Real> row_of(const gauss::Memory<Real, size>& m) {
        Row<Real> y{};
        for (std::size_t k = 0; k < size; ++k) y.of[k] = m.y[k];
        return y;
    }

    Sheet properties() const {
        Sheet s;
        s.torque_evaluations = static_cast<int>(in_double.stages);
        s.order_attitude = s.order_momentum = s.order_by_rate = 2 * s.torque_evaluations;
        s.solve = Solve::torque;
        s.time_symmetric = true;
        s.memory = polhode::Memory::digits;
        Variables::add_properties(s);
        return s;
    }

    template <class Real>
    const gauss::Weights<Plain<Real>>& in_precision_of() const {
        if constexpr (std::is_same_v<Plain<Real>, long double>)
            return in_long_double;
        else
            return in_double;
    }

    /// Steps first … first + count − 1 of a grid, in the memory alone.
    template <class Real, class Model>
    auto make_steps(System<Real, Model>& system, const Motion<Real, Model>& motion, Memory<Real>& m,
                    bool goes_on, const TimeGrid<Real>& grid, long first, long count) const {
        const auto& weights = in_precision_of<Real>();
        if constexpr (std::is_same_v<Real, double>
                      && (std::is_same_v<Model, ErasedTorque<double>> || std::is_same_v<Model, NoTorque>))
            if (kernels && !system.rotor.present) {
                typename Variables::Job job;
                if constexpr (std::is_same_v<Model, ErasedTorque<double>>) job.torque = &system.model.bound();
                job.constants = &motion.constants();
                job.weights = &weights;
                job.memory = &m;
                job.goes_on = goes_on;
                job.origin = grid.origin;
                job.step = grid.step;
                job.first = first;
                job.count = count;
                const auto marched = (kernels->*Variables::kernel)(job);
                system.torque_evaluations += marched.sweeps * static_cast<long>(weights.stages);
                return marched;
            }
        const gauss::InArrays<Real> lanes(weights.stages);
        using All = typename gauss::InArrays<Real>::All;
        constexpr std::size_t size = Row<Real>::size;
        return gauss::make_steps(lanes, weights.stages, weights, m, goes_on, count, [&](long n) {
            return [&, t = grid.at(first + n)](const std::array<All, size>& stage,
                                               std::array<gauss::Stages<Real>, size>& rates) {
                for (std::size_t i = 0; i < weights.stages; ++i) {
                    Row<Real> y{};
                    for (std::size_t k = 0; k < size; ++k) y.of[k] = stage[k][i];
                    const Row<Real> f = motion.rates(y, t + Real(weights.c[i]) * grid.step);
                    for (std::size_t k = 0; k < size; ++k) rates[k].of[i] = f.of[k];
                }
            };
        });
    }
};

namespace gauss {

/// Its steps as method/chosen_steps.hpp asks for them. Within a step y is the integral of the polynomial through the
/// rates of the stages, of order s, while the ends are of order 2s: the error that is kept below the tolerance is the
/// one within. It is judged by the last coefficient of that polynomial, whose integral it would be without the last
/// stage. Steps of one length foresee each other, so that a length is kept as long as it will do.
template <class Variables>
struct Judged {
    static constexpr double keeps = 1.3;
    Gauss<Variables> method;

    template <class Real>
    using Row = typename Variables::template Row<Real>;
    template <class Real, class Model>
    using Motion = typename Variables::template Motion<Real, Model>;
    template <class Real>
    struct Step {
        static constexpr std::size_t size = Row<Real>::size;
        Real time{}, h{};
        std::array<Real, size> y0{}, carry{};
        Memory<Real, size> made;  ///< the end, and the rates of the stages
    };

    template <class Real, class Model>
    static Plain<Real> begin(Step<Real>& s, const Motion<Real, Model>& motion, const State<Real>& state,
                             const Real& t, const Real& h) {
        using std::sqrt;
        s = {};
        s.time = t;
        s.h = h;
        const Row<Real> y = motion.row_of(state, t), f = motion.rates(y, t);
        for (std::size_t k = 0; k < y.size; ++k) s.y0[k] = y.of[k];
        const auto [turned, pushed] = sizes2<Real>(f.of);
        return std::max(2 * sqrt(turned), sqrt(2 * sqrt(pushed)));
    }
    template <class Real>
    static void go_to_end(Step<Real>& s) {
        s.time = s.time + s.h;
        s.y0 = s.made.y;
        s.carry = s.made.carry;
    }
    /// All but the attitude goes with the length.
    template <class Real>
    static void rescale(Step<Real>& s, const Real& length) {
        const Real ratio = length / s.h;
        if (value_of(length) < value_of(s.h) || value_of(length) > value_of(s.h))
            for (std::size_t k = attitude_size; k < s.size; ++k) {
                s.y0[k] = ratio * s.y0[k];
                s.carry[k] = ratio * s.carry[k];
            }
        s.h = length;
    }
    template <class Real, class Model>
    Plain<Real> judged(System<Real, Model>& system, const Motion<Real, Model>& motion, Step<Real>& s,
                       const Plain<Real>& tolerance) const {
        using Number = Plain<Real>;
        using std::sqrt;
        const bool goes_on =
            !(value_of(s.made.step) < value_of(s.h)) && !(value_of(s.made.step) > value_of(s.h));
        s.made.y = s.y0;
        s.made.carry = s.carry;
        const auto marched =
            method.make_steps(system, motion, s.made, goes_on, TimeGrid<Real>{s.time, s.h}, 0L, 1L);
        s.made.step = marched.last.done ? s.h : Real(0);
        if (!marched.last.done) return std::numeric_limits<Number>::infinity();
        const auto& weights = method.template in_precision_of<Real>();
        const auto last = weights.last_coefficient();
        std::array<Real, Step<Real>::size> terms{};
        for (std::size_t k = 0; k < terms.size(); ++k)
            for (std::size_t j = 0; j < weights.stages; ++j) terms[k] += last[j] * s.made.rates[k].of[j];
        const auto [turned, pushed] = sizes2<Real>(terms.data());
        const Number speed2 =
            std::max(sizes2<Real>(s.y0.data()).second, sizes2<Real>(s.made.y.data()).second);
        // the integral of Legendre's polynomial of degree n over a part of the step is at most half of 1/(2n + 1)
        const auto largest_integral = 1 / static_cast<Number>(2 * (2 * weights.stages - 1));
        const Number size2 = pushed > 0 ? 4 * turned + pushed / speed2 : 4 * turned;
        return largest_integral * sqrt(size2) / tolerance;
    }
    template <class Real, class Model>
    Row<Real> at(const Step<Real>& s, const Real& x, const Motion<Real, Model>&) const {
        const auto& weights = method.template in_precision_of<Real>();
        const auto integrals = weights.integrals_to(value_of(x));
        Row<Real> y{};
        for (std::size_t k = 0; k < y.size; ++k) {
            for (std::size_t j = 0; j < weights.stages; ++j) y.of[k] += integrals[j] * s.made.rates[k].of[j];
            y.of[k] = s.y0[k] + y.of[k];
        }
        return y;
    }
    template <class Real>
    static Row<Real> end(const Step<Real>& s) {
        return Gauss<Variables>::row_of(s.made);
    }
    template <class Number>
    Number root(const Number& x) const {
        return power(x, 1 / static_cast<Number>(method.in_double.stages));
    }
    Sheet properties() const { return method.properties(); }

private:
    static constexpr std::size_t attitude_size = 4;
    /// The squares of the lengths of both parts of a row.
    template <class Real>
    static std::pair<Plain<Real>, Plain<Real>> sizes2(const Real* y) {
        std::pair<Plain<Real>, Plain<Real>> result{};
        for (std::size_t k = 0; k < Row<Real>::size; ++k)
            (k < attitude_size ? result.first : result.second) += value_of(y[k]) * value_of(y[k]);
        return result;
    }
};

}  // namespace gauss

/// The same with steps to a tolerance.
template <class Variables>
using GaussFlow = ChosenSteps<gauss::Judged<Variables>>;

}  // namespace polhode::core
