// The controls of many bodies, and the loop that steps and draws them. It has a worker of its own, made when it is first
// played.
import { timeText } from "../viewer/controls";
import { CloudPicture } from "./cloud";
import { Engine } from "./engine";
import type { CloudAbout } from "./messages";
import { withSection } from "./toml";

const $ = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const mostSteps = 64;   // to a frame

export class CloudPanel {
  private picture?: CloudPicture;
  private engine?: Engine;
  private about?: CloudAbout;
  private playing = false;
  private away = false;
  private stale = true;
  private marching = false;   // one loop at a time

  /// `pace`: units of time to a second.
  constructor(private readonly module: WebAssembly.Module, private readonly setup: () => { toml: string; method: string },
    private readonly pace: () => number, still: boolean) {
    try {
      this.picture = new CloudPicture();
      $("cloud").append(this.picture.stage);
    } catch (error) {
      $("cloud-said").textContent = `Many bodies cannot be seen here, since this browser draws no 3-D pictures (${(error as Error).message}).`;
      $<HTMLButtonElement>("cloud-play").disabled = true;
      return;
    }
    $("cloud-play").addEventListener("click", () => this.playing ? this.pause() : this.play());
    for (const id of ["cloud-count", "cloud-spread"]) $(id).addEventListener("input", () => {
      this.stale = true;
      this.play();
    });
    let seen = false;
    new IntersectionObserver(([entry]) => {
      if (!entry.isIntersecting && this.playing) { this.pause(); this.away = true; }
      else if (entry.isIntersecting && (this.away || !seen && !still)) this.play();
      seen ||= entry.isIntersecting;
    }).observe($("cloud"));
  }

  private pause(): void {
    this.playing = this.away = false;
    $("cloud-play").textContent = "▶";
    $("cloud-play").setAttribute("aria-label", "play many bodies");
  }

  private play(): void {
    this.playing = true;
    $("cloud-play").textContent = "❚❚";
    $("cloud-play").setAttribute("aria-label", "pause many bodies");
    if (!this.marching) void this.loop();
  }

  private last = "";
  private async start(): Promise<void> {
    const { toml, method } = this.setup(), count = Number($<HTMLSelectElement>("cloud-count").value);
    const spread = 10 ** Number($<HTMLInputElement>("cloud-spread").value);
    const omega = "ensemble.angular_velocity", attitude = "ensemble.attitude";
    const settings: Record<string, unknown> = { "integrate.method": method, "ensemble.count": count };
    if (!/^\s*\[ensemble/m.test(toml)) {
      Object.assign(settings, {
        [`${attitude}.distribution`]: "normal", [`${attitude}.sigma`]: spread,
        [`${omega}.distribution`]: "normal", [`${omega}.sigma`]: spread,
      });
    }
    // What is written and looked for is that of one body.
    const text = withSection(withSection(toml, "output", ""), "event", "");
    this.last = toml + method;
    this.stale = false;
    this.engine ??= new Engine(this.module);
    this.about = await this.engine.ask("cloud", { toml: text, settings });
    this.picture!.set(this.about.count, this.about.moments);
    $("cloud-said").textContent = `${this.about.count} bodies by ${this.about.method}, ${this.about.on_lanes ? "on SIMD lanes" : "one by one, since this method is not on SIMD lanes"}; ` +
      `attitude and angular velocity differ by ${spread.toPrecision(2)}.`;
  }

  private async loop(): Promise<void> {
    this.marching = true;
    let before = performance.now(), owed = 0;
    try {
      while (this.playing) {
        const { toml, method } = this.setup();
        if (this.stale || this.last !== toml + method) await this.start();
        const now = performance.now(), { step, end } = this.about!;
        owed += Math.min((now - before) / 1000, 0.1) * this.pace() / step;
        before = now;
        const steps = Math.min(Math.max(Math.floor(owed), 0), mostSteps);
        owed = Math.min(owed - steps, 1);
        const { time, attitudes } = await this.engine!.ask("march", { steps });
        this.picture!.show(attitudes);
        $("cloud-clock").textContent = `t = ${timeText(time, end)}`;
        if (time >= end) this.stale = true;
        await new Promise(requestAnimationFrame);
      }
    } catch (error) {
      $("cloud-said").textContent = (error as Error).message;
      this.pause();
      this.stale = true;
    }
    this.marching = false;
  }
}
