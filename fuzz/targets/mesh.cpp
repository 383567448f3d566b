/// The shape of a body: files of Wavefront OBJ and of glTF.
#include "io/mesh.hpp"
#include "target.hpp"

namespace polhode::fuzz {
namespace {

void check_mesh(const Expected<Mesh>& read) {
    if (!read) return check_message(read.error().message);
    require(!read->triangles.empty() && read->triangles.size() <= most_triangles, "a mesh without a bound");
    require(read->vertices.size() <= most_vertices, "vertices without a bound");
    for (const auto& triangle : read->triangles)
        for (const std::uint16_t corner : triangle)
            require(corner < read->vertices.size(), "a corner that is no vertex");
    for (const Eigen::Vector3d& v : read->vertices) require(v.allFinite(), "no finite number");
}

const Target mesh("mesh", [](std::string_view bytes) {
    check_mesh(mesh_from_obj(bytes, "body.obj"));
    check_mesh(mesh_from_gltf(bytes, "body.glb"));
});

}  // namespace
}  // namespace polhode::fuzz
