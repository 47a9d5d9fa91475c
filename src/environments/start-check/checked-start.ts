import type { Observation } from '../../domain/screen.js';
import { TouchstoneError } from '../../errors.js';
import { AroundEnvironment } from '../around/around-environment.js';
import type { Environment, EpisodeStart } from '../environment.js';

/** The phone is not in the state that the task begins in. */
export class StartStateError extends TouchstoneError {
  readonly code = 'START_STATE';
  readonly fault = 'environment';
  override readonly retryable: boolean;

  constructor(message: string, options: { readonly retryable: boolean }) {
    super(message, {
      hint: 'Repair what resets the apps before the task, or the preconditions of the task.',
    });
    this.retryable = options.retryable;
  }
}

/** Why the start screen is not the task's, with what is seen of it; null where it is. */
export type StartCheck = (
  seen: Observation,
  state: string | null,
  options: { readonly signal: AbortSignal },
) => Promise<string | null>;

/** Looks at the start screen before anybody else does. @throws {StartStateError} from `reset`, where it does not fit */
export class CheckedStartEnvironment extends AroundEnvironment {
  readonly #check: StartCheck;

  constructor(inner: Environment, check: StartCheck) {
    super(inner);
    this.#check = check;
  }

  override async reset(start: EpisodeStart, options: { readonly signal: AbortSignal }): Promise<Observation> {
    const observation = await super.reset(start, options);
    const wrong = await this.#check(observation, this.inner.state, options);
    if (wrong === null) return observation;
    // Where the same start is the same screen, looking again is of no use.
    throw new StartStateError(wrong, { retryable: !this.inner.capabilities.deterministic });
  }
}
