// Every torque model can be given in a scenario, and what is written comes back; its mistakes are named.
#include "polhode/error.hpp"
#include "scenario/orbit_setting.hpp"
#include "scenario/torque_setting.hpp"
#include "support/random_torque.hpp"
#include "toml/scenario.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace polhode::test {
namespace {

template <class Model>
class TorqueInScenario : public testing::Test {};
TYPED_TEST_SUITE(TorqueInScenario, core::BuiltInTorques::With<testing::Types>, TorqueNames);

Scenario read(const std::string& toml) { return make_scenario(ScenarioText{"test.toml", toml}, {}); }

const std::string frame =
    "[body]\ninertia = [1, 2, 2.5]\n[initial]\nmomentum = [0, 0, 1]\n[integrate]\nend = 1\nstep = 0.1\n";

/// What comes before the parameters of the model: the frame, an orbit if it needs one, and its name.
template <class Model>
std::string start_of(const Model& model) {
    std::string toml = frame;
    if constexpr (core::HasOrbit<Model>) {
        toml += "[orbit]\n";
        for (const auto& [key, number] : describe(model.orbit)) toml += fmt::format("{} = {}\n", key, number);
    }
    return toml + fmt::format("[torque]\nmodel = \"{}\"\n", Model::sheet.name);
}

TYPED_TEST(TorqueInScenario, IsReadAsItWasWritten) {
    Random<double> random(3);
    const TypeParam model = random_torque<TypeParam>(random);
    std::string toml = start_of(model);
    const TorqueDescription written = describe(Torque(model)).front();
    EXPECT_EQ(written.model, TypeParam::sheet.name);
    for (const auto& [name, value] : written.parameters) {
        if (const auto* number = std::get_if<double>(&value))
            toml += fmt::format("{} = {}\n", name, *number);
        else if (const auto* text = std::get_if<std::string>(&value))
            toml += fmt::format("{} = \"{}\"\n", name, *text);
        else if (const auto* v = std::get_if<Eigen::Vector3d>(&value))
            toml += fmt::format("{} = [{}, {}, {}]\n", name, v->x(), v->y(), v->z());
        else if (const auto* m = std::get_if<Eigen::Matrix3d>(&value))
            toml += fmt::format("{} = [[{}, {}, {}], [{}, {}, {}], [{}, {}, {}]]\n", name, (*m)(0, 0),
                                (*m)(0, 1), (*m)(0, 2), (*m)(1, 0), (*m)(1, 1), (*m)(1, 2), (*m)(2, 0),
                                (*m)(2, 1), (*m)(2, 2));
    }
    const Torque torque = read(toml).problem.torque;
    ASSERT_TRUE(std::holds_alternative<TypeParam>(torque));
    if constexpr (core::HasOrbit<TypeParam>) {
        EXPECT_EQ(describe(std::get<TypeParam>(torque).orbit), describe(model.orbit));
    }
    const TorqueDescription back = describe(torque).front();
    EXPECT_EQ(back.model, written.model);
    ASSERT_EQ(back.parameters.size(), written.parameters.size());
    for (std::size_t i = 0; i < back.parameters.size(); ++i) {
        EXPECT_EQ(back.parameters[i].first, written.parameters[i].first);
        const auto& value = written.parameters[i].second;
        if (const auto* v =
                std::get_if<Eigen::Vector3d>(&value))  // a direction is scaled to length 1 once more
            EXPECT_LT((std::get<Eigen::Vector3d>(back.parameters[i].second) - *v).norm(), 1e-15);
        else
            EXPECT_EQ(back.parameters[i].second, value);
    }
}

TYPED_TEST(TorqueInScenario, NamesWhatIsMissingAndWhatDoesNotBelong) {
    const auto complaint = [](const std::string& toml) -> std::string {
        try {
            (void)read(toml);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    TypeParam model;
    const std::string start = start_of(model);
    std::string required;
    core::for_each_parameter(model, [&](const auto& parameter, const auto&) {
        if (parameter.traits.required && required.empty()) required = parameter.name;
    });
    if (required.empty())
        EXPECT_EQ(complaint(start), "");
    else
        EXPECT_NE(complaint(start).find(fmt::format("needs torque.{}", required)), std::string::npos)
            << complaint(start);
    EXPECT_NE(complaint(start + "stiffness = 3\n").find("unknown key \"torque.stiffness\""),
              std::string::npos);
}

}  // namespace
}  // namespace polhode::test
