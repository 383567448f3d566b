/// The shape of a body as the user has it: triangles, for pictures alone. The inertia is that of the scenario.
#pragma once

#include "polhode/expected.hpp"

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

struct Mesh {
    std::string name;                       ///< of its file
    std::vector<Eigen::Vector3d> vertices;  ///< in body axes; their numbers fit into 16 bits
    std::vector<std::array<std::uint16_t, 3>> triangles;
};

/// So many that the page of a run stays small.
inline constexpr std::size_t most_vertices = 10'000, most_triangles = 20'000;
inline constexpr std::size_t most_mesh_bytes = 8'000'000;

/// A file of Wavefront OBJ: positions and faces, polygons as fans of triangles; normals, textures, materials, lines
/// and names are passed over. The Error names file and line.
Expected<Mesh> mesh_from_obj(std::string_view text, const std::string& name);

/// From a file whose name ends in .obj.
Expected<Mesh> read_mesh(const std::string& file);

}  // namespace polhode
