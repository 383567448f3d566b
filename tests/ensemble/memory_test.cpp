/// Which methods an ensemble can have: those whose march does not show where it was cut.
#include "polhode/catalogue.hpp"
#include "polhode/ensemble/march.hpp"
#include "polhode/error.hpp"
#include "polhode/simulate/problem.hpp"

#include <gtest/gtest.h>

namespace polhode {
namespace {

State marched(const std::string& name, const Problem& p, const std::vector<long>& pieces) {
    Ensemble ensemble(1, p.body, p.torque, p.initial);
    EnsembleMarch march(ensemble, {.method = name, .step = p.defaults.step, .threads = 1});
    for (const long steps : pieces) march.advance(steps);
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
            const State whole = marched(name, p, {60}), cut = marched(name, p, {7, 1, 30, 22});
            EXPECT_EQ(whole.attitude.coeffs(), cut.attitude.coeffs()) << name << " on " << problem_name;
            EXPECT_EQ(whole.momentum, cut.momentum) << name << " on " << problem_name;
        }
    }
}

TEST(Memory, IsRefused) {
    for (const char* name : {"sw", "abm4-naive", "se6-processed", "se+energy", "taylor-12@1e-9"})
        EXPECT_THROW(marched(name, problem("free-body"), {1}), InputError) << name;
}

}  // namespace
}  // namespace polhode
