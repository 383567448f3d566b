"""Recovers the inertia of a tumbling body, and how it began to tumble, from noisy quaternions.

A star tracker measures the attitude of a body, each time with an error of half a milliradian. A free body gives away
the ratios of its moments of inertia; one that fires a thruster of known torque gives away the moments themselves. Both
are fitted by least squares with the derivatives of one run, and the covariance that comes with the fit is held against
the truth: over many fits, errors must be as large as it says.

    python examples/python/fit_inertia.py        needs SciPy
"""

import sys

import numpy as np
from scipy import optimize, stats
from scipy.spatial.transform import Rotation

import polhode


def hat(v):
    """The matrix of v ×."""
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def right_jacobian(turn):
    """J(θ): exp(θ + δ) = exp(θ) exp(J δ) to first order."""
    angle = np.linalg.norm(turn)
    if angle < 1e-4:
        return np.eye(3) - hat(turn) / 2 + hat(turn) @ hat(turn) / 6
    return (np.eye(3) - (1 - np.cos(angle)) / angle**2 * hat(turn)
            + (angle - np.sin(angle)) / angle**3 * hat(turn) @ hat(turn))


class Fit:
    """Attitudes beside those of a run, and the derivatives of the difference.

    The unknowns are nine numbers: a turn from the first guess of the attitude, the angular velocity at the start, and
    the logarithms of Σm x², Σm y², Σm z². Any three of these are those of a body, which cannot be said of any three
    moments: an optimizer may go where it wants. Without a known torque the last of them stays at 0.
    """

    SECOND_TO_MOMENTS = np.array([[0.0, 1, 1], [1, 0, 1], [1, 1, 0]])

    def __init__(self, times, measured, sigma, torque=None):
        self.times, self.measured, self.sigma, self.torque = times, measured, sigma, torque
        self.unknowns = 9 if torque is not None else 8
        self.first = measured[0]

    def moments(self, x):
        return self.SECOND_TO_MOMENTS @ np.exp(np.append(x[6:], np.zeros(9 - len(x))))

    def run(self, x, count):
        """The motion, and derivatives of its attitudes (ξ) by the unknowns."""
        body = polhode.Body(self.moments(x))
        attitude = self.first * Rotation.from_rotvec(x[:3])
        state = polhode.State(attitude, angular_velocity=x[3:6], body=body)
        r = polhode.solve(body, self.torque, state, (0, self.times[-1]), "se4-rkn", 0.25,
                          t_eval=self.times[:count], sensitivity="parameters")
        by_moments = self.SECOND_TO_MOMENTS @ np.diag(np.exp(np.append(x[6:], np.zeros(9 - len(x)))))
        turns = np.concatenate([r.transition[:, :3, :3] @ right_jacobian(x[:3]),
                                r.transition[:, :3, 3:] @ body.inertia,  # ρ = I δω
                                r.parameter_sensitivity[:, :3, :3] @ by_moments], axis=2)
        return r, turns[:, :, :len(x)]

    def residual(self, x, count):
        """2 Im(q* m) in units of sigma: the turn from the run to the measurement, for small ones."""
        r, turns = self.run(x, count)
        between = (r.rotation.inv() * self.measured[:count]).as_quat()
        between *= np.where(between[:, 3:] < 0, -1, 1)
        v, s = between[:, :3], between[:, 3]
        crosses = np.array([hat(row) for row in v])
        jacobian = -(s[:, None, None] * np.eye(3) - crosses) @ turns
        return (2 * v / self.sigma).ravel(), (jacobian / self.sigma).reshape(-1, len(x))

    def solve(self, x, counts):
        """The fit and its covariance. First of the first few attitudes, then of more: so it finds the right turn."""
        for count in counts:
            kept = {}

            def residual(x, count=count, kept=kept):
                kept["x"], (value, kept["jacobian"]) = x.copy(), self.residual(x, count)
                return value

            def jacobian(x, count=count, kept=kept):
                return kept["jacobian"] if np.array_equal(x, kept["x"]) else self.residual(x, count)[1]

            # a few attitudes may not tell the size of a body: it stays between e⁻⁴ and e⁴
            most = np.append(np.full(6, np.inf), np.full(len(x) - 6, 4.0))
            found = optimize.least_squares(residual, x, jac=jacobian, bounds=(-most, most), x_scale="jac", xtol=1e-12)
            x = found.x
        return x, np.linalg.inv(found.jac.T @ found.jac), 2 * found.cost

    def guess(self):
        """The rate of the first attitudes, and a body like a ball."""
        rate = (self.measured[0].inv() * self.measured[1]).as_rotvec() / (self.times[1] - self.times[0])
        return np.concatenate([np.zeros(3), rate, np.zeros(self.unknowns - 6)])


