#include "peer.hpp"

#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#include <algorithm>
#include <sundials/sundials_context.hpp>

namespace polhode::bench {
namespace {

/// What both solvers share: the state as a vector of SUNDIALS, and the equations as a callback.
template <class Rates>
class Solver {
public:
    Solver(const Rates& rates, const Task& task)
        : rates_(rates), task_(task), state_(N_VNew_Serial(7, context_)) {
        N_VEnableFusedOps_Serial(state_, SUNTRUE);
        restart();
    }
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;
    virtual ~Solver() { N_VDestroy(state_); }

    virtual std::optional<Outcome> integrate() = 0;

protected:
    static int rates(realtype t, N_Vector s, N_Vector ds, void* self) {
        auto& solver = *static_cast<Solver*>(self);
        ++solver.count_;
        solver.rates_(NV_DATA_S(s), NV_DATA_S(ds), t);
        return 0;
    }
    void restart() {
        count_ = 0;
        std::ranges::copy(task_.start, NV_DATA_S(state_));
    }
    Outcome outcome() const {
        Outcome outcome{{}, count_};
        std::copy_n(NV_DATA_S(state_), 7, outcome.state.begin());
        return outcome;
    }

    sundials::Context context_;
    Rates rates_;
    Task task_;
    long count_ = 0;
    N_Vector state_;
};

/// CVODE, Adams' formulas of orders 1 … 12 with functional iteration.
template <class Rates>
class Adams final : public Solver<Rates> {
    using Base = Solver<Rates>;

public:
    Adams(const Rates& rates, const Task& task, double tolerance)
        : Base(rates, task),
          iteration_(SUNNonlinSol_FixedPoint(this->state_, 0, this->context_)),
          memory_(CVodeCreate(CV_ADAMS, this->context_)) {
        CVodeInit(memory_, Base::rates, 0, this->state_);
        CVodeSetUserData(memory_, static_cast<Base*>(this));
        CVodeSStolerances(memory_, tolerance, tolerance);
        CVodeSetNonlinearSolver(memory_, iteration_);
        CVodeSetMaxNumSteps(memory_, most_steps);
        CVodeSetStopTime(memory_, task.end);
        CVodeSetErrFile(memory_, nullptr);
    }
    ~Adams() override {
        CVodeFree(&memory_);
        SUNNonlinSolFree(iteration_);
    }

    std::optional<Outcome> integrate() override {
        this->restart();
        CVodeReInit(memory_, 0, this->state_);
        CVodeSetStopTime(memory_, this->task_.end);
        realtype t = 0;
        if (CVode(memory_, this->task_.end, this->state_, &t, CV_NORMAL) < 0) return std::nullopt;
        return this->outcome();
    }

private:
    SUNNonlinearSolver iteration_;
    void* memory_;
};

/// ARKODE's explicit Runge–Kutta pairs.
template <class Rates>
class RungeKutta final : public Solver<Rates> {
    using Base = Solver<Rates>;

public:
    /// With a tolerance, or else a number of constant steps.
    RungeKutta(const Rates& rates, const Task& task, ARKODE_ERKTableID table, double tolerance, double steps)
        : Base(rates, task), memory_(ERKStepCreate(Base::rates, 0, this->state_, this->context_)) {
        ERKStepSetUserData(memory_, static_cast<Base*>(this));
        ERKStepSStolerances(memory_, tolerance, tolerance);
        ERKStepSetTableNum(memory_, table);
        ERKStepSetMaxNumSteps(memory_, most_steps);
        ERKStepSetErrFile(memory_, nullptr);
        if (steps > 0) step_ = task.end / steps;
    }
    ~RungeKutta() override { ERKStepFree(&memory_); }

    std::optional<Outcome> integrate() override {
        this->restart();
        ERKStepReInit(memory_, Base::rates, 0, this->state_);
        if (step_ > 0) ERKStepSetFixedStep(memory_, step_);
        ERKStepSetStopTime(memory_, this->task_.end);
        realtype t = 0;
        if (ERKStepEvolve(memory_, this->task_.end, this->state_, &t, ARK_NORMAL) < 0) return std::nullopt;
        return this->outcome();
    }

private:
    void* memory_;
    double step_ = 0;
};

Integrator adams(const Task& task) {
    return {"CVODE Adams", tolerances(), [=](double tolerance) {
                return with_rates(task, [&](auto rates) -> Integration {
                    const auto solver = std::make_shared<Adams<decltype(rates)>>(rates, task, tolerance);
                    return [solver] { return solver->integrate(); };
                });
            }};
}

Integrator runge_kutta(const std::string& name, const Task& task, ARKODE_ERKTableID table,
                       bool constant = false) {
    return {"ARKODE " + name + (constant ? ", constant steps" : ""),
            constant ? step_counts(10'000) : tolerances(), [=](double control) {
                return with_rates(task, [&](auto rates) -> Integration {
                    const auto solver = std::make_shared<RungeKutta<decltype(rates)>>(
                        rates, task, table, constant ? 1e-3 : control, constant ? control : 0);
                    return [solver] { return solver->integrate(); };
                });
            }};
}

std::vector<Integrator> integrators(const Task& task) {
    return {adams(task),
            runge_kutta("Fehlberg 8", task, ARKODE_FEHLBERG_13_7_8),
            runge_kutta("Verner 6", task, ARKODE_VERNER_8_5_6),
            runge_kutta("Dormand–Prince 5", task, ARKODE_DORMAND_PRINCE_7_4_5),
            runge_kutta("Cash–Karp 5", task, ARKODE_CASH_KARP_6_4_5),
            runge_kutta("Fehlberg 8", task, ARKODE_FEHLBERG_13_7_8, true),
            runge_kutta("Verner 6", task, ARKODE_VERNER_8_5_6, true)};
}

}  // namespace

Peer sundials() { return {"SUNDIALS", PEER_VERSION, integrators}; }

}  // namespace polhode::bench
