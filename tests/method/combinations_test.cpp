/// Free combinations of a scheme and a drift.
#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/integrator.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/simulate/problem.hpp"

#include <gtest/gtest.h>
#include <string>

namespace polhode::test {
namespace {

std::string complaint(std::string_view name) {
    try {
        method(name);
        return "accepted";
    } catch (const InputError& error) {
        return error.what();
    }
}

/// The named methods are combinations too, to the last bit.
TEST(Combinations, EqualTheNamedMethods) {
    const Problem& top = problem("slow-top");
    for (const auto& [name, combination] : {std::pair("se4-rkn", "rkn4(exact)"),
                                            {"se", "strang(exact)"},
                                            {"mr4-231", "yoshida4(mr2-231)"},
                                            {"mr2-auto", "strang(mr2-auto)"},
                                            {"mr2-312-cayley", "strang(mr2-312-cayley)"},
                                            {"liemid-ea", "kddk(liemid)"},
                                            {"liemid-e1", "drift-kick(liemid)"},
                                            {"sej4", "strang(jem4)"},
                                            {"sej6", "strang(jem6)"},
                                            {"dmv-exact", "strang(dmv-exact)"},
                                            {"ls-em", "strang(ls-em)"}}) {
        Integrator named(name, top.body, top.torque), combined(combination, top.body, top.torque);
        State a = top.initial, b = a;
        for (int n = 0; n < 20; ++n) {
            named.step(a, n * 0.05, 0.05);
            combined.step(b, n * 0.05, 0.05);
        }
        EXPECT_EQ(a.momentum, b.momentum) << name;
        EXPECT_EQ(a.attitude.coeffs(), b.attitude.coeffs()) << name;
        const Sheet &x = method(name).sheet, &y = method(combination).sheet;
        EXPECT_EQ(x.order_attitude, y.order_attitude) << name;
        EXPECT_EQ(x.symplectic, y.symplectic) << name;
    }
}

TEST(Combinations, TakeTheOrderThatTheirPartsAllow) {
    EXPECT_EQ(method("rkn4(exact)").sheet.order_attitude, 4);
    EXPECT_EQ(method("rkn4(mr2-231)").sheet.order_attitude, 2);  // made for an exact drift
    EXPECT_EQ(method("kl8(mr2-231)").sheet.order_attitude, 8);   // Strang steps over a symmetric drift
    EXPECT_EQ(method("aba1064(dmv6)").sheet.order_attitude, 4);
}

/// The paper's own formulation is the same method, on a symmetric body too.
TEST(Combinations, HaveThePapersFormulationOfSej) {
    for (const auto& [agm, ours] : {std::pair("strang(jem2-agm)", "sej"), {"strang(jem4-agm)", "sej4"}})
        for (const char* name : {"heavy-top-123", "slow-top"}) {
            const Problem& top = problem(name);
            Integrator printed(agm, top.body, top.torque), closed(ours, top.body, top.torque);
            State a = top.initial, b = a;
            for (int n = 0; n < 200; ++n) {
                printed.step(a, n * 0.02, 0.02);
                closed.step(b, n * 0.02, 0.02);
            }
            EXPECT_LT((a.momentum - b.momentum).norm(), 1e-12 * b.momentum.norm()) << name;
            EXPECT_LT(attitude_angle(a, b), 1e-12) << name;
        }
}

TEST(Combinations, NameThePartThatDoesNotExist) {
    EXPECT_EQ(complaint("rkn5(mr2-231)"),
              "method \"rkn5(mr2-231)\": \"rkn5\" is not a scheme; did you mean \"rkn4\"?");
    EXPECT_EQ(complaint("rkn4(exat)"),
              "method \"rkn4(exat)\": \"exat\" is not a drift; did you mean \"exact\"?");
    EXPECT_EQ(complaint("()").rfind("method \"()\": \"\" is not a scheme; there are drift-kick, ", 0), 0U);
    EXPECT_EQ(complaint("rkn4(exact"), "method \"rkn4(exact\" is not in the catalogue");
    EXPECT_NE(complaint("rkn4(rkn4(exact))").find("is not a drift"), std::string::npos);
}

}  // namespace
}  // namespace polhode::test
