#include "peer.hpp"

#include <btBulletDynamicsCommon.h>
#include <deque>

namespace polhode::bench {
namespace {

btVector3 vector(double x, double y, double z) { return {x, y, z}; }

btRigidBody::btRigidBodyConstructionInfo description(const Moments& moments, const Numbers& start,
                                                     btCollisionShape* shape) {
    btRigidBody::btRigidBodyConstructionInfo info(1, nullptr, shape,
                                                  vector(moments[0], moments[1], moments[2]));
    info.m_startWorldTransform.setRotation({start[0], start[1], start[2], start[3]});
    return info;
}

/// Bullet's velocities are in space axes.
void set_spinning(btRigidBody& body, const Numbers& start) {
    body.setAngularVelocity(body.getWorldTransform().getBasis() * vector(start[4], start[5], start[6]));
    body.setActivationState(DISABLE_DEACTIVATION);
}

Quaternion attitude(const btRigidBody& body) {
    const btQuaternion q = body.getWorldTransform().getRotation();
    return {q.x(), q.y(), q.z(), q.w()};
}

Numbers numbers(const btRigidBody& body) {
    const Quaternion q = attitude(body);
    const btVector3 w = body.getAngularVelocity() * body.getWorldTransform().getBasis();  // Rᵀω
    return {q[0], q[1], q[2], q[3], w.x(), w.y(), w.z()};
}

enum class Gyroscopic { implicit_body, implicit_world, explicit_world };

/// What Bullet's world does to a body without contacts and constraints, and nothing else.
void step(btRigidBody& body, Gyroscopic mode, double h) {
    body.integrateVelocities(h);
    switch (mode) {
        case Gyroscopic::implicit_body:
            body.setAngularVelocity(body.getAngularVelocity()
                                    + body.computeGyroscopicImpulseImplicit_Body(h));
            break;
        case Gyroscopic::implicit_world:
            body.setAngularVelocity(body.getAngularVelocity()
                                    + body.computeGyroscopicImpulseImplicit_World(h));
            break;
        case Gyroscopic::explicit_world:
            body.applyTorqueImpulse(-h * body.computeGyroscopicForceExplicit(1e30));
            break;
    }
    btTransform next;
    body.predictIntegratedTransform(h, next);
    body.proceedToTransform(next);
}

Integrator constant(const std::string& name, const Task& task, Gyroscopic mode) {
    return {name, step_counts(3e6, 1.25), [=](double steps) -> Integration {
                return [=]() -> std::optional<Outcome> {
                    btRigidBody body(description(task.moments, task.start, nullptr));
                    set_spinning(body, task.start);
                    const double h = task.end / steps;
                    const long count = std::lround(steps);
                    const btVector3 up(0, 0, 1);
                    const auto* weight = std::get_if<Weight>(&task.field);
                    for (long n = 0; n < count; ++n) {
                        if (weight) {
                            body.clearForces();
                            body.applyTorque(-weight->weight_moment
                                             * body.getWorldTransform().getBasis().getColumn(2).cross(up));
                        }
                        step(body, mode, h);
                    }
                    return Outcome{numbers(body), count};
                };
            }};
}

std::vector<Integrator> integrators(const Task& task) {
    if (!is_free_or_top(task)) return {};
    return {constant("implicit gyroscopic term, body axes", task, Gyroscopic::implicit_body),
            constant("implicit gyroscopic term, space axes", task, Gyroscopic::implicit_world),
            constant("explicit gyroscopic term", task, Gyroscopic::explicit_world)};
}

class Bodies final : public CrowdRun {
public:
    explicit Bodies(const Crowd& crowd) : step_(crowd.step) {
        for (const Numbers& start : crowd.start) {
            bodies_.emplace_back(description(crowd.moments, start, nullptr));
            set_spinning(bodies_.back(), start);
        }
    }
    void advance(int steps) override {
        for (int n = 0; n < steps; ++n)
            for (btRigidBody& body : bodies_) step(body, Gyroscopic::implicit_body, step_);
    }
    std::vector<Quaternion> attitudes() override {
        std::vector<Quaternion> all;
        for (const btRigidBody& body : bodies_) all.push_back(attitude(body));
        return all;
    }

private:
    double step_;
    std::deque<btRigidBody> bodies_;  // they stay where they are
};

/// A world that does not look for contacts.
class World final : public CrowdRun {
public:
    explicit World(const Crowd& crowd) : step_(crowd.step) {
        world_.setGravity({0, 0, 0});
        for (const Numbers& start : crowd.start) {
            btRigidBody::btRigidBodyConstructionInfo info = description(crowd.moments, start, &shape_);
            // Scattered: bodies added in the order of their places would make Bullet's tree a list.
            const auto n = static_cast<double>(bodies_.size());
            info.m_startWorldTransform.setOrigin(
                1e4 * vector(std::fmod(0.819 * n, 1), std::fmod(0.671 * n, 1), std::fmod(0.5497 * n, 1)));
            bodies_.emplace_back(info);
            set_spinning(bodies_.back(), start);
            world_.addRigidBody(&bodies_.back(), 0, 0);
        }
    }
    void advance(int steps) override {
        for (int n = 0; n < steps; ++n) world_.stepSimulation(step_, 0);
    }
    std::vector<Quaternion> attitudes() override {
        std::vector<Quaternion> all;
        for (const btRigidBody& body : bodies_) all.push_back(attitude(body));
        return all;
    }

private:
    struct WithoutContacts : btDiscreteDynamicsWorld {
        using btDiscreteDynamicsWorld::btDiscreteDynamicsWorld;
        void performDiscreteCollisionDetection() override {}
        void createPredictiveContacts(btScalar) override {}
    };

    double step_;
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    btSphereShape shape_{0.1};
    std::deque<btRigidBody> bodies_;
    // Taken down before its bodies; taking them out one by one would be a linear search each.
    WithoutContacts world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
};

}  // namespace

Peer bullet() {
    return {"Bullet",
            PEER_VERSION,
            integrators,
            {{"world", [](const Crowd& crowd) { return std::make_unique<World>(crowd); }},
             {"bodies without a world", [](const Crowd& crowd) { return std::make_unique<Bodies>(crowd); }}}};
}

}  // namespace polhode::bench