class Truth:
    """A body, and measurements of it."""

    def __init__(self, torque, sigma, seed):
        self.body = polhode.Body([4.0, 3.2, 1.8])
        self.state = polhode.State(rotation_vector=[0.3, -0.5, 0.2], angular_velocity=[0.25, -0.1, 0.6], body=self.body)
        self.torque, self.sigma = torque, sigma
        self.times = np.arange(0, 60.5, 0.5)
        self.motion = polhode.solve(self.body, torque, self.state, (0, 60), tolerance=1e-10, t_eval=self.times)
        self.random = np.random.default_rng(seed)

    def measure(self):
        noise = Rotation.from_rotvec(self.random.normal(scale=self.sigma, size=(len(self.times), 3)))
        return self.motion.rotation * noise

    def unknowns(self, fit):
        """The true numbers as a fit has them."""
        second = np.linalg.solve(Fit.SECOND_TO_MOMENTS, self.body.moments)
        if fit.unknowns == 8:
            second = second / second[2]
        turn = (fit.first.inv() * self.motion.rotation[0]).as_rotvec()
        return np.concatenate([turn, self.state.angular_velocity, np.log(second)])[:fit.unknowns]


def report(fit, x, covariance, truth):
    """Prints moments (of a free body: relative to the third) with their standard deviations."""
    def shown(x):
        moments = fit.moments(x)
        return moments if fit.unknowns == 9 else moments / moments[2]

    steps = 1e-6 * np.eye(len(x))
    by_unknowns = np.array([(shown(x + h) - shown(x - h)) / 2e-6 for h in steps]).T
    deviations = np.sqrt(np.diag(by_unknowns @ covariance @ by_unknowns.T))
    true = shown(truth.unknowns(fit))
    for i in range(3 if fit.unknowns == 9 else 2):
        name = f"I{i + 1}" if fit.unknowns == 9 else f"I{i + 1}/I3"
        print(f"  {name:6} true {true[i]:.5f}   fitted {shown(x)[i]:.5f} ± {deviations[i]:.5f}")


def coverage(truth, trials):
    """Fits to many measurements: (x̂ − x)ᵀ C⁻¹ (x̂ − x) of each, and the cost of each."""
    distances, costs = [], []
    for _ in range(trials):
        fit = Fit(truth.times, truth.measure(), truth.sigma, truth.torque)
        true = truth.unknowns(fit)
        x, covariance, cost = fit.solve(true, [len(truth.times)])
        error = x - true
        distances.append(error @ np.linalg.solve(covariance, error))
        costs.append(cost)
    return np.array(distances), np.array(costs)


def main(trials=100):
    thruster = polhode.ConstantBody(torque=[0.1, 0.06, -0.08], on=[(5, 15)])
    for title, torque in (("A free body: ratios", None), ("With a thruster of known torque: moments", thruster)):
        truth = Truth(torque, sigma=5e-4, seed=7)
        fit = Fit(truth.times, truth.measure(), truth.sigma, truth.torque)
        x, covariance, cost = fit.solve(fit.guess(), [12, 50, len(truth.times)])
        print(title)
        report(fit, x, covariance, truth)
        error = x - truth.unknowns(fit)
        distance = error @ np.linalg.solve(covariance, error)
        freedom = 3 * len(truth.times) - fit.unknowns
        print(f"  chi-square of the residuals {cost:.0f} for {freedom} degrees of freedom; "
              f"of the errors {distance:.1f} for {fit.unknowns}")
        assert 1e-4 < stats.chi2.cdf(cost, freedom) < 1 - 1e-4
        assert stats.chi2.cdf(distance, fit.unknowns) < 1 - 1e-4

        distances, costs = coverage(truth, trials)
        inside = np.mean(distances < stats.chi2.ppf(0.9, fit.unknowns))
        p = stats.kstest(distances, stats.chi2(fit.unknowns).cdf).pvalue
        print(f"  {trials} fits: {inside:.0%} of the truths are in the ellipsoid of 90 %; "
              f"Kolmogorov–Smirnov p = {p:.2f}")
        assert p > 1e-3
        assert stats.kstest(costs, stats.chi2(freedom).cdf).pvalue > 1e-3


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
