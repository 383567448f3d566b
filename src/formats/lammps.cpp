/// A dump of LAMMPS with orientation and shape: each body an ellipsoid with its moments of inertia, in space. What is
/// called quat, angmom and omega there is of the principal axes, and in the axes of space.
#include "formats/all.hpp"
#include "io/proportions.hpp"

#include <Eigen/Geometry>

#include <fmt/format.h>
#include <cmath>
#include <iterator>

namespace polhode {
namespace {

/// So far apart that ellipsoids, whose longest axis is 2, do not touch.
constexpr double spacing = 2.5;

/// What stands above the bodies at a time. `edge`: so many of them stand side by side.
std::string header(long step, double time, std::size_t bodies, double edge) {
    std::string text = fmt::format(
        "ITEM: TIMESTEP\n{}\nITEM: TIME\n{}\nITEM: NUMBER OF ATOMS\n{}\nITEM: BOX BOUNDS ff ff ff\n", step,
        time, bodies);
    for (int axis = 0; axis < 3; ++axis) text += fmt::format("{} {}\n", -spacing / 2, spacing * (edge - 0.5));
    return text
         + "ITEM: ATOMS id type x y z quati quatj quatk quatw shapex shapey shapez "
           "angmomx angmomy angmomz omegax omegay omegaz\n";
}

struct Ellipsoid {
    const Body& body;
    const Eigen::Quaterniond& attitude;
    Eigen::Vector3d momentum, angular_velocity;  ///< in space
};

/// The line of a body; they are counted from 1.
std::string row(std::size_t k, const Eigen::Vector3d& place, const Ellipsoid& e) {
    std::string line = fmt::format("{} 1", k + 1);
    const auto add = [&](const auto& numbers) {
        for (const double x : numbers) fmt::format_to(std::back_inserter(line), " {}", x);
    };
    add(place);
    add((e.attitude * e.body.principal_axes()).coeffs());
    add(Eigen::Vector3d(2 * proportions(e.body.moments())));
    add(e.momentum);
    add(e.angular_velocity);
    return line + '\n';
}

void add(const MotionFiles& files, const Sample& sample) {
    const Eigen::Quaterniond& attitude = sample.state.attitude;
    files.growing.file(files.name + ".lammpstrj", [] { return std::string(); })
        .write(header(sample.step, sample.time, 1, 1)
               + row(0, Eigen::Vector3d::Zero(),
                     {files.problem.body, attitude, sample.spatial_momentum,
                      attitude * sample.angular_velocity}));
}

void states(const StatesFiles& files, const StatesSeen& seen) {
    OutputFile& file = files.folder.start(files.name + ".lammpstrj");
    // on the points of a cube
    const auto edge =
        static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(files.bodies)) - 1e-9));
    file.write(header(seen.step, seen.time, seen.ensemble.count(), static_cast<double>(edge)));
    for (std::size_t k = 0; k < seen.ensemble.count(); ++k) {
        const std::size_t n = files.first_body + k;
        const State state = seen.ensemble.state(k);
        const Body body = seen.ensemble.body(k);
        const std::size_t line = n / edge, layer = line / edge;
        const Eigen::Vector3d place =
            spacing
            * Eigen::Vector3d(static_cast<double>(n % edge), static_cast<double>(line % edge),
                              static_cast<double>(layer));
        file.write(row(n, place,
                       {body, state.attitude, state.attitude * state.momentum,
                        state.attitude * seen.integrator.angular_velocity(k)}));
    }
    file.close();
}

}  // namespace

const TrajectoryFormat lammps_format{
    .name = "lammps",
    .about = "a dump of LAMMPS, ellipsoids with orientation and shape",
    .reader = "OVITO, VMD, LAMMPS",
    .ending = ".lammpstrj",
    .bytes_of_number = 30,
    .bytes_of_state = {.body = 265},
    .add = add,
    .states = states,
};

}  // namespace polhode
