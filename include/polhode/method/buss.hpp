/// Buss (2001), "Accurate and efficient simulation of rigid-body rotations": one rotation per step,
/// about an average of the angular velocity that is made of its derivatives,
///     R₁ = R₀ exp(h ω̄),  L₁ = L₀ + h L' + … ,  Π₁ = R₁ᵀ L₁.
/// The paper writes ω̄ with derivatives of the spatial angular velocity; here n, n₁, n₂ … are those of the
/// body's, which are cheaper. ω̄ is the logarithm of the exact rotation cut off at a power of h (Magnus'
/// series), so the two forms are the same to every power of h, with the sign of every cross product reversed;
/// tests/method/buss_test.cpp.
///
/// For a free body L is constant, and Π^(k+1) = Σ C(k,j) Π^(j) × n^(k−j) in closed form. With a torque the
/// derivatives of the motion come from jets (method/motion_series.hpp) or, for a torque that has none, from
/// values of the torque within the step (BussByValues).
#pragma once

#include "polhode/drift/turn.hpp"
#include "polhode/method/motion_series.hpp"
#include "polhode/scalar/unrolled.hpp"
#include "polhode/so3/rotation.hpp"
#include "polhode/so3/small_angle.hpp"
#include "polhode/step/sheet.hpp"
#include "polhode/step/status.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace polhode::core {

