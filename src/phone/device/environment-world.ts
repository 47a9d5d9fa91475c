import type { Action } from '../../domain/action.js';
import type { Observation } from '../../domain/screen.js';
import type { Environment, EpisodeStart } from '../../environments/environment.js';
import type { ActionOrigin, Performed, PhoneProfile, PhoneWorld } from '../phone-world.js';

/**
 * A phone's world that is an environment and nothing else: no engine, no steps recorded but in the phone's own log. Opened
 * at the start of an episode; whoever opened the environment disposes of it.
 */
export class EnvironmentWorld implements PhoneWorld {
  readonly profile: PhoneProfile;
  readonly #environment: Environment;
  readonly #signal: AbortSignal;
  #observation: Observation;
  #hasEnded = false;

  private constructor(
    environment: Environment,
    profile: PhoneProfile,
    observation: Observation,
    signal: AbortSignal,
  ) {
    this.#environment = environment;
    this.profile = profile;
    this.#observation = observation;
    this.#signal = signal;
  }

  /** @throws {DatasetError} when the environment does not know the episode */
  static async start(
    environment: Environment,
    options: {
      readonly profile: PhoneProfile;
      readonly start: EpisodeStart;
      readonly signal: AbortSignal;
    },
  ): Promise<EnvironmentWorld> {
    const { start, signal } = options;
    const observation = await environment.reset(start, { signal });
    return new EnvironmentWorld(environment, options.profile, observation, signal);
  }

  get observation(): Observation {
    return this.#observation;
  }

  get state(): string | null {
    return this.#environment.state;
  }

  hasTransition(action: Action): boolean {
    return !this.#hasEnded && (this.#environment.hasTransition?.(action) ?? false);
  }

  async perform(action: Action, _origin: ActionOrigin): Promise<Performed> {
    const from = this.state;
    if (this.#hasEnded) return { type: 'ended', transition: null, from, to: from };
    const result = await this.#environment.step(action, { signal: this.#signal });
    const { transition } = result;
    if (result.type === 'ended') {
      this.#hasEnded = true;
      return { type: 'ended', transition, from, to: null };
    }
    this.#observation = result.observation;
    return { type: 'acted', transition, from, to: this.state };
  }
}
