/// The ten built-in problems: data of the papers, with end states known to about 1e-13.
#include "polhode/error.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/so3/rotation.hpp"
#include "text/nearest_name.hpp"

#include <fmt/format.h>
#include <cmath>

namespace polhode {

namespace {

using Eigen::Vector3d;

Eigen::Quaterniond attitude(const Vector3d& rotation_vector) {
    return core::to_eigen(core::exp(core::from_eigen(rotation_vector)));
}

/// A body that starts with angular velocity ω (body frame).
State spinning(const Body& body, const Eigen::Quaterniond& start, const Vector3d& angular_velocity) {
    return {start, body.momentum(angular_velocity)};
}

/// t; q as x, y, z, w; Π: each from two independent methods (Munthe-Kaas with Gauss nodes, and extrapolation,
/// in 80-bit arithmetic), which agree to `agreement`.
ReferenceState reference(double t, const Eigen::Vector4d& q, const Vector3d& momentum, double agreement) {
    return {t, {Eigen::Quaterniond(q), momentum}, agreement};
}

Problem free_body() {
    const Body body = Body::from_moments({0.9144, 1.098, 1.66});
    return {
        "free-body",
        "Free asymmetric body of Krysl 2004.",
        body,
        core::NoTorque{},
        spinning(body, Eigen::Quaterniond::Identity(), {0.45549, 0.82623, 0.03476}),
        {100, 0.1},
        {reference(100, {-0.3054767877725239, -0.1396046546315324, 0.1073282104922156, 0.9357751480830904},
                   {0.661568603852765, 0.634130709038784, 0.400024770879413}, 1e-14)}};
}

/// The symmetric tops of Krysl 2004: I = (5, 5, 1), V = 20 R₃₃.
Problem top(const char* name, const char* description, double tilt, double spin, double end, double step,
            const ReferenceState& at_end) {
    const Body body = Body::from_moments({5, 5, 1});
    return {name,
            description,
            body,
            core::HeavyTop{.weight_moment = 20},
            spinning(body, attitude({tilt, 0, 0}), {0, 0, spin}),
            {end, step},
            {at_end}};
}

Problem soft_wall(const char* name, const char* description, core::SoftWall::Sign sign, double end,
                  double step, const ReferenceState& at_end) {
    return {name,
            description,
            Body::from_moments({2, 3, 4.5}),
            core::SoftWall{.sign = sign},
            {Eigen::Quaterniond::Identity(), {2, 2, 2}},
            {end, step},
            {at_end}};
}

Problem free_543() {
    return {
        "free-543",
        "Free body of Celledoni and Säfström 2006, figures 1 and 2.",
        Body::from_moments({5, 4, 3}),
        core::NoTorque{},
        {Eigen::Quaterniond::Identity(), {-1, 0, 2}},
        {400, 0.1},
        {reference(1, {-0.099089516374370926, 0.016366767947414627, 0.32573847905772518, 0.94011054664481275},
                   {-0.97790850240105442, 0.26440865623266396, 1.9934349809915959}, 1e-13),
         reference(400, {0.43028571705653523, 0.1896192526121756, -0.85018457410001225, -0.23682257218923208},
                   {-0.76612609782961572, -0.81294605205941295, 1.937051759418261}, 1e-13)}};
}

/// The heavy tops of Celledoni and Säfström 2006: V = R₃₃.
Problem heavy_top(const char* name, const char* description, const Vector3d& moments,
                  const Vector3d& velocity, double step, std::vector<ReferenceState> references) {
    const Body body = Body::from_moments(moments);
    return {name,
            description,
            body,
            core::HeavyTop{.weight_moment = 1},
            spinning(body, Eigen::Quaterniond::Identity(), velocity),
            {10, step},
            std::move(references)};
}

Problem satellite() {
    const double mu = 3.986e14, r = 1.5e5;  // the paper's; the digits of 3μ/r³ matter to the reference states
    const Body body = Body::from_moments({1.7e4, 3.7e4, 5.4e4});
    return {
        "satellite",
        "Satellite under gravity gradient of Celledoni and Säfström 2006, 3μ/r³ = 0.354311.",
        body,
        core::GravityGradient{.coefficient = 3 * mu / (r * r * r)},
        spinning(body, Eigen::Quaterniond::Identity(), {15, -15, 15}),
        {20, 0.005},
        {reference(1,
                   {-0.25229623972697446, -0.14631941796966158, -0.95554958832806158, -0.043153442397107444},
                   {69965.764165216635, 770072.90636408119, 656779.07159196236}, 1e-13),
         reference(20,
                   {-0.60947770081862485, -0.24233659496549151, -0.27176502429953131, -0.70423978765250783},
                   {-146464.80130113979, 717570.37735655194, 702062.14401409589}, 1e-13),
         reference(400, {-0.51270708472100546, 0.3096847042446832, 0.13897108110973352, 0.78861515826730255},
                   {-151914.94426339978, -712161.9180519291, 706501.10548831685}, 1e-13)}};
}

/// The body whose moments reproduce the digits printed by Buss (2001); it is not the box of edges 1 : 4 : 18
/// that the paper names.
Problem buss_prism() {
    const double l = 3 / std::sqrt(2.0);
    return {"buss-prism",
            "Free, nearly symmetric prism of Buss 2001, moments (95, 9, 94)/300, momentum 3 (1, 1, 0)/√2.",
            Body::from_moments({95.0 / 300, 9.0 / 300, 94.0 / 300}),
            core::NoTorque{},
            {Eigen::Quaterniond::Identity(), {l, l, 0}},
            {0.4, 0.0005},
            {reference(0.4, {0.6511931966150131, 0.5778638258534947, 0.1493345392897917, -0.4687430157638496},
                       {1.909502535322086, 2.121096036536179, 0.9245278099597854}, 2e-15),
             reference(4, {-0.08816758571325172, 0.6730344378437382, 0.1081302231067191, -0.7263325527310137},
                       {-0.4350650772873616, 2.12018760588778, -2.077383665663323}, 1e-13)}};
}

std::vector<Problem> all_problems() {
    return {
        free_body(),
        top("slow-top", "Slow symmetric top of Krysl 2004: it nutates widely; the hard case for large steps.",
            0.05, 5, 20, 0.01,
            reference(20, {0.03045684463857296, -0.04361263795162767, 0.7511367823050342, 0.6579998880653414},
                      {0.420789725786551, 0.839559834342316, 5.0}, 1.4e-13)),
        top("fast-top", "Fast symmetric top of Krysl 2004: rapid spin, slow precession.", 0.3, 50, 10, 0.002,
            reference(10, {-0.1039008639227567, 0.1213673364359312, 0.927295941495059, -0.3385215163166801},
                      {-0.825255618261502, 0.772281645922081, 49.999999999999999}, 8.3e-15)),
        soft_wall(
            "soft-wall", "Soft wall of Krysl 2004 and 2006, sign of the torque as printed.",
            core::SoftWall::Sign::printed, 30, 0.02,
            reference(30, {-0.1324289476954341, 0.128360864724215, 0.06199371044522722, 0.9808888020997921},
                      {-1.874637877685650, 2.057373032787818, 2.144818159830449}, 1.9e-14)),
        soft_wall(
            "soft-wall-repulsive",
            "Soft wall with the sign that Krysl 2004 describes: a steep wall that repels.",
            core::SoftWall::Sign::repulsive, 10, 0.005,
            reference(10,
                      {-0.03315316695586577, -0.4709516041851118, 0.8797620015305776, 0.05589521177326563},
                      {2.055671118043397, -2.648946864236504, -0.348568962788561}, 1.9e-14)),
        free_543(),
        heavy_top(
            "heavy-top-big", "Large heavy top of Celledoni and Säfström 2006: weak torque, fast rotation.",
            {1000, 5000, 6000}, {10, 10, 10}, 0.001,
            {reference(1,
                       {-0.27304257633462703, 0.28307045173573869, 0.75664811730539794, 0.52230498508139001},
                       {-13795.178306260425, -15567.490783553019, 75943.043935457186}, 1e-13),
             reference(
                 10, {-0.029928816986591937, 0.056002547299337256, 0.24176391926514382, -0.9682552287239794},
                 {-9173.8479266646809, 53814.612585081617, 56743.52957703756}, 1e-13)}),
        heavy_top(
            "heavy-top-123", "Heavy top of Celledoni and Säfström 2006 with moments 1, 2, 3.", {1, 2, 3},
            {1, 2, 3}, 0.005,
            {reference(
                 1, {0.044053995766157289, 0.015561598814040468, 0.98446489701652162, -0.16925114073954053},
                 {-1.2092402759782508, -3.5464801798657719, 9.207232286653376}, 1e-13),
             reference(10,
                       {0.038781470446755506, -0.25257762374780046, -0.94518251943397114, 0.2032991551589744},
                       {1.8832597502450685, 0.74721432362029505, 9.8643853215901309}, 1e-13)}),
        satellite(),
        buss_prism(),
    };
}

}  // namespace

std::span<const Problem> problems() {
    static const std::vector<Problem> all = all_problems();
    return all;
}

Expected<const Problem*> find_problem(std::string_view name) {
    std::vector<std::string_view> known;
    for (const Problem& p : problems()) {
        if (p.name == name) return &p;
        known.push_back(p.name);
    }
    return input_error(fmt::format("problem \"{}\" is not built in{}", name, did_you_mean(name, known)));
}

const Problem& problem(std::string_view name) { return *find_problem(name).or_throw(); }

}  // namespace polhode