namespace buss {

/// ω and its first derivatives in the body.
template <class Real, int terms>
using Derivatives = std::array<Vector3<Real>, static_cast<std::size_t>(terms)>;

template <class Real>
Vector3<Real> over(const Vector3<Real>& v, int divisor) {
    return Real(1 / static_cast<long double>(divisor)) * v;
}

// Each formula: ω̄, stated in space as in the paper, computed from n, n₁, …; `order` is that of the error at
// a fixed time, one less than of a single step.

struct First {
    static constexpr std::string_view name = "buss1",
                                      title = "rotation by the angular velocity at the start of the step",
                                      formula = "ω̄ = ω", source = "Buss 2001, first order";
    static constexpr int order = 1, terms = 1;
    template <class Real>
    static Vector3<Real> mean(const Derivatives<Real, terms>& n, const Real&) {
        return n[0];
    }
};

struct Second {
    static constexpr std::string_view name = "buss2", title = "Buss' second-order method",
                                      formula = "ω̄ = ω + (h/2) ω'", source = "Buss 2001, second order";
    static constexpr int order = 2, terms = 2;
    template <class Real>
    static Vector3<Real> mean(const Derivatives<Real, terms>& n, const Real& h) {
        return n[0] + h * over(n[1], 2);
    }
};

struct AugmentedSecond {
    static constexpr std::string_view
        name = "buss2-aug",
        title = "Buss' augmented second-order method: the cheapest part of the third order",
        formula = "ω̄ = ω + (h/2) ω' + (h²/12) ω'×ω", source = "Buss 2001, augmented second order";
    static constexpr int order = 2, terms = 2;
    template <class Real>
    static Vector3<Real> mean(const Derivatives<Real, terms>& n, const Real& h) {
        return n[0] + h * (over(n[1], 2) + h * over(cross(n[1], n[0]), 12));
    }
};

/// The Taylor series of the mean, which is not the mean rotation.
struct FalseThird {
    static constexpr std::string_view name = "buss3-false",
                                      title =
                                          "three terms of Taylor's series for the mean of ω: of second order",
                                      formula = "ω̄ = ω + (h/2) ω' + (h²/6) ω''",
                                      source = "Buss 2001, false third order";
    static constexpr int order = 2, terms = 3;
    template <class Real>
    static Vector3<Real> mean(const Derivatives<Real, terms>& n, const Real& h) {
        return n[0] + h * (over(n[1], 2) + h * over(n[2] - cross(n[1], n[0]), 6));
    }
};

struct PlainThird {
    static constexpr std::string_view name = "buss3-plain",
                                      title = "Buss' third-order method without the optional term",
                                      formula = "ω̄ = ω + (h/2) ω' + (h²/6) ω'' + (h²/12) ω'×ω",
                                      source = "Buss 2001, third order";
    static constexpr int order = 3, terms = 3;
    template <class Real>
    static Vector3<Real> mean(const Derivatives<Real, terms>& n, const Real& h) {
        return n[0] + h * (over(n[1], 2) + h * (over(n[2], 6) - over(cross(n[1], n[0]), 12)));
    }
};

/// The plain formula + (h³/36) ω''×ω, the paper's option.
struct Third {
    static constexpr std::string_view name = "buss3",
                                      title = "Buss' third-order method with the optional term",
                                      formula = "ω̄ = ω + (h/2) ω' + (h²/6) ω'' + (h²/12) (ω' + (h/3) ω'')×ω",
                                      source = "Buss 2001, third order";
    static constexpr int order = 3, terms = 3;
    template <class Real>
    static Vector3<Real> mean(const Derivatives<Real, terms>& n, const Real& h) {
        const Vector3<Real> second = n[2] - cross(n[1], n[0]);  // ω'' in body components
        return PlainThird::mean(n, h) + (h * h * h) * over(cross(second, n[0]), 36);
    }
};

/// The scan of the paper has ω'×ω in the last term.
struct Fourth {
    static constexpr std::string_view
        name = "buss4",
        title = "Buss' fourth-order method",
        formula = "ω̄ = ω + (h/2) ω' + (h²/6) ω'' + (h²/12) ω'×ω + (h³/24) (ω''' + ω''×ω)",
        source = "Buss 2001, fourth order, misprint corrected";
    static constexpr int order = 4, terms = 4;
    template <class Real>
    static Vector3<Real> mean(const Derivatives<Real, terms>& n, const Real& h) {
        return n[0]
             + h
                   * (over(n[1], 2)
                      + h
                            * (over(n[2], 6) - over(cross(n[1], n[0]), 12)
                               + h * over(n[3] - cross(n[2], n[0]), 24)));
    }
};

struct Sixth {
    static constexpr std::string_view name = "buss6", title = "Buss' sixth-order method",
                                      formula = "as buss4, and the fourth and fifth powers of h",
                                      source = "Buss 2001, Y₄ and Y₅";
    static constexpr int order = 6, terms = 6;
    template <class Real>
    static Vector3<Real> mean(const Derivatives<Real, terms>& n, const Real& h) {
        const Vector3<Real> n10 = cross(n[1], n[0]), n20 = cross(n[2], n[0]), n30 = cross(n[3], n[0]);
        const Vector3<Real> n0n10 = cross(n[0], n10), n0n20 = cross(n[0], n20), n1n10 = cross(n[1], n10);
        const Vector3<Real> fourth = over(n[4], 120) - over(n30, 80) - over(cross(n[2], n[1]), 120)
                                   + over(n1n10, 240) - over(n0n20, 720) + over(cross(n[0], n0n10), 720);
        const Vector3<Real> fifth = over(n[5], 720) - over(cross(n[3], n[1]), 288)
                                  - over(cross(n[4], n[0]), 360) + over(cross(n[2], n10), 360)
                                  + over(cross(n[1], n20), 1440) - over(cross(n[0], n30), 1440)
                                  + over(cross(n[0], n0n20), 1440) + over(cross(n[0], n1n10), 720);
        const Real h2 = h * h;
        return Fourth::mean(Derivatives<Real, 4>{n[0], n[1], n[2], n[3]}, h)
             + (h2 * h2) * (fourth + h * fifth);
    }
};

constexpr int binomial(int n, int k) { return k == 0 ? 1 : binomial(n - 1, k - 1) * n / k; }

/// Π×ω = ((1/I₃ − 1/I₂) Π₂Π₃, …), so that Π^(k+1) is Σ C(k,j) of products of components of Π^(j) and Π^(k−j).
/// `pushed(v, k)` adds to it the derivative k of a torque.
template <int terms, class Real, class Pushed>
Derivatives<Real, terms> derivatives(const Inertia<Real>& inertia, const Vector3<Real>& momentum,
                                     const Pushed& pushed) {
    const Vector3<Real>& inverse = inertia.inverse;
    const Vector3<Real> euler{inverse.z - inverse.y, inverse.x - inverse.z, inverse.y - inverse.x};
    Derivatives<Real, terms> p, n;
    p[0] = momentum;
    n[0] = inertia.solve(momentum);
    unrolled<static_cast<std::size_t>(terms - 1)>([&](auto k) {
        Vector3<Real> sum;
        unrolled<k + 1>([&](auto j) {
            const Vector3<Real>&a = p[j], &b = p[k - j];
            const Vector3<Real> products{a.y * b.z, a.z * b.x, a.x * b.y};
            constexpr int weight = binomial(static_cast<int>(k), static_cast<int>(j));
            if constexpr (j == 0)
                sum = products;
            else if constexpr (weight == 1)
                sum += products;
            else
                sum += Real(weight) * products;
        });
        p[k + 1] = pushed(hadamard(euler, sum), k);
        n[k + 1] = inertia.solve(p[k + 1]);
    });
    return n;
}

template <int terms, class Real>
Derivatives<Real, terms> free_derivatives(const Inertia<Real>& inertia, const Vector3<Real>& momentum) {
    return derivatives<terms>(inertia, momentum, [](const Vector3<Real>& rate, std::size_t) { return rate; });
}

/// The end of a step: the body turned by f, L changed by `change`, given in the axes that the body had.
template <class Real>
void advance(State<Real>& state, const Quaternion<Real>& f, const Vector3<Real>& change) {
    const Vector3<Real> carried = state.momentum + change;
    state.momentum = restore_length(to_body(f, carried), norm2(carried));
    state.attitude = renormalised(state.attitude * f);
}

}  // namespace buss

