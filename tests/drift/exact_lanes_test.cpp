/// The exact flow on several bodies at once, one per lane: a body's bits may not depend on its neighbours.
#include "drift/flow_errors.hpp"
#include "polhode/scalar/pack.hpp"

#include <gtest/gtest.h>
#include <array>
#include <cmath>

namespace polhode::test {
namespace {

using Two = core::Pack<2, struct TestTarget>;
using Lanes = core::Pair<Two, Two>;
constexpr std::size_t lanes = Lanes::lanes;

TEST(ExactLanes, EveryBodyHasTheBitsItHasAlone) {
    std::vector<Row> rows = free_motion_rows();
    rows.push_back({"at rest", 0, 0,
                    [](std::mt19937_64& random) { return Motion{draw::moments(random), {0, 0, 0}, 1}; }});
    std::mt19937_64 random(21);
    for (int round = 0; round < 2000; ++round) {
        std::array<Motion, lanes> m;
        core::Vector3<Lanes> moments, momentum;
        Lanes time(0);
        for (std::size_t i = 0; i < lanes; ++i) {
            m[i] = rows[random() % rows.size()].sample(random);
            for (int axis = 0; axis < 3; ++axis) {
                moments[axis].set_lane(static_cast<int>(i), m[i].moments[axis]);
                momentum[axis].set_lane(static_cast<int>(i), m[i].momentum[axis]);
            }
            time.set_lane(static_cast<int>(i), m[i].time);
        }
        core::State<Lanes> together{{Lanes(0), Lanes(0), Lanes(0), Lanes(1)}, momentum};
        core::ExactDrift{}(core::Inertia<Lanes>(moments), together, time);
        for (std::size_t i = 0; i < lanes; ++i) {
            const core::State<double> alone = moved<double>(m[i]);
            ASSERT_EQ(together.attitude.x.lane(static_cast<int>(i)), alone.attitude.x);
            ASSERT_EQ(together.attitude.y.lane(static_cast<int>(i)), alone.attitude.y);
            ASSERT_EQ(together.attitude.z.lane(static_cast<int>(i)), alone.attitude.z);
            ASSERT_EQ(together.attitude.w.lane(static_cast<int>(i)), alone.attitude.w);
            ASSERT_EQ(together.momentum.x.lane(static_cast<int>(i)), alone.momentum.x);
            ASSERT_EQ(together.momentum.y.lane(static_cast<int>(i)), alone.momentum.y);
            ASSERT_EQ(together.momentum.z.lane(static_cast<int>(i)), alone.momentum.z);
        }
    }
}

}  // namespace
}  // namespace polhode::test
