#include "io/gltf.hpp"

#include "io/base64.hpp"
#include "io/proportions.hpp"
#include "polhode/version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>

namespace polhode {
namespace {

using nlohmann::json;

// The numbers that the format has for the types of its values.
constexpr int type_float = 5126, type_short = 5123, for_vertices = 34962, for_indices = 34963;

json numbers(const Eigen::Quaterniond& q) { return {q.x(), q.y(), q.z(), q.w()}; }

/// The bytes, and what stands where in them.
class Buffer {
public:
    /// Returns the number of the accessor.
    int add_floats(const std::vector<float>& values, int width, bool with_bounds,
                   std::optional<int> target = {}) {
        begin(values.size() * sizeof(float), target);
        for (const float x : values) append(std::bit_cast<std::uint32_t>(x));
        static constexpr const char* types[] = {"", "SCALAR", "", "VEC3", "VEC4"};
        json accessor = {{"bufferView", views_.size() - 1},
                         {"componentType", type_float},
                         {"count", values.size() / static_cast<std::size_t>(width)},
                         {"type", types[width]}};
        if (with_bounds) {
            std::vector<float> least(static_cast<std::size_t>(width), std::numeric_limits<float>::max()),
                largest(static_cast<std::size_t>(width), std::numeric_limits<float>::lowest());
            for (std::size_t i = 0; i < values.size(); ++i) {
                const std::size_t k = i % static_cast<std::size_t>(width);
                least[k] = std::min(least[k], values[i]);
                largest[k] = std::max(largest[k], values[i]);
            }
            accessor["min"] = least;
            accessor["max"] = largest;
        }
        accessors_.push_back(std::move(accessor));
        return static_cast<int>(accessors_.size()) - 1;
    }
    int add_indices(const std::vector<std::uint16_t>& values) {
        begin(values.size() * sizeof(std::uint16_t), for_indices);
        for (const std::uint16_t x : values) append(x);
        while (bytes_.size() % 4 != 0) bytes_.push_back(std::byte{0});
        accessors_.push_back({{"bufferView", views_.size() - 1},
                              {"componentType", type_short},
                              {"count", values.size()},
                              {"type", "SCALAR"}});
        return static_cast<int>(accessors_.size()) - 1;
    }

