/// Poinsot's construction in numbers: facts for the terminal, JSON, points as CSV.
#pragma once

#include "io/table.hpp"
#include "polhode/simulate/poinsot.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace polhode {

/// What ω does, in a sentence; also of bodies and motions whose curves are circles or points.
std::string poinsot_sentence(const Poinsot& poinsot);
std::vector<Fact> poinsot_facts(const Poinsot& poinsot);
/// The sentence and the facts. `name` is that of the problem.
std::string poinsot_table(const std::string& name, const Poinsot& poinsot, int width);
std::string poinsot_json(const std::string& name, const Poinsot& poinsot);

/// time, wx, wy, wz: ω in the body at `count` times of one_period().
std::string polhode_csv(const Poinsot& poinsot, std::size_t count);
/// time, radius, angle, wx, wy, wz: ω in space, by the closed form.
std::string herpolhode_csv(const Poinsot& poinsot, const std::vector<double>& times);

}  // namespace polhode
