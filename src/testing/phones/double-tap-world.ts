import type { Action } from '../../domain/action.js';
import type { Observation } from '../../domain/screen.js';
import type { ActionOrigin, Performed, PhoneProfile, PhoneWorld } from '../../phone/phone-world.js';

/** A world whose screens respond to double taps in their upper half, independent of the world behind it. */
export class DoubleTapWorld implements PhoneWorld {
  readonly #world: PhoneWorld;

  constructor(world: PhoneWorld) {
    this.#world = world;
  }

  get profile(): PhoneProfile {
    return this.#world.profile;
  }

  get observation(): Observation {
    return this.#world.observation;
  }

  get state(): string | null {
    return this.#world.state;
  }

  hasTransition(action: Action): boolean {
    if (action.type === 'tap' && action.count === 2 && action.target.type === 'point') {
      return action.target.point.y < this.profile.size.height / 2;
    }
    return this.#world.hasTransition(action);
  }

  perform(action: Action, origin: ActionOrigin): Promise<Performed> {
    return this.#world.perform(action, origin);
  }
}
