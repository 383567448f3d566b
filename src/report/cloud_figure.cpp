#include "report/cloud_figure.hpp"

#include "io/base64.hpp"
#include "report/html.hpp"
#include "report/sight.hpp"
#include "report/viewer_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

namespace polhode {
namespace {

constexpr double turn = 2 * std::numbers::pi;

/// Two whole numbers of 16 bits, the lowest byte first: web/viewer/cloud.ts.
std::string packed(const std::vector<Eigen::Vector3d>& directions) {
    std::vector<std::byte> bytes;
    bytes.reserve(4 * directions.size());
    const auto add = [&](long number) {
        bytes.push_back(static_cast<std::byte>(number & 0xff));
        bytes.push_back(static_cast<std::byte>(number >> 8 & 0xff));
    };
    for (const Eigen::Vector3d& v : directions) {
        add(std::lround((std::atan2(v.y(), v.x()) / turn + 1) * 65536) % 65536);
        add(std::lround(std::atan2(std::hypot(v.x(), v.y()), v.z()) / std::numbers::pi * 65535));
    }
    return base64(bytes);
}

}  // namespace

ViewedCloud viewed_cloud(const EnsembleSetup& setup, const EnsemblePlan& plan,
                         const CloudFineness& fineness) {
    ViewedCloud out;
    const std::size_t bodies = std::min(setup.count, fineness.most_bodies);
    if (bodies == 0 || plan.steps < 1 || plan.pointing.axis.isZero(0)) return out;
    auto ensemble = try_draw_ensemble(setup, {0, bodies}, 1);
    if (!ensemble) return out;
    SteppingPlan stepping = plan.stepping;
    stepping.control = setup.problem.control;
    stepping.wheels = setup.problem.wheels;
    stepping.impulses = setup.problem.impulses;
    stepping.steps = plan.steps;
    auto integrator = EnsembleIntegrator::try_make(*ensemble, stepping);
    if (!integrator) return out;

    double rate = 0;
    for (std::size_t k = 0; k < bodies; ++k) rate = std::max(rate, integrator->angular_velocity(k).norm());
    const auto most_times = static_cast<double>(fineness.most_times);
    const double spacing = std::min(turn / fineness.samples_per_turn / std::max(rate, 1e-300),
                                    static_cast<double>(plan.steps) * stepping.step / (most_times - 1));
    const long stride = std::max(1L, static_cast<long>(std::ceil(spacing / stepping.step * (1 - 1e-9))));
    const auto allowed = static_cast<long>(fineness.most_body_steps / static_cast<double>(bodies));
    const Eigen::Vector3d axis = plan.pointing.axis.normalized();
    const auto look = [&] {
        out.times.push_back(integrator->time());
        for (std::size_t k = 0; k < bodies; ++k) out.directions.push_back(ensemble->state(k).attitude * axis);
    };
    out.bodies = bodies;
    look();
    while (integrator->steps() < plan.steps && out.times.size() < fineness.most_times
           && integrator->steps() < allowed) {
        integrator->advance(std::min(stride, plan.steps - integrator->steps()));
        look();
    }
    out.turns = rate * (out.times.back() - out.times.front()) / turn;
    return out.turns > 0 ? out : ViewedCloud{};
}

std::string cloud_data(const ViewedCloud& cloud, const Pointing& pointing) {
    if (cloud.times.size() < 2) return "";
    const Eigen::Vector3d& target = pointing.target;
    const nlohmann::json data = {{"times", viewer_times(cloud.times)},
                                 {"bodies", cloud.bodies},
                                 {"directions", packed(cloud.directions)},
                                 {"turns", cloud.turns},
                                 {"target", {target.x(), target.y(), target.z()}}};
    return nlohmann::json{{"cloud", data}}.dump();
}

std::string cloud_figure(const ViewedCloud& cloud, const EnsembleResult& result) {
    if (cloud.times.size() < 2) return "";
    const Sight sight;
    std::string still = still_sphere("Directions of an axis of the bodies on the unit sphere");
    for (std::size_t k = cloud.directions.size() - cloud.bodies; k < cloud.directions.size(); ++k) {
        const Eigen::Vector3d& v = cloud.directions[k];
        still += fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"1.6\"/>\n",
                             sight.is_near(v) ? "dot" : "dot far", 100 * v.dot(sight.right),
                             -100 * v.dot(sight.up));
    }
    std::string caption =
        fmt::format("The pointing axis of {} of {} bodies, as points on the unit sphere.",
                    cloud.bodies == result.count ? "all" : fmt::format("the first {}", cloud.bodies),
                    html::count(static_cast<long>(result.count)));
    if (cloud.times.back() < result.time * (1 - 1e-9))
        caption += fmt::format(" Shown are the first {:.4g} of {:.6g} units of time.", cloud.times.back(),
                               result.time);
    return fmt::format(
        "<figure>\n<h3>The bodies in motion</h3>\n<div class=\"motion\" id=\"motion\">\n{}</svg>\n</div>\n"
        "<figcaption>{}</figcaption>\n</figure>\n",
        still, caption);
}

}  // namespace polhode
