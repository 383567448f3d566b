/// A Runge–Kutta tableau of your own on the rotation group: Radau IIA with two stages, order 3, beside the
/// built-in Gauss method of order 8.
#include <cmath>
#include <cstdio>
#include <polhode/polhode.hpp>

int main() {
    using polhode::Method, polhode::Problem;
    const polhode::Tableau radau{
        .a = {{5. / 12, -1. / 12}, {3. / 4, 1. / 4}}, .b = {3. / 4, 1. / 4}, .c = {1. / 3, 1}};
    const Method mine = polhode::rkmk_method(radau, "radau-iia"), &gauss = polhode::method("rkmk-gauss8");
    std::printf("%s has order %d\n", std::string(mine.sheet.name).c_str(), mine.sheet.order_attitude);

    // one step at a time
    const Problem& top = polhode::problem("slow-top");
    polhode::Integrator integrator(mine, top.body, top.torque, top.initial);
    integrator.advance(0.01, 200);

    // or a whole run: twice the steps, an eighth of the error
    polhode::Plan plan;
    plan.end = 2;
    const auto end_with = [&](const Method& method, long steps) {
        plan.steps = polhode::StepCount{steps};
        return polhode::simulate(method, top, plan).final_state.momentum;
    };
    const Eigen::Vector3d exact = end_with(gauss, 400);
    const double coarse = (end_with(mine, 200) - exact).norm(), fine = (end_with(mine, 400) - exact).norm();
    std::printf("errors %.2e and %.2e: observed order %.2f\n", coarse, fine, std::log2(coarse / fine));
    return (end_with(mine, 200) - integrator.state().momentum).norm() < 1e-12
                && std::abs(std::log2(coarse / fine) - 3) < 0.2
             ? 0
             : 1;
}
