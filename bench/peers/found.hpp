/// The peers of one program, as cmake/bench.cmake found them (bench_peers_in).
#pragma once

#include "../table.hpp"
#include "peer.hpp"
#include "report/host.hpp"

namespace polhode::bench {

inline std::vector<Peer> peers_found() { return {PEERS_FOUND}; }

/// What the times depend on; `more` are peers that are no C++.
inline void print_machine(const std::string& more = "") {
    std::string line = fmt::format("{}; {}", processor_name(), compiler_name());
    for (const Peer& peer : peers_found()) line += fmt::format("; {} {}", peer.name, peer.version);
    if (!more.empty()) line += "; " + more;
    constexpr std::string_view missing = PEERS_MISSING;
    if (!missing.empty()) line += fmt::format("; not found: {}", missing);
    print_note(line + ".");
}

}  // namespace polhode::bench
