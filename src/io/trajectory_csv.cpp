#include "io/trajectory_csv.hpp"

#include <fmt/format.h>

namespace polhode {

std::string trajectory_csv_header() {
    return "time,qx,qy,qz,qw,momentum_x,momentum_y,momentum_z,"
           "space_momentum_x,space_momentum_y,space_momentum_z,energy\n";
}

std::string trajectory_csv_row(const Sample& sample) {
    const Eigen::Quaterniond& q = sample.state.attitude;
    const Eigen::Vector3d &body = sample.state.momentum, &space = sample.spatial_momentum;
    // {} writes the shortest digits that read back as the same double
    return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", sample.time, q.x(), q.y(), q.z(), q.w(),
                       body.x(), body.y(), body.z(), space.x(), space.y(), space.z(),
                       sample.energy ? fmt::format("{}", *sample.energy) : "");
}

}  // namespace polhode
