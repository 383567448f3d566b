/// The methods whose sheets are checked: the whole catalogue, and members of the families.
#pragma once

#include "polhode/catalogue.hpp"

#include <vector>

namespace polhode::test {

inline const std::vector<Method>& tested_methods() {
    static const std::vector<Method> all = [] {
        std::vector<Method> methods(catalogue().begin(), catalogue().end());
        for (const char* name : {"taylor-3",
                                 "taylor-8",
                                 "taylor-16",
                                 "rkn4(mr2-231)",
                                 "yoshida4(liemid)",
                                 "suzuki4(jem2)",
                                 "drift-kick(vexp)",
                                 "kl6(mr2-auto)",
                                 "yoshida6(mr2-312-cayley)",
                                 "kl8(dmv2)",
                                 "aba1064(dmv6)",
                                 "liemid+energy",
                                 "liemid-ea+energy",
                                 "mr2-123+energy",
                                 "mr4-231+energy",
                                 "trapm+energy",
                                 "sw+energy",
                                 "rkmk-rk4+energy",
                                 "rkmk-gauss6+energy",
                                 "abm4-naive+energy",
                                 "rkn4(mr2-231)+energy",
                                 "se6-processed+energy"})
            methods.push_back(method(name));
        return methods;
    }();
    return all;
}

}  // namespace polhode::test
