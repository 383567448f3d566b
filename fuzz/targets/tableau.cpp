/// A Runge–Kutta method of the user's own: stages, then coefficients, a byte each. c follows from a, and b is made to add
/// up to 1 by its last entry, so that most of them are methods.
#include "polhode/catalogue.hpp"
#include "polhode/simulate/simulate.hpp"

#include "target.hpp"

#include <numeric>

namespace polhode::fuzz {
namespace {

const Target tableau("tableau", [](std::string_view bytes) {
    std::size_t at = 0;
    const auto number = [&] {
        return at < bytes.size() ? static_cast<long double>(static_cast<signed char>(bytes[at++])) / 16
                                 : 0.0L;
    };
    constexpr std::size_t most_stages = 6;
    const std::size_t stages =
        bytes.empty() ? 0 : static_cast<unsigned char>(bytes[at++]) % (most_stages + 1);
    Tableau own;
    own.a.assign(stages, std::vector<long double>(stages));
    for (auto& row : own.a) {
        for (long double& entry : row) entry = number();
        own.c.push_back(std::accumulate(row.begin(), row.end(), 0.0L));
    }
    for (std::size_t i = 0; i < stages; ++i) own.b.push_back(number());
    if (stages > 0) own.b.back() += 1 - std::accumulate(own.b.begin(), own.b.end(), 0.0L);
    const auto method = make_rkmk_method(own, "own");
    if (!method) return check_message(method.error().message);
    require(order(own) >= 1, "a consistent method of order 0");
    const Plan plan{.method = "", .steps = StepCount{3}, .end = 0.1};
    const auto result = try_simulate(*method, problem("slow-top"), plan);
    if (!result) return check_message(result.error().message);
    require(result->final_state.momentum.allFinite(), "a state that is no number");
});

}  // namespace
}  // namespace polhode::fuzz
