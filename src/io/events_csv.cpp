#include "io/events_csv.hpp"

#include "io/csv_text.hpp"

#include <fmt/format.h>

namespace polhode {

std::string events_csv(const std::vector<EventRecord>& events) {
    std::string out = "name,crossing,time,qx,qy,qz,qw,momentum_x,momentum_y,momentum_z\n";
    for (const EventRecord& event : events) {
        const Eigen::Quaterniond& q = event.state.attitude;
        const Eigen::Vector3d& p = event.state.momentum;
        out += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", csv_text(event.name),
                           event.rising ? "rising" : "falling", event.time, q.x(), q.y(), q.z(), q.w(), p.x(),
                           p.y(), p.z());
    }
    return out;
}

}  // namespace polhode
