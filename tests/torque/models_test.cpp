// What every built-in torque has to fulfil, and what its sheet says about it.
#include "polhode/scalar/pack.hpp"
#include "polhode/simulate/simulate.hpp"
#include "polhode/so3/rotation.hpp"
#include "polhode/torque/bind.hpp"
#include "polhode/torque/torque.hpp"
#include "support/random_torque.hpp"

#include <gtest/gtest.h>
#include <bit>
#include <cmath>
#include <set>

namespace polhode::test {
namespace {

using core::Dual;
using core::Jet;
using core::Quaternion;
using core::Vector3;
using V = Vector3<double>;
using Q = Quaternion<double>;

const V moments{1.7, 2.3, 3.1};

template <class Model>
class EveryTorque : public testing::Test {
protected:
    Random<double> random{7};

    /// As the kernels see it, for a body whose axes are principal.
    Model bound() { return core::in_axes(random_torque<Model>(random), Q{}, core::Inertia<double>(moments)); }
};

using Models = core::BuiltInTorques::With<testing::Types>;
TYPED_TEST_SUITE(EveryTorque, Models, TorqueNames);

TYPED_TEST(EveryTorque, HasAName) {
    EXPECT_FALSE(TypeParam::sheet.name.empty() || TypeParam::sheet.title.empty());
    EXPECT_FALSE(TypeParam::sheet.formula.empty());
    int same = 0;
    core::BuiltInTorques::for_each([&]<class Model>(std::type_identity<Model>) {
        const TorqueSheet &one = Model::sheet, &other = TypeParam::sheet;
        same += one.name == other.name && one.needs_orbit == other.needs_orbit ? 1 : 0;
    });
    EXPECT_EQ(same, 1);
}

TYPED_TEST(EveryTorque, HasParametersWithNamesOfTheirOwn) {
    std::set<std::string_view> names;
    TypeParam model;
    core::for_each_parameter(model, [&](const auto& parameter, const auto& value) {
        EXPECT_TRUE(names.insert(parameter.name).second) << parameter.name;
        EXPECT_FALSE(parameter.traits.meaning.empty()) << parameter.name;
        EXPECT_EQ(std::is_enum_v<std::remove_cvref_t<decltype(value)>>, !parameter.traits.choices.empty())
            << parameter.name;
    });
}

// T = −∂V/∂ξ of V(R exp(ξ)) at ξ = 0.
TYPED_TEST(EveryTorque, IsMinusTheGradientOfItsPotential) {
    if constexpr (TypeParam::sheet.has_potential()) {
        using Variable = Dual<double, 3>;
        for (int k = 0; k < 50; ++k) {
            const TypeParam model = this->bound();
            const Q attitude = this->random.rotation();
            Vector3<Variable> xi;
            for (int i = 0; i < 3; ++i) xi[i] = Variable::variable(0, i);
            const Variable potential =
                model.potential(Variable(0.0), Quaternion<Variable>(attitude) * exp(xi));
            const V expected{-potential.slope[0], -potential.slope[1], -potential.slope[2]};
            ASSERT_LT(norm(model(0.0, attitude, V{}) - expected), 1e-13 * (1 + norm(expected)));
        }
    }
}

// By second differences, which vanish for an affine function.
TYPED_TEST(EveryTorque, DependsOnTheAngularVelocityAsStated) {
    const TypeParam model = this->bound();
    const Q attitude = this->random.rotation();
    const V a{1, 2, 3}, b{-3, 1, 0.5};
    const double change = norm(model(0.0, attitude, a) - model(0.0, attitude, b)),
                 bend = norm(model(0.0, attitude, a) - 2 * model(0.0, attitude, 0.5 * (a + b))
                             + model(0.0, attitude, b));
    switch (TypeParam::sheet.rate_dependence) {
        case RateDependence::none: EXPECT_EQ(change, 0); break;
        case RateDependence::affine:
            EXPECT_GT(change, 1e-3);
            EXPECT_LT(bend, 1e-14 * change);
            break;
        case RateDependence::general: EXPECT_GT(bend, 1e-3); break;
    }
}

/// Along a line of attitudes and angular velocities, the largest second difference over its spacing squared.
template <class Model>
double largest_bend(const Model& model, const Q& attitude, const V& turn, const V& rate, const V& rate_slope,
                    int points) {
    const double spacing = 4.0 / points;
    const auto at = [&](int k) {
        const double s = k * spacing;
        return model(0.0, attitude * exp(s * turn), rate + s * rate_slope);
    };
    double largest = 0;
    V before = at(0), here = at(1);
    for (int k = 2; k <= points; ++k) {
        const V next = at(k);
        largest = std::max(largest, norm(before - 2 * here + next) / (spacing * spacing));
        before = here;
        here = next;
    }
    return largest;
}

// Where the torque is smooth, this tends to its second derivative; where slopes jump, it grows as the spacing falls.
TYPED_TEST(EveryTorque, HasKinksAsStated) {
    double grows = 1;
    for (int k = 0; k < 10; ++k) {
        const TypeParam model = this->bound();
        const Q attitude = this->random.rotation();
        const V turn = this->random.direction(), rate = this->random.vector(2),
                slope = this->random.vector(1);
        const double coarse = largest_bend(model, attitude, turn, rate, slope, 2048),
                     fine = largest_bend(model, attitude, turn, rate, slope, 8192);
        // beside the round-off of a second difference
        if (fine > 1e-6 * (1 + norm(model(0.0, attitude, rate)))) grows = std::max(grows, fine / coarse);
    }
    // of a jump of slopes that lies between two points, a second difference has a half at least
    if (TypeParam::sheet.has_kinks)
        EXPECT_GT(grows, 2);
    else
        EXPECT_LT(grows, 1.1);
}

TYPED_TEST(EveryTorque, OffersItsAffineForm) {
    if constexpr (TypeParam::sheet.rate_dependence == RateDependence::affine) {
        const core::BoundModel<TypeParam, double> bound(this->bound());
        const auto call = [&](double t, const Q& q, const V& w) { return bound.at(t, q, w); };
        const Q attitude = this->random.rotation();
        const auto offered = bound.affine(0.3, attitude), found = core::affine_by_values(call, 0.3, attitude);
        for (int k = 0; k < 10; ++k) {
            const V w = this->random.vector(3), T = bound.at(0.3, attitude, w);
            EXPECT_LT(norm(offered(w) - T), 1e-14 * (1 + norm(T)));
            EXPECT_LT(norm(found(w) - T), 1e-14 * (1 + norm(T)));
        }
    }
}

/// A path of attitudes as polynomials in time: they need not be of unit length, formulas do not ask.
struct Path {
    static constexpr int order = 6;
    Q coefficient[order + 1];

