#include "io/base64.hpp"
#include "io/mesh.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <bit>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

namespace polhode {
namespace {

using nlohmann::json;
using Bytes = std::vector<std::byte>;

// The numbers that the format has for types and for ways to draw.
constexpr std::size_t of_bytes = 5121, of_shorts = 5123, of_ints = 5125, of_floats = 5126;
constexpr std::size_t triangles = 4, strip = 5, fan = 6;

[[noreturn]] void wrong(const std::string& what) { throw InputError(what); }

/// The whole number of `size` bytes, the lowest first.
std::uint32_t number_at(const std::byte* from, std::size_t size) {
    std::uint32_t out = 0;
    for (std::size_t k = 0; k < size; ++k) out |= std::to_integer<std::uint32_t>(from[k]) << (8 * k);
    return out;
}

/// Null where there is none.
const json& member(const json& of, const char* key) {
    static const json none;
    const auto found = of.find(key);
    return found == of.end() ? none : *found;
}

std::size_t whole(const json& of, const char* key, std::optional<std::size_t> otherwise = {}) {
    const json& value = member(of, key);
    if (value.is_null() && otherwise) return *otherwise;
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > 0xffff'ffffU)
        wrong(fmt::format("{} is {}, expected a whole number", key, value.is_null() ? "missing" : "wrong"));
    return value.get<std::size_t>();
}

std::vector<double> numbers(const json& of, const char* key, std::vector<double> otherwise) {
    const json& value = member(of, key);
    if (value.is_null()) return otherwise;
    const bool fits =
        value.is_array() && value.size() == otherwise.size() && std::ranges::all_of(value, [](const json& x) {
            return x.is_number() && std::abs(x.get<double>()) <= largest_coordinate;
        });
    if (!fits) wrong(fmt::format("the {} of a node is wrong, expected {} numbers", key, otherwise.size()));
    return value.get<std::vector<double>>();
}

/// From the axes of a node to those of the one that it belongs to.
Eigen::Matrix4d place_of(const json& node) {
    if (!member(node, "matrix").is_null())
        return Eigen::Map<const Eigen::Matrix4d>(numbers(node, "matrix", std::vector<double>(16)).data());
    const auto shift = numbers(node, "translation", {0, 0, 0}),
               turn = numbers(node, "rotation", {0, 0, 0, 1}), size = numbers(node, "scale", {1, 1, 1});
    const Eigen::Quaterniond q(turn[3], turn[0], turn[1], turn[2]);
    if (!(q.norm() > 0)) wrong("the rotation of a node is zero, expected a unit quaternion");
    Eigen::Affine3d out = Eigen::Affine3d::Identity();
    out.translate(Eigen::Vector3d(shift[0], shift[1], shift[2]));
    out.rotate(q.normalized());
    out.scale(Eigen::Vector3d(size[0], size[1], size[2]));
    return out.matrix();
}

/// Numbers in a buffer, in groups at equal distances.
struct Groups {
    const std::byte* first;
    std::size_t count, distance, type;
};

class GltfReader {
public:
    GltfReader(const json& file, std::optional<Bytes> binary, Mesh& mesh)
        : file_(file), binary_(std::move(binary)), mesh_(mesh) {}

    void read() {
        const json& version = member(member(file_, "asset"), "version");
        if (!version.is_string() || !version.get_ref<const std::string&>().starts_with("2."))
            wrong("no asset.version 2.0, expected a file of glTF 2.0");
        const json& scene = item("scenes", whole(file_, "scene", 0));
        // In a well-made file each node is in one place: one that comes twice may go round in a circle.
        std::vector<bool> seen(member(file_, "nodes").size(), false);
        std::vector<std::pair<std::size_t, Eigen::Matrix4d>> waiting;
        const auto wait = [&](const json& nodes, const Eigen::Matrix4d& place) {
            for (const json& number : nodes) {
                const std::size_t k = whole(json{{"node", number}}, "node");
                item("nodes", k);
                if (seen[k]) wrong(fmt::format("the node {} is in two places, expected one", k));
                seen[k] = true;
                waiting.emplace_back(k, place);
            }
        };
        wait(member(scene, "nodes"), Eigen::Matrix4d::Identity());
        while (!waiting.empty()) {
            const auto [number, above] = waiting.back();
            waiting.pop_back();
            const json& node = item("nodes", number);
            const Eigen::Matrix4d place = above * place_of(node);
            if (!member(node, "mesh").is_null()) add(item("meshes", whole(node, "mesh")), place);
            wait(member(node, "children"), place);
        }
    }

private:
    const json& item(const char* list, std::size_t number) const {
        const json& all = member(file_, list);
        if (!all.is_array() || number >= all.size())
            wrong(fmt::format("there is no {} {}, which is asked for", list, number));
        return all[number];
    }

