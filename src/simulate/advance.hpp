/// Makes the steps of a run, piece by piece.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/simulate/simulate.hpp"
#include "simulate/balance.hpp"
#include "simulate/last_step.hpp"
#include "simulate/piece_stepper.hpp"
#include "simulate/pieces.hpp"
#include "simulate/sensitivity.hpp"
#include "simulate/step_control.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace polhode {

class Advance {
public:
    /// `run` has to live as long as this object. Gives the impulses at zero, and calls the control there.
    Advance(const Problem& problem, const Resolved& run, const core::State<double>& start,
            std::function<void(const ControlRecord&)> on_control = {});
    Advance(const Advance&) = delete;
    Advance& operator=(const Advance&) = delete;

    /// The time and the state that the run has reached.
    double time() const { return time_; }
    const core::State<double>& state() const { return state_; }
    long done() const { return done_; }
    bool finished() const { return pieces_.last() && piece_is_over(); }
    /// The number of steps of the whole run; an estimate if it is not known yet.
    long expected_steps() const;

    /// Enters the next piece if one is over. To be called before steps are made, and before what follows is
    /// asked.
    void prepare();
    /// What acts in the piece, and what makes its steps; how many have been entered.
    const Method& method_now() const;
    const Piece& piece() const { return pieces_.now(); }
    long pieces() const { return pieces_.entered(); }
    bool in_one_piece() const { return pieces_.whole(); }
    /// Whether the steps have equal length, so that several can be made at a time.
    bool on_grid() const { return !control_; }
    /// If so: the steps of this piece, how many of them are left, and how many of these end before a time.
    const EqualSteps& grid() const { return grid_; }
    long steps_left() const { return grid_.count - (done_ - first_); }
    long steps_before(double t) const;
    /// The number of steps of the method in each step of the run.
    int parts() const { return parts_; }

    /// Makes one step.
    [[nodiscard]] std::optional<Error> make_step();
    /// Whether the method chooses its steps; those of the run are then looks at it.
    bool chooses_steps() const { return std::holds_alternative<OwnSteps>(run_.steps); }
    /// Makes a step, so that the motion within it is known: of a method that chooses its steps, one of these, or
    /// the part of one up to the next look.
    [[nodiscard]] std::optional<Error> make_step_to_look_into();
    bool between_looks() const { return between_looks_; }
    /// Whether it makes several steps between two looks, as far as is known: each may then be made alone, so that nobody
    /// has to wait for the next look.
    bool has_long_looks() const { return chooses_steps() && own_steps().value_or(0) >= done_; }
    /// Makes `count` steps of equal length, all in this piece, and shows the state after each to the watch.
    [[nodiscard]] std::optional<Error> make_steps(long count, core::Watch<double>& watch);
    /// The same with nobody looking, and not beyond the piece.
    [[nodiscard]] std::optional<Error> make_steps(long count);
    LastStep& last_step() { return last_; }
    /// For the work and the impulse of the torque along these steps.
    Balance new_balance() const { return {run_.method->sheet, make_stepper_, parts_}; }
    /// Of the last step made alone: exactly what the method was given.
    double length() const { return length_; }
    /// Ends the run at a time within the last step.
    void stop_at(double t, const core::State<double>& state);
    /// Goes on from a time within the last step, from another state: the rest of the piece gets steps anew.
    void go_on_from(double t, const core::State<double>& state);

    /// An impulse, and the states around it.
    struct Given {
        Impulse impulse;
        core::State<double> before, after;
    };
    /// Gives the impulses that are due at the time reached. To be called after steps.
    void give_impulses();
    /// Those given since the last steps, or at zero.
    const std::vector<Given>& given() const { return given_; }

    core::Invariants<double> invariants(double t, const core::State<double>& state) const;
    /// Null unless it was asked for.
    const Sensitivity* sensitivity() const { return sensitivity_ ? &*sensitivity_ : nullptr; }

    long torque_evaluations() const;
    std::optional<long> own_steps() const { return stepper_.own_steps(); }
    /// Fills in those members of a result that follow from the steps.
    [[nodiscard]] std::optional<Error> report(Result& result) const;

    /// Between two steps: all that the run needs to go on.
    void keep(core::Archive& archive);

private:
    core::TimeGrid<double> times() const { return {origin_, grid_.step}; }
    double time_of(long n) const {
        return n - first_ == grid_.count ? piece().span.to : times().at(n - first_);
    }
    const Piece& first_piece();
    bool piece_is_over() const;
    void divide_rest();
    Expected<StepControl::Made> next_step();
    void note_length(double length, bool cut);
    template <class March>
    std::optional<Error> make_steps_by(long count, const March& march);

    const Resolved& run_;
    double end_;
    const MakeStepper<double>& make_stepper_;
    Pieces pieces_;
    core::State<double> state_;
    std::vector<Given> given_;
    // of the piece; if steps vary in length: the first one, without a count
    EqualSteps grid_;
    double origin_ = 0;  // where it begins,
    long first_ = 0;     // and at which step
    PieceStepper<double> stepper_;
    std::unique_ptr<StepControl> control_;  // null if steps have equal length
    int parts_;                             // steps of the method in each step of the run
    bool has_potential_;
    bool moved_ = false;  // to a time that is no end of a step
    bool between_looks_ = false;
    bool shortened_ = false;
    LastStep last_;
    std::optional<Sensitivity> sensitivity_;

    double time_ = 0;
    long done_ = 0;
    double longest_step_ = 0;
    VariableSteps lengths_;
    double length_ = 0, last_length_ = 0;  // the last one that was not cut short
};

}  // namespace polhode
