/// Meshes of the user's.
#include "io/mesh.hpp"

#include "io/gltf.hpp"
#include "report/motion_figure.hpp"

#include <gtest/gtest.h>
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

}  // namespace
}  // namespace polhode