    void put_into(json& file) && {
        file["accessors"] = std::move(accessors_);
        file["bufferViews"] = std::move(views_);
        file["buffers"] = {{{"byteLength", bytes_.size()},
                            {"uri", "data:application/octet-stream;base64," + base64(bytes_)}}};
    }

private:
    void begin(std::size_t length, std::optional<int> target) {
        json view = {{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", length}};
        if (target) view["target"] = *target;
        views_.push_back(std::move(view));
    }
    template <class Bits>
    void append(Bits bits) {
        for (unsigned shift = 0; shift < 8 * sizeof(Bits); shift += 8)
            bytes_.push_back(static_cast<std::byte>((bits >> shift) & 0xff));
    }

    std::vector<std::byte> bytes_;
    json views_ = json::array(), accessors_ = json::array();
};

/// A box with one colour for the two faces across each axis: four corners to a face, for its normal.
json box(const Eigen::Vector3d& half, Buffer& buffer) {
    std::vector<float> corners, normals;
    std::array<std::vector<std::uint16_t>, 3> faces;
    for (int axis = 0; axis < 3; ++axis)
        for (const int side : {1, -1}) {
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            const auto first = static_cast<std::uint16_t>(corners.size() / 3);
            for (const auto& [a, b] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
                Eigen::Vector3d corner;
                corner[axis] = side * half[axis];
                corner[u] = a * side * half[u];
                corner[v] = b * half[v];
                for (const double x : corner) corners.push_back(static_cast<float>(x));
                for (const double x : Eigen::Vector3d(side * Eigen::Vector3d::Unit(axis)))
                    normals.push_back(static_cast<float>(x));
            }
            for (const int k : {0, 1, 2, 0, 2, 3})
                faces[static_cast<std::size_t>(axis)].push_back(static_cast<std::uint16_t>(first + k));
        }
    const int position = buffer.add_floats(corners, 3, true, for_vertices),
              normal = buffer.add_floats(normals, 3, false, for_vertices);
    json primitives = json::array();
    for (std::size_t axis = 0; axis < 3; ++axis)
        primitives.push_back({{"attributes", {{"POSITION", position}, {"NORMAL", normal}}},
                              {"indices", buffer.add_indices(faces[axis])},
                              {"material", axis}});
    return {{{"name", "box"}, {"primitives", std::move(primitives)}}};
}

/// Without normals, which readers then take from the faces.
json shape(const Mesh& mesh, Buffer& buffer) {
    std::vector<float> places;
    for (const Eigen::Vector3d& v : mesh.vertices)
        for (const double x : v) places.push_back(static_cast<float>(x));
    std::vector<std::uint16_t> corners;
    for (const auto& triangle : mesh.triangles)
        corners.insert(corners.end(), triangle.begin(), triangle.end());
    const int position = buffer.add_floats(places, 3, true, for_vertices);
    return {{{"name", mesh.name},
             {"primitives",
              {{{"attributes", {{"POSITION", position}}},
                {"indices", buffer.add_indices(corners)},
                {"material", 0}}}}}};
}

json materials() {
    // the colours that the axes have on pages
    const std::array<std::array<double, 4>, 3> colours = {
        {{0.57, 0.12, 0.01, 1}, {0.02, 0.25, 0.17, 1}, {0.01, 0.11, 0.39, 1}}};
    json out = json::array();
    for (std::size_t axis = 0; axis < 3; ++axis)
        out.push_back(
            {{"name", fmt::format("e{}", axis + 1)},
             {"pbrMetallicRoughness",
              {{"baseColorFactor", colours[axis]}, {"metallicFactor", 0}, {"roughnessFactor", 0.7}}}});
    return out;
}

}  // namespace

std::string gltf(const Problem& problem, const std::vector<Sample>& samples,
                 const std::optional<Mesh>& mesh) {
    Buffer buffer;
    std::vector<float> times, turns;
    Eigen::Vector4d last = Eigen::Vector4d::Zero();
    for (const Sample& s : samples) {
        const auto t = static_cast<float>(s.time);
        if (!times.empty() && t <= times.back()) continue;  // as where an impulse is given
        times.push_back(t);
        const Eigen::Vector4d& q = s.state.attitude.coeffs();
        last = q.dot(last) < 0 ? Eigen::Vector4d(-q) : q;  // q and −q are the same attitude
        for (const double x : last) turns.push_back(static_cast<float>(x));
    }
    json file = {{"asset", {{"version", "2.0"}, {"generator", fmt::format("Polhode {}", version)}}},
                 {"scene", 0},
                 {"scenes", {{{"name", problem.name}, {"nodes", {0}}}}},
                 {"materials", mesh ? json::array({materials()[2]}) : materials()}};
    // z is up in space, y in the format
    file["nodes"] = {
        {{"name", "space"}, {"rotation", {-std::sqrt(0.5), 0, 0, std::sqrt(0.5)}}, {"children", {1}}},
        {{"name", "body"}, {"rotation", numbers(samples.front().state.attitude)}, {"children", {2}}},
        // of a mesh, those of the body
        {{"name", mesh ? "shape" : "principal axes"},
         {"rotation", numbers(mesh ? Eigen::Quaterniond::Identity() : problem.body.principal_axes())},
         {"mesh", 0}}};
    file["meshes"] = mesh ? shape(*mesh, buffer) : box(proportions(problem.body.moments()), buffer);
    const int input = buffer.add_floats(times, 1, true), output = buffer.add_floats(turns, 4, false);
    file["animations"] = {
        {{"name", "motion"},
         {"samplers", {{{"input", input}, {"output", output}, {"interpolation", "LINEAR"}}}},
         {"channels", {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}}}}}};
    std::move(buffer).put_into(file);
    return file.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace polhode
