/// The exact flow on several bodies at once, one per lane: a body's bits may not depend on its neighbours.
#include "drift/flow_errors.hpp"

#include <gtest/gtest.h>
#include <array>
#include <cmath>

namespace polhode::test {
namespace {

constexpr std::size_t lanes = 4;

struct Lanes;
struct LaneMask {
    std::array<bool, lanes> bit;
};
bool any(const LaneMask& m) { return m.bit[0] || m.bit[1] || m.bit[2] || m.bit[3]; }
bool all(const LaneMask& m) { return m.bit[0] && m.bit[1] && m.bit[2] && m.bit[3]; }

/// The least a pack must be able to do.
struct Lanes {
    std::array<double, lanes> v{};

    Lanes() = default;
    explicit Lanes(double x) { v.fill(x); }

    template <class Operation>
    static Lanes each(Operation&& f) {
        Lanes r;
        for (std::size_t i = 0; i < lanes; ++i) r.v[i] = f(i);
        return r;
    }
    template <class Operation>
    static LaneMask test(Operation&& f) {
        LaneMask r;
        for (std::size_t i = 0; i < lanes; ++i) r.bit[i] = f(i);
        return r;
    }
    friend Lanes operator-(const Lanes& a) {
        return each([&](std::size_t i) { return -a.v[i]; });
    }
    friend Lanes operator+(const Lanes& a, const Lanes& b) {
        return each([&](std::size_t i) { return a.v[i] + b.v[i]; });
    }
    friend Lanes operator-(const Lanes& a, const Lanes& b) {
        return each([&](std::size_t i) { return a.v[i] - b.v[i]; });
    }
    friend Lanes operator*(const Lanes& a, const Lanes& b) {
        return each([&](std::size_t i) { return a.v[i] * b.v[i]; });
    }
    friend Lanes operator/(const Lanes& a, const Lanes& b) {
        return each([&](std::size_t i) { return a.v[i] / b.v[i]; });
    }
    Lanes& operator+=(const Lanes& b) { return *this = *this + b; }
    friend LaneMask operator<(const Lanes& a, const Lanes& b) {
        return test([&](std::size_t i) { return a.v[i] < b.v[i]; });
    }
    friend LaneMask operator>(const Lanes& a, const Lanes& b) { return b < a; }
    friend LaneMask operator<=(const Lanes& a, const Lanes& b) {
        return test([&](std::size_t i) { return a.v[i] <= b.v[i]; });
    }
};
Lanes select(const LaneMask& m, const Lanes& yes, const Lanes& no) {
    return Lanes::each([&](std::size_t i) { return m.bit[i] ? yes.v[i] : no.v[i]; });
}
Lanes sqrt(const Lanes& a) {
    return Lanes::each([&](std::size_t i) { return std::sqrt(a.v[i]); });
}
Lanes sin(const Lanes& a) {
    return Lanes::each([&](std::size_t i) { return std::sin(a.v[i]); });
}
Lanes cos(const Lanes& a) {
    return Lanes::each([&](std::size_t i) { return std::cos(a.v[i]); });
}
Lanes abs(const Lanes& a) {
    return Lanes::each([&](std::size_t i) { return std::abs(a.v[i]); });
}

}  // namespace
}  // namespace polhode::test

template <>
struct polhode::core::ScalarTraits<polhode::test::Lanes> {
    using Plain = double;
    static constexpr int derivative_depth = 0;
};

namespace polhode::test {
namespace {

TEST(ExactLanes, EveryBodyHasTheBitsItHasAlone) {
    std::vector<Row> rows = free_motion_rows();
    rows.push_back({"at rest", 0, 0,
                    [](std::mt19937_64& random) { return Motion{draw::moments(random), {0, 0, 0}, 1}; }});
    std::mt19937_64 random(21);
    for (int round = 0; round < 2000; ++round) {
        std::array<Motion, lanes> m;
        core::Vector3<Lanes> moments, momentum;
        Lanes time;
        for (std::size_t i = 0; i < lanes; ++i) {
            m[i] = rows[random() % rows.size()].sample(random);
            for (int axis = 0; axis < 3; ++axis) {
                moments[axis].v[i] = m[i].moments[axis];
                momentum[axis].v[i] = m[i].momentum[axis];
            }
            time.v[i] = m[i].time;
        }
        core::State<Lanes> together{{}, momentum};
        core::ExactDrift{}(core::Inertia<Lanes>(moments), together, time);
        for (std::size_t i = 0; i < lanes; ++i) {
            // the exponential of a symmetric body chooses its series for all lanes at once
            if (core::EulerTop<double>(inertia_of<double>(m[i])).symmetric()) continue;
            const core::State<double> alone = moved<double>(m[i]);
            ASSERT_EQ(together.attitude.x.v[i], alone.attitude.x);
            ASSERT_EQ(together.attitude.y.v[i], alone.attitude.y);
            ASSERT_EQ(together.attitude.z.v[i], alone.attitude.z);
            ASSERT_EQ(together.attitude.w.v[i], alone.attitude.w);
            ASSERT_EQ(together.momentum.x.v[i], alone.momentum.x);
            ASSERT_EQ(together.momentum.y.v[i], alone.momentum.y);
            ASSERT_EQ(together.momentum.z.v[i], alone.momentum.z);
        }
    }
}

}  // namespace
}  // namespace polhode::test