    explicit Path(Random<double>& random) {
        coefficient[0] = random.rotation();
        double size = 0.3;
        for (int k = 1; k <= order; ++k, size *= 0.5) {
            const Q q = random.rotation();
            coefficient[k] = {size * q.x, size * q.y, size * q.z, size * q.w};
        }
    }
    template <class Scalar>
    Quaternion<Scalar> at(const Scalar& t) const {
        Quaternion<Scalar> sum{Scalar(0), Scalar(0), Scalar(0), Scalar(0)};
        for (int k = order; k >= 0; --k) {
            const Q& c = coefficient[k];
            sum = {t * sum.x + Scalar(c.x), t * sum.y + Scalar(c.y), t * sum.z + Scalar(c.z),
                   t * sum.w + Scalar(c.w)};
        }
        return sum;
    }
};

// The coefficients on jets are those of the series of T along the path: the first derivative by a dual
// number, all of them by their sum.
TYPED_TEST(EveryTorque, OnJetsGivesItsTaylorSeries) {
    const TypeParam model = this->bound();
    const Path path(this->random);
    constexpr int order = 24;
    core::JetTape<double> tape(order);
    const auto time = tape.variable();
    std::array<typename core::JetTape<double>::Variable, 4> rows;
    for (auto& row : rows) row = tape.variable();
    for (int k = 0; k <= order; ++k) {
        const Q c = k <= Path::order ? path.coefficient[k] : Q{0, 0, 0, 0};
        time.set(k, k == 1 ? 1 : 0);
        rows[0].set(k, c.x), rows[1].set(k, c.y), rows[2].set(k, c.z), rows[3].set(k, c.w);
    }
    Vector3<Jet<double>> jets;
    const V first_rate{0.7, -1.1, 0.4}, rate_slope{0.3, 0.5, -0.9};  // ω = first_rate + t rate_slope
    const auto rate_at = [&]<class Scalar>(const Scalar& s) {
        return Vector3<Scalar>(first_rate) + s * Vector3<Scalar>(rate_slope);
    };
    std::array<typename core::JetTape<double>::Variable, 3> rates;
    for (int i = 0; i < 3; ++i) {
        auto& rate = rates[static_cast<std::size_t>(i)];
        rate = tape.variable();
        for (int k = 0; k <= order; ++k) rate.set(k, k == 0 ? first_rate[i] : k == 1 ? rate_slope[i] : 0);
    }
    for (int k = 0; k <= order; ++k)
        jets = tape.replay(k, [&] {
            return model(time.jet(),
                         Quaternion<Jet<double>>(rows[0].jet(), rows[1].jet(), rows[2].jet(), rows[3].jet()),
                         Vector3<Jet<double>>(rates[0].jet(), rates[1].jet(), rates[2].jet()));
        });
    using Variable = Dual<double, 1>;
    const Variable t = Variable::variable(0, 0);
    const Vector3<Variable> derivative = model(t, path.at(t), rate_at(t));
    const V slope{derivative.x.slope[0], derivative.y.slope[0], derivative.z.slope[0]};
    EXPECT_LT(norm(V{jets.x[1], jets.y[1], jets.z[1]} - slope), 1e-13 * (1 + norm(slope)));

    const double s = 0.02;
    V sum{};
    for (int k = order; k >= 0; --k) sum = s * sum + V{jets.x[k], jets.y[k], jets.z[k]};
    const V direct = model(s, path.at(s), rate_at(s));
    EXPECT_LT(norm(sum - direct), 1e-13 * (1 + norm(direct)));
}

TYPED_TEST(EveryTorque, AlongItsDirectionIsTheSame) {
    if constexpr (core::KnowsDirection<TypeParam>)
        for (int k = 0; k < 20; ++k) {
            const TypeParam model = this->bound();
            const Q attitude = this->random.rotation();
            const V u = to_body(attitude, model.field_axis());
            ASSERT_LT(norm(model.along(u) - model(0.0, attitude, V{})), 1e-15 * (1 + norm(model.along(u))));
        }
}

struct SomeTarget;  // a name for the packs
TYPED_TEST(EveryTorque, OnLanesHasTheBitsOfTheScalar) {
    using Pack = core::Pack<2, SomeTarget>;
    const core::Inertia<double> inertia(moments);
    for (int k = 0; k < 20; ++k) {
        const TypeParam user = random_torque<TypeParam>(this->random);
        const Q principal = this->random.rotation(), a = this->random.rotation(), b = this->random.rotation();
        const TypeParam scalar = core::in_axes(user, principal, inertia);
        const auto lanes =
            core::in_axes(core::on_number<Pack>(user), principal, core::Inertia<Pack>(inertia));
        const auto both = [](double x, double y) {
            Pack p(x);
            p.set_lane(1, y);
            return p;
        };
        const Vector3<Pack> got =
            lanes(Pack(0.0), Quaternion<Pack>(both(a.x, b.x), both(a.y, b.y), both(a.z, b.z), both(a.w, b.w)),
                  Vector3<Pack>(both(0.1, -3), both(0.2, 1), both(-0.3, 2)));
        for (int lane = 0; lane < 2; ++lane) {
            const V expected = scalar(0.0, lane == 0 ? a : b, lane == 0 ? V{0.1, 0.2, -0.3} : V{-3, 1, 2});
            for (int i = 0; i < 3; ++i)
                ASSERT_EQ(std::bit_cast<std::uint64_t>(got[i].lane(lane)),
                          std::bit_cast<std::uint64_t>(expected[i]));
        }
    }
}

/// One that is not too strong for the steps here in the state that runs start from: a wall may be close. A plate may
/// not be turned away.
template <class Model>
Model moderate_torque(Random<double>& random, const Eigen::Quaterniond& attitude) {
    const Q q{attitude.x(), attitude.y(), attitude.z(), attitude.w()};
    while (true) {
        const Model model = random_torque<Model>(random);
        const Model bound = core::in_axes(model, Q{}, core::Inertia<double>(moments));
        const double size = norm(bound(0.0, q, V{}));
        if (size < 2 && (size > 0.3 || !core::HasOrbit<Model>)) return model;
    }
}

/// A run of a body with these initial conditions, in its own axes.
Problem problem_of(const Body& body, const Torque& torque, const State& start) {
    return {"", "", body, torque, start, {0.5, 0.005}, {}};
}

// The same body and torque in axes turned by Q (Π' = QΠ, R' = RQᵀ, body-fixed parameters turned too): the
// same motion.
TYPED_TEST(EveryTorque, IsTheSameInAnyBodyAxes) {
    const Eigen::Quaterniond turn = Eigen::Quaterniond(0.4, -0.6, 0.3, 0.2).normalized();
    const Q back{-turn.x(), -turn.y(), -turn.z(), turn.w()};
    const Eigen::Vector3d I(moments.x, moments.y, moments.z);
    const Eigen::Matrix3d q = turn.toRotationMatrix(), tensor = q * I.asDiagonal() * q.transpose();
    const State start{Eigen::Quaterniond(0.8, 0.3, -0.2, 0.1).normalized(), {1, -2, 1.5}},
        turned_start{start.attitude * turn.conjugate(), turn * start.momentum};
    for (int k = 0; k < 3; ++k) {
        const TypeParam model = moderate_torque<TypeParam>(this->random, start.attitude),
                        turned = core::in_axes(model, back, core::Inertia<double>(moments));
        const State expected =
            simulate(problem_of(Body::from_moments(I), model, start), {.method = "liemid-ea"}).final_state;
        const State got =
            simulate(problem_of(Body::from_tensor(0.5 * (tensor + tensor.transpose())), turned, turned_start),
                     {.method = "liemid-ea"})
                .final_state;
        EXPECT_LT((got.momentum - turn * expected.momentum).norm(), 1e-12);
        EXPECT_LT((got.attitude * turn).angularDistance(expected.attitude), 1e-7);  // of an arc cosine
        EXPECT_LT((got.spatial_momentum() - expected.spatial_momentum()).norm(), 1e-12);
    }
}

// --- the conservation law, along a motion --------------------------------------------------------------------------

const State initial{Eigen::Quaterniond(0.8, 0.3, -0.4, 0.2).normalized(), {1, -0.7, 1.2}};

/// The largest changes over a run with an error near round-off.
struct Changes {
    double momentum = 0, axis_momentum = 0, energy = 0, kinetic = 0;
};

template <class Model>
Changes changes(const Model& model) {
    const Body body = Body::from_moments({moments.x, moments.y, moments.z});
    const Problem problem = problem_of(body, model, initial);
    std::vector<Sample> samples;
    simulate(problem, {.method = "rkmk-gauss12", .steps = FixedStep{0.005}, .end = 0.5},
             {.on_sample = [&](const Sample& s) { samples.push_back(s); }});
    Eigen::Vector3d axis = Eigen::Vector3d::Zero();
    if constexpr (core::HasFieldAxis<Model>)
        axis = {model.field_axis().x, model.field_axis().y, model.field_axis().z};
    Changes c;
    for (const Sample& s : samples) {
        const Eigen::Vector3d change = s.spatial_momentum - samples.front().spatial_momentum;
        c.momentum = std::max(c.momentum, change.norm());
        c.axis_momentum = std::max(c.axis_momentum, std::abs(change.dot(axis)));
        c.kinetic =
            std::max(c.kinetic, std::abs(body.kinetic_energy(s.state) - body.kinetic_energy(initial)));
        if (s.energy) c.energy = std::max(c.energy, std::abs(*s.energy - *samples.front().energy));
    }
    return c;
}

TYPED_TEST(EveryTorque, ConservesWhatItStatesAndNothingElse) {
    constexpr TorqueSheet sheet = TypeParam::sheet;
    for (int k = 0; k < 3; ++k) {
        const Changes c = changes(moderate_torque<TypeParam>(this->random, initial.attitude));
        if (sheet.conserves == Conserves::momentum)
            EXPECT_LT(c.momentum, 1e-12);
        else
            EXPECT_GT(c.momentum, 1e-3);
        if (sheet.conserves == Conserves::axis_momentum) {
            EXPECT_LT(c.axis_momentum, 1e-11);
        }
        if (sheet.has_potential())
            EXPECT_LT(c.energy, 1e-10);
        else
            EXPECT_GT(c.kinetic, 1e-3);
    }
}

// A component of L that is conserved although the sheet denies it would be along some direction of space:
// there is none (or, for a torque fixed in space, it is not the torque's own).
TYPED_TEST(EveryTorque, DeniesNoAxisOfItsOwn) {
    if constexpr (TypeParam::sheet.conserves == Conserves::nothing) {
        const TypeParam model = core::HasOrbit<TypeParam>
                                  ? moderate_torque<TypeParam>(this->random, Eigen::Quaterniond::Identity())
                                  : random_torque<TypeParam>(this->random);
        core::for_each_parameter(model, [&](const auto& parameter, const auto& value) {
            if constexpr (core::is_vector<std::remove_cvref_t<decltype(value)>>) {
                if (parameter.traits.frame != Frame::space) return;
                const Eigen::Vector3d axis = Eigen::Vector3d(value.x, value.y, value.z).normalized();
                const Problem problem = problem_of(Body::from_moments({moments.x, moments.y, moments.z}),
                                                   model, {Eigen::Quaterniond::Identity(), {1, -0.7, 1.2}});
                const Result r = simulate(problem, {.method = "se", .steps = FixedStep{0.01}, .end = 1.0});
                EXPECT_GT(
                    std::abs(
                        (r.final_state.spatial_momentum() - problem.initial.spatial_momentum()).dot(axis)),
                    1e-3)
                    << parameter.name;
            }
        });
    }
}

}  // namespace
}  // namespace polhode::test