template <class Formula>
struct Buss {
    static constexpr int terms = Formula::terms;
    static constexpr Sheet sheet{.name = Formula::name,
                                 .title = Formula::title,
                                 .formula = Formula::formula,
                                 .source = Formula::source,
                                 .order_attitude = Formula::order,
                                 .torque_evaluations = terms,
                                 .conserves_momentum = true,
                                 .conserves_axis_momentum = true};

    /// The memory is room for a series; nothing in it belongs to a state.
    static constexpr bool memory_is_room = true;
    /// A free body has a formula of its own.
    static constexpr bool free_apart = true;

    template <class Real>
    struct Series {
        std::optional<MotionSeries<Real>> motion;  ///< of a body with a torque
    };
    template <class Real>
    using Memory = Series<Real>;

    template <class Real, class Model>
    static Series<Real> start(System<Real, Model>&, const State<Real>&, const Real&) {
        Series<Real> series;
        if constexpr (!std::is_same_v<Model, NoTorque> && terms > 1) series.motion.emplace(terms);
        return series;
    }

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, Series<Real>& series, const Real& t,
                const Real& h) const {
        if constexpr (std::is_same_v<Model, NoTorque>) {
            const auto n = buss::free_derivatives<terms>(system.inertia, state.momentum);
            turn(state, exp(h * Formula::mean(n, h)));
        } else {
            buss::Derivatives<Real, terms> n;
            Vector3<Real> change;  // of L, in the axes that the body has at the start
            if constexpr (terms == 1) {
                n[0] = system.inertia.solve(state.momentum);
                change = h * system.torque(t, state.attitude, n[0]);
            } else {
                change = derivatives(system, state, *series.motion, t, h, n);
            }
            buss::advance(state, exp(h * Formula::mean(n, h)), change);
        }
        return {};
    }

private:
    /// Fills n, returns h L' + … + (h^terms/terms!) L^(terms).
    template <class Real, class Model>
    static Vector3<Real> derivatives(System<Real, Model>& system, const State<Real>& state,
                                     MotionSeries<Real>& motion, const Real& t, const Real& h,
                                     buss::Derivatives<Real, terms>& n) {
        const Real unit(1);
        motion.compute(system, state, t, unit, MotionSeries<Real>::Spatial::yes);
        Real factorial(1);
        for (int k = 0; k < terms; factorial *= Real(++k))
            n[static_cast<std::size_t>(k)] = factorial * motion.velocity(k);
        Vector3<Real> change;
        for (int k = terms; k > 0; --k) change = h * (motion.spatial_momentum(k) + change);
        if (!is_finite(change) || !is_finite(n.back())) motion.clear();
        return to_body(state.attitude, change);
    }
};

