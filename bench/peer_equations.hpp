/// The equations as a careful user of another package would write them out by hand: quaternion x, y, z, w and
/// body angular velocity, q' = ½ q ω, I ω' = Iω × ω + T. Every quotient is taken once; every state is read
/// before the first rate is written, so that the compiler need not fear that they overlap.
#pragma once

#include <array>
#include <chrono>

namespace polhode::bench {

/// Does nothing for so long, without sleeping.
inline void busy_for(double microseconds) {
    using Clock = std::chrono::steady_clock;
    const auto until = Clock::now() + std::chrono::duration<double, std::micro>(microseconds);
    while (Clock::now() < until) {
    }
}

using Numbers = std::array<double, 7>;
using Moments = std::array<double, 3>;

// --- fields along e₃, with u = Rᵀe₃; `Pull` adds a field's part of ω' ---------------------------------------------

struct Free {
    struct Pull {
        constexpr Pull(const Moments&, const Free&) {}
        template <class Rate>
        constexpr void add(double, double, double, double, Rate&&) const {}
    };
};

/// What a torque f u × e₃ adds to ω', where u is the vertical seen from the body.
struct AxisPull {
    double t1, t2;
    constexpr AxisPull(const Moments& i, double factor) : t1(2 * factor / i[0]), t2(2 * factor / i[1]) {}
    template <class Rate>
    constexpr void add(double f, double x, double y, double z, double w, Rate&& ds) const {
        ds[4] += t1 * f * (y * z + w * x);
        ds[5] -= t2 * f * (x * z - w * y);
    }
};

/// T = weight_moment u × e₃: a top with a fixed point.
struct Weight {
    double weight_moment;

    struct Pull : AxisPull {
        constexpr Pull(const Moments& i, const Weight& field) : AxisPull(i, field.weight_moment) {}
        template <class Rate>
        constexpr void add(double x, double y, double z, double w, Rate&& ds) const {
            AxisPull::add(1, x, y, z, w, ds);
        }
    };
};

/// T = f u × e₃, f = sign (0.01 s¹¹ − s²), s = 1/(1.1 + u₃): the soft wall of Krysl (2004).
struct Wall {
    double sign;

    struct Pull : AxisPull {
        constexpr Pull(const Moments& i, const Wall& field) : AxisPull(i, field.sign) {}
        template <class Rate>
        constexpr void add(double x, double y, double z, double w, Rate&& ds) const {
            const double s = 1 / (2.1 - 2 * (x * x + y * y)), s2 = s * s, s4 = s2 * s2;
            AxisPull::add(s2 * (0.01 * s4 * s4 * s - 1), x, y, z, w, ds);
        }
    };
};

/// T = coefficient u × Iu: a satellite.
struct Gradient {
    double coefficient;

    struct Pull {
        double t1, t2, t3;
        constexpr Pull(const Moments& i, const Gradient& field)
            : t1(field.coefficient * (i[2] - i[1]) / i[0]),
              t2(field.coefficient * (i[0] - i[2]) / i[1]),
              t3(field.coefficient * (i[1] - i[0]) / i[2]) {}
        template <class Rate>
        constexpr void add(double x, double y, double z, double w, Rate&& ds) const {
            const double u1 = 2 * (x * z - w * y), u2 = 2 * (y * z + w * x), u3 = 1 - 2 * (x * x + y * y);
            ds[4] += t1 * u2 * u3;
            ds[5] += t2 * u3 * u1;
            ds[6] += t3 * u1 * u2;
        }
    };
};

/// A torque that takes its time, as one does that is computed from a shape or asked of another program.
template <class Field>
struct Dear {
    Field field;
    double microseconds;

    struct Pull : Field::Pull {
        double microseconds;
        Pull(const Moments& i, const Dear& dear)
            : Field::Pull(i, dear.field), microseconds(dear.microseconds) {}
        template <class Rate>
        void add(double x, double y, double z, double w, Rate&& ds) const {
            busy_for(microseconds);
            Field::Pull::add(x, y, z, w, ds);
        }
    };
};

// --- the rates -------------------------------------------------------------------------------------------------

template <class Field>
struct BodyRates {
    double k1, k2, k3;  // I₁ ω₁' = (I₂ − I₃) ω₂ ω₃ + T₁ and so on
    typename Field::Pull pull;

    constexpr explicit BodyRates(const Moments& i, const Field& field = {})
        : k1((i[1] - i[2]) / i[0]), k2((i[2] - i[0]) / i[1]), k3((i[0] - i[1]) / i[2]), pull(i, field) {}

    /// States and rates may be arrays or pointers, as the package has it.
    template <class State, class Rate>
    void operator()(const State& s, Rate&& ds, double = 0) const {
        const double x = s[0], y = s[1], z = s[2], w = s[3], a = s[4], b = s[5], c = s[6];
        ds[0] = 0.5 * (w * a + y * c - z * b);
        ds[1] = 0.5 * (w * b + z * a - x * c);
        ds[2] = 0.5 * (w * c + x * b - y * a);
        ds[3] = -0.5 * (x * a + y * b + z * c);
        ds[4] = k1 * b * c;
        ds[5] = k2 * c * a;
        ds[6] = k3 * a * b;
        pull.add(x, y, z, w, ds);
    }
};

using FreeRates = BodyRates<Free>;
using TopRates = BodyRates<Weight>;

}  // namespace polhode::bench
