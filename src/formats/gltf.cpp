/// The turning body as a scene for 3-D programs.
#include "io/gltf.hpp"

#include "formats/all.hpp"
#include "report/viewed_motion.hpp"

namespace polhode {
namespace {

void finish(const MotionFiles& files, const MotionEnd& end) {
    if (!end.result.complete || end.samples.size() < 2) return;
    const ViewedMotion whole = viewed_motion(files.problem, end.plan, end.result, end.samples, whole_motion);
    const std::string name = (files.name == "trajectory" ? "motion" : files.name) + ".gltf";
    files.folder.start(name).write(gltf(files.problem, whole.samples, files.mesh));
    files.names.push_back(name);
}

}  // namespace

const TrajectoryFormat gltf_format{
    .name = "gltf",
    .about = "the turning body, a scene in the form of glTF 2.0",
    .reader = "Blender, web viewers, game engines",
    .ending = ".gltf",
    .bytes_of_number = 0,
    .finish = finish,
};

}  // namespace polhode
