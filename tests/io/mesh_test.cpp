/// Meshes of the user's.
#include "io/mesh.hpp"

#include "io/gltf.hpp"
#include "report/motion_figure.hpp"

#include <gtest/gtest.h>
#include <Eigen/Geometry>
#include <bit>
#include <nlohmann/json.hpp>

namespace polhode {
namespace {

using nlohmann::json;

constexpr const char* quad = "v -1 -1 0\nv 1 -1 0\nv 1 1 0.5\nv -1 1 0\n";

Mesh read(const std::string& text) { return mesh_from_obj(text, "body.obj").or_throw(); }
std::string error_of(const std::string& text) {
    const Expected<Mesh> made = mesh_from_obj(text, "body.obj");
    return made ? "no error" : made.error().message;
}

TEST(Mesh, ReadsPositionsAndFaces) {
    const Mesh mesh = read(std::string("# comment\nmtllib x.mtl\no thing\n") + quad
                           + "vt 0 0\nvn 0 0 1\ns off\nusemtl grey\nf 1/1/1 2//1 3/1\nf -4 -2 -1\r\nl 1 2\n");
    ASSERT_EQ(mesh.vertices.size(), 4U);
    EXPECT_EQ(mesh.vertices[2], Eigen::Vector3d(1, 1, 0.5));
    ASSERT_EQ(mesh.triangles.size(), 2U);
    EXPECT_EQ(mesh.triangles[0], (std::array<std::uint16_t, 3>{0, 1, 2}));
    EXPECT_EQ(mesh.triangles[1], (std::array<std::uint16_t, 3>{0, 2, 3}));
    EXPECT_EQ(mesh.name, "body.obj");
}

TEST(Mesh, PolygonsAreFansOfTriangles) {
    const Mesh mesh = read(std::string(quad) + "f 1 2 3 4 # the whole\n");
    ASSERT_EQ(mesh.triangles.size(), 2U);
    EXPECT_EQ(mesh.triangles[1], (std::array<std::uint16_t, 3>{0, 2, 3}));
}

TEST(Mesh, ErrorsNameTheLineAndWhatWasExpected) {
    const auto expect = [](const std::string& text, const std::vector<std::string>& parts) {
        for (const std::string& part : parts)
            EXPECT_NE(error_of(text).find(part), std::string::npos) << error_of(text);
    };
    expect("v 1 2\n", {"body.obj, line 1", "three numbers"});
    expect("v 1 2 nan\n", {"line 1", "\"nan\""});
    expect("v 1 2 1e300\n", {"line 1", "1e300"});
    expect(std::string(quad) + "f 1 2 5\n", {"line 5", "\"5\"", "one of the 4 vertices"});
    expect(std::string(quad) + "f 1 2 0\n", {"line 5", "\"0\""});
    expect(std::string(quad) + "f 1 2 x\n", {"line 5", "\"x\""});
    expect(std::string(quad) + "f 1 2\n", {"line 5", "2 corners"});
    expect(quad, {"body.obj", "no faces"});
    expect("v 0 0 0\nv 0 0 0\nv 0 0 0\nf 1 2 3\n", {"at the origin"});
    expect("v 1 2 \\\n3\n", {"line 1", "goes on"});
    std::string many = quad;
    for (std::size_t i = 0; i <= most_triangles; ++i) many += "f 1 2 3\n";
    expect(many, {"too many triangles", "at most 20000"});
    many.clear();
    for (std::size_t i = 0; i <= most_vertices; ++i) many += "v 1 2 3\n";
    expect(many, {"too many vertices", "at most 10000"});
}

TEST(Mesh, FilesAreKnownByTheirEnding) {
    EXPECT_NE(read_mesh("body.stl").error().message.find(".obj"), std::string::npos);
    EXPECT_NE(read_mesh("/there/is/none.obj").error().message.find("cannot be read"), std::string::npos);
    EXPECT_FALSE(read_mesh("/proc"));
}

TEST(Mesh, IsTheBodyInGltfInTheAxesOfTheBody) {
    Problem p = problem("free-body");
    p.body = Body::from_tensor((Eigen::Matrix3d() << 3, 0.5, 0, 0.5, 2, 0, 0, 0, 4).finished());
    std::vector<Sample> samples(2, Sample{0, 0, p.initial, {}, {}, {}});
    samples[1].time = 1;
    const json file = json::parse(gltf(p, samples, read(std::string(quad) + "f 1 2 3 4\n")));
    const json& part = file["meshes"][0]["primitives"][0];
    const json& corners = file["accessors"][part["attributes"]["POSITION"].get<std::size_t>()];
    EXPECT_EQ(corners["count"], 4);
    EXPECT_EQ(corners["max"], json({1, 1, 0.5}));
    EXPECT_EQ(file["accessors"][part["indices"].get<std::size_t>()]["count"], 6);
    EXPECT_EQ(file["nodes"][2]["rotation"], json({0.0, 0.0, 0.0, 1.0})) << "no principal axes";
    EXPECT_EQ(file["nodes"][1]["children"], json({2})) << "turns with the body";
}

TEST(Mesh, IsOnThePage) {
    const Problem p = problem("free-body");
    std::vector<Sample> samples(2, Sample{0, 0, p.initial, {}, {}, {}});
    samples[1].time = 1;
    const Result result = simulate(p, {.method = "se", .steps = FixedStep{0.5}, .end = 1});
    const std::optional<Mesh> mesh = read(std::string(quad) + "f 1 2 3 4\n");
    const json data = json::parse(motion_data(p, result, {samples}, mesh));
    // four corners of three numbers and six numbers of corners, of 16 bits each: base64 of 24 and of 12 bytes
    EXPECT_EQ(data["mesh"]["vertices"].get<std::string>().size(), 32U);
    EXPECT_EQ(data["mesh"]["triangles"].get<std::string>(), "AAABAAIAAAACAAMA");
    EXPECT_NE(motion_figure(p, result, {samples}, mesh).find("<code>body.obj</code>"), std::string::npos);
    EXPECT_FALSE(json::parse(motion_data(p, result, {samples})).contains("mesh"));
}

// --- glTF

/// Numbers of `size` bytes, the lowest first.
void append(std::string& bytes, std::uint32_t number, std::size_t size) {
    for (std::size_t k = 0; k < size; ++k) bytes += static_cast<char>((number >> (8 * k)) & 0xff);
}

/// A binary file of these parts.
std::string glb(const json& file, std::string bytes) {
    std::string text = file.dump(), out = "glTF";
    text.resize((text.size() + 3) / 4 * 4, ' ');
    bytes.resize((bytes.size() + 3) / 4 * 4);
    append(out, 2, 4);
    append(out, static_cast<std::uint32_t>(28 + text.size() + bytes.size()), 4);
    append(out, static_cast<std::uint32_t>(text.size()), 4);
    out += "JSON" + text;
    append(out, static_cast<std::uint32_t>(bytes.size()), 4);
    return out + std::string("BIN\0", 4) + bytes;
}

/// Four corners, 16 bytes from one to the next, and four numbers of corners as bytes.
json quad_of(int mode) {
    return {
        {"asset", {{"version", "2.0"}}},
        {"scene", 0},
        {"scenes", {{{"nodes", {0}}}}},
        {"nodes", {{{"mesh", 0}}}},
        {"meshes", {{{"primitives", {{{"attributes", {{"POSITION", 0}}}, {"indices", 1}, {"mode", mode}}}}}}},
        {"accessors",
         {{{"bufferView", 0}, {"componentType", 5126}, {"count", 4}, {"type", "VEC3"}},
          {{"bufferView", 1}, {"componentType", 5121}, {"count", 4}, {"type", "SCALAR"}}}},
        {"bufferViews",
         {{{"buffer", 0}, {"byteLength", 64}, {"byteStride", 16}},
          {{"buffer", 0}, {"byteOffset", 64}, {"byteLength", 4}}}},
        {"buffers", {{{"byteLength", 68}}}}};
}
std::string bytes_of_quad() {
    std::string bytes;
    for (const auto& corner :
         {std::array{-1.F, -1.F, 0.F}, {1.F, -1.F, 0.F}, {1.F, 1.F, 0.5F}, {-1.F, 1.F, 0.F}}) {
        for (const float x : corner) append(bytes, std::bit_cast<std::uint32_t>(x), 4);
        append(bytes, 0xffff'ffff, 4);
    }
    for (const std::uint32_t k : {0U, 1U, 3U, 2U}) append(bytes, k, 1);
    return bytes;
}
Mesh read_quad(const json& file) { return mesh_from_gltf(glb(file, bytes_of_quad()), "body.glb").or_throw(); }

TEST(GltfMesh, ReadsTheFileThatWeWrite) {
    const Problem p = problem("slow-top");
    std::vector<Sample> samples(2, Sample{0, 0, p.initial, {}, {}, {}});
    samples[1].time = 1;
    const Mesh mesh = read(std::string(quad) + "f 1 2 3 4\n");
    const Mesh again = mesh_from_gltf(gltf(p, samples, mesh), "motion.gltf").or_throw();
    EXPECT_EQ(again.triangles, mesh.triangles);
    ASSERT_EQ(again.vertices.size(), mesh.vertices.size());
    // as the body stands at first, with y up as in all such files
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(-M_PI / 2, Eigen::Vector3d::UnitX()));
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
        EXPECT_LT((again.vertices[i] - turn * (p.initial.attitude * mesh.vertices[i])).norm(), 1e-6);
    // six faces of a box have their corners in common
    const Mesh box = mesh_from_gltf(gltf(p, samples), "motion.gltf").or_throw();
    EXPECT_EQ(box.vertices.size(), 24U);
    EXPECT_EQ(box.triangles.size(), 12U);
}

TEST(GltfMesh, ReadsBinaryFilesStripsAndFans) {
    using Triangles = std::vector<std::array<std::uint16_t, 3>>;
    const Mesh strip = read_quad(quad_of(5));
    EXPECT_EQ(strip.name, "body.glb");
    ASSERT_EQ(strip.vertices.size(), 4U);
    EXPECT_EQ(strip.vertices[2], Eigen::Vector3d(1, 1, 0.5));
    EXPECT_EQ(strip.triangles, (Triangles{{0, 1, 3}, {1, 2, 3}}));
    EXPECT_EQ(read_quad(quad_of(6)).triangles, (Triangles{{1, 3, 0}, {3, 2, 0}}));
    EXPECT_EQ(read_quad(quad_of(4)).triangles, (Triangles{{0, 1, 3}}));
    json without = quad_of(6);
    without["meshes"][0]["primitives"][0].erase("indices");
    EXPECT_EQ(read_quad(without).triangles, (Triangles{{1, 2, 0}, {2, 3, 0}}));
}

TEST(GltfMesh, NodesPutItWhereItIs) {
    json file = quad_of(4);
    file["nodes"] = {{{"children", {1, 2}}, {"translation", {0, 0, 2}}, {"scale", {2, 2, 2}}},
                     {{"mesh", 0}, {"rotation", {0, 0, std::sqrt(0.5), std::sqrt(0.5)}}},
                     {{"mesh", 0}, {"matrix", {-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1}}}};
    const Mesh mesh = read_quad(file);
    ASSERT_EQ(mesh.vertices.size(), 8U);
    ASSERT_EQ(mesh.triangles.size(), 2U);
    // the second child is read first; mirrored, its triangles go round the other way
    EXPECT_LT((mesh.vertices[2] - Eigen::Vector3d(2 * (5 - 1), 2, 2 + 1)).norm(), 1e-6);
    EXPECT_EQ(mesh.triangles[0], (std::array<std::uint16_t, 3>{0, 3, 1}));
    EXPECT_LT((mesh.vertices[6] - Eigen::Vector3d(-2, 2, 2 + 1)).norm(), 1e-6);
    EXPECT_EQ(mesh.triangles[1], (std::array<std::uint16_t, 3>{4, 5, 7}));
}

TEST(GltfMesh, ErrorsSayWhatIsWrong) {
    const auto error_in = [](const std::string& bytes) {
        const Expected<Mesh> made = mesh_from_gltf(bytes, "body.glb");
        return made ? "no error" : made.error().message;
    };
    const auto expect = [&](const std::string& key, const json& value, const std::string& part) {
        json file = quad_of(4);
        file[json::json_pointer(key)] = value;
        const std::string message = error_in(glb(file, bytes_of_quad()));
        EXPECT_TRUE(message.starts_with("body.glb: ")) << key << ": " << message;
        EXPECT_NE(message.find(part), std::string::npos) << key << ": " << message;
    };
    expect("/asset/version", "1.0", "glTF 2.0");
    expect("/scene", 1, "no scenes 1");
    expect("/scene", "first", "whole number");
    expect("/nodes/0/mesh", 3, "no meshes 3");
    expect("/nodes/0/children", {0}, "in two places");
    expect("/nodes/0/rotation", {0, 0, 1}, "expected 4 numbers");
    expect("/nodes/0/rotation", {0, 0, 0, 0}, "rotation of a node is zero");
    expect("/nodes/0/scale", {1, 1, 1e35}, "expected 3 numbers");
    expect("/accessors/0/count", 5, "beyond the end");
    expect("/accessors/0/count", 10'001, "too many vertices, expected at most 10000");
    expect("/accessors/1/count", 60'001, "too many corners");
    expect("/accessors/0/componentType", 5123, "expected floats");
    expect("/accessors/1/componentType", 5126, "without a sign");
    expect("/accessors/0/type", "VEC2", "expected VEC3");
    expect("/accessors/0/sparse", json::object(), "compressed");
    expect("/bufferViews/0/byteOffset", 4'294'967'295U, "beyond the end");
    expect("/bufferViews/1/byteOffset", 15, "a corner is vertex");
    expect("/buffers/0/uri", "body.bin", "export it as .glb");
    expect("/buffers/0/uri", "data:application/octet-stream;base64,A", "not base64");
    expect("/meshes/0/primitives/0/mode", 7, "a mode 7");
    expect("/meshes/0/primitives/0/mode", 1, "no faces");
    const std::string whole = glb(quad_of(4), bytes_of_quad());
    EXPECT_NE(error_in(whole.substr(0, whole.size() - 1)).find("shorter"), std::string::npos);
    EXPECT_NE(error_in(whole.substr(0, 12)).find("JSON"), std::string::npos);
    EXPECT_NE(error_in("[]").find("glTF 2.0"), std::string::npos);
    EXPECT_NE(error_in("").find("glTF 2.0"), std::string::npos);
}

}  // namespace
}  // namespace polhode