/// The same with a torque that is known by its values alone, Buss' "if one can estimate the derivatives of the
/// angular momentum". Values at equidistant times of the step, s = 0, 1/m, …, 1, have two polynomials of degree m:
/// in the body, whose derivatives at s = 0 take the place of the torque's, and in space, whose integral is the
/// change of L. The states at these times are those of the polynomials with fewer values, from one on; with
/// m = terms − 1 the order is that of the formula. In units of h for the time.
template <class Formula>
struct BussByValues : WithoutMemory {
    static constexpr int terms = Formula::terms;
    static constexpr Sheet sheet = Buss<Formula>::sheet;

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, NoMemory&, const Real& t,
                const Real& h) const {
        const bool by_rate = rate_dependence_of(system.model) != RateDependence::none;
        Motion<Real> motion(system.inertia, state, h);
        motion.know(0, system.torque(t, state), state);
        motion.fit(0);
        // a torque of the attitude alone is known twice as fast: the attitude is an integral of an integral of it
        const int stride = by_rate ? 1 : 2;
        for (int m = (terms - 2) % stride + 1; m < terms; m += stride) {
            for (int j = 1; j <= m; ++j) {
                const Real s = Real(j) / Real(m);
                const State<Real> there = motion.at(s);
                motion.know(j, system.torque(t + s * h, there), there);
            }
            motion.fit(m);
        }
        state = motion.at(Real(1));
        return {};
    }

private:
    template <class Real>
    class Motion {
    public:
        Motion(const Inertia<Real>& inertia, const State<Real>& start, const Real& h)
            : inertia_(inertia), start_(start), h_(h) {}

        /// The torque at place j, in a state there.
        void know(int j, const Vector3<Real>& torque, const State<Real>& state) {
            const auto at = static_cast<std::size_t>(j);
            in_body_[at] = (h_ * h_) * torque;
            in_start_[at] = h_ * to_body(start_.attitude, to_space(state.attitude, torque));
        }

        /// The polynomials through places 0, 1/m, …, 1.
        void fit(int m) {
            const Values torque = coefficients(in_body_, m), push = coefficients(in_start_, m);
            n_ = buss::derivatives<terms>(
                inertia_, h_ * start_.momentum,
                [&](const Vector3<Real>& rate, std::size_t k) -> Vector3<Real> {
                    return rate + Real(static_cast<Plain<Real>>(series::factorial(k))) * torque[k];
                });
            for (std::size_t k = 0; k < push.size(); ++k)
                change_[k] = Real(1) / Real(static_cast<int>(k) + 1) * push[k];
        }

        State<Real> at(const Real& s) const {
            Vector3<Real> change;
            for (std::size_t k = change_.size(); k-- > 0;) change = s * (change_[k] + change);
            State<Real> state = start_;
            buss::advance(state, exp(s * Formula::mean(n_, s)), change);
            return state;
        }

    private:
        using Values = std::array<Vector3<Real>, static_cast<std::size_t>(terms)>;

        /// Of the powers of s, by Newton's divided differences.
        static Values coefficients(const Values& values, int m) {
            const auto last = static_cast<std::size_t>(m);
            Values d = values, c{};
            for (std::size_t k = 1; k <= last; ++k)
                for (std::size_t i = last; i >= k; --i)
                    d[i] = (Real(m) / Real(static_cast<int>(k))) * (d[i] - d[i - 1]);
            c[0] = d[last];
            for (std::size_t i = last; i-- > 0;) {
                const Real node = Real(static_cast<int>(i)) / Real(m);
                for (std::size_t k = last; k > 0; --k) c[k] = c[k - 1] - node * c[k];
                c[0] = d[i] - node * c[0];
            }
            return c;
        }

        Inertia<Real> inertia_;
        State<Real> start_;
        Real h_;
        Values in_body_{}, in_start_{}, change_{};
        buss::Derivatives<Real, terms> n_{};
    };
};

}  // namespace polhode::core
