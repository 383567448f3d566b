/// The shape of a body: files of Wavefront OBJ.
#include "io/mesh.hpp"
#include "target.hpp"

namespace polhode::fuzz {
namespace {

const Target mesh("mesh", [](std::string_view bytes) {
    const Expected<Mesh> read = mesh_from_obj(bytes, "body.obj");
    if (!read) return check_message(read.error().message);
    require(!read->triangles.empty() && read->triangles.size() <= most_triangles, "a mesh without a bound");
    require(read->vertices.size() <= most_vertices, "vertices without a bound");
    for (const auto& triangle : read->triangles)
        for (const std::uint16_t corner : triangle)
            require(corner < read->vertices.size(), "a corner that is no vertex");
    for (const Eigen::Vector3d& v : read->vertices) require(v.allFinite(), "no finite number");
});

}  // namespace
}  // namespace polhode::fuzz
