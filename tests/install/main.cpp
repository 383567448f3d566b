// What a user's program does: include, step a body, print.
#include <iostream>
#include <polhode/polhode.hpp>

int main() {
    const auto body = polhode::Body::from_moments({1, 2, 3});
    polhode::Integrator integrator("liemid-ea", body);
    polhode::State state;
    state.momentum = {1, 1, 1};
    integrator.step(state, 0, 0.1);
    std::cout << "polhode " << polhode::version << '\n';
    return state.momentum.allFinite() ? 0 : 1;
}
