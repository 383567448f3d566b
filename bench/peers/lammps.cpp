#include "peer.hpp"

#include <lammps/library.h>
#include <unistd.h>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace polhode::bench {
namespace {

using Vector = std::array<double, 3>;

Vector turned(const Numbers& s, const Vector& v) {  // R v
    const double x = s[0], y = s[1], z = s[2], w = s[3];
    const Vector t{2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])};
    return {v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2],
            v[2] + w * t[2] + x * t[1] - y * t[0]};
}

Vector cross(const Vector& a, const Vector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Second moments of the mass, ∫ x² dm and so on.
Vector second_moments(const Moments& i) {
    return {(i[1] + i[2] - i[0]) / 2, (i[2] + i[0] - i[1]) / 2, (i[0] + i[1] - i[2]) / 2};
}

/// Bodies on a cubic lattice, far from each other.
struct Lattice {
    static constexpr double spacing = 8;
    std::size_t side = 1;

    explicit Lattice(std::size_t bodies) {
        while (side * side * side < bodies) ++side;
    }
    double length() const { return spacing * static_cast<double>(side); }
    Vector centre(std::size_t n) const {
        const auto at = [](std::size_t i) { return spacing * (static_cast<double>(i) + 0.5); };
        return {at(n % side), at(n / side % side), at(n / side / side)};
    }
};

/// A file for LAMMPS to read; gone with the object.
class DataFile {
public:
    DataFile() : path_(std::filesystem::temp_directory_path() / ("peers-" + std::to_string(getpid()))) {
        out_.open(path_);
        out_.precision(17);
    }
    DataFile(const DataFile&) = delete;
    DataFile& operator=(const DataFile&) = delete;
    ~DataFile() { std::filesystem::remove(path_); }

    std::ofstream& out() { return out_; }
    std::string finish() {
        out_.close();
        return path_.string();
    }

    void head(std::size_t atoms, const std::string& more, double length) {
        out_ << "bodies\n\n" << atoms << " atoms\n1 atom types\n" << more;
        for (const char* axis : {"x", "y", "z"})
            out_ << "0 " << length << ' ' << axis << "lo " << axis << "hi\n";
    }
    void line(const Vector& v) { out_ << v[0] << ' ' << v[1] << ' ' << v[2] << '\n'; }

private:
    std::filesystem::path path_;
    std::ofstream out_;
};

/// One simulation without forces between the atoms, without lists of neighbours, without output.
class Simulation : public CrowdRun {
public:
    Simulation() {
        std::vector<std::string> words{"lammps", "-log", "none", "-screen", "none", "-nocite"};
        std::vector<char*> arguments;
        for (std::string& word : words) arguments.push_back(word.data());
        lammps_ = lammps_open_no_mpi(static_cast<int>(arguments.size()), arguments.data(), nullptr);
        if (!lammps_) throw std::runtime_error("LAMMPS does not start");
    }
    ~Simulation() override { lammps_close(lammps_); }

    void advance(int steps) override { command("run " + std::to_string(steps) + " post no"); }

protected:
    void command(const std::string& text) {
        lammps_command(lammps_, text.c_str());
        if (lammps_has_error(lammps_)) {
            std::array<char, 512> message{};
            lammps_get_last_error_message(lammps_, message.data(), static_cast<int>(message.size()));
            throw std::runtime_error("LAMMPS: " + text + ": " + message.data());
        }
    }
    void begin(const std::string& atom_style) {
        command("units lj");
        command("boundary f f f");
        command("atom_style " + atom_style);
        command("atom_modify map array sort 0 0");
        command("comm_modify mode single cutoff 4 vel yes");
        command("neighbor 0.1 bin");
        command("neigh_modify delay 1000000 every 1000000 check no");
    }
    void* lammps_ = nullptr;
};

/// fix nve/asphere: an ellipsoid of mass 1 has I₁ = (b² + c²)/5 and so on.
class Ellipsoids final : public Simulation {
public:
    explicit Ellipsoids(const Crowd& crowd) {
        const std::size_t bodies = crowd.start.size();
        const Lattice lattice(bodies);
        DataFile file;
        file.head(bodies, std::to_string(bodies) + " ellipsoids\n", lattice.length());
        Vector shape = second_moments(crowd.moments);
        // A lamina would be flat: a thickness of 1e-7 changes the moments less than rounding does.
        for (double& s : shape) s = std::max(2 * std::sqrt(5 * s), 1e-7);
        const double volume = std::acos(-1) / 6 * shape[0] * shape[1] * shape[2];
        file.out() << "\nAtoms # ellipsoid\n\n";
        for (std::size_t n = 0; n < bodies; ++n) {
            file.out() << n + 1 << " 1 1 " << 1 / volume << ' ';
            file.line(lattice.centre(n));
        }
        file.out() << "\nEllipsoids\n\n";
        for (std::size_t n = 0; n < bodies; ++n) {
            const Numbers& s = crowd.start[n];
            file.out() << n + 1 << ' ' << shape[0] << ' ' << shape[1] << ' ' << shape[2] << ' ' << s[3]
                       << ' ';
            file.line({s[0], s[1], s[2]});
        }
        file.out() << "\nVelocities\n\n";
        for (std::size_t n = 0; n < bodies; ++n) {
            const Numbers& s = crowd.start[n];
            const Moments& i = crowd.moments;
            file.out() << n + 1 << " 0 0 0 ";
            file.line(turned(s, {i[0] * s[4], i[1] * s[5], i[2] * s[6]}));
        }
        begin("ellipsoid");
        command("read_data " + file.finish());
        command("fix motion all nve/asphere");
        command("compute attitude all property/atom quati quatj quatk quatw");
        command("timestep " + std::to_string(crowd.step));
    }

    std::vector<Quaternion> attitudes() override {
        const auto* const* q = static_cast<double**>(
            lammps_extract_compute(lammps_, "attitude", LMP_STYLE_ATOM, LMP_TYPE_ARRAY));
        const auto* id = static_cast<int*>(lammps_extract_atom(lammps_, "id"));
        const auto bodies = static_cast<std::size_t>(lammps_get_natoms(lammps_));
        std::vector<Quaternion> all(bodies);
        for (std::size_t n = 0; n < bodies; ++n)
            all[static_cast<std::size_t>(id[n] - 1)] = {q[n][0], q[n][1], q[n][2], q[n][3]};
        return all;
    }
};

/// fix rigid/nve/small: a lamina of four atoms of mass 1 at (±a, 0, 0), (0, ±b, 0) with 2a² and 2b² its
/// second moments.
class Molecules final : public Simulation {
public:
    explicit Molecules(const Crowd& crowd) {
        const Vector second = second_moments(crowd.moments);
        if (second[2] > 1e-12) throw std::runtime_error("LAMMPS: four atoms in a plane make a lamina only");
        const double a = std::sqrt(second[0] / 2), b = std::sqrt(second[1] / 2);
        const std::array<Vector, 4> atoms{{{a, 0, 0}, {-a, 0, 0}, {0, b, 0}, {0, -b, 0}}};
        const std::size_t bodies = crowd.start.size();
        const Lattice lattice(bodies);
        DataFile file;
        file.head(4 * bodies, "", lattice.length());
        file.out() << "\nMasses\n\n1 1\n\nAtoms # molecular\n\n";
        for (std::size_t n = 0; n < 4 * bodies; ++n) {
            const Vector centre = lattice.centre(n / 4), r = turned(crowd.start[n / 4], atoms[n % 4]);
            file.out() << n + 1 << ' ' << n / 4 + 1 << " 1 ";
            file.line({centre[0] + r[0], centre[1] + r[1], centre[2] + r[2]});
        }
        file.out() << "\nVelocities\n\n";
        for (std::size_t n = 0; n < 4 * bodies; ++n) {
            const Numbers& s = crowd.start[n / 4];
            file.out() << n + 1 << ' ';
            file.line(turned(s, cross({s[4], s[5], s[6]}, atoms[n % 4])));
        }
        begin("molecular");
        command("read_data " + file.finish());
        command("fix motion all rigid/nve/small molecule");
        command("timestep " + std::to_string(crowd.step));
    }

    /// From where the atoms are: the directions from the second to the first and from the fourth to the
    /// third.
    std::vector<Quaternion> attitudes() override {
        const auto atoms = static_cast<std::size_t>(lammps_get_natoms(lammps_));
        std::vector<double> x(3 * atoms);
        std::string name = "x";
        lammps_gather_atoms(lammps_, name.data(), 1, 3, x.data());
        std::vector<Quaternion> all;
        for (std::size_t n = 0; n < atoms; n += 4) {
            const auto direction = [&](std::size_t to, std::size_t from) {
                Vector d{};
                for (std::size_t k = 0; k < 3; ++k) d[k] = x[3 * (n + to) + k] - x[3 * (n + from) + k];
                const double length = std::hypot(d[0], d[1], d[2]);
                for (double& v : d) v /= length;
                return d;
            };
            all.push_back(from_axes(direction(0, 1), direction(2, 3)));
        }
        return all;
    }

private:
    /// The quaternion of the rotation with these first two columns. Of the four expressions, 4q_i q, the
    /// longest.
    static Quaternion from_axes(const Vector& u, const Vector& v) {
        const Vector w = cross(u, v);
        const double xx = u[0], yy = v[1], zz = w[2];
        const std::array<Quaternion, 4> all{{{1 + xx - yy - zz, v[0] + u[1], w[0] + u[2], v[2] - w[1]},
                                             {v[0] + u[1], 1 - xx + yy - zz, w[1] + v[2], w[0] - u[2]},
                                             {w[0] + u[2], w[1] + v[2], 1 - xx - yy + zz, u[1] - v[0]},
                                             {v[2] - w[1], w[0] - u[2], u[1] - v[0], 1 + xx + yy + zz}}};
        std::size_t best = 0;
        for (std::size_t i = 1; i < 4; ++i)
            if (all[i][i] > all[best][best]) best = i;
        return all[best];
    }
};

}  // namespace

Peer lammps() {
    return {"LAMMPS",
            PEER_VERSION,
            [](const Task&) { return std::vector<Integrator>{}; },
            {{"fix nve/asphere", [](const Crowd& crowd) { return std::make_unique<Ellipsoids>(crowd); }},
             {"fix rigid/nve/small, four atoms a body",
              [](const Crowd& crowd) { return std::make_unique<Molecules>(crowd); }}}};
}

}  // namespace polhode::bench
