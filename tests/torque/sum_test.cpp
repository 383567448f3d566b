#include "polhode/integrator.hpp"
#include "polhode/torque/bind.hpp"
#include "polhode/torque/field_axis.hpp"
#include "polhode/torque/varying_parameters.hpp"

#include <gtest/gtest.h>
#include <algorithm>

namespace polhode {
namespace {

const Body body = Body::from_moments({1, 2, 2.5});
const core::Quaternion<double> attitude = core::Quaternion<double>(0.1, -0.2, 0.3, std::sqrt(0.86));
const core::Vector3<double> rest{0, 0, 0};

core::Vector3<double> evaluated(const Torque& torque, double t) {
    return bound_torque<double>(body, torque)->at(t, attitude, rest);
}

TEST(TorqueSum, IsTheSumOfItsParts) {
    const Torque top = core::HeavyTop{.weight_moment = 3},
                 thruster = core::ConstantBodyTorque{.torque = {1, 2, 3}};
    const auto sum = evaluated(TorqueSum{{{top}, {thruster}}}, 0), a = evaluated(top, 0),
               b = evaluated(thruster, 0);
    EXPECT_EQ(sum.x, a.x + b.x);
    EXPECT_EQ(sum.y, a.y + b.y);
    EXPECT_EQ(sum.z, a.z + b.z);
}

TEST(TorqueSum, ActsInItsSpansOfTime) {
    const Torque burn =
        TorqueSum{{{core::ConstantBodyTorque{.torque = {1, 0, 0}}, "burn", {{1, 2}, {3, 4}}}}};
    EXPECT_EQ(breakpoints(burn), (std::vector<double>{1, 2, 3, 4}));
    EXPECT_EQ(evaluated(burn, 0.5).x, 0);
    EXPECT_EQ(evaluated(burn, 1.5).x, 1);
    EXPECT_EQ(evaluated(burn, 2.5).x, 0);
    EXPECT_EQ(evaluated(burn, 3.5).x, 1);
}

TEST(TorqueSum, TakesAJumpFromInsideThePiece) {
    const Torque burn = TorqueSum{{{core::ConstantBodyTorque{.torque = {1, 0, 0}}, "burn", {{1, 2}}}}};
    EXPECT_EQ(evaluated(within(burn, {0, 1}), 1).x, 0);
    EXPECT_EQ(evaluated(within(burn, {1, 2}), 1).x, 1);
    EXPECT_EQ(evaluated(within(burn, {1, 2}), 2).x, 1);
    EXPECT_EQ(evaluated(within(burn, {2, 9}), 2).x, 0);
}

TEST(TorqueSum, HasAPotentialIfAllPartsHaveOneAllTheTime) {
    const TorquePart top{core::HeavyTop{.weight_moment = 3}}, field{core::MagneticDipole{}},
        thruster{core::ConstantBodyTorque{.torque = {1, 2, 3}}};
    TorquePart sometimes = top;
    sometimes.on = {{0, 1}};
    EXPECT_TRUE(has_potential(TorqueSum{{top, field}}));
    EXPECT_FALSE(has_potential(TorqueSum{{top, thruster}}));
    EXPECT_FALSE(has_potential(TorqueSum{{sometimes}}));
    const double v = bound_torque<double>(body, TorqueSum{{top, field}})->potential(0, attitude);
    EXPECT_EQ(v, bound_torque<double>(body, top.torque)->potential(0, attitude)
                     + bound_torque<double>(body, field.torque)->potential(0, attitude));
}

TEST(TorqueSum, HasTheKinksOfAnyPart) {
    const Torque top = core::HeavyTop{.weight_moment = 3}, plate = core::SolarPressure{};
    EXPECT_FALSE(has_kinks(top));
    EXPECT_TRUE(has_kinks(plate));
    EXPECT_FALSE(has_kinks(TorqueSum{{{top}, {top}}}));
    EXPECT_TRUE(has_kinks(TorqueSum{{{top}, {plate, "plate", {{1, 2}}}}}));
    EXPECT_TRUE(has_kinks(TorqueSum{{{TorqueSum{{{top}, {plate}}}}}}));
}

TEST(TorqueSum, ConservesWhatAllItsPartsConserve) {
    const auto top = [](const core::Vector3<double>& up) {
        return TorquePart{core::HeavyTop{.weight_moment = 3, .direction = up}};
    };
    const TorquePart none{core::NoTorque{}}, thruster{core::ConstantBodyTorque{.torque = {1, 2, 3}}},
        field{core::MagneticDipole{.moment = {0, 1, 0}, .field = {0.6 * 7, 0, 0.8 * 7}}},
        no_field{core::MagneticDipole{.moment = {0, 1, 0}, .field = {0, 0, 0}}};
    const auto conserved = [](std::vector<TorquePart> parts) {
        return conserved_momentum(TorqueSum{std::move(parts)});
    };
    EXPECT_EQ(conserved({none, none, no_field}).what, Conserves::momentum);
    EXPECT_TRUE(is_free(TorqueSum{{none, none}}));
    EXPECT_EQ(conserved({top({0, 0, 1}), none}).what, Conserves::axis_momentum);
    EXPECT_EQ(conserved({top({0.6, 0, 0.8}), field}).what, Conserves::axis_momentum);
    EXPECT_EQ(conserved({top({-0.6, 0, -0.8}), field}).what, Conserves::axis_momentum);
    EXPECT_EQ(conserved({top({0, 0, 1}), field}).what, Conserves::nothing);
    EXPECT_EQ(conserved({top({0, 0, 1}), thruster}).what, Conserves::nothing);
    EXPECT_LT(norm(*field_axis(TorqueSum{{none, field}}) - core::Vector3<double>(0.6, 0, 0.8)), 1e-15);
    EXPECT_FALSE(field_axis(TorqueSum{{top({0, 0, 1}), field}}));
}

/// The momentum about the common axis of two fields, by a method that keeps it in each.
TEST(TorqueSum, KeepsTheMomentumAboutACommonAxis) {
    const Torque both =
        TorqueSum{{{core::HeavyTop{.weight_moment = 3, .direction = {0, 0.6, 0.8}}, "top"},
                   {core::MagneticDipole{.moment = {1, 0, 2}, .field = {0, -3, -4}}, "field"}}};
    const State start{Eigen::Quaterniond(Eigen::AngleAxisd(0.5, Eigen::Vector3d::UnitX())), {0.3, 0.2, 5}};
    Integrator integrator("se", body, both, start);
    integrator.advance(0.01, 500);
    const Eigen::Vector3d axis(0, 0.6, 0.8),
        change = integrator.state().spatial_momentum() - start.spatial_momentum();
    EXPECT_LT(std::abs(change.dot(axis)), 1e-12);
    EXPECT_GT(change.norm(), 0.1);
}

TEST(TorqueSum, NamesTheNumbersOfItsParts) {
    Torque torque = TorqueSum{{{core::HeavyTop{.weight_moment = 3}, "top"},
                               {core::MagneticDipole{.moment = {1, 2, 4}, .field = {0, 0, 1}}, "coil"}}};
    const std::vector<VaryingParameter> parameters = varying_parameters(torque);
    ASSERT_EQ(parameters.size(), 2);
    EXPECT_EQ(parameters[0].name, "top.weight_moment");
    EXPECT_EQ(parameters[1].name, "coil.moment");
    EXPECT_EQ(parameters[1].first, 1);
    EXPECT_EQ(parameters[1].numbers, 3);
    EXPECT_EQ(parameters_of(torque), (std::vector<double>{3, 1, 2, 4}));
    const std::vector<double> others{5, 6, 7, 8};
    EXPECT_EQ(parameters_of(with_parameters(torque, others)), others);
    EXPECT_EQ(varying_parameters(core::HeavyTop{})[0].name, "weight_moment");
}

TEST(TorqueSum, RefusesNumbersThatNoPartHas) {
    const Torque torque = TorqueSum{{{core::HeavyTop{}}, {core::Drag{}, "panel"}}};
    std::vector<double> numbers = parameters_of(torque);
    EXPECT_TRUE(try_with_parameters(torque, numbers));
    const auto parameters = varying_parameters(torque);
    const auto area = std::ranges::find(parameters, "panel.area", &VaryingParameter::name);
    ASSERT_NE(area, parameters.end());
    numbers[area->first] = -0.5;
    EXPECT_EQ(try_with_parameters(torque, numbers).error().message,
              "area is -0.5, expected a number that is not negative");
}

/// With all scalars on which methods evaluate a torque.
TEST(TorqueSum, OfOnePartMovesTheBodyAsThePart) {
    const Torque top = core::HeavyTop{.weight_moment = 3};
    const State start{Eigen::Quaterniond(Eigen::AngleAxisd(0.5, Eigen::Vector3d::UnitX())), {0.3, 0.2, 5}};
    for (const char* method : {"se", "rkmk-rk4", "trap", "buss4", "taylor-20"}) {
        Integrator one(method, body, top, start), sum(method, body, TorqueSum{{{top}}}, start);
        one.advance(0.01, 50);
        sum.advance(0.01, 50);
        EXPECT_LT((one.state().momentum - sum.state().momentum).norm(), 1e-13) << method;
    }
}

}  // namespace
}  // namespace polhode
