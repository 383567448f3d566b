#include "scenario/impulse_setting.hpp"

#include "scenario/numbered_keys.hpp"

namespace polhode {

Frame read_frame(const Setting& setting) {
    const std::string& frame = text(setting, "the frame");
    if (frame == "body") return Frame::body;
    if (frame == "space") return Frame::space;
    return rejected(setting, "\"body\" or \"space\"", Frame::body);
}

std::vector<Impulse> read_impulses(const std::vector<Setting>& settings) {
    std::vector<Impulse> impulses;
    for (int number = 1;; ++number) {
        const NumberedKeys keys(settings, "impulse", number);
        if (!keys.any()) return impulses;
        Impulse impulse;
        if (const Setting* s = keys.required("time")) impulse.time = nonnegative_number(*s);
        if (const Setting* s = keys.required("momentum")) impulse.momentum = vector3(*s);
        if (const Setting* s = keys.optional("frame")) impulse.frame = read_frame(*s);
        if (const Setting* s = keys.optional("name")) {
            impulse.name = text(*s, "a name");
            if (impulse.name.empty()) reject(*s, "a name that is not empty");
        }
        impulses.push_back(std::move(impulse));
    }
}

}  // namespace polhode
