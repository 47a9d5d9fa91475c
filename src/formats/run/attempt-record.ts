import type { Decision } from '../../domain/decision.js';
import type { EpisodeEnd, ItemKey } from '../../domain/episode.js';
import type { Transition } from '../../domain/trajectory.js';
import { addCosts, costOfCall, NO_COST, type ModelCost } from './model-cost.js';
import type { Failure, JournalEvent, JournalEventOf, ModelCallEvent, ScreenRecord } from './journal/event.js';

/** What the journal holds about one step so far; a step is complete with its transition. */
export interface JournalStep {
  observation: { readonly state: string | null; readonly screen: ScreenRecord } | null;
  /** Calls that led to the decision, where the record keeps them. */
  calls: ModelCallEvent[];
  /** What those calls used. */
  cost: ModelCost;
  decision: { readonly decision: Decision; readonly durationMs: number } | null;
  transition: RecordedTransition | null;
}

export interface RecordedTransition {
  readonly transition: Transition;
  readonly ended: boolean;
  readonly answer?: string;
  readonly snapshot?: Readonly<Record<string, unknown>>;
  readonly durationMs: number;
}

/** The attempt of another writer that one goes on from, and how many of its steps are that one's. */
export type TakesOver = NonNullable<JournalEventOf<'item-start'>['takesOver']>;

/** Events that are about one item. */
export type ItemEvent = Extract<
  JournalEvent,
  {
    type:
      | 'item-start'
      | 'item-resume'
      | 'observation'
      | 'model-call'
      | 'decision'
      | 'transition'
      | 'item-retry'
      | 'item-end';
  }
>;

/**
 * The newest attempt at one item, as a fold over its events. The engine keeps one while it works and gets the same one
 * back from the journal, so that continuing after a retry and after a crash are the same.
 */
export class AttemptRecord {
  readonly key: ItemKey;
  attempt = 0;
  task = '';
  maxSteps = 0;
  /** In order; all but the last are complete. */
  steps: JournalStep[] = [];
  /** Failures of the item since it last got further than any of them, over all attempts. */
  failures = 0;
  /** Most complete steps at any failure; beyond them, tries are counted anew. */
  #failedAt = 0;
  end: EpisodeEnd | null = null;
  failure: Failure | null = null;
  /** The attempt of another writer that it goes on from; null where it is all its own. */
  takesOver: TakesOver | null = null;

  /** Whether an attempt has begun and not ended. */
  #underWay = false;

  readonly #keepsCalls: boolean;

  /**
   * `attemptsBefore` is how many attempts ended before those recorded here. Without `keepCalls` only the cost of model
   * calls is held, not their texts: a thousand episodes at once would fill the memory with them.
   */
  constructor(
    key: ItemKey,
    options: { readonly attemptsBefore?: number; readonly keepCalls?: boolean } = {},
  ) {
    this.key = key;
    this.attempt = options.attemptsBefore ?? 0;
    this.#keepsCalls = options.keepCalls ?? false;
  }

  /** Most complete steps at any of those failures. */
  get failedAt(): number {
    return this.#failedAt;
  }

  get isUnderWay(): boolean {
    return this.#underWay;
  }

  /** Complete steps. */
  get completeSteps(): number {
    const last = this.steps.at(-1);
    return last === undefined || last.transition !== null ? this.steps.length : this.steps.length - 1;
  }

  /** Words of the shared random stream that this attempt has used. */
  get draws(): number {
    return this.steps.reduce((sum, step) => sum + (step.transition?.transition.draws ?? 0), 0);
  }

  /** Milliseconds of deciding and acting. */
  get durationMs(): number {
    return this.steps.reduce(
      (sum, step) => sum + (step.decision?.durationMs ?? 0) + (step.transition?.durationMs ?? 0),
      0,
    );
  }

  /** Takes the next event. Returns in words why it cannot follow those before; the record is then unchanged. */
  apply(event: ItemEvent): string | null {
    if (event.type === 'item-start') {
      if (event.attempt <= this.attempt) return `attempt ${event.attempt} begins after ${this.attempt}`;
      this.attempt = event.attempt;
      this.task = event.task;
      this.maxSteps = event.maxSteps;
      this.steps = [];
      this.end = null;
      this.failure = null;
      this.takesOver = event.takesOver ?? null;
      this.#underWay = true;
      // Asked for once more, the item has all its tries again.
      if (event.cause === 'again') this.failures = 0;
      if (event.takesOver?.failures !== undefined) {
        this.failures = event.takesOver.failures;
        this.#failedAt = event.takesOver.failedAt ?? event.takesOver.steps;
      }
      return null;
    }
    if (!this.#underWay) return 'no attempt is under way';
    if (event.attempt !== this.attempt) {
      return `it is about attempt ${event.attempt} while ${this.attempt} is under way`;
    }
    switch (event.type) {
      case 'item-retry':
        this.failures = event.failures;
        this.#failedAt = Math.max(this.#failedAt, this.completeSteps);
        return null;
      case 'item-end':
        this.end = event.end;
        this.failure = event.failure ?? null;
        this.#underWay = false;
        return null;
      case 'item-resume':
        if (event.step !== this.completeSteps) {
          return `it goes on at step ${event.step} after ${this.completeSteps} complete steps`;
        }
        if (event.redo) this.steps.length = this.completeSteps;
        else dropLostCalls(this.steps.at(-1));
        return null;
      default:
        return this.#applyToStep(event);
    }
  }

  #applyToStep(
    event: Extract<ItemEvent, { type: 'observation' | 'model-call' | 'decision' | 'transition' }>,
  ): string | null {
    const index = this.completeSteps;
    if (event.step !== index) return `it is about step ${event.step}, but ${index} steps are complete`;
    const step = this.steps[index];
    if (event.type === 'observation') {
      if (step !== undefined) return `step ${index} was observed before`;
      const observation = { state: event.state, screen: event.screen };
      this.steps.push({ observation, calls: [], cost: NO_COST, decision: null, transition: null });
      return null;
    }
    if (step === undefined) return `step ${index} was not observed`;
    switch (event.type) {
      case 'model-call':
        if (this.#keepsCalls) step.calls.push(event);
        step.cost = addCosts(step.cost, costOfCall(event));
        return null;
      case 'decision':
        if (step.decision !== null) return `step ${index} was decided before`;
        step.decision = { decision: event.decision, durationMs: event.durationMs };
        return null;
      case 'transition': {
        if (step.decision === null) return `step ${index} was not decided`;
        const { transition, ended, answer, snapshot, durationMs } = event;
        step.transition =
          answer === undefined && snapshot === undefined
            ? { transition, ended, durationMs }
            : {
                transition,
                ended,
                ...(answer === undefined ? {} : { answer }),
                ...(snapshot === undefined ? {} : { snapshot }),
                durationMs,
              };
        // Got further than any failure did: what failed has passed, and a long episode has no fewer tries than a short one.
        if (index >= this.#failedAt) this.failures = 0;
        return null;
      }
      default:
        return event satisfies never;
    }
  }
}

/** Calls of a decision that was never made are made again; they cost money, but are no part of the episode. */
function dropLostCalls(step: JournalStep | undefined): void {
  if (step === undefined || step.decision !== null) return;
  step.calls = [];
  step.cost = NO_COST;
}
