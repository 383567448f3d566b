/// Whether a method needs nothing but the state. A march is cut where the clock says so, and what a method carries over
/// would be lost there: the bits would depend on the speed of the machine.
#pragma once

#include "polhode/catalogue.hpp"

namespace polhode {

/// Not: multi-step methods; NAME+energy, which remembers the energy of its start; a processed method, which remembers the
/// state before it was processed; taylor-N@E, which remembers its series. A test finds out about every method of the catalogue.
inline bool goes_on_from_state(const Method& method) {
    const std::string_view name = method.sheet.name;
    return method.sheet.self_starting && name.find("+energy") == name.npos
        && name.find("processed") == name.npos && name.find('@') == name.npos;
}

}  // namespace polhode
