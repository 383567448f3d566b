/// Which methods an ensemble can have: those whose run does not show where it was cut into pieces.
#include "polhode/catalogue.hpp"
#include "polhode/ensemble/integrator.hpp"
#include "polhode/error.hpp"
#include "polhode/simulate/problem.hpp"

#include <gtest/gtest.h>

namespace polhode {
namespace {

State end_of(const std::string& name, const Problem& p, const std::vector<long>& pieces) {
    Ensemble ensemble(1, p.body, p.torque, p.initial);
    EnsembleIntegrator integrator(ensemble, {.method = name, .step = p.defaults.step, .threads = 1});
    for (const long steps : pieces) integrator.advance(steps);
    return ensemble.state(0);
}

TEST(Memory, CutsDoNotShow) {
    std::vector<std::string> names;
    for (const Method& m : catalogue()) names.emplace_back(m.sheet.name);
    for (const MethodFamily& f : method_families()) names.emplace_back(f.example);
    for (const std::string& name : names) {
        const Method& m = method(name);
        if (!m.sheet.goes_on_from_state()) continue;
        for (const char* problem_name : {"free-body", "slow-top"}) {
            const Problem& p = problem(problem_name);
            if (m.sheet.free_only && !is_free(p.torque)) continue;
            const State whole = end_of(name, p, {60}), cut = end_of(name, p, {7, 1, 30, 22});
            EXPECT_EQ(whole.attitude.coeffs(), cut.attitude.coeffs()) << name << " on " << problem_name;
            EXPECT_EQ(whole.momentum, cut.momentum) << name << " on " << problem_name;
        }
    }
}

TEST(Memory, IsRefused) {
    for (const char* name : {"sw", "abm4-naive", "se6-processed", "se+energy", "taylor-12@1e-9"})
        EXPECT_THROW(end_of(name, problem("free-body"), {1}), InputError) << name;
}

}  // namespace
}  // namespace polhode
