/// Bad input: exit code 2, one line on standard error that names the culprit, nothing on standard output and
/// nothing left on the disk.
#include "program/run_program.hpp"

namespace polhode::test {
namespace {

// The parts of a good scenario; every bad one differs from it in one place.
const std::string body = "[body]\ninertia = [5, 5, 1]\n";
const std::string initial = "[initial]\nrotation_vector = [0.05, 0, 0]\nangular_velocity = [0, 0, 5]\n";
const std::string torque = "[torque]\nmodel = \"heavy-top\"\nweight_moment = 20\n";
const std::string integrate = "[integrate]\nmethod = \"liemid-ea\"\nstep = 0.01\nend = 0.1\n";
const std::string thrust = "[[torque]]\nmodel = \"constant-body\"\ntorque = [0, 0, 1]\n";
const std::string table = "[torque]\nmodel = \"table\"\nrows = ";
const std::string formula = "[torque]\nmodel = \"formula\"\ntorque = ";
const std::string orbit = "[orbit]\nradius = 7e6\n";
const std::string good = body + initial + torque + integrate;

struct BadScenario {
    std::string toml;
    std::vector<std::string> message_has;
};

const std::string pd = "[control]\nlaw = \"quaternion-pd\"\nkp = 1\nkd = 1\nperiod = 0.1\n";
const std::string wheel = "[[wheel]]\naxis = [1, 0, 0]\n";

const std::vector<BadScenario> bad_scenarios{
    // control and wheels
    {good + "[control]\nperiod = 1\n", {"bad.toml:14: control.period", "control.law", "quaternion-pd"}},
    {good + "[control]\nlaw = \"quaternion-dp\"\n", {"bad.toml:14: control.law", "quaternion-pd"}},
    {good + "[control]\nlaw = 3\n", {"bad.toml:14: control.law", "3"}},
    {good + "[control]\nlaw = \"none\"\n", {"bad.toml:14: control.law", "control.period"}},
    {good + "[control]\nlaw = \"none\"\nperiod = 0\n", {"bad.toml:15: control.period", "0"}},
    {good + "[control]\nlaw = \"none\"\nperiod = -1\n", {"bad.toml:15: control.period", "-1"}},
    {good + "[control]\nlaw = \"none\"\nperiod = 1\nkp = 1\n",
     {"bad.toml:16: control.kp", "\"none\" has no"}},
    {good + "[control]\nlaw = \"quaternion-pd\"\nperiod = 1\nkp = 1\n", {"bad.toml:14", "control.kd"}},
    {good + "[control]\nlaw = \"quaternion-pd\"\nperiod = 1\nkp = [1, 2]\nkd = 1\n",
     {"bad.toml:16: control.kp"}},
    {good + pd + "limit = 0\n", {"bad.toml:18: control.limit", "positive", "0"}},
    {good + pd + "limit = [1, 1, -1]\n", {"bad.toml:18: control.limit", "-1"}},
    {good + pd + "gain = 1\n", {"bad.toml:18: control.gain", "quaternion-pd", "no \"gain\""}},
    {good + pd + "target = [1, 2, 3]\n", {"bad.toml:18: control.target"}},
    {good + pd + "target = [[0, 0, 0, 0, 1], [0, 0, 0, 0, 1]]\n",
     {"bad.toml:18: control.target", "increase"}},
    {good + pd + "target = [[0, 0, 0, 1]]\n", {"bad.toml:18: control.target", "rows"}},
    {good + pd + "target = \"nadir\"\n", {"bad.toml:18: control.target", "[orbit]"}},
    {good + pd + "target = \"zenith\"\n", {"bad.toml:18: control.target", "nadir"}},
    {good + "[control]\nlaw = \"b-dot\"\nperiod = 1\nfield = [0, 0, 1]\n", {"bad.toml:14", "control.gain"}},
    {good + "[control]\nlaw = \"b-dot\"\nperiod = 1\ngain = 1\n", {"bad.toml:14", "control.field"}},
    {good + "[wheel]\naxis = [1, 0, 0]\n", {"bad.toml:13", "[[wheel]]"}},
    {good + "[[wheel]]\nlimit = 1\n", {"bad.toml:14", "this wheel needs axis"}},
    {good + "[[wheel]]\naxis = [0, 0, 0]\n", {"bad.toml:14: wheel.axis", "[0, 0, 0]"}},
    {good + wheel + "limit = -1\n", {"bad.toml:15: wheel.limit", "-1"}},
    {good + wheel + "momentum = 3\nlimit = 2\n", {"bad.toml:16: wheel.limit", "3", "2"}},
    {good + wheel + "friction = -1\n", {"bad.toml:15: wheel.friction", "-1"}},
    {good + wheel + "friction = 1\n", {"bad.toml:15: wheel.friction", "control"}},
    {good + wheel + "friction = 20\n" + pd, {"bad.toml:15: wheel.friction", "20", "0.1"}},
    {good + wheel + "speed = 1\n", {"bad.toml:15", "unknown key \"wheel.speed\""}},
    {good + wheel + "[[event]]\nkind = \"rate\"\nvalue = 1\n", {"bad.toml:17: event.value", "wheels"}},
    // the text
    {"", {"bad.toml", "empty"}},
    {"# only a comment\n", {"bad.toml", "empty"}},
    {"[body\ninertia = 1\n", {"bad.toml:1", "malformed TOML"}},
    {"[body]\ninertia = [5, 5,\n", {"bad.toml:", "malformed TOML"}},
    {body + "inertia = [1, 1, 1]\n", {"bad.toml:3", "inertia"}},
    {"\xff\xfe" + good, {"bad.toml:1", "malformed TOML"}},
    // keys
    {good + "stpe = 0.1\n", {"bad.toml:13", "integrate.stpe", "did you mean \"step\"?"}},
    {good + "every = 10\n", {"bad.toml:13", "integrate.every", "did you mean \"output.every\"?"}},
    {good + "[boddy]\ninertia = 1\n", {"bad.toml:13", "boddy", "did you mean \"body\"?"}},
    {"inertia = [5, 5, 1]\n" + initial + torque + integrate, {"bad.toml:1", "inertia", "\"body.inertia\""}},
    {"body = 5\n" + initial, {"bad.toml:1", "[body]", "5"}},
    {"[[body]]\ninertia = [5, 5, 1]\n", {"bad.toml:1", "[body]"}},
    {initial + torque + integrate, {"bad.toml", "body.inertia is missing"}},
    {body + torque + integrate, {"bad.toml", "initial.angular_velocity is missing"}},
    {body + initial + torque + "[integrate]\nstep = 0.1\n", {"bad.toml", "integrate.end is missing"}},
    {body + initial + torque + "[integrate]\nend = 1\n", {"bad.toml", "integrate.step is missing"}},
    {"problem = \"slow-topp\"\n", {"bad.toml:1", "slow-topp", "did you mean \"slow-top\"?"}},
    {"problem = 7\n", {"bad.toml:1: problem", "7"}},
    // rotors
    {body + "rotor_momentum = 3\n" + initial + integrate,
     {"bad.toml:3: body.rotor_momentum", "three finite numbers", "3"}},
    {body + "rotor_momentum = [0, 0]\n" + initial + integrate, {"bad.toml:3: body.rotor_momentum", "[0, 0]"}},
    {body + "rotor_momentum = [0, 0, inf]\n" + initial + integrate,
     {"bad.toml:3: body.rotor_momentum", "inf"}},
    {body + "rotor_momentun = [0, 0, 1]\n" + initial + integrate,
     {"bad.toml:3", "body.rotor_momentun", "did you mean \"rotor_momentum\"?"}},
    // inertia
    {"[body]\ninertia = [-5, 5, 1]\n" + initial + integrate, {"bad.toml:2: body.inertia", "-5"}},
    {"[body]\ninertia = [0, 5, 5]\n" + initial + integrate, {"bad.toml:2: body.inertia", "0"}},
    {"[body]\ninertia = [1, 1, 5]\n" + initial + integrate, {"bad.toml:2: body.inertia", "1, 1, 5"}},
    {"[body]\ninertia = [5, 5]\n" + initial + integrate, {"bad.toml:2: body.inertia", "[5, 5]"}},
    {"[body]\ninertia = 5\n" + initial + integrate, {"bad.toml:2: body.inertia", "5"}},
    {"[body]\ninertia = [nan, 5, 1]\n" + initial + integrate, {"bad.toml:2: body.inertia", "nan"}},
    {"[body]\ninertia = [inf, 5, 1]\n" + initial + integrate, {"bad.toml:2: body.inertia", "inf"}},
    {"[body]\ninertia = [[5, 1, 0], [0, 5, 0], [0, 0, 5]]\n" + initial + integrate,
     {"bad.toml:2: body.inertia", "symmetric"}},
    {"[body]\ninertia = [[5, 9, 0], [9, 5, 0], [0, 0, 5]]\n" + initial + integrate,
     {"bad.toml:2: body.inertia", "is -3.99"}},
    {"[body]\ninertia = [[5, 0, 0], [0, 5, 0], [0, 5]]\n" + initial + integrate,
     {"bad.toml:2: body.inertia", "3x3"}},
    {"[body]\ninertia = \"5, 5, 1\"\n" + initial + integrate, {"bad.toml:2: body.inertia", "\"5, 5, 1\""}},
    // the initial state
    {body + "[initial]\nquaternion = [0, 0, 0, 2]\nmomentum = [0, 0, 5]\n" + integrate,
     {"bad.toml:4: initial.quaternion", "[0, 0, 0, 2]", "length 2"}},
    {body + "[initial]\nquaternion = [0, 0, 0, 0]\nmomentum = [0, 0, 5]\n" + integrate,
     {"bad.toml:4: initial.quaternion", "[0, 0, 0, 0]"}},
    {body + "[initial]\nquaternion = [0, 0, 0, 1.00001]\nmomentum = [0, 0, 5]\n" + integrate,
     {"bad.toml:4: initial.quaternion", "1.00001"}},
    {body + "[initial]\nquaternion = [0, 0, 1]\nmomentum = [0, 0, 5]\n" + integrate,
     {"bad.toml:4: initial.quaternion", "[0, 0, 1]"}},
    {body + "[initial]\nmatrix = [[1, 0, 0], [0, 1, 0], [0, 0, -1]]\nmomentum = [0, 0, 5]\n" + integrate,
     {"bad.toml:4: initial.matrix", "reflection"}},
    {body + "[initial]\nmatrix = [[1, 0, 0], [0, 1, 0], [0, 0.1, 1]]\nmomentum = [0, 0, 5]\n" + integrate,
     {"bad.toml:4: initial.matrix", "rotation matrix", "0.1"}},
    {body + "[initial]\nrotation_vector = [0, 0, inf]\nmomentum = [0, 0, 5]\n" + integrate,
     {"bad.toml:4: initial.rotation_vector", "inf"}},
    {body + "[initial]\nrotation_vector = [1e300, 0, 0]\nmomentum = [0, 0, 5]\n" + integrate,
     {"bad.toml:4: initial.rotation_vector", "length below 1e150", "[1e+300, 0, 0]"}},
    {body + "[initial]\nmomentum = [0, 0, nan]\n" + integrate, {"bad.toml:4: initial.momentum", "nan"}},
    {body + "[initial]\nmomentum = [0, 0, \"5\"]\n" + integrate, {"bad.toml:4: initial.momentum", "\"5\""}},
    {body + initial + "momentum = [0, 0, 5]\n" + integrate, {"initial.momentum", "initial.angular_velocity"}},
    {body + initial + "quaternion = [0, 0, 0, 1]\n" + integrate,
     {"initial.quaternion", "initial.rotation_vector"}},
    // the torque
    {body + initial + "[torque]\nmodel = \"heavytop\"\nweight_moment = 20\n" + integrate,
     {"bad.toml:7: torque.model", "\"heavytop\"", "did you mean \"heavy-top\"?"}},
    {body + initial + "[torque]\nmodel = 3\n" + integrate, {"bad.toml:7: torque.model", "3"}},
    {body + initial + "[torque]\nmodel = \"heavy-top\"\n" + integrate,
     {"bad.toml:7", "torque.weight_moment"}},
    {body + initial + "[torque]\nweight_moment = 20\n" + integrate, {"bad.toml:7", "torque.model"}},
    {body + initial + torque + "coefficient = 20\n" + integrate, {"bad.toml:9", "coefficient", "heavy-top"}},
    {body + initial + torque + "direction = [0, 0, 0]\n" + integrate,
     {"bad.toml:9: torque.direction", "[0, 0, 0]"}},
    {body + initial + torque + "axis = [0, 0, 0]\n" + integrate, {"bad.toml:9: torque.axis", "[0, 0, 0]"}},
    {body + initial + "[torque]\nmodel = \"heavy-top\"\nweight_moment = inf\n" + integrate,
     {"bad.toml:8: torque.weight_moment", "inf"}},
    {body + initial + "[torque]\nmodel = \"soft-wall\"\nsign = \"attractive\"\n" + integrate,
     {"bad.toml:8: torque.sign", "attractive", "repulsive"}},
    {body + initial + "[torque]\nmodel = \"constant-body\"\n" + integrate, {"bad.toml:7", "torque.torque"}},
    // several torques
    {"torque = 5\n" + body + initial + integrate, {"bad.toml:1", "[torque]", "5"}},
    {"torque = []\n" + body + initial + integrate, {"bad.toml:1", "expected a list of torques: [[torque]]"}},
    {"torque = [1, 2]\n" + body + initial + integrate,
     {"bad.toml:1", "expected a list of torques: [[torque]]"}},
    {body + initial + thrust + "[[torque]]\n" + integrate, {"bad.toml:9", "this torque needs model"}},
    {body + initial + thrust + "[[torque]]\ntorque = [1, 2, 3]\n" + integrate,
     {"bad.toml:10: torque.torque", "this torque needs model"}},
    {body + initial + thrust + "name = \"a\"\n" + thrust + "name = \"a\"\n" + integrate,
     {"bad.toml:13: torque.name", "a name of its own", "\"a\""}},
    {body + initial + thrust + "name = \"a.b\"\n" + thrust + integrate,
     {"bad.toml:9: torque.name", "letters, digits", "\"a.b\""}},
    {body + initial + thrust + "name = \"\"\n" + integrate, {"bad.toml:9: torque.name", "letters, digits"}},
    {body + initial + thrust + "name = 3\n" + thrust + integrate,
     {"bad.toml:9: torque.name", "in quotes, got 3"}},
    {body + initial + thrust + "[[torque]]\nmodel = \"heavy-top\"\n" + integrate,
     {"bad.toml:10: torque.model", "needs torque.weight_moment"}},
    {body + initial + thrust + "[[torque]]\nmodel = \"heavy-top\"\nweight_moment = 1\ntorque = [1, 2, 3]\n"
         + integrate,
     {"bad.toml:12: torque.torque", "heavy-top", "no parameter \"torque\""}},
    {body + initial + thrust + "[[torque]]\nmodel = \"none\"\nstiffness = 3\n" + integrate,
     {"bad.toml:11", "unknown key \"torque.stiffness\""}},
    {body + initial + torque + thrust + integrate, {"bad.toml:9", "malformed TOML"}},
    // windows
    {body + initial + thrust + "on = [[3, 2]]\n" + integrate,
     {"bad.toml:9: torque.on", "a time before another", "[3, 2]"}},
    {body + initial + thrust + "on = [[2, 2]]\n" + integrate, {"bad.toml:9: torque.on", "[2, 2]"}},
    {body + initial + thrust + "on = [[5, 6], [1, 2]]\n" + integrate,
     {"bad.toml:9: torque.on", "times in order", "[1, 2] after one until 6"}},
    {body + initial + thrust + "on = [[1, 5], [4, 6]]\n" + integrate,
     {"bad.toml:9: torque.on", "times in order", "[4, 6] after one until 5"}},
    {body + initial + thrust + "on = [[1, nan]]\n" + integrate, {"bad.toml:9: torque.on", "nan"}},
    {body + initial + thrust + "on = [1, 2]\n" + integrate,
     {"bad.toml:9: torque.on", "such as [[0, 30]", "[1, 2]"}},
    {body + initial + thrust + "on = [[1, 2, 3]]\n" + integrate, {"bad.toml:9: torque.on", "[[1, 2, 3]]"}},
    {body + initial + thrust + "on = [[1, \"2\"]]\n" + integrate,
     {"bad.toml:9: torque.on", "a list of times"}},
    {body + initial + thrust + "on = []\n" + integrate, {"bad.toml:9: torque.on", "a list of times"}},
    {body + initial + thrust + "on = true\n" + integrate, {"bad.toml:9: torque.on", "got true"}},
    {body + initial + "[torque]\non = [[0, 1]]\n" + integrate,
     {"bad.toml:7: torque.on", "torque.model beside it"}},
    // tables
    {body + initial + "[torque]\nmodel = \"table\"\n" + integrate,
     {"bad.toml:7: torque.model", "torque.file or torque.rows"}},
    {body + initial + "[torque]\nmodel = \"table\"\nfile = \"missing.csv\"\n" + integrate,
     {"bad.toml:8: torque.file", "missing.csv", "No such file"}},
    {body + initial + "[torque]\nmodel = \"table\"\nfile = \"bad.toml\"\n" + integrate,
     {"bad.toml:8: torque.file", "ends in .npy or .csv"}},
    {body + initial + "[torque]\nmodel = \"table\"\nfile = 3\n" + integrate,
     {"bad.toml:8: torque.file", "in quotes, got 3"}},
    {body + initial + table + "[[0, 1, 1, 1], [0, 1, 1, 1]]\n" + integrate,
     {"bad.toml:8: torque.rows", "row 2 is at time 0", "after that of the row before, 0"}},
    {body + initial + table + "[[0, 1, 1, 1]]\n" + integrate,
     {"bad.toml:8: torque.rows", "1 row", "at least two"}},
    {body + initial + table + "[[0, 1, 1, 1], [1, inf, 1, 1]]\n" + integrate,
     {"bad.toml:8: torque.rows", "row 2 has inf", "finite"}},
    {body + initial + table + "[[0, 1, 1], [1, 1, 1]]\n" + integrate,
     {"bad.toml:8: torque.rows", "rows [t, Tx, Ty, Tz]"}},
    {body + initial + table + "5\n" + integrate, {"bad.toml:8: torque.rows", "rows [t, Tx, Ty, Tz]", "5"}},
    {body + initial + table + "[[0, 1, 1, 1], [1, 1, 1, 1]]\nfile = \"x.csv\"\n" + integrate,
     {"torque.rows", "contradicts", "torque.file"}},
    {body + initial + table + "[[0, 1, 1, 1], [1, 1, 1, 1]]\ninterpolation = \"cubic\"\n" + integrate,
     {"bad.toml:9: torque.interpolation", "\"spline\" or \"linear\" or \"hold\"", "cubic"}},
    {body + initial + table + "[[0, 1, 1, 1], [1, 1, 1, 1]]\nframe = \"orbit\"\n" + integrate,
     {"bad.toml:9: torque.frame", "\"body\" or \"space\"", "orbit"}},
    {body + initial + table + "[[0, 1, 1, 1], [1, 1, 1, 1]]\naxis = [0, 0, 1]\n" + integrate,
     {"bad.toml:9: torque.axis", "\"table\"", "it has file, rows, frame, interpolation"}},
    // formulas
    {body + initial + formula + "[\"k\", \"0\", \"0\"]\n" + integrate,
     {"bad.toml:8: torque.torque", "first expression", "column 1", "k is no known name"}},
    {body + initial + formula + "[\"0\", \"sin(t\", \"0\"]\n" + integrate,
     {"bad.toml:8: torque.torque", "second expression", "column 6", "bracket opened at column 4"}},
    {body + initial + formula + "[\"0\", \"0\"]\n" + integrate,
     {"bad.toml:8: torque.torque", "three expressions"}},
    {body + initial + formula + "[\"0\", \"0\", \"0\"]\npotential = \"r33\"\n" + integrate,
     {"torque.potential", "contradicts", "torque.torque"}},
    {body + initial + formula + "[\"0\", \"0\", \"0\"]\nparameters = { pi = 3 }\n" + integrate,
     {"bad.toml:9: torque.parameters", "\"pi\"", "hides"}},
    {body + initial + formula + "[\"0\", \"0\", \"0\"]\nparameters = { m = [1, 2] }\n" + integrate,
     {"bad.toml:9: torque.parameters.m", "[1, 2]"}},
    // orbits
    {body + initial + "[orbit]\nradius = 6.3e6\n" + integrate,
     {"bad.toml:7: orbit.radius", "6300000", "below the ground"}},
    {body + initial + "[orbit]\nradius = -7e6\n" + integrate, {"bad.toml:7: orbit.radius", "above 0"}},
    {body + initial + "[orbit]\nradius = \"low\"\n" + integrate, {"bad.toml:7: orbit.radius", "low"}},
    {body + initial + "[orbit]\ninclination = 1\n" + integrate,
     {"bad.toml:7: orbit.inclination", "radius or semi_major_axis"}},
    {body + initial + "[orbit]\nradius = 7e6\nsemi_major_axis = 7e6\n" + integrate,
     {"orbit.semi_major_axis", "contradicts", "orbit.radius"}},
    {body + initial + "[orbit]\nradius = 7e6\neccentricity = 0.1\n" + integrate,
     {"bad.toml:8: orbit.eccentricity", "0.1", "semi_major_axis"}},
    {body + initial + "[orbit]\nsemi_major_axis = 7e6\neccentricity = 1\n" + integrate,
     {"bad.toml:8: orbit.eccentricity", "below 1"}},
    {body + initial + "[orbit]\nsemi_major_axis = 7e6\neccentricity = 0.3\n" + integrate,
     {"bad.toml:7: orbit.semi_major_axis", "periapsis", "below the ground"}},
    {body + initial + orbit + "mu = 0\n" + integrate, {"bad.toml:8: orbit.mu", "positive"}},
    {body + initial + orbit + "node = nan\n" + integrate, {"bad.toml:8: orbit.node", "nan"}},
    {body + initial + orbit + "inclinaton = 1\n" + integrate,
     {"bad.toml:8", "orbit.inclinaton", "did you mean \"inclination\"?"}},
    {body + initial + "[torque]\nmodel = \"drag\"\narea = 1\nnormal = [1, 0, 0]\ncentre = [0, 0, 1]\n"
         + integrate,
     {"bad.toml:7: torque.model", "\"drag\" needs an [orbit]"}},
    {body + initial + "[torque]\nmodel = \"gravity-gradient\"\n" + integrate,
     {"bad.toml:7: torque.model", "torque.coefficient or an [orbit]"}},
    {body + initial + "[torque]\nmodel = \"magnetic-dipole\"\nmoment = [0, 0, 1]\n" + integrate,
     {"bad.toml:7: torque.model", "torque.field or an [orbit]"}},
    {body + initial + orbit + "[torque]\nmodel = \"gravity-gradient\"\ndirection = [1, 0, 0]\n" + integrate,
     {"bad.toml:9: torque.model", "torque.coefficient"}},
    {body + initial + orbit
         + "[torque]\nmodel = \"drag\"\narea = -1\nnormal = [1, 0, 0]\ncentre = [0, 0, 1]\n" + integrate,
     {"bad.toml:10: torque.area", "-1", "not negative"}},
    {body + initial + orbit
         + "[torque]\nmodel = \"solar-pressure\"\narea = 1\nnormal = [1, 0, 0]\ncentre = [0, 0, 1]\n"
           "specular = 0.7\ndiffuse = 0.6\n"
         + integrate,
     {"bad.toml:13: torque.specular", "0.7", "at most 1"}},
    // the plan
    {body + initial + torque + "[integrate]\nstep = 0.01\nsteps = 10\nend = 0.1\n",
     {"integrate.step", "integrate.steps"}},
    {body + initial + torque + "[integrate]\nstep = \"small\"\nend = 0.1\n",
     {"bad.toml:10: integrate.step", "small"}},
    {body + initial + torque + "[integrate]\nstep = 0\nend = 0.1\n", {"bad.toml:10: integrate.step", "0"}},
    {body + initial + torque + "[integrate]\nstep = -0.01\nend = 0.1\n",
     {"bad.toml:10: integrate.step", "-0.01"}},
    {body + initial + torque + "[integrate]\nstep = nan\nend = 0.1\n",
     {"bad.toml:10: integrate.step", "nan"}},
    {body + initial + torque + "[integrate]\nstep = true\nend = 0.1\n",
     {"bad.toml:10: integrate.step", "true"}},
    {body + initial + torque + "[integrate]\nstep = 1e-300\nend = 1\n",
     {"bad.toml:10: integrate.step", "1e-300"}},
    {body + initial + torque + "[integrate]\nsteps = 0\nend = 0.1\n", {"bad.toml:10: integrate.steps", "0"}},
    {body + initial + torque + "[integrate]\nsteps = 2.5\nend = 0.1\n",
     {"bad.toml:10: integrate.steps", "2.5"}},
    {body + initial + torque + "[integrate]\nsteps = -3\nend = 0.1\n",
     {"bad.toml:10: integrate.steps", "-3"}},
    {body + initial + torque + "[integrate]\nsteps = 10\nend = -0.1\n",
     {"bad.toml:11: integrate.end", "-0.1"}},
    {body + initial + torque + "[integrate]\nsteps = 10\nend = inf\n", {"bad.toml:11: integrate.end", "inf"}},
    {body + initial + torque + "[integrate]\nmethod = \"liemid-eq\"\nsteps = 10\nend = 0.1\n",
     {"bad.toml:10: integrate.method", "liemid-eq", "did you mean \"liemid-e"}},
    {body + initial + torque + "[integrate]\nmethod = \"liemid\"\nsteps = 10\nend = 0.1\n",
     {"bad.toml:10: integrate.method", "\"liemid\"", "use se"}},
    {good + "[output]\nevery = 0\n", {"bad.toml:14: output.every", "0"}},
    {good + "[output]\nevery = 1.5\n", {"bad.toml:14: output.every", "1.5"}},
    {good + "[output]\nevery_time = 0\n", {"bad.toml:14: output.every_time", "got 0"}},
    {good + "[output]\nevery_time = 1e-300\n", {"bad.toml:14: output.every_time", "1e-300", "9e15"}},
    {good + "[output]\ntimes = [0.05, 0.2]\n", {"bad.toml:14: output.times: 0.2", "to the end, 0.1"}},
    {good + "[output]\ntimes = [-1]\n", {"bad.toml:14: output.times: -1"}},
    {good + "[output]\ntimes = []\n", {"bad.toml:14: output.times", "at least one"}},
    {good + "[output]\ntimes = 0.05\n", {"bad.toml:14: output.times", "list", "0.05"}},
    {body + initial + torque + "[integrate]\nsteps = 10\nend = 0.1\nstep_error = 1e-9\n",
     {"integrate.steps contradicts", "integrate.step_error", "only one"}},
    {body + initial + torque
         + "[integrate]\nstep = 0.01\nend = 1\nstep_error = 1e-9\nreversible_steps = true\n",
     {"integrate.step_error contradicts", "integrate.reversible_steps"}},
    {body + initial + torque + "[integrate]\nstep = 0.01\nend = 1\nstep_error = -1\n",
     {"bad.toml:12: integrate.step_error", "-1"}},
    {body + initial + torque + "[integrate]\nend = 1\nstep_error = 1.5\n",
     {"step_error is 1.5", "1e-15 to below 1"}},
    {body + initial + torque + "[integrate]\nstep = 0.01\nend = 1\nreversible_steps = 1\n",
     {"bad.toml:12: integrate.reversible_steps", "true or false", "got 1"}},
    {body + initial + torque
         + "[integrate]\nmethod = \"rkmk-rk4\"\nstep = 0.01\nend = 1\nreversible_steps = true\n",
     {"reversible_steps", "rkmk-rk4 is not time-symmetric"}},
    {good + "[output]\nsensitivity = 1\n", {"bad.toml:14: output.sensitivity", "true or false", "got 1"}},
    {body + initial
         + "[torque]\nmodel = \"formula\"\ntorque = [\"if(t < off, 1, 0)\", \"0\", \"0\"]\nparameters = {off = 0.2}\n"
         + integrate + "[output]\nsensitivity = \"parameters\"\n",
     {"output.sensitivity", "parameter \"off\" of a formula moves a time"}},
    {good + "[output]\nevery = 2\ntimes = [0.05]\n",
     {"output.times contradicts", "output.every", "only one"}},
    {good + "[output]\nevery_time = 0.01\ntimes = [0.05]\n", {"contradicts", "only one"}},
    // events
    {good + "[[event]]\nkind = \"axis-con\"\n", {"bad.toml:14: event.kind", "did you mean \"axis-cone\"?"}},
    {good + "[[event]]\nkind = \"noon\"\n", {"bad.toml:14: event.kind", "noon", "axis-plane, rate"}},
    {good + "[[event]]\nkind = 3\n", {"bad.toml:14: event.kind", "got 3"}},
    {good + "[[event]]\nkind = \"rate\"\n", {"bad.toml:14", "needs value"}},
    {good + "[[event]]\nkind = \"rate\"\nvalue = -1\n",
     {"bad.toml:15: event.value", "a finite number of at least 0, got -1"}},
    {good + "[[event]]\nkind = \"kinetic-energy\"\nvalue = -1\n", {"bad.toml:15: event.value", "got -1"}},
    {good + "[[event]]\nname = \"x\"\n", {"bad.toml:14", "needs kind"}},
    {good + "[[event]]\n[[event]]\nkind = \"axis-plane\"\n", {"bad.toml:13", "needs kind"}},
    {good + "[[event]]\nkind = \"rate\"\nvalue = 1\nangle = 1\n",
     {"bad.toml:16: event.angle", "it has value"}},
    {good + "[[event]]\nkind = \"rate\"\nvalue = inf\n", {"bad.toml:15: event.value", "inf"}},
    {good + "[[event]]\nkind = \"rate\"\nvalue = 1\nterminal = 1\n",
     {"bad.toml:16: event.terminal", "true or false"}},
    {good + "[[event]]\nkind = \"rate\"\nvalue = 1\ncrossing = \"up\"\n",
     {"bad.toml:16: event.crossing", "rising"}},
    {good + "[[event]]\nkind = \"rate\"\nvalue = 1\nname = \"\"\n", {"bad.toml:16: event.name", "not empty"}},
    {good + "[[event]]\nkind = \"rate\"\nvalue = 1\nimpulse = [1, 2]\n",
     {"bad.toml:16: event.impulse", "expected"}},
    {good + "[[event]]\nkind = \"rate\"\nvalue = 1\nreflect = [0, 0, 0]\n",
     {"bad.toml:16: event.reflect", "zero"}},
    {good + "[[event]]\nkind = \"rate\"\nvalue = 1\nframe = \"body\"\n",
     {"bad.toml:16: event.frame", "impulse or reflect"}},
    {good + "[[event]]\nkind = \"rate\"\nvalue = 1\nimpulse = [1, 0, 0]\nframe = \"moon\"\n",
     {"bad.toml:17: event.frame", "\"body\" or \"space\""}},
    {good + "[[event]]\nkind = \"rate\"\nvalue = 1\nimpulse = [1, 0, 0]\nreflect = [1, 0, 0]\n",
     {"bad.toml:17: event.reflect", "without impulse"}},
    {good + "[output]\nsensitivity = true\n[[event]]\nkind = \"rate\"\nvalue = 1\nreflect = [1, 0, 0]\n",
     {"output.sensitivity", "changes the state"}},
    // impulses
    {good + "[impulse]\ntime = 1\n", {"bad.toml:13", "expected a list of impulses: [[impulse]]"}},
    {good + "[[impulse]]\n", {"bad.toml:13", "needs time"}},
    {good + "[[impulse]]\nmomentum = [1, 0, 0]\n", {"bad.toml:14", "this impulse needs time"}},
    {good + "[[impulse]]\ntime = 1\n", {"bad.toml:14", "this impulse needs momentum"}},
    {good + "[[impulse]]\ntime = -1\nmomentum = [1, 0, 0]\n",
     {"bad.toml:14: impulse.time", "at least 0, got -1"}},
    {good + "[[impulse]]\ntime = 1\nmomentum = [1, nan, 0]\n", {"bad.toml:15: impulse.momentum", "nan"}},
    {good + "[[impulse]]\ntime = 1\nmomentum = 1\n", {"bad.toml:15: impulse.momentum", "got 1"}},
    {good + "[[impulse]]\ntime = 1\nmomentum = [1, 0, 0]\nframe = \"spcae\"\n",
     {"bad.toml:16: impulse.frame", "\"body\" or \"space\""}},
    {good + "[[impulse]]\ntime = 1\nmomentum = [1, 0, 0]\nfrmae = \"body\"\n",
     {"bad.toml:16: unknown key \"impulse.frmae\"", "did you mean \"frame\"?"}},
    {good + "[[impulse]]\ntime = 1\nmomentum = [1, 0, 0]\nname = \"\"\n",
     {"bad.toml:16: impulse.name", "not empty"}},
    {good + "[[event]]\nkind = \"axis-cone\"\nangle = 7\n", {"bad.toml:15: event.angle: 7", "0 to π"}},
    {good + "[[event]]\nkind = \"axis-plane\"\naxis = [0, 0, 0]\n",
     {"bad.toml:15: event.axis", "other than zero"}},
    {good + "[[event]]\nkidn = \"rate\"\n", {"bad.toml:14", "event.kidn", "did you mean \"kind\"?"}},
    {good + "[event]\nkind = \"rate\"\n", {"bad.toml:13", "[[event]]"}},
    {"event = 5\n" + good, {"bad.toml:1", "[[event]]"}},
};

struct BadCommand {
    std::vector<std::string> arguments;
    std::vector<std::string> message_has;
};

const std::vector<BadCommand> bad_commands{
    {{}, {"command", "--help"}},
    {{"rnu"}, {"rnu", "did you mean \"run\"?"}},
    {{"--verison"}, {"--verison", "did you mean \"--version\"?"}},
    {{"run"}, {"--problem"}},
    {{"run", "missing.toml"}, {"missing.toml", "No such file"}},
    {{"run", "."}, {"\".\"", "folder"}},
    {{"run", "good.toml", "--problem", "slow-top"}, {"--problem", "good.toml"}},
    {{"run", "good.toml", "other.toml"}, {"other.toml"}},
    {{"run", "--problem", "slow-topp"}, {"--problem", "slow-topp", "did you mean \"slow-top\"?"}},
    {{"run", "--problem", "slow-top", "--method", "akww"}, {"--method", "akww"}},
    {{"run", "--problem", "slow-top", "--method", "liemid"}, {"--method", "\"liemid\"", "use se"}},
    {{"run", "--problem", "slow-top", "--step", "abc"}, {"--step", "abc", "number"}},
    {{"run", "--problem", "slow-top", "--step", "-0.1"}, {"--step", "-0.1"}},
    {{"run", "--problem", "slow-top", "--step", "0"}, {"--step", "got 0"}},
    {{"run", "--problem", "slow-top", "--step", "inf"}, {"--step", "inf"}},
    {{"run", "--problem", "slow-top", "--step", "1e999"}, {"--step", "1e999"}},
    {{"run", "--problem", "slow-top", "--step", ""}, {"--step", "\"\""}},
    {{"run", "--problem", "slow-top", "--step"}, {"--step", "none"}},
    {{"run", "--problem", "slow-top", "--step", "1", "--step", "2"}, {"--step", "more than one"}},
    {{"run", "--problem", "slow-top", "--json=maybe"}, {"--json", "maybe"}},
    {{"run", "--problem", "slow-top", "--set", "integrate.step=1", "good.toml"}, {"--problem", "good.toml"}},
    {{"run", "--problem", "slow-top", "--step", "1e-300"}, {"--step", "1e-300"}},
    {{"run", "--problem", "slow-top", "--steps", "1.5"}, {"--steps", "1.5"}},
    {{"run", "--problem", "slow-top", "--steps", "0"}, {"--steps", "got 0"}},
    {{"run", "--problem", "slow-top", "--steps", "10", "--step", "0.1"}, {"--steps", "--step"}},
    {{"run", "--problem", "slow-top", "--step", "0.1", "--set", "integrate.step=0.2"},
     {"--set integrate.step", "--step"}},
    {{"run", "--problem", "slow-top", "--end", "-1"}, {"--end", "-1"}},
    {{"run", "--problem", "slow-top", "--end", "1e300"},
     {"--end", "step is 0.01 and the end 1e+300 away", "at most 9e15 steps", "got 1e+302"}},
    {{"run", "--problem", "slow-top", "--set", "integrate.end=1e300"}, {"--set integrate.end", "9e15 steps"}},
    {{"run", "--problem", "slow-top", "--tolerance", "1e-8", "--end", "1e300"}, {"--end", "9e15 steps"}},
    {{"run", "--problem", "slow-top", "--step", "1e-300", "--end", "1"}, {"--step", "9e15 steps"}},
    {{"run", "--problem", "slow-top", "--steps", "1e18"}, {"--steps", "from 1 to 2^53"}},
    {{"run", "--problem", "slow-top", "--set", "integrate.step_error=1e-300"},
     {"--set integrate.step_error", "from 1e-15"}},
    {{"run", "--problem", "slow-top", "--method", "rkmk-rk4", "--set", "integrate.reversible_steps=true"},
     {"--set integrate.reversible_steps", "not time-symmetric"}},
    {{"run", "--problem", "slow-top", "--set", "initial.rotation_vector=[1e300,0,0]"},
     {"--set initial.rotation_vector", "below 1e150"}},
    {{"run", "--problem", "slow-top", "--every", "0"}, {"--every", "got 0"}},
    {{"run", "--problem", "slow-top", "--every-time", "-1"}, {"--every-time", "got -1"}},
    {{"run", "--problem", "slow-top", "--every", "2", "--every-time", "1"},
     {"--every-time", "contradicts --every"}},
    {{"run", "--problem", "slow-top", "--set", "output.times=[30]"}, {"--set output.times", "30", "20"}},
    {{"run", "--problem", "slow-top", "--set", "event.kind=rate"}, {"--set event.kind", "[[event]]"}},
    {{"run", "--problem", "slow-top", "--set", "output.sensitivity=maybe"},
     {"--set output.sensitivity", "true or false", "maybe"}},
    {{"run", "--problem", "slow-top", "--set", "output.sensitivity=parameter"},
     {"--set output.sensitivity", "\"state\" or \"parameters\"", "got \"parameter\""}},
    {{"run", "--problem", "slow-top", "--sensitivity", "--sensitivity-parameters"},
     {"--sensitivity-parameters contradicts --sensitivity"}},
    {{"run", "--problem", "slow-top", "--sensitivity", "--set", "output.sensitivity=false"},
     {"--set output.sensitivity contradicts --sensitivity"}},
    {{"run", "--problem", "slow-top", "--sensitivty"}, {"--sensitivty", "did you mean \"--sensitivity\"?"}},
    {{"ensemble", "--problem", "slow-top", "--set", "output.sensitivity=true"},
     {"output.sensitivity", "'polhode run'"}},
    {{"ensemble", "--problem", "slow-top", "--every-time", "1"}, {"--every-time"}},
    {{"ensemble", "--problem", "slow-top", "--set", "output.every_time=1"},
     {"output.every_time", "'polhode run'"}},
    {{"run", "--problem", "slow-top", "--set", "integrate.stpe=1"}, {"--set integrate.stpe", "\"step\""}},
    {{"run", "--problem", "slow-top", "--set", "step=1"}, {"--set step", "\"integrate.step\""}},
    {{"run", "--problem", "slow-top", "--set", "integrate.step"}, {"--set", "integrate.step"}},
    {{"run", "--problem", "slow-top", "--set", "body.inertia=[1,2"}, {"--set body.inertia", "[1,2"}},
    {{"run", "--problem", "slow-top", "--set", "torque.coefficient=1"},
     {"--set torque.coefficient", "heavy-top"}},
    {{"run", "--problem", "free-body", "--set", "torque.weight_moment=1"},
     {"--set torque.weight_moment", "none"}},
    {{"run", "--problem", "slow-top", "--set", "initial.momentum=[0,", "0,", "1]"},
     {"\"initial.momentum=[0,\" and \"0,\"", "a list with spaces needs quotes"}},
    {{"run", "--problem", "slow-top", "--colour"}, {"--colour"}},
    {{"run", "--problem", "slow-top", "--out", ""}, {"--out"}},
    {{"run", "--problem", "slow-top", "--certify-all"}, {"--certify-all", "expected --out DIR"}},
    {{"run", "--problem", "slow-top", "--gltf"}, {"--gltf", "expected --out DIR"}},
    {{"run", "--problem", "slow-top", "--mesh", "body.obj"}, {"--mesh", "expected --out DIR"}},
    {{"run", "--problem", "slow-top", "--mesh", "none.obj", "--out", "x"}, {"none.obj", "cannot be read"}},
    {{"run", "--problem", "slow-top", "--mesh", "good.toml", "--out", "x"}, {"good.toml", ".obj", ".glb"}},
    {{"run", "--problem", "slow-top", "--set", "output.format=cvs"},
     {"--set output.format", "one or more of csv, npz, npy, hdf5, lammps, gltf, aem", "\"cvs\""}},
    {{"run", "--problem", "slow-top", "--format", "csv,", "--out", "x"}, {"--format", "got \"\""}},
    {{"run", "--problem", "slow-top", "--format", "csv"}, {"--format", "expected --out DIR"}},
    {{"run", "--problem", "slow-top", "--format", "npz", "--gltf", "--out", "x"},
     {"--gltf contradicts --format"}},
    {{"ensemble", "--problem", "slow-top", "--count", "3", "--format", "npz"},
     {"--format", "expected --out DIR"}},
    {{"ensemble", "--problem", "slow-top", "--count", "3", "--format", "gltf", "--out", "x"},
     {"--format", "expected output.bodies with it"}},
    {{"run", "--problem", "slow-top", "--out", "good.toml"}, {"--out", "good.toml", "Not a directory"}},
    {{"run", "--problem", "slow-top", "--out", "good.toml/inside"}, {"--out", "good.toml/inside"}},
    {{"run", "--problem", "slow-top", "--out", "/proc/nothing/here"}, {"--out", "/proc/nothing/here"}},
    {{"methods", "akww"}, {"akww"}},
    {{"problems", "slow-topp"}, {"slow-topp", "did you mean \"slow-top\"?"}},
    {{"problems", "--toml"}, {"--toml"}},
    {{"lab", "--out", ""}, {"--out", "the name of a file"}},
    {{"lab", "--out", "."}, {"--out", "\".\" is a folder"}},
    {{"lab", "--out", "good.toml"}, {"--out", "good.toml", "not a page of the laboratory"}},
    {{"lab", "--out", "nowhere/lab.html"}, {"--out", "there is no folder \"nowhere\""}},
    {{"lab", "--port", "80"}, {"--port"}},
    {{"lab", "lab.html"}, {"lab.html"}},
};

using BadInput = ProgramTest;

TEST_F(BadInput, TheScenarioThatTheBadOnesStartFromIsGood) {
    write("good.toml", good);
    const Outcome outcome = run({"run", "good.toml", "--json"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.json()["steps"], 10);
}

TEST_F(BadInput, ScenarioIsRejectedWithFileAndLine) {
    for (const BadScenario& bad : bad_scenarios) {
        SCOPED_TRACE(bad.toml);
        write("bad.toml", bad.toml);
        expect_rejected(run({"run", "bad.toml", "--out", "new/result"}), bad.message_has);
        EXPECT_EQ(files(), std::vector<std::string>{"bad.toml"});
    }
}

TEST_F(BadInput, CommandLineIsRejectedWithTheOption) {
    write("good.toml", good);
    for (const BadCommand& bad : bad_commands) {
        SCOPED_TRACE(testing::PrintToString(bad.arguments));
        expect_rejected(run(bad.arguments), bad.message_has);
        EXPECT_EQ(files(), std::vector<std::string>{"good.toml"});
    }
}

TEST_F(BadInput, FolderThatMayNotBeWritten) {
    fs::create_directory(folder / "locked");
    fs::permissions(folder / "locked", fs::perms::owner_read | fs::perms::owner_exec);
    if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
    expect_rejected(run({"run", "--problem", "slow-top", "--out", "locked"}),
                    {"--out", "locked", "Permission denied"});
    expect_rejected(run({"run", "--problem", "slow-top", "--out", "locked/new"}), {"--out", "locked/new"});
}

TEST_F(BadInput, MessageStaysOneLineWhateverTheValue) {
    write("bad.toml", "[body]\ninertia = \"two\\nlines\\u001b[31m and " + std::string(500, 'x') + "\"\n"
                          + initial + integrate);
    const Outcome outcome = run({"run", "bad.toml"});
    expect_rejected(outcome, {"two\\x0alines\\x1b"});
    EXPECT_LT(outcome.err.size(), 250U);
}

}  // namespace
}  // namespace polhode::test
