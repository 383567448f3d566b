#include "io/mesh.hpp"

#include "polhode/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>

namespace polhode {
namespace {

/// Words of a line between spaces and tabs.
class LineWords {
public:
    explicit LineWords(std::string_view line) : rest_(line) {}
    std::string_view next() {
        const std::size_t begin = std::min(rest_.find_first_not_of(" \t"), rest_.size());
        const std::size_t end = std::min(rest_.find_first_of(" \t", begin), rest_.size());
        const std::string_view word = rest_.substr(begin, end - begin);
        rest_.remove_prefix(end);
        return word;
    }

private:
    std::string_view rest_;
};

template <class Number>
std::optional<Number> number_in(std::string_view word) {
    Number value{};
    const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || rest != word.data() + word.size()) return std::nullopt;
    return value;
}

class ObjReader {
public:
    explicit ObjReader(const std::string& name) { mesh_.name = name; }

    std::optional<Error> read(std::string_view text) {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            std::string_view line = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            ++line_;
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (auto error = read_line(line)) return error;
        }
        return nothing_to_see(mesh_);
    }
    Mesh take() && { return std::move(mesh_); }

private:
    std::optional<Error> read_line(std::string_view line) {
        LineWords words(line);
        const std::string_view kind = words.next();
        if (kind != "v" && kind != "f") return std::nullopt;
        if (line.ends_with('\\')) return wrong("the line goes on in the next one, expected one line each");
        return kind == "v" ? read_vertex(words) : read_face(words);
    }

    std::optional<Error> read_vertex(LineWords& words) {
        Eigen::Vector3d place;
        for (double& x : place) {
            const std::string_view word = words.next();
            const std::optional<double> number = number_in<double>(word);
            if (!number || !(std::abs(*number) <= largest_coordinate))
                return wrong(fmt::format(
                    "vertex coordinate \"{}\", expected three numbers, each 0 or from 1e-300 to {:g} in size",
                    word, largest_coordinate));
            x = *number;
        }
        if (mesh_.vertices.size() == most_vertices) return too_many(most_vertices, "vertices");
        mesh_.vertices.push_back(place);
        return std::nullopt;
    }

    /// "7", "7/2", "7//3" or "7/2/3"; from the last vertex backwards if below zero.
    std::optional<std::uint16_t> corner_in(std::string_view word) const {
        const std::optional<long> number = number_in<long>(word.substr(0, word.find('/')));
        const auto count = static_cast<long>(mesh_.vertices.size());
        if (!number || *number == 0 || *number > count || *number < -count) return std::nullopt;
        return static_cast<std::uint16_t>(*number > 0 ? *number - 1 : count + *number);
    }

    std::optional<Error> read_face(LineWords& words) {
        std::vector<std::uint16_t> corners;
        for (std::string_view word = words.next(); !word.empty() && !word.starts_with('#');
             word = words.next()) {
            const auto corner = corner_in(word);
            if (!corner)
                return wrong(fmt::format(
                    "corner \"{}\" of a face, expected the number of one of the {} vertices before it", word,
                    mesh_.vertices.size()));
            corners.push_back(*corner);
        }
        if (corners.size() < 3)
            return wrong(fmt::format("a face of {} corners, expected at least 3", corners.size()));
        if (mesh_.triangles.size() + corners.size() - 2 > most_triangles)
            return too_many(most_triangles, "triangles");
        for (std::size_t k = 2; k < corners.size(); ++k)
            mesh_.triangles.push_back({corners[0], corners[k - 1], corners[k]});
        return std::nullopt;
    }

    Error wrong(const std::string& what) const {
        return input_error(fmt::format("{}, line {}: {}", mesh_.name, line_, what));
    }
    Error too_many(std::size_t most, const char* what) const {
        return wrong(fmt::format("too many {}, expected at most {}; make the mesh coarser", what, most));
    }

    Mesh mesh_;
    long line_ = 0;
};

}  // namespace

std::optional<Error> nothing_to_see(const Mesh& mesh) {
    if (mesh.triangles.empty()) return input_error(fmt::format("{}: no faces, expected a body", mesh.name));
    if (std::ranges::all_of(mesh.vertices, [](const Eigen::Vector3d& v) { return v.isZero(0); }))
        return input_error(fmt::format("{}: all vertices are at the origin, expected a body", mesh.name));
    return std::nullopt;
}

Expected<Mesh> mesh_from_obj(std::string_view text, const std::string& name) {
    ObjReader reader(name);
    if (auto error = reader.read(text)) return *std::move(error);
    return std::move(reader).take();
}

Expected<Mesh> read_mesh(const std::string& file) {
    const std::filesystem::path path(file);
    std::string ending = path.extension().string();
    for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (ending != ".obj" && ending != ".gltf" && ending != ".glb")
        return input_error(fmt::format(
            "{}: expected a mesh in a file of Wavefront OBJ (.obj) or glTF 2.0 (.gltf, .glb)", file));
    std::error_code failed;
    std::ifstream in;
    if (!std::filesystem::is_directory(path, failed)) in.open(path, std::ios::binary);
    if (!in.is_open()) return input_error(fmt::format("{}: cannot be read", file));
    std::string text(most_mesh_bytes + 1, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    if (in.bad()) return input_error(fmt::format("{}: cannot be read", file));
    if (text.size() > most_mesh_bytes)
        return input_error(
            fmt::format("{}: more than {} bytes, expected a smaller mesh", file, most_mesh_bytes));
    const std::string name = path.filename().string();
    return ending == ".obj" ? mesh_from_obj(text, name) : mesh_from_gltf(text, name);
}

}  // namespace polhode