    const Bytes& buffer(std::size_t number) {
        const auto known = buffers_.find(number);
        if (known != buffers_.end()) return known->second;
        const json& uri = member(item("buffers", number), "uri");
        std::optional<Bytes> bytes;
        if (uri.is_null()) {
            if (number != 0 || !binary_) wrong(fmt::format("the buffer {} has no bytes", number));
            bytes = binary_;
        } else {
            const std::string text = uri.is_string() ? uri.get<std::string>() : "";
            const std::size_t comma = text.find(";base64,");
            if (!text.starts_with("data:") || comma == std::string::npos)
                wrong("a buffer is a file of its own, expected all in one file; export it as .glb");
            bytes = bytes_of_base64(std::string_view(text).substr(comma + 8));
            if (!bytes) wrong(fmt::format("the buffer {} is not base64", number));
        }
        return buffers_.emplace(number, *std::move(bytes)).first->second;
    }

    /// Of an accessor: `width` numbers to a group.
    Groups groups(std::size_t number, const char* type, std::size_t width, std::size_t most,
                  const char* what) {
        const json& accessor = item("accessors", number);
        if (!member(accessor, "sparse").is_null() || member(accessor, "bufferView").is_null())
            wrong("the mesh is compressed, expected a file without compression");
        if (member(accessor, "type") != type)
            wrong(fmt::format("accessor {} is of another type, expected {}", number, type));
        const std::size_t component = whole(accessor, "componentType"), count = whole(accessor, "count");
        const std::map<std::size_t, std::size_t> sizes = {
            {of_bytes, 1}, {of_shorts, 2}, {of_ints, 4}, {of_floats, 4}};
        if (!sizes.contains(component) || (width == 3) != (component == of_floats))
            wrong(fmt::format("accessor {} has numbers of the type {}, expected {}", number, component,
                              width == 3 ? "floats" : "whole numbers without a sign"));
        if (count > most) too_many(most, what);
        const json& view = item("bufferViews", whole(accessor, "bufferView"));
        const Bytes& bytes = buffer(whole(view, "buffer"));
        const std::size_t size = width * sizes.at(component), distance = whole(view, "byteStride", size);
        // in 64 bits, in which sums of numbers of 32 bits do not overflow
        const std::uint64_t begin =
            std::uint64_t{whole(view, "byteOffset", 0)} + whole(accessor, "byteOffset", 0);
        const std::uint64_t end = count == 0 ? begin : begin + (count - 1) * std::uint64_t{distance} + size;
        if (end > bytes.size()) wrong(fmt::format("accessor {} goes beyond the end of its buffer", number));
        return {bytes.data() + begin, count, distance, component};
    }

    void add(const json& mesh, const Eigen::Matrix4d& place) {
        std::map<std::size_t, std::size_t> first;  // vertex of an accessor
        for (const json& primitive : member(mesh, "primitives")) {
            const std::size_t drawn_as = whole(primitive, "mode", triangles);
            if (drawn_as < triangles) continue;  // points and lines
            if (drawn_as > fan) wrong(fmt::format("a mode {}, expected 4, 5 or 6", drawn_as));
            const std::size_t positions = whole(member(primitive, "attributes"), "POSITION");
            const Groups corners = groups(positions, "VEC3", 3, most_vertices, "vertices");
            if (!first.contains(positions)) {
                first[positions] = mesh_.vertices.size();
                add_vertices(corners, place);
            }
            add_triangles(primitive, drawn_as, first[positions], corners.count, place);
        }
    }

