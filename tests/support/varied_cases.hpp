/// Random problems of every kind that `choose` promises an error for: walls, slender bodies, chaotic motions, torques
/// of the rates, torques that jump, impulses, rotors.
#pragma once

#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/problem.hpp"

#include "random_rotation.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace polhode::test {

struct VariedCase {
    std::string kind;
    Problem problem;
    double tolerance;
};

inline constexpr std::array varied_kinds{
    "free",         "heavy top",   "gravity gradient", "repulsive wall",  "printed wall",
    "slender body", "chaotic top", "damping",          "drag by formula", "windows",
    "table",        "pulses",      "rotors",           "timed formula"};

/// Draws one of them; the numbers that depend on each other are made in the order of the members.
class VariedCaseMaker {
public:
    explicit VariedCaseMaker(unsigned index)
        : random_(70'000 + index),
          kind_(varied_kinds[index % varied_kinds.size()]),
          tolerance_(decades(-11, -3)) {}

    VariedCase make() {
        rate_ = decades(-1, 1);
        turns_ = decades(0, kind_ == "chaotic top" ? 2.0 : 1.7);
        body_ = body();
        end_ = 2 * std::numbers::pi / rate_ * turns_;
        const Eigen::Vector3d spin = rate_ * core::to_eigen(random_.direction());
        momentum_ = body_.momentum(spin);
        energy_ = 0.5 * momentum_.dot(spin);
        Problem problem{.name = "case",
                        .description = "",
                        .body = body_,
                        .torque = core::NoTorque{},
                        .initial = {core::to_eigen(random_.rotation()), momentum_},
                        .defaults = {end_, end_ / 50},
                        .references = {}};
        add_torque(problem);
        return {kind_, std::move(problem), tolerance_};
    }

private:
    double decades(double low, double high) { return std::pow(10, random_.between(low, high)); }
    bool heads() { return random_.between(0, 1) < 0.5; }
    core::Vector3<double> vector(double size) { return size * random_.direction(); }

    /// From second moments of the mass; half of the bodies have axes that are not the principal ones.
    Body body() {
        double a = decades(-1.5, 0), b = decades(-1.5, 0), c = decades(-1.5, 0);
        if (kind_ == "slender body") b = a * decades(-5, -2), c = heads() ? b : b * decades(-1, 1);
        const Body straight = Body::from_moments({b + c, a + c, a + b});
        if (heads()) return straight;
        const Eigen::Matrix3d axes = core::to_eigen(random_.rotation()).toRotationMatrix();
        const Eigen::Matrix3d tensor = axes * straight.moments().asDiagonal() * axes.transpose();
        return Body::from_tensor(0.5 * (tensor + tensor.transpose()));
    }

    core::HeavyTop top(double strength) {
        return {strength * energy_, random_.direction(), random_.direction()};
    }
    core::HeavyTop top() { return top(decades(-2, 0.5)); }

    /// Changes the momentum by about itself in this time.
    core::Vector3<double> push(double time) {
        return vector(random_.between(0.1, 1.5) * momentum_.norm() / time);
    }

    void add_torque(Problem& p) {
        if (kind_ == "heavy top") p.torque = top();
        if (kind_ == "gravity gradient" || (kind_ == "slender body" && heads()))
            p.torque = core::GravityGradient{decades(-2, 0.5) * rate_ * rate_, random_.direction()};
        else if (kind_ == "slender body")
            p.torque = top();
        if (kind_ == "repulsive wall" || kind_ == "printed wall") add_wall(p);
        if (kind_ == "chaotic top") p.torque = top(random_.between(0.7, 3));
        if (kind_ == "damping") p.torque = TorqueSum{{{top()}, {damping()}}};
        if (kind_ == "drag by formula") p.torque = TorqueSum{{{top()}, {drag()}}};
        if (kind_ == "windows") p.torque = TorqueSum{{{top()}, thruster(random_.between(0.1, 0.4))}};
        if (kind_ == "table") p.torque = TorqueSum{{{top()}, {table()}}};
        if (kind_ == "pulses") add_pulses(p);
        if (kind_ == "rotors") add_rotor(p);
        if (kind_ == "timed formula") p.torque = timed_formula();
    }

    /// The wall's energies are of order one: the body is scaled to meet it with up to three times that.
    void add_wall(Problem& p) {
        const double scale = random_.between(0.3, 3) / energy_;
        p.body = p.body.with_moments(scale * p.body.moments());
        p.initial.momentum *= scale;
        p.torque = core::SoftWall{
            kind_ == "printed wall" ? core::SoftWall::Sign::printed : core::SoftWall::Sign::repulsive,
            random_.direction(), random_.direction()};
    }

    /// Up to three times the momentum decays in the whole time, about three axes differently, and a little that is no
    /// friction.
    core::Damping damping() {
        const Eigen::Vector3d& i = body_.moments();
        const double each = i.minCoeff() / end_;
        core::Matrix3<double> d{};
        for (std::size_t k = 0; k < 3; ++k) d.row[k] = vector(0.2 * each);
        d.row[0].x += random_.between(0.2, 3) * each;
        d.row[1].y += random_.between(0.2, 3) * each;
        d.row[2].z += random_.between(0.2, 3) * each;
        return {d};
    }

    /// −c |ω| ω, of a body that is rough about one axis.
    FormulaTorque drag() {
        const double c = random_.between(0.2, 3) * body_.moments().minCoeff() / end_ / rate_;
        return formula_torque(
                   {.torque = {"-c*wx*sqrt(dot(w, w))", "-c*wy*sqrt(dot(w, w))", "-2*c*wz*sqrt(dot(w, w))"},
                    .parameters = {{"c", c}}})
            .or_throw();
    }

    FormulaTorque timed_formula() {
        const double a = random_.between(0.1, 1.5) * momentum_.norm() / end_;
        return formula_torque(
                   {.torque = {"a*sin(f*t) + b*if(t < t1, 1, -1)", "a*cos(2*f*t)*r33",
                               "a*if(t < t2, r31, r32) - c*wz"},
                    .parameters = {{"a", a},
                                   {"b", random_.between(0, 1) * a},
                                   {"c", random_.between(0, 1) * body_.moments().minCoeff() / end_},
                                   {"f", random_.between(0.1, 3) * rate_},
                                   {"t1", random_.between(0.1, 0.5) * end_},
                                   {"t2", random_.between(0.5, 0.9) * end_}}})
            .or_throw();
    }

    /// Acts in three windows, each of this share of a third of the time.
    TorquePart thruster(double share) {
        TorquePart part{core::ConstantBodyTorque{push(share * end_)}, "thruster", {}};
        if (heads()) part.torque = core::ConstantSpaceTorque{push(share * end_)};
        for (int k = 0; k < 3; ++k) {
            const double from = (k + random_.between(0, 1 - share)) / 3 * end_;
            part.on.push_back({from, from + share / 3 * end_});
        }
        return part;
    }

    TableTorque table() {
        std::vector<TableTorque::Row> rows;
        const double from = random_.between(0, 0.2) * end_, step = random_.between(0.5, 0.9) * end_ / 8;
        for (int k = 0; k < 9; ++k) {
            const core::Vector3<double> t = push(end_);
            rows.push_back({from + k * step, t.x, t.y, t.z});
        }
        const Frame frame = heads() ? Frame::body : Frame::space;
        const double which = random_.between(0, 3);
        return TableTorque(std::move(rows), frame,
                           which < 1   ? TableTorque::Interpolation::spline
                           : which < 2 ? TableTorque::Interpolation::linear
                                       : TableTorque::Interpolation::hold);
    }

    /// Short strong torques, and impulses.
    void add_pulses(Problem& p) {
        p.torque = TorqueSum{{{top()}, thruster(decades(-3, -1.5))}};
        const int impulses = heads() ? 0 : 2;
        for (int k = 0; k < impulses; ++k)
            p.impulses.push_back(
                {.time = random_.between(0.1, 0.9) * end_,
                 .momentum = core::to_eigen(vector(random_.between(0.1, 1) * momentum_.norm())),
                 .frame = heads() ? Frame::body : Frame::space});
    }

    void add_rotor(Problem& p) {
        const double size = random_.between(0.1, 2) * momentum_.norm();
        p.body = p.body.with_rotor({core::to_eigen(vector(size)),
                                    heads() ? Eigen::Vector3d::Zero().eval()
                                            : core::to_eigen(vector(random_.between(0, 1) * size / end_)),
                                    random_.between(0, 1) * end_});
        if (heads()) p.torque = top();
    }

    Random<double> random_;
    std::string kind_;
    double tolerance_, rate_ = 1, turns_ = 1, end_ = 1, energy_ = 1;
    Body body_ = Body::from_moments({1, 1, 1});
    Eigen::Vector3d momentum_;
};

/// Case `index` is the same whichever others are made.
inline VariedCase varied_case(unsigned index) { return VariedCaseMaker(index).make(); }

}  // namespace polhode::test
