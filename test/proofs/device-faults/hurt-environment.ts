import type { Action } from '../../../src/domain/action.js';
import type {
  Environment,
  EnvironmentCapabilities,
  EpisodeStart,
  StepResult,
} from '../../../src/environments/environment.js';
import type { Observation, Screen } from '../../../src/domain/screen.js';
import type { FaultyPhone } from './faulty-phone.js';
import type { PlannedFault } from './fault-plan.js';

/** Faults that would make the driver wait for each change it takes back: they end with the episode. */
const ENDS_WITH_EPISODE: ReadonlySet<PlannedFault['kind']> = new Set(['hanging']);

/** The driver's environment, with the episode's fault done to the phone when its moment has come. */
export class HurtEnvironment implements Environment {
  readonly #inner: Environment;
  readonly #fault: PlannedFault | null;
  /** The phone that the episode is on; null before it is set up. */
  readonly #phone: () => FaultyPhone | null;
  #step = 0;

  constructor(inner: Environment, fault: PlannedFault | null, phone: () => FaultyPhone | null) {
    this.#inner = inner;
    this.#fault = fault;
    this.#phone = phone;
  }

  get capabilities(): EnvironmentCapabilities {
    return this.#inner.capabilities;
  }

  get state(): string | null {
    return this.#inner.state;
  }

  get lastScreen(): Screen | null {
    return this.#inner.lastScreen ?? null;
  }

  async reset(start: EpisodeStart, options: { signal: AbortSignal }): Promise<Observation> {
    return await this.#inner.reset(start, options);
  }

  async observe(options: { signal: AbortSignal }): Promise<Observation> {
    return await this.#inner.observe(options);
  }

  async step(action: Action, options: { signal: AbortSignal }): Promise<StepResult> {
    const fault = this.#fault;
    const phone = this.#phone();
    if (fault !== null && phone !== null && fault.step === this.#step) {
      if (fault.moment === 'look') phone.hurtAtNextLook(fault);
      else if (fault.moment !== 'setup') await phone.hurt(fault);
    }
    this.#step += 1;
    return await this.#inner.step(action, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const phone = this.#phone();
    const endsNow = this.#fault !== null && ENDS_WITH_EPISODE.has(this.#fault.kind);
    if (endsNow) phone?.heal();
    try {
      await this.#inner[Symbol.asyncDispose]();
    } finally {
      phone?.heal();
    }
  }
}
