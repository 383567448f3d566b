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

#include "polhode/method/canonical_motion.hpp"
#include "polhode/method/gauss_weights.hpp"
#include "polhode/method/velocity_motion.hpp"
#include "polhode/step/sheet.hpp"
#include "polhode/step/status.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <tuple>
#include <type_traits>

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

    explicit Gauss(int stages) : in_double(stages), in_long_double(stages) {}

    template <class Real>
    struct Memory {
        using Row = typename Variables::template Row<Real>;
        /// One number of all stages.
        using Stages = std::array<Real, gauss::most_stages>;
        static constexpr std::size_t size = std::tuple_size_v<Row>;

        Row y{}, carry{};  ///< where the motion is, and what the last sum has rounded away
        Real step{};       ///< of the rates below; 0: there are none
        std::array<Stages, size> rates{}, stage{};
    };

    /// The first step makes it, since only a step has a length.
    template <class Real, class Model>
    static Memory<Real> start(System<Real, Model>&, const State<Real>&, const Real&) {
        return {};
    }

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, Memory<Real>& m, const Real& t,
                const Real& h) const {
        const auto is_zero = [](const Real& x) { return !(value_of(x) < 0) && !(value_of(x) > 0); };
        if (is_zero(h)) return {};
        const auto& weights = in_precision_of<Real>();
        const typename Variables::template Motion<Real, Model> motion(system, h);
        const bool goes_on = is_zero(h - m.step);
        if (!goes_on) {
            m = {};
            m.y = motion.row_of(state, t);
        }
        Status status{Outcome::no_convergence};
        if (goes_on) {
            extend(weights, m);
            status = solve(weights, motion, m, t, h);
        }
        if (!status.ok()) {  // what the step before foresees may lie far off
            for (std::size_t k = 0; k < m.size; ++k) m.stage[k].fill(m.y[k]);
            const int before = status.iterations;
            status = solve(weights, motion, m, t, h);
            status.iterations += before;
        }
        if (!status.ok()) {
            m = {};
            return status;
        }
        advance(weights, m);
        m.step = h;
        state = motion.state_of(m.y, t + h);
        return status;
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

private:
    template <class Real>
    const gauss::Weights<Plain<Real>>& in_precision_of() const {
        if constexpr (std::is_same_v<Plain<Real>, long double>)
            return in_long_double;
        else
            return in_double;
    }
    /// Numbers of stages are computed together, on whole registers if there are any.
    template <class Real>
    static std::size_t width(std::size_t stages) {
        return std::is_same_v<Real, double> ? gauss::most_stages : stages;
    }

    /// The stages where the polynomial of the step before takes them.
    template <class Real>
    static void extend(const gauss::Weights<Plain<Real>>& weights, Memory<Real>& m) {
        for (std::size_t k = 0; k < m.size; ++k) m.stage[k] = sum(weights, weights.ahead, m.y[k], m.rates[k]);
    }
    /// y + Σⱼ wᵢⱼfⱼ, for all i.
    template <class Real, class Number, class Rows>
    static typename Memory<Real>::Stages sum(const gauss::Weights<Number>& weights, const Rows& w,
                                             const Real& y, const typename Memory<Real>::Stages& f) {
        typename Memory<Real>::Stages total{};
        const std::size_t n = width<Real>(weights.stages);
        for (std::size_t j = 0; j < weights.stages; ++j)
            for (std::size_t i = 0; i < n; ++i) total[i] += w[j][i] * f[j];
        for (std::size_t i = 0; i < n; ++i) total[i] = y + total[i];
        return total;
    }

    /// Iterates Y ← y + h A f(Y) to the end: until nothing changes any more, or what changes are last digits,
    /// which shows by changes that no longer fall. (Those of a slow iteration do not fall in every sweep, so that
    /// larger ones have to stay for longer; a torque may have noise of its own.) Changes are measured by the
    /// largest number of the attitude, and of the momentum.
    template <class Real, class Motion>
    static Status solve(const gauss::Weights<Plain<Real>>& weights, const Motion& motion, Memory<Real>& m,
                        const Real& t, const Real& h) {
        using std::abs;
        using Number = Plain<Real>;
        constexpr int most_sweeps = 200, most_stale = 20;
        constexpr Number unit = epsilon<Real>, small = Number(1e-10L);
        constexpr std::size_t attitude_size = 4;
        Number least = std::numeric_limits<Number>::infinity(), change = least;
        int stale = 0, sweep = 0, enough = most_sweeps;
        bool settled = false;
        while (sweep < enough) {
            ++sweep;
            for (std::size_t i = 0; i < weights.stages; ++i) {
                typename Memory<Real>::Row y;
                for (std::size_t k = 0; k < m.size; ++k) y[k] = m.stage[k][i];
                const auto f = motion.rates(y, t + Real(weights.c[i]) * h);
                for (std::size_t k = 0; k < m.size; ++k) m.rates[k][i] = f[k];
            }
            std::array<Number, 2> changes{}, sizes{Number(1), Number(0)};
            for (std::size_t k = 0; k < m.size; ++k) {
                const auto next = sum(weights, weights.a, m.y[k], m.rates[k]);
                const std::size_t part = k < attitude_size ? 0 : 1;
                for (std::size_t i = 0; i < weights.stages; ++i) {
                    changes[part] = larger(abs(value_of(next[i] - m.stage[k][i])), changes[part]);
                    sizes[part] = larger(abs(value_of(next[i])), sizes[part]);
                }
                m.stage[k] = next;
            }
            if (settled) continue;  // derivatives follow
            change = larger(changes[0], sizes[1] > 0 ? changes[1] / sizes[1] : changes[1]);
            if (!(change <= std::numeric_limits<Number>::max())) break;
            stale = change < least ? 0 : stale + 1;
            least = std::min(least, change);
            if (!(change > 0) || (stale >= 1 && change <= 4 * unit) || (stale >= 3 && change <= 64 * unit)
                || (stale >= most_stale && change <= small)) {
                if (ScalarTraits<Real>::derivative_depth == 0) return {Outcome::done, sweep, 0};
                settled = true;
                enough = (sweep + 1) * (1 + ScalarTraits<Real>::derivative_depth);
            } else if (stale >= most_stale)
                break;
        }
        if (settled) return {Outcome::done, sweep, 0};
        return {Outcome::no_convergence, sweep, static_cast<double>(change)};
    }
    /// NaN if one of them is.
    template <class Number>
    static Number larger(const Number& a, const Number& b) {
        return a <= b ? b : a;
    }

    /// y₁ = y₀ + h Σ bⱼf(Yⱼ), summed with the part that the sum before has lost.
    template <class Real>
    static void advance(const gauss::Weights<Plain<Real>>& weights, Memory<Real>& m) {
        for (std::size_t k = 0; k < m.size; ++k) {
            Real increment(0);
            for (std::size_t j = 0; j < weights.stages; ++j) increment += weights.b[j] * m.rates[k][j];
            const Real whole = increment + m.carry[k], before = m.y[k];
            m.y[k] = before + whole;
            m.carry[k] = whole - (m.y[k] - before);
        }
    }
};

}  // namespace polhode::core
