/// Derivatives of the exact flow by dual numbers: with respect to the state, the time and the moments, in
/// degenerate motions too.
#include "polhode/scalar/dual.hpp"

#include "drift/flow_errors.hpp"

#include <gtest/gtest.h>

namespace polhode::test {
namespace {

template <class Real>
using Matrix6 = std::array<std::array<Real, 6>, 6>;

/// The Jacobian, left-trivialised (δR = R ξ̂, δΠ = |Π| ρ): rows and columns ξ₁, ξ₂, ξ₃, ρ₁, ρ₂, ρ₃.
template <class Real>
Matrix6<Real> jacobian(const Motion& m) {
    using Variable = core::Dual<Real, 6>;
    const Real unit(core::norm(m.momentum) > 0 ? core::norm(m.momentum) : 1);
    core::State<Variable> s;
    core::Vector3<Variable> xi;
    for (int i = 0; i < 3; ++i) {
        xi[i] = Variable(Real(0.5)) * Variable::variable(Real(0), i);
        s.momentum[i] = Variable(Real(m.momentum[i])) + Variable(unit) * Variable::variable(Real(0), i + 3);
    }
    s.attitude = core::Quaternion<Variable>(xi, Variable(Real(1)));
    core::ExactDrift{}(inertia_of<Variable>(m), s, Variable(Real(m.time)));

    const core::Quaternion<Real> q{s.attitude.x.value, s.attitude.y.value, s.attitude.z.value,
                                   s.attitude.w.value};
    Matrix6<Real> J;
    for (std::size_t j = 0; j < 6; ++j) {
        const core::Quaternion<Real> dq{s.attitude.x.slope[j], s.attitude.y.slope[j], s.attitude.z.slope[j],
                                        s.attitude.w.slope[j]};
        const core::Vector3<Real> turn = Real(2) * (core::conjugate(q) * dq).vector();
        for (int i = 0; i < 3; ++i) {
            J[static_cast<std::size_t>(i)][j] = turn[i];
            J[static_cast<std::size_t>(i) + 3][j] = s.momentum[i].slope[j] / unit;
        }
    }
    return J;
}

/// Ω((ξ,ρ),(ξ',ρ')) = ρ'·ξ − ρ·ξ' + Π·(ξ×ξ') of two columns, at Π in units of |Π|.
double form(const Vec& momentum, const std::array<double, 6>& a, const std::array<double, 6>& b) {
    const Vec xa{a[0], a[1], a[2]}, ra{a[3], a[4], a[5]}, xb{b[0], b[1], b[2]}, rb{b[3], b[4], b[5]};
    return dot(rb, xa) - dot(ra, xb) + dot(momentum, cross(xa, xb));
}

std::array<double, 6> column(const Matrix6<double>& J, std::size_t j) {
    return {J[0][j], J[1][j], J[2][j], J[3][j], J[4][j], J[5][j]};
}

double largest(const Matrix6<double>& J) {
    double most = 0;
    for (const auto& row : J)
        for (const double x : row) most = larger(most, std::abs(x));
    return most;
}

/// No motion has a derivative that is undefined, or less accurate than the motion itself.
TEST(ExactDerivatives, AreAsAccurateAsTheFlowInEveryKindOfMotion) {
    for (const Row& row : free_motion_rows()) {
        std::mt19937_64 random(3);
        double worst = 0;
        for (int i = 0; i < 60; ++i) {
            const Motion m = row.sample(random);
            const Matrix6<double> J = jacobian<double>(m);
            const Matrix6<Quad> exact = jacobian<Quad>(m);
            double off = 0;
            for (std::size_t r = 0; r < 6; ++r)
                for (std::size_t c = 0; c < 6; ++c)
                    off = larger(off, std::abs(static_cast<double>(Quad(J[r][c]) - exact[r][c])));
            worst = larger(worst, off / largest(J));
        }
        EXPECT_LE(worst, 3e-15 + 2 * row.attitude_bound) << row.name;
    }
}

TEST(ExactDerivatives, AreSymplectic) {
    for (const Row& row : free_motion_rows()) {
        std::mt19937_64 random(4);
        double worst = 0;
        for (int i = 0; i < 60; ++i) {
            const Motion m = row.sample(random);
            const Matrix6<double> J = jacobian<double>(m);
            const double unit = core::norm(m.momentum), size = largest(J);
            const Vec before = (1 / unit) * m.momentum, after = (1 / unit) * moved<double>(m).momentum;
            for (std::size_t a = 0; a < 6; ++a)
                for (std::size_t b = 0; b < a; ++b) {
                    std::array<double, 6> ea{}, eb{};
                    ea[a] = eb[b] = 1;
                    const double defect = form(after, column(J, a), column(J, b)) - form(before, ea, eb);
                    worst = larger(worst, std::abs(defect) / (size * size));
                }
        }
        EXPECT_LE(worst, 2e-14) << row.name;
    }
}

/// The dual numbers themselves, against differences of the flow in quadruple precision.
TEST(ExactDerivatives, AgreeWithDifferences) {
    std::mt19937_64 random(5);
    const Row row = generic("", 3, 0, 0);
    for (int i = 0; i < 20; ++i) {
        const Motion m = row.sample(random);
        const Matrix6<double> J = jacobian<double>(m);
        const core::Inertia<Quad> inertia = inertia_of<Quad>(m);
        const auto end = moved<Quad>(m);
        for (int j = 0; j < 3; ++j) {
            const Quad step(1e-12);
            core::State<Quad> up{{}, as<Quad>(m.momentum)}, down = up;
            up.momentum[j] += step;
            down.momentum[j] -= step;
            core::ExactDrift{}(inertia, up, Quad(m.time));
            core::ExactDrift{}(inertia, down, Quad(m.time));
            const core::Vector3<Quad> slope = (Quad(0.5) / step) * (up.momentum - down.momentum);
            const core::Quaternion<Quad> dq{
                (up.attitude.x - down.attitude.x) / step, (up.attitude.y - down.attitude.y) / step,
                (up.attitude.z - down.attitude.z) / step, (up.attitude.w - down.attitude.w) / step};
            const core::Vector3<Quad> turn = (conjugate(end.attitude) * dq).vector();
            const auto c = static_cast<std::size_t>(j) + 3;
            for (int k = 0; k < 3; ++k) {
                const auto r = static_cast<std::size_t>(k);
                EXPECT_NEAR(J[r][c], static_cast<double>(turn[k]), 1e-13 * largest(J));
                EXPECT_NEAR(J[r + 3][c], static_cast<double>(slope[k]), 1e-13 * largest(J));
            }
        }
    }
}

/// d/dt: Π' = Π×ω, q' = ½ q ω.
TEST(ExactDerivatives, InTimeAreTheEquationsOfMotion) {
    using Variable = core::Dual<double, 1>;
    for (const Row& row : free_motion_rows()) {
        std::mt19937_64 random(6);
        for (int i = 0; i < 20; ++i) {
            const Motion m = row.sample(random);
            core::State<Variable> s{{}, as<Variable>(m.momentum)};
            core::ExactDrift{}(inertia_of<Variable>(m), s, Variable::variable(m.time, 0));
            const core::State<double> end{
                {s.attitude.x.value, s.attitude.y.value, s.attitude.z.value, s.attitude.w.value},
                {s.momentum.x.value, s.momentum.y.value, s.momentum.z.value}};
            const Vec w = inertia_of<double>(m).solve(end.momentum), rate = cross(end.momentum, w);
            const core::Quaternion<double> q = end.attitude * core::Quaternion<double>(0.5 * w, 0.0);
            const double speed = core::norm(m.momentum) / std::min({m.moments.x, m.moments.y, m.moments.z});
            const double tolerance = speed * (2e-14 + 3e-16 * std::abs(m.time) * speed);
            for (int k = 0; k < 3; ++k)
                EXPECT_NEAR(s.momentum[k].slope[0], rate[k], tolerance * core::norm(m.momentum)) << row.name;
            EXPECT_NEAR(s.attitude.x.slope[0], q.x, tolerance) << row.name;
            EXPECT_NEAR(s.attitude.y.slope[0], q.y, tolerance) << row.name;
            EXPECT_NEAR(s.attitude.z.slope[0], q.z, tolerance) << row.name;
            EXPECT_NEAR(s.attitude.w.slope[0], q.w, tolerance) << row.name;
        }
    }
}

/// With respect to the moments, at a symmetric body: its two equal moments change apart.
TEST(ExactDerivatives, InTheMomentsOfASymmetricBody) {
    using Variable = core::Dual<double, 3>;
    for (const Vec& I : {Vec{2, 2, 1}, {1, 2, 2}, {2, 1, 2}, {1, 1, 1.8}, {1.5, 1.5, 1.5}}) {
        const Motion m{I, {0.3, -0.8, 1.1}, 2.5};
        core::State<Variable> s{{}, as<Variable>(m.momentum)};
        const core::Vector3<Variable> moments{Variable::variable(I.x, 0), Variable::variable(I.y, 1),
                                              Variable::variable(I.z, 2)};
        core::ExactDrift{}(core::Inertia<Variable>(moments), s, Variable(m.time));
        for (int j = 0; j < 3; ++j) {
            const Quad step(1e-12);
            core::State<Quad> end[2];
            for (const int side : {0, 1}) {
                core::Vector3<Quad> shifted = as<Quad>(I);
                shifted[j] += side == 0 ? -step : step;
                end[side] = {{}, as<Quad>(m.momentum)};
                core::ExactDrift{}(core::Inertia<Quad>(shifted), end[side], Quad(m.time));
            }
            const auto slope = [&](const Quad& low, const Quad& high) {
                return static_cast<double>((high - low) / (step + step));
            };
            const auto c = static_cast<std::size_t>(j);
            for (int k = 0; k < 3; ++k)
                EXPECT_NEAR(s.momentum[k].slope[c], slope(end[0].momentum[k], end[1].momentum[k]), 1e-13);
            EXPECT_NEAR(s.attitude.x.slope[c], slope(end[0].attitude.x, end[1].attitude.x), 1e-13);
            EXPECT_NEAR(s.attitude.w.slope[c], slope(end[0].attitude.w, end[1].attitude.w), 1e-13);
        }
    }
}

/// At rest R(t) = R(0) exp(tω) to first order in ω.
TEST(ExactDerivatives, AtRest) {
    const Motion m{{1, 2, 2.5}, {0, 0, 0}, 3};
    const Matrix6<double> J = jacobian<double>(m);
    for (std::size_t r = 0; r < 6; ++r)
        for (std::size_t c = 0; c < 6; ++c) {
            const double expected = r == c ? 1 : r + 3 == c ? 3 / m.moments[static_cast<int>(r)] : 0;
            EXPECT_NEAR(J[r][c], expected, 1e-15) << r << ", " << c;
        }
}

}  // namespace
}  // namespace polhode::test
