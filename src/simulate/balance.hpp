/// Work and impulse of the torques along a run, to be compared with the change of energy and momentum: where
/// nothing is conserved, this tells a method's drift from the physics.
///
///     W = ∫ T·ω dt      over the torques that have no potential, or act at times only, and the motors of rotors
///     J = ∫ R T dt      over all torques
///
/// Where there are enough equal steps, both follow from the torques at their ends, by polynomials through those of
/// neighbouring steps; elsewhere by Gauss' formula on dense output. Both are of an order above the method's.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/mechanics/rotor.hpp"
#include "polhode/simulate/simulate.hpp"
#include "simulate/grid_integral.hpp"
#include "simulate/last_step.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace polhode {

/// A sum in twice the precision (Neumaier): the balance of a million steps is finer than their rounding.
class LongSum {
public:
    void add(double x);
    double value() const { return sum_ + rest_; }

private:
    double sum_ = 0, rest_ = 0;
};

class Balance {
public:
    /// Whether there is something to balance: a control, rotors that change, or a torque without a potential. A
    /// function of the user's own is left alone: its calls may be dear.
    static bool wanted(const Problem& problem);

    /// `make` gives a stepper for the steps of the run, each of which consists of `parts` of its steps.
    Balance(const Sheet& sheet, const MakeStepper<double>& make, int parts);

    /// From here on the run is in this piece. The first call is that of the start.
    [[nodiscard]] std::optional<Error> enter(const Piece& piece, double t, const core::State<double>& state);
    /// One step on from where the last one ended, or the part of one up to an event.
    [[nodiscard]] std::optional<Error> step(double to, const core::State<double>& after);
    /// The state has been changed from outside, at once: so much work and impulse.
    [[nodiscard]] std::optional<Error> jump(const core::State<double>& after);
    /// There are no more steps.
    [[nodiscard]] std::optional<Error> finish();

    /// `piece` is the one that the run is in, if it has begun.
    void keep(core::Archive& archive, const Piece& piece);

    // Of all steps, once it is finished.
    EnergyBalance energy() const;
    MomentumBalance momentum() const;

private:
    /// What is integrated.
    struct Rate {
        double power = 0;
        core::Vector3<double> push;  // in space
    };
    /// The end of a step.
    struct Point {
        double time;
        core::State<double> state;
        Rate rate;
    };
    Rate rate_at(double t, const core::State<double>& state) const;
    Point point_at(double t, const core::State<double>& state) const;
    double energy_of(double t, const core::State<double>& state) const;
    void set_up(const Piece& piece);
    void add(double length, const Rate& mean);
    void compare(const Point& point);
    bool fits(const Point& next) const;
    void integrate_by_neighbours(std::size_t first, std::size_t last);
    std::optional<Error> integrate_inside(const Point& from, const Point& to);
    std::optional<Error> close();

    Sheet sheet_;
    const MakeStepper<double>& make_;
    int parts_;
    GridIntegral grid_;
    struct Node {
        double at, weight;
    };
    std::vector<Node> gauss_;

    // of the piece of time
    std::optional<Piece> piece_;
    std::optional<core::Inertia<double>> inertia_;
    core::Rotor<double> rotor_;
    std::shared_ptr<const core::BoundTorque<double>>
        steady_;  // the torques whose potential is in the energy,
    std::shared_ptr<const core::BoundTorque<double>> others_;  // and those that do work
    std::optional<LastStep> last_;
    std::vector<Point>
        points_;  // the last ones with equal distances; if they are as many as the grid has nodes,
                  // the first half of their intervals has been integrated, else none of them

    double initial_energy_ = 0, final_energy_ = 0;
    core::Vector3<double> initial_momentum_;
    LongSum work_, impulse_[3];
    double energy_error_ = 0, momentum_error_ = 0;
};

}  // namespace polhode
