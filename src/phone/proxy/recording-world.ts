import type { Action } from '../../domain/action.js';
import type { Observation } from '../../domain/screen.js';
import type { ActionOrigin, Performed, PhoneProfile, PhoneWorld } from '../phone-world.js';
import type { Capture } from './camera.js';

/**
 * Called for an action; resolves with the screen after it, null where that is not known before its command has ended.
 */
export type ActionWitness = (action: Action, origin: ActionOrigin) => Promise<string | null>;

/**
 * The world behind the shadow of a real phone: shows what was captured last, and carries nothing out, since the real phone
 * does that.
 */
export class RecordingWorld implements PhoneWorld {
  readonly profile: PhoneProfile;
  readonly #witness: ActionWitness;
  #observation: Observation;
  #hasSeen = false;

  constructor(profile: PhoneProfile, witness: ActionWitness) {
    this.profile = profile;
    this.#witness = witness;
    this.#observation = {
      screen: { id: 'unseen-0', size: profile.size, activity: null, picture: null, hierarchy: null },
    };
  }

  get observation(): Observation {
    return this.#observation;
  }

  get state(): string | null {
    return this.#hasSeen ? this.#observation.screen.id : null;
  }

  show({ screen }: Capture): void {
    this.#observation = { screen };
    this.#hasSeen = true;
  }

  /** A real phone may react to any key. Two taps stay two: nobody knows how the app reads them. */
  hasTransition(action: Action): boolean {
    return action.type === 'key';
  }

  async perform(action: Action, origin: ActionOrigin): Promise<Performed> {
    const from = this.state;
    const to = await this.#witness(action, origin);
    return { type: 'acted', transition: null, from, to };
  }
}
