/// A stepper that reads what another one has kept goes on with the same bits.
#include "polhode/catalogue.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/problem.hpp"

#include <gtest/gtest.h>

#include "support/property_problems.hpp"
#include "support/tested_methods.hpp"

namespace polhode::test {
namespace {

std::vector<Method> kept_methods() {
    std::vector<Method> methods = tested_methods();
    for (const char* name : {"taylor-16@1e-10", "gauss-8@1e-9", "gauss-16-rate@1e-10", "dop853@1e-9",
                             "multistep-12@1e-9", "gauss-16+energy"})
        methods.push_back(method(name));
    return methods;
}

std::vector<Problem> kept_problems(const Sheet& sheet) {
    if (sheet.free_only) return {problem("free-body")};
    std::vector<Problem> problems{problem("slow-top"), problem("soft-wall-repulsive"), driven_body()};
    Problem dual_spin = problem("heavy-top-123");
    dual_spin.name = "with a rotor";
    dual_spin.body = dual_spin.body.with_rotor_momentum({0.1, 0.2, 1.5});
    problems.push_back(dual_spin);
    if (sheet.needs_potential)
        std::erase_if(problems, [](const Problem& p) { return p.name == "driven-body"; });
    return problems;
}

class Keep : public testing::TestWithParam<Method> {};

TEST_P(Keep, GoesOnWithTheSameBits) {
    const Method& method = GetParam();
    for (const Problem& p : kept_problems(method.sheet)) {
        SCOPED_TRACE(p.name);
        const core::TimeGrid<double> grid{0, p.defaults.step / 4};
        const MakeStepper<double>& make = method.automatic ? method.automatic : method.on_double;
        for (const long before : {0L, 3L, 57L}) {
            const auto first = make(p.body, p.torque), second = make(p.body, p.torque);
            core::State<double> state =
                core::to_principal(p.initial, core::from_eigen(p.body.principal_axes()));
            ASSERT_EQ(first->march(state, grid, 0, before).first, before);
            core::Archive written;
            first->keep(written);
            core::Archive read(written.bytes());
            second->keep(read);
            ASSERT_TRUE(read.is_good() && read.is_at_end());
            core::State<double> other = state;
            ASSERT_EQ(first->march(state, grid, before, 40).first, 40);
            ASSERT_EQ(second->march(other, grid, before, 40).first, 40);
            EXPECT_EQ(state.attitude.x, other.attitude.x);
            EXPECT_EQ(state.attitude.w, other.attitude.w);
            EXPECT_EQ(state.momentum.x, other.momentum.x);
            EXPECT_EQ(state.momentum.z, other.momentum.z);
            EXPECT_EQ(first->torque_evaluations(), second->torque_evaluations());
            EXPECT_EQ(first->own_steps(), second->own_steps());
            EXPECT_EQ(first->missed_projections(), second->missed_projections());
        }
    }
}

INSTANTIATE_TEST_SUITE_P(EveryMethod, Keep, testing::ValuesIn(kept_methods()), [](const auto& method) {
    std::string name(method.param.sheet.name);
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
});

TEST(ArchiveTest, BytesThatAreTooFewAreRefusedAndChangeNothing) {
    core::Archive written;
    std::vector<double> numbers{1, 2, 3};
    std::string text = "abc";
    written(numbers, text);
    for (std::size_t size = 0; size < written.bytes().size(); ++size) {
        core::Archive read(std::vector<std::byte>(written.bytes().begin(),
                                                  written.bytes().begin() + static_cast<long>(size)));
        std::vector<double> found;
        std::string found_text;
        read(found, found_text);
        EXPECT_FALSE(read.is_good()) << size;
        EXPECT_TRUE(found_text.empty());
    }
}

}  // namespace
}  // namespace polhode::test
