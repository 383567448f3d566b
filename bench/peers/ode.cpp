#include "peer.hpp"

#include <ode/ode.h>

namespace polhode::bench {
namespace {

void start_library() {
    static const bool started = [] {
        dInitODE2(0);
        return dAllocateODEDataForThread(dAllocateMaskAll) != 0;
    }();
    static_cast<void>(started);
}

/// Bodies without joints in a world without gravity and contacts, stepped by dWorldQuickStep; the gyroscopic
/// term and finite rotations on, which is ODE at its most accurate.
class World {
public:
    explicit World(const Moments& moments) {
        start_library();
        world_ = dWorldCreate();
        dWorldSetAutoDisableFlag(world_, 0);
        dMassSetParameters(&mass_, 1, 0, 0, 0, moments[0], moments[1], moments[2], 0, 0, 0);
    }
    World(const World&) = delete;
    World& operator=(const World&) = delete;
    ~World() { dWorldDestroy(world_); }

    dBodyID add(const Numbers& start) {
        const dBodyID body = dBodyCreate(world_);
        dBodySetMass(body, &mass_);
        const dQuaternion q{start[3], start[0], start[1], start[2]};
        dBodySetQuaternion(body, q);
        dVector3 omega;  // in space axes
        dBodyVectorToWorld(body, start[4], start[5], start[6], omega);
        dBodySetAngularVel(body, omega[0], omega[1], omega[2]);
        dBodySetGyroscopicMode(body, 1);
        dBodySetFiniteRotationMode(body, 1);
        return body;
    }
    void step(double h) { dWorldQuickStep(world_, h); }

private:
    dWorldID world_;
    dMass mass_;
};

Quaternion attitude(dBodyID body) {
    const dReal* q = dBodyGetQuaternion(body);
    return {q[1], q[2], q[3], q[0]};
}

Numbers numbers(dBodyID body) {
    const Quaternion q = attitude(body);
    const dReal* omega = dBodyGetAngularVel(body);
    dVector3 w;
    dBodyVectorFromWorld(body, omega[0], omega[1], omega[2], w);
    return {q[0], q[1], q[2], q[3], w[0], w[1], w[2]};
}

std::vector<Integrator> integrators(const Task& task) {
    if (!is_free_or_top(task)) return {};
    return {{"QuickStep", step_counts(1e6, 1.25), [=](double steps) -> Integration {
                 return [=]() -> std::optional<Outcome> {
                     World world(task.moments);
                     const dBodyID body = world.add(task.start);
                     const auto* weight = std::get_if<Weight>(&task.field);
                     const long count = std::lround(steps);
                     for (long n = 0; n < count; ++n) {
                         if (weight) {
                             const dReal* r = dBodyGetRotation(body);  // T = −w Re₃ × e₃, rows of four
                             const double w = weight->weight_moment;
                             dBodyAddTorque(body, -w * r[6], w * r[2], 0);
                         }
                         world.step(task.end / steps);
                     }
                     return Outcome{numbers(body), count};
                 };
             }}};
}

class WorldOfMany final : public CrowdRun {
public:
    explicit WorldOfMany(const Crowd& crowd) : step_(crowd.step), world_(crowd.moments) {
        for (const Numbers& start : crowd.start) bodies_.push_back(world_.add(start));
    }
    void advance(int steps) override {
        for (int n = 0; n < steps; ++n) world_.step(step_);
    }
    std::vector<Quaternion> attitudes() override {
        std::vector<Quaternion> all;
        for (const dBodyID body : bodies_) all.push_back(attitude(body));
        return all;
    }

private:
    double step_;
    World world_;
    std::vector<dBodyID> bodies_;
};

}  // namespace

Peer ode() {
    return {"ODE", PEER_VERSION, integrators, {{"QuickStep", [](const Crowd& crowd) {
                                                    return std::make_unique<WorldOfMany>(crowd);
                                                }}}};
}

}  // namespace polhode::bench