    void add_vertices(const Groups& corners, const Eigen::Matrix4d& place) {
        if (mesh_.vertices.size() + corners.count > most_vertices) too_many(most_vertices, "vertices");
        for (std::size_t i = 0; i < corners.count; ++i) {
            Eigen::Vector4d v(0, 0, 0, 1);
            for (std::size_t k = 0; k < 3; ++k)
                v[static_cast<Eigen::Index>(k)] =
                    std::bit_cast<float>(number_at(corners.first + i * corners.distance + 4 * k, 4));
            const Eigen::Vector3d placed = (place * v).head<3>();
            if (!(placed.cwiseAbs().maxCoeff() <= largest_coordinate) || !placed.allFinite())
                wrong(
                    fmt::format("vertex {} lies too far away, expected at most {:g}", i, largest_coordinate));
            mesh_.vertices.push_back(placed);
        }
    }

    void add_triangles(const json& primitive, std::size_t drawn_as, std::size_t first, std::size_t vertices,
                       const Eigen::Matrix4d& place) {
        std::optional<Groups> order;
        if (!member(primitive, "indices").is_null())
            order = groups(whole(primitive, "indices"), "SCALAR", 1, 3 * most_triangles, "corners");
        const std::size_t corners = order ? order->count : vertices;
        const auto corner = [&](std::size_t k) {
            const std::size_t size = !order                   ? 0
                                   : order->type == of_bytes  ? 1
                                   : order->type == of_shorts ? 2
                                                              : 4;
            const std::size_t number = order ? number_at(order->first + k * order->distance, size) : k;
            if (number >= vertices)
                wrong(fmt::format("a corner is vertex {}, expected one of {} vertices", number, vertices));
            return static_cast<std::uint16_t>(first + number);
        };
        const bool mirrored = place.topLeftCorner<3, 3>().determinant() < 0;
        const auto triangle = [&](std::size_t a, std::size_t b, std::size_t c) {
            if (mesh_.triangles.size() == most_triangles) too_many(most_triangles, "triangles");
            mesh_.triangles.push_back({corner(a), corner(mirrored ? c : b), corner(mirrored ? b : c)});
        };
        if (drawn_as == triangles)
            for (std::size_t k = 0; k + 2 < corners; k += 3) triangle(k, k + 1, k + 2);
        else if (drawn_as == strip)
            for (std::size_t k = 0; k + 2 < corners; ++k) triangle(k, k + 1 + k % 2, k + 2 - k % 2);
        else
            for (std::size_t k = 0; k + 2 < corners; ++k) triangle(k + 1, k + 2, 0);
    }

    [[noreturn]] static void too_many(std::size_t most, const char* what) {
        wrong(fmt::format("too many {}, expected at most {}; make the mesh coarser", what, most));
    }

    const json& file_;
    std::optional<Bytes> binary_;
    std::map<std::size_t, Bytes> buffers_;
    Mesh& mesh_;
};

/// The parts of a binary file: a head of 12 bytes, then JSON and bytes, each after its length and kind.
std::pair<std::string_view, std::optional<Bytes>> parts_of(std::string_view file) {
    if (!file.starts_with("glTF")) return {file, std::nullopt};
    const auto bytes = std::as_bytes(std::span(file));
    std::optional<std::string_view> text;
    for (std::size_t at = 12; at + 8 <= bytes.size();) {
        const std::size_t length = number_at(&bytes[at], 4);
        const std::string_view kind = file.substr(at + 4, 4);
        at += 8;
        if (length > bytes.size() - at) wrong("the file is shorter than it says");
        if (!text) {
            if (kind != "JSON") break;
            text = file.substr(at, length);
        } else if (kind == std::string_view("BIN\0", 4)) {
            const auto part = bytes.subspan(at, length);
            return {*text, Bytes(part.begin(), part.end())};
        }
        at += length;
    }
    if (!text) wrong("no part of the kind JSON, expected a file of binary glTF 2.0");
    return {*text, std::nullopt};
}

}  // namespace

Expected<Mesh> mesh_from_gltf(std::string_view bytes, const std::string& name) try {
    auto [text, binary] = parts_of(bytes);
    const json file = json::parse(text, nullptr, false);
    if (!file.is_object()) wrong("no object of JSON, expected a file of glTF 2.0");
    Mesh mesh{.name = name, .vertices = {}, .triangles = {}};
    GltfReader(file, std::move(binary), mesh).read();
    if (auto error = nothing_to_see(mesh)) return *std::move(error);
    return mesh;
} catch (const InputError& error) {
    return input_error(fmt::format("{}: {}", name, error.what()));
}

}  // namespace polhode
