import { z } from 'zod';
import type { Action } from '../../domain/action.js';
import type { LiveFront } from '../../domain/live/live-front.js';
import type { Observation, Screen } from '../../domain/screen.js';
import { BugError, DatasetError } from '../../errors.js';
import type {
  Environment,
  EnvironmentCapabilities,
  EnvironmentSnapshot,
  EpisodeStart,
  StepOptions,
  StepResult,
} from '../environment.js';

interface Options {
  readonly signal: AbortSignal;
}

const SnapshotSchema = z.object({
  around: z.string(),
  own: z.unknown(),
  inner: z.record(z.string(), z.unknown()),
});

/**
 * An environment around another one, which it passes everything on to. What lies around changes how an action or an
 * observation goes through, and knows nothing of the phone. What only some environments have is there exactly where the inner
 * one has it.
 */
export class AroundEnvironment implements Environment {
  protected readonly inner: Environment;
  readonly recorded?: NonNullable<Environment['recorded']>;
  readonly hasTransition?: NonNullable<Environment['hasTransition']>;
  readonly snapshot?: NonNullable<Environment['snapshot']>;
  readonly restore?: NonNullable<Environment['restore']>;
  readonly interrupt?: NonNullable<Environment['interrupt']>;

  constructor(inner: Environment) {
    this.inner = inner;
    // Called as methods, so that they keep their `this`.
    if (inner.recorded !== undefined) this.recorded = () => need(inner.recorded?.());
    if (inner.hasTransition !== undefined) {
      this.hasTransition = (action) => inner.hasTransition?.(action) ?? false;
    }
    if (inner.snapshot !== undefined) this.snapshot = () => this.#snapshot(need(inner.snapshot?.()));
    if (inner.restore !== undefined) {
      this.restore = (given, options) =>
        this.#restore(given, async (own) => need(await inner.restore?.(own, options)));
    }
    if (inner.interrupt !== undefined) {
      this.interrupt = async (event, options) => (await inner.interrupt?.(event, options)) ?? false;
    }
  }

  get capabilities(): EnvironmentCapabilities {
    return this.inner.capabilities;
  }

  get state(): string | null {
    return this.inner.state;
  }

  get lastScreen(): Screen | null {
    return this.inner.lastScreen ?? null;
  }

  get live(): LiveFront | undefined {
    return this.inner.live;
  }

  async reset(start: EpisodeStart, options: Options): Promise<Observation> {
    return this.shown(await this.inner.reset(start, options));
  }

  async observe(options: Options): Promise<Observation> {
    return this.shown(await this.inner.observe(options));
  }

  async step(action: Action, options: StepOptions): Promise<StepResult> {
    const result = await this.inner.step(action, options);
    return result.type === 'ended' ? result : { ...result, observation: this.shown(result.observation) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.inner[Symbol.asyncDispose]();
  }

  /** What is shown of an observation of the inner environment; called for each of them. */
  protected shown(observation: Observation): Observation {
    return observation;
  }

  /** What a snapshot keeps of its own state, plain JSON; null where it has none. */
  protected ownState(): unknown {
    return null;
  }

  /** Takes its own state out of a snapshot. @throws {DatasetError} when it does not fit */
  protected takeState(_state: unknown): void {
    // It has none.
  }

  #snapshot(inner: EnvironmentSnapshot): EnvironmentSnapshot {
    return { around: this.constructor.name, own: this.ownState(), inner };
  }

  async #restore(
    snapshot: EnvironmentSnapshot,
    restore: (inner: EnvironmentSnapshot) => Promise<Observation>,
  ): Promise<Observation> {
    const read = SnapshotSchema.safeParse(snapshot);
    if (!read.success || read.data.around !== this.constructor.name) {
      throw new DatasetError('the snapshot is of an environment with other things laid around it', {
        hint: 'Resume with the settings the run was started with.',
      });
    }
    const observation = await restore(read.data.inner);
    this.takeState(read.data.own);
    return this.shown(observation);
  }
}

/** What an optional member gave that was there. */
function need<T>(value: T | undefined): T {
  if (value === undefined) throw new BugError('An environment lost one of its members');
  return value;
}
