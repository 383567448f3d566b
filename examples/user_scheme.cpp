/// Kicks and drifts of your own: Ruth's splitting of third order, over the exact free motion and over
/// rotations about the principal axes, where it is of the order of these.
#include <cmath>
#include <cstdio>
#include <polhode/polhode.hpp>

int main() {
    using polhode::Method, polhode::Problem;
    // [scheme]
    const polhode::SplittingCoefficients ruth{.kicks = {7. / 24, 3. / 4, -1. / 24, 0},
                                              .drifts = {2. / 3, -2. / 3, 1}};
    const Method over_exact = polhode::splitting_method(ruth, "exact", "ruth3"),
                 over_rotations = polhode::splitting_method(ruth, "mr2-231", "ruth3-231");
    // [end]
    const Problem& top = polhode::problem("slow-top");
    polhode::Plan plan;
    plan.end = 2;
    const auto end_with = [&](const Method& method, long steps) {
        plan.steps = polhode::StepCount{steps};
        return polhode::simulate(method, top, plan).final_state.momentum;
    };
    const Eigen::Vector3d exact = end_with(polhode::method("se8-kl"), 800);

    bool as_stated = true;
    for (const Method* mine : {&over_exact, &over_rotations}) {
        const double coarse = (end_with(*mine, 200) - exact).norm(),
                     fine = (end_with(*mine, 400) - exact).norm(), observed = std::log2(coarse / fine);
        std::printf("%-10s order %d, errors %.2e and %.2e: observed order %.2f\n",
                    std::string(mine->sheet.name).c_str(), mine->sheet.order_attitude, coarse, fine,
                    observed);
        as_stated = as_stated && std::abs(observed - mine->sheet.order_attitude) < 0.2;
    }
    return as_stated ? 0 : 1;
}
