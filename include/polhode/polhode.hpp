/// Everything a program that uses the library needs.
#pragma once

#include "polhode/advise/choose.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/integrator.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/dense.hpp"
#include "polhode/simulate/event.hpp"
#include "polhode/simulate/free_motion.hpp"
#include "polhode/simulate/simulate.hpp"
#include "polhode/torque/generic_torque.hpp"
#include "polhode/version.hpp"
