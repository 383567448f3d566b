/// The shape of a body as the user has it: triangles, for pictures alone. The inertia is that of the scenario.
#pragma once

#include "polhode/expected.hpp"

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <optional>
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
inline constexpr double largest_coordinate = 1e30;  // a 32-bit number, as glTF has them

/// A file of Wavefront OBJ: positions and faces, polygons as fans of triangles; normals, textures, materials, lines
/// and names are passed over. The Error names file and line.
Expected<Mesh> mesh_from_obj(std::string_view text, const std::string& name);

/// A file of glTF 2.0, as text or binary, with everything inside: the triangles of its scene, where its nodes put them.
/// Materials, bones, animations and cameras are passed over. The Error names the file.
Expected<Mesh> mesh_from_gltf(std::string_view bytes, const std::string& name);

/// Why there is nothing to draw, if so.
std::optional<Error> nothing_to_see(const Mesh& mesh);

/// From a file whose name ends in .obj, .gltf or .glb.
Expected<Mesh> read_mesh(const std::string& file);

}  // namespace polhode
