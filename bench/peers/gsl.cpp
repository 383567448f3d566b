#include "peer.hpp"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>

namespace polhode::bench {
namespace {

/// GSL's driver with the equations it refers to.
template <class Rates>
class Driver {
public:
    Driver(const Rates& rates, const gsl_odeiv2_step_type* type, const Task& task, double tolerance)
        : rates_(rates),
          task_(task),
          driver_(gsl_odeiv2_driver_alloc_y_new(&system_, type, task.first_step, tolerance, tolerance)) {
        gsl_odeiv2_driver_set_nmax(driver_, most_steps);
    }
    Driver(const Driver&) = delete;
    Driver& operator=(const Driver&) = delete;
    ~Driver() { gsl_odeiv2_driver_free(driver_); }

    /// Steps chosen by the driver.
    std::optional<Outcome> integrate() {
        count_ = 0;
        gsl_odeiv2_driver_reset_hstart(driver_, task_.first_step);
        Numbers s = task_.start;
        double t = 0;
        if (gsl_odeiv2_driver_apply(driver_, &t, task_.end, s.data()) != GSL_SUCCESS) return std::nullopt;
        return Outcome{s, count_};
    }

    std::optional<Outcome> integrate(double steps) {
        count_ = 0;
        gsl_odeiv2_driver_reset(driver_);
        Numbers s = task_.start;
        double t = 0;
        const auto count = static_cast<unsigned long>(std::lround(steps));
        if (gsl_odeiv2_driver_apply_fixed_step(driver_, &t, task_.end / steps, count, s.data())
            != GSL_SUCCESS)
            return std::nullopt;
        return Outcome{s, count_};
    }

private:
    static int rates(double t, const double* s, double* ds, void* self) {
        auto& driver = *static_cast<Driver*>(self);
        ++driver.count_;
        driver.rates_(s, ds, t);
        return GSL_SUCCESS;
    }

    Rates rates_;
    Task task_;
    long count_ = 0;
    gsl_odeiv2_system system_{rates, nullptr, 7, this};
    gsl_odeiv2_driver* driver_;
};

Integrator adaptive(const std::string& name, const Task& task, const gsl_odeiv2_step_type* type) {
    return {name, tolerances(), [=](double tolerance) {
                return with_rates(task, [&](auto rates) -> Integration {
                    const auto driver =
                        std::make_shared<Driver<decltype(rates)>>(rates, type, task, tolerance);
                    return [driver] { return driver->integrate(); };
                });
            }};
}

Integrator constant(const std::string& name, const Task& task, const gsl_odeiv2_step_type* type) {
    return {name + ", constant steps", step_counts(20'000), [=](double steps) {
                return with_rates(task, [&](auto rates) -> Integration {
                    constexpr double no_tolerance = 1e30;
                    const auto driver =
                        std::make_shared<Driver<decltype(rates)>>(rates, type, task, no_tolerance);
                    return [driver, steps] { return driver->integrate(steps); };
                });
            }};
}

std::vector<Integrator> integrators(const Task& task) {
    return {
        adaptive("rk8pd", task, gsl_odeiv2_step_rk8pd), adaptive("rkf45", task, gsl_odeiv2_step_rkf45),
        adaptive("rkck", task, gsl_odeiv2_step_rkck),   adaptive("msadams", task, gsl_odeiv2_step_msadams),
        constant("rk8pd", task, gsl_odeiv2_step_rk8pd), constant("rkck", task, gsl_odeiv2_step_rkck)};
}

}  // namespace

Peer gsl() {
    gsl_set_error_handler_off();  // a tolerance too tight for a method is an answer, not a reason to abort
    return {"GSL", PEER_VERSION, integrators};
}

}  // namespace polhode::bench
