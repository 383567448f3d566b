/// A motion as a glTF 2.0 file: a mesh of the user's, or a homogeneous box with the moments of the body, whose rotation
/// is animated. Blender, web viewers and game engines read it.
#pragma once

#include "io/mesh.hpp"
#include "polhode/simulate/simulate.hpp"

#include <optional>
#include <string>
#include <vector>

namespace polhode {

/// One file with everything inside. Between two keys readers turn the body at a constant rate, the shorter way: samples
/// have to be less than half a turn apart. A unit of time is a second.
std::string gltf(const Problem& problem, const std::vector<Sample>& samples,
                 const std::optional<Mesh>& mesh = {});

}  // namespace polhode
