#include "simulate/piece_method.hpp"

#include "polhode/method/energy_suffix.hpp"

namespace polhode {
namespace {

/// A multistep formula of this library: its start makes all its steps at once. One that chooses its steps fits its start
/// into the first of the run's.
bool starts_by_looking_ahead(const Method& method) {
    const Sheet& sheet = method.sheet;
    return sheet.stable_to > 0 && !sheet.self_starting() && !is_turned_to_energy(sheet) && !method.automatic;
}

}  // namespace

const Method& method_of_piece(const Method& given, long steps) {
    constexpr long longest_start = 24;
    return steps < longest_start && starts_by_looking_ahead(given) ? method("dop853") : given;
}

}  // namespace polhode
