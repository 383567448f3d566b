/// What makes a drift and a method: the catalogue takes nothing else.
#include "polhode/method/concept.hpp"
#include "polhode/drift/exact.hpp"
#include "polhode/method/akw.hpp"
#include "polhode/method/schemes.hpp"
#include "polhode/method/splitting.hpp"

#include <gtest/gtest.h>

namespace polhode::core {
namespace {

struct DriftWithoutSheet {
    template <class Real>
    Status operator()(const Inertia<Real>&, State<Real>&, const Real&) const {
        return {};
    }
};
struct DriftWithoutMap {
    static constexpr int order = 2;
    static constexpr Solve solve = Solve::nothing;
    static constexpr bool time_symmetric = true, symplectic = true, conserves_energy = true;
};
struct MethodWithoutStep : WithoutMemory {
    [[maybe_unused]] static constexpr Sheet sheet{
        .name = "none", .title = "", .formula = "", .source = "", .order_attitude = 1};
};

TEST(Concepts, TellDriftsAndMethodsFromOthers) {
    EXPECT_TRUE(Drift<ExactDrift>);
    EXPECT_FALSE(Drift<DriftWithoutSheet>);
    EXPECT_FALSE(Drift<DriftWithoutMap>);
    EXPECT_TRUE(SheetMethod<Akw>);
    EXPECT_FALSE(DataMethod<Akw>);
    EXPECT_TRUE(DataMethod<Splitting<ExactDrift>>);
    EXPECT_FALSE(SheetMethod<Splitting<ExactDrift>>);
    EXPECT_FALSE(SteppingMethod<MethodWithoutStep>);
}

TEST(Sheet, HasOneOrderUnlessTwoAreStated) {
    EXPECT_EQ(Akw::sheet.order_momentum, Akw::sheet.order_attitude);
    constexpr Sheet two{
        .name = "", .title = "", .formula = "", .source = "", .order_attitude = 4, .order_momentum = 6};
    EXPECT_EQ(two.order_momentum, 6);
}

}  // namespace
}  // namespace polhode::core
