/// What has happened in a run, for one that goes on in another process.
#pragma once

#include "polhode/simulate/event.hpp"
#include "polhode/simulate/impulse.hpp"
#include "polhode/step/archive.hpp"

namespace polhode {

inline void keep_state(core::Archive& archive, State& state) {
    for (double& x : state.attitude.coeffs()) archive(x);
    for (double& x : state.momentum) archive(x);
}

struct KeptEvent : EventRecord {
    void keep(core::Archive& archive) {
        archive(name, time, rising);
        keep_state(archive, state);
        bool has_changed = after.has_value();
        archive(has_changed);
        if (has_changed && !after) after.emplace();
        if (has_changed) keep_state(archive, *after);
    }
};

struct KeptImpulse : ImpulseRecord {
    void keep(core::Archive& archive) {
        archive(name, time);
        keep_state(archive, before);
        keep_state(archive, after);
    }
};

}  // namespace polhode
