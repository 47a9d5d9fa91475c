import type { Action } from '../../domain/action.js';
import type { LiveFront, LiveLook } from '../../domain/live/live-front.js';
import type { Observation } from '../../domain/screen.js';
import type { Environment, EpisodeStart } from '../../environments/environment.js';
import { present } from '../live/present-screen.js';
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
      /** The phone it is of, or what says so once its first screen is there. */
      readonly profile: PhoneProfile | ((observation: Observation) => Promise<PhoneProfile>);
      readonly start: EpisodeStart;
      readonly signal: AbortSignal;
    },
  ): Promise<EnvironmentWorld> {
    const { start, signal } = options;
    const observation = await environment.reset(start, { signal });
    const { profile: given } = options;
    const profile = typeof given === 'function' ? await given(observation) : given;
    return new EnvironmentWorld(environment, profile, observation, signal);
  }

  get observation(): Observation {
    return this.#observation;
  }

  get state(): string | null {
    return this.#environment.state;
  }

  get live(): LiveFront | undefined {
    return this.#environment.live;
  }

  async look(what: LiveLook): Promise<Observation> {
    const { looked, known } = await present(this.live, this.#observation, what, this.#signal);
    this.#observation = known;
    return looked;
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
