#include "report/picture_data.hpp"

#include "control/fixed_attitude.hpp"
#include "io/base64.hpp"
#include "polhode/error.hpp"
#include "polhode/simulate/free_motion.hpp"
#include "report/field.hpp"
#include "simulate/momentum_law.hpp"

#include <nlohmann/json.hpp>
#include <vector>

namespace polhode {
namespace {

using nlohmann::json;

json numbers(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }
json numbers(const Eigen::Quaterniond& q) { return {q.x(), q.y(), q.z(), q.w()}; }

std::string curve(const std::vector<Eigen::Vector3d>& points) {
    std::vector<double> row;
    for (const Eigen::Vector3d& p : points) row.insert(row.end(), p.begin(), p.end());
    return base64_of_floats(row);
}

/// Poinsot's picture of a free motion; null where there is none.
json poinsot_data(const Problem& problem) {
    constexpr std::size_t points = 361;
    const std::optional<Poinsot> picture = poinsot_of(problem);
    if (!picture) return nullptr;
    json separatrices = json::array();
    for (const auto& points_of_one : picture->separatrices(points))
        separatrices.push_back(curve(points_of_one));
    return {{"semiAxes", numbers(picture->energy_semi_axes())},
            {"polhode", curve(picture->polhode(points))},
            {"separatrices", std::move(separatrices)},
            {"normal", numbers(picture->plane().normal)},
            {"distance", picture->plane().distance}};
}

}  // namespace

std::optional<Poinsot> poinsot_of(const Problem& problem) try {
    if (!is_free(problem) || !problem.impulses.empty()) return {};
    return free_motion(problem.body, problem.initial).poinsot();
} catch (const InputError&) {
    return {};  // at rest, or moments whose ratios are no numbers
}

int shown_axis(const Problem& problem) {
    Eigen::Vector3d direction = Eigen::Vector3d::UnitZ();
    if (const auto field = field_of(problem.torque)) {
        if (field->body_axis) direction = *field->body_axis;
    } else if (conserves_whole_momentum(problem) && !problem.initial.momentum.isZero(0)) {
        direction = problem.body.angular_velocity(problem.initial.momentum);
    }
    Eigen::Index largest = 2;
    direction.cwiseAbs().maxCoeff(&largest);
    return static_cast<int>(largest);
}

std::string picture_data(const Problem& problem) {
    json data = {{"moments", numbers(problem.body.moments())},
                 {"principal", numbers(problem.body.principal_axes())},
                 {"axis", shown_axis(problem)}};
    if (const auto field = field_of(problem.torque)) data["field"] = numbers(field->direction);
    const QuaternionPd* law = problem.control ? std::get_if<QuaternionPd>(&problem.control->law) : nullptr;
    if (const auto target = law ? fixed_attitude(law->target) : std::nullopt)
        data["target"] = numbers(*target);
    if (json poinsot = poinsot_data(problem); !poinsot.is_null()) data["poinsot"] = std::move(poinsot);
    return data.dump();
}

}  // namespace polhode
