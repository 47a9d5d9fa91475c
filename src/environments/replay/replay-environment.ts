import type { Action } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';
import type { RecordedHistory } from '../../domain/recordings/recorded-history.js';
import type { Observation } from '../../domain/screen.js';
import { DatasetError, UserError } from '../../errors.js';
import type { Environment, EnvironmentCapabilities, EpisodeStart, StepResult } from '../environment.js';

/** One step of a recorded episode, as a stepwise protocol shows it. */
export interface ReplayStep {
  readonly observation: Observation;
  /** The recorded decision; shown to later steps where history is the recorded one. */
  readonly recorded: Decision;
}

export interface ReplayEnvironmentOptions {
  /** Item that the recording is of. */
  readonly task: string;
  /** At least one. */
  readonly steps: readonly ReplayStep[];
  /** What later steps are shown. */
  readonly history: RecordedHistory;
  readonly capabilities: Pick<EnvironmentCapabilities, 'pictures' | 'hierarchy' | 'activity'>;
}

/** A replay was asked to act before it was reset, or after its end. */
export class NoReplayError extends UserError {
  override readonly code = 'NO_REPLAY';
}

/**
 * A recorded episode shown screen by screen, independent of the agent's actions: the stepwise protocol of datasets that
 * have no phone. The state is the index of the step.
 */
export class ReplayEnvironment implements Environment {
  readonly #options: ReplayEnvironmentOptions;
  #index: number | null = null;

  constructor(options: ReplayEnvironmentOptions) {
    this.#options = options;
  }

  get capabilities(): EnvironmentCapabilities {
    return { ...this.#options.capabilities, snapshot: false, deterministic: true, stable: true };
  }

  get state(): string | null {
    return this.#index === null ? null : String(this.#index);
  }

  async reset(start: EpisodeStart, options: { signal: AbortSignal }): Promise<Observation> {
    options.signal.throwIfAborted();
    const { task } = this.#options;
    if (start.task !== task) throw new DatasetError(`the recording is of ${task}, not of ${start.task}`);
    this.#index = 0;
    return this.#current().observation;
  }

  async observe(options: { signal: AbortSignal }): Promise<Observation> {
    options.signal.throwIfAborted();
    return this.#current().observation;
  }

  async step(_action: Action, options: { signal: AbortSignal }): Promise<StepResult> {
    options.signal.throwIfAborted();
    const { recorded } = this.#current();
    const next = (this.#index ?? 0) + 1;
    const following = this.#options.steps[next];
    if (following === undefined) {
      this.#index = null;
      return { type: 'ended', transition: { rule: 'recording_end', next: null } };
    }
    this.#index = next;
    return {
      type: 'observed',
      observation: following.observation,
      transition: { rule: 'recorded', next: String(next) },
      ...teacherForcedBy(this.#options.history, recorded),
    };
  }

  recorded(): Decision {
    return this.#current().recorded;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#index = null;
  }

  #current(): ReplayStep {
    const step = this.#index === null ? undefined : this.#options.steps[this.#index];
    if (step !== undefined) return step;
    throw new NoReplayError('there is no recorded step to look at', { hint: 'Call reset first.' });
  }
}

function teacherForcedBy(
  history: RecordedHistory,
  recorded: Decision,
): { readonly teacherForced?: Decision | null } {
  if (history === 'own') return {};
  return { teacherForced: history === 'recorded' ? recorded : null };
}
