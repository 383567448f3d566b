/// A built-in problem from start to end, with samples as they come: memory does not grow with the run.
#include <cstdio>
#include <polhode/polhode.hpp>

int main() {
    polhode::Plan plan;
    plan.method = "vexp";
    plan.steps = polhode::StepCount{4000};
    plan.every = 400;
    polhode::Hooks hooks;
    hooks.on_sample = [](const polhode::Sample& s) {
        std::printf("t = %5.2f   H = %.12f   spin = %.12f\n", s.time, s.energy.value(),
                    s.angular_velocity.z());
    };
    const polhode::Result result = polhode::simulate(polhode::problem("slow-top"), plan, hooks);
    std::printf("largest energy error %.2e, momentum about the vertical kept to %.1e\n",
                result.conservation.energy->max_error, result.conservation.momentum.value().max_error);
}
