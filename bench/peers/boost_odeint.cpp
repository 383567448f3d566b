#include "peer.hpp"

// g++ 12 finds fault with a copy of Boost's that copies what is not set yet
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#include <boost/numeric/odeint.hpp>

namespace polhode::bench {
namespace {

namespace odeint = boost::numeric::odeint;

constexpr long most_evaluations = 20 * most_steps;

template <class Rates>
struct Counted {
    Rates rates;
    long* count;
    void operator()(const Numbers& s, Numbers& ds, double t) const {
        if (++*count > most_evaluations) throw odeint::no_progress_error("too many evaluations");
        rates(s, ds, t);
    }
};

/// `make_stepper(tolerance)` gives a stepper that controls its own steps.
template <class MakeStepper>
std::optional<Outcome> integrate(const Task& task, const MakeStepper& make_stepper, double tolerance) try {
    long count = 0;
    Numbers s = task.start;
    with_rates(task, [&](auto rates) {
        odeint::integrate_adaptive(make_stepper(tolerance), Counted<decltype(rates)>{rates, &count}, s, 0.0,
                                   task.end, task.first_step);
    });
    return Outcome{s, count};
} catch (const odeint::odeint_error&) {  // no step small enough
    return std::nullopt;
}

template <class MakeStepper>
Integrator adaptive(const std::string& name, const Task& task, MakeStepper make_stepper) {
    return {name, tolerances(), [=](double tolerance) -> Integration {
                return [=] { return integrate(task, make_stepper, tolerance); };
            }};
}

/// Constant steps.
template <class Stepper>
Integrator constant(const std::string& name, const Task& task, double most) {
    return {name, step_counts(most), [=](double steps) -> Integration {
                return [=]() -> std::optional<Outcome> {
                    long count = 0;
                    Numbers s = task.start;
                    with_rates(task, [&](auto rates) {
                        Stepper stepper;
                        odeint::integrate_n_steps(std::ref(stepper), Counted<decltype(rates)>{rates, &count},
                                                  s, 0.0, task.end / steps, static_cast<std::size_t>(steps));
                    });
                    return Outcome{s, count};
                };
            }};
}

template <class Stepper>
auto controlled = [](double tolerance) { return odeint::make_controlled<Stepper>(tolerance, tolerance); };

std::vector<Integrator> integrators(const Task& task) {
    return {adaptive("RKF78", task, controlled<odeint::runge_kutta_fehlberg78<Numbers>>),
            adaptive("Dormand–Prince 5", task, controlled<odeint::runge_kutta_dopri5<Numbers>>),
            adaptive("Bulirsch–Stoer", task,
                     [](double tolerance) { return odeint::bulirsch_stoer<Numbers>(tolerance, tolerance); }),
            constant<odeint::runge_kutta4<Numbers>>("RK4, constant steps", task, 50'000),
            constant<odeint::runge_kutta_fehlberg78<Numbers>>("RKF78, constant steps", task, 20'000),
            constant<odeint::adams_bashforth_moulton<8, Numbers>>("Adams 8, constant steps", task, 20'000)};
}

class RungeKutta4Loop final : public CrowdRun {
public:
    explicit RungeKutta4Loop(const Crowd& crowd)
        : rates_(crowd.moments), step_(crowd.step), states_(crowd.start) {}
    void advance(int steps) override {
        for (int n = 0; n < steps; ++n)
            for (Numbers& s : states_) stepper_.do_step(rates_, s, 0.0, step_);
    }
    std::vector<Quaternion> attitudes() override {
        std::vector<Quaternion> all;
        for (const Numbers& s : states_) all.push_back({s[0], s[1], s[2], s[3]});
        return all;
    }

private:
    FreeRates rates_;
    double step_;
    odeint::runge_kutta4<Numbers> stepper_;
    std::vector<Numbers> states_;
};

}  // namespace

Peer boost_odeint() {
    return {"Boost.odeint",
            PEER_VERSION ODEINT_OPTIONS,
            integrators,
            {{"RK4, a loop over the bodies",
              [](const Crowd& crowd) { return std::make_unique<RungeKutta4Loop>(crowd); }}}};
}

}  // namespace polhode::bench
