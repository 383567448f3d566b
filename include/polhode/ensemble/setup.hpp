/// What an ensemble is drawn from, and the drawing: body k has the same start wherever and whenever it is
/// drawn.
#pragma once

#include "polhode/ensemble/ensemble.hpp"
#include "polhode/ensemble/partition.hpp"
#include "polhode/simulate/problem.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace polhode {

/// How one to three numbers, or an attitude, differ from body to body.
struct Distribution {
    enum class Kind {
        constant,  ///< `mean` for all
        normal,    ///< independent components with `mean` and standard deviation `sigma`
        uniform,   ///< independent components in [low, high); of attitudes: all of them
        file       ///< a row for each body
    };
    Kind kind = Kind::constant;
    Eigen::Vector3d mean = Eigen::Vector3d::Zero(), sigma = Eigen::Vector3d::Zero();
    Eigen::Vector3d low = Eigen::Vector3d::Zero(), high = Eigen::Vector3d::Zero();
    std::string file = {};
    std::string origin = {};  ///< what a message about it begins with
};

/// Rows of numbers wanted from a file.
struct RowsWanted {
    std::size_t count, columns;  ///< that the file must have
    std::size_t first, last;     ///< rows first … last − 1 are returned
};
/// Reads them, row after row; an Error names the file.
using ReadRows =
    std::function<Expected<std::vector<double>>(const std::string& file, const RowsWanted& wanted)>;

struct RotationDistribution {
    Distribution distribution = {};
    bool velocity = false;  ///< of the angular velocity; else of the momentum
    bool in_space = false;  ///< in space components; else in those of the body
};

/// Of one parameter of the torque, by its name (torque/varying_parameters.hpp).
struct ParameterDistribution {
    std::string name;
    Distribution distribution = {};
};

/// Several quantities of each body that are normal together, such as those that were estimated together.
struct CorrelatedDistribution {
    /// Parameters of the torque, and "inertia" for the three principal moments.
    std::vector<std::string> names;
    Eigen::VectorXd mean;        ///< of all their numbers, one after the other
    Eigen::MatrixXd covariance;  ///< symmetric and positive semidefinite
    std::string origin = {};     ///< what a message about it begins with
};

struct EnsembleSetup {
    Problem problem;  ///< what the bodies have in common
    std::size_t count = 0;
    std::uint64_t seed = 0;
    /// Normal: initial attitude × exp(v), the components of the rotation vector v, in body axes, normal about
    /// 0.
    Distribution attitude = {};
    RotationDistribution rotation = {};
    std::optional<Distribution> inertia = {};  ///< principal moments; impossible ones are drawn again
    std::vector<ParameterDistribution> parameters = {};
    std::optional<CorrelatedDistribution> correlated = {};  ///< of what is in none of the others
    ReadRows read_rows = {};                                ///< needed for distributions that are files
};

/// The bodies of a share. Throws InputError for a file that does not fit, and for moments that are
/// impossible.
Ensemble draw_ensemble(const EnsembleSetup& setup, const Share& share, int threads);
/// The same with the error as a value.
Expected<Ensemble> try_draw_ensemble(const EnsembleSetup& setup, const Share& share, int threads);

}  // namespace polhode
