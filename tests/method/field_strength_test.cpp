/// Some methods turn the axes of space to the direction of a field. How strong it is must not be lost on the way.
#include "polhode/catalogue.hpp"
#include "polhode/simulate/simulate.hpp"
#include "polhode/torque/magnetic_dipole.hpp"

#include <gtest/gtest.h>
#include <string>

namespace polhode::test {
namespace {

TEST(FieldStrength, IsKeptByEveryMethodThatTurnsTheAxes) {
    Problem p = problem("heavy-top-123");
    p.defaults.end = 1;
    for (const core::Vector3<double>& field :
         {core::Vector3<double>(0, 0, 1), core::Vector3<double>(0, 0, 2), core::Vector3<double>(1, -2, 3),
          core::Vector3<double>(0, 0, 0)}) {
        p.torque = core::MagneticDipole{.moment = {1, -2, 0.3}, .field = field};
        const State truth = simulate(p, {.method = "se8-kl", .steps = StepCount{400}}).final_state;
        for (const std::string name :
             {"multistep-8", "multistep-16", "multistep-20-wide", "dop853", "taylor-12"}) {
            const State state = simulate(p, {.method = name, .steps = StepCount{400}}).final_state;
            EXPECT_LT(state.attitude.angularDistance(truth.attitude), 1e-8) << name << " " << field.z;
            EXPECT_LT((state.momentum - truth.momentum).norm(), 1e-8) << name << " " << field.z;
        }
    }
}

}  // namespace
}  // namespace polhode::test
