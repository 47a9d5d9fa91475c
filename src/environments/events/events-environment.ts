import { z } from 'zod';
import type { Action } from '../../domain/action.js';
import { randomStream } from '../../domain/random.js';
import type { Observation } from '../../domain/screen.js';
import type { TaskEvent } from '../../domain/task-fields/task-event.js';
import type { EventOutcome } from '../../domain/trajectory.js';
import { DatasetError } from '../../errors.js';
import { AroundEnvironment } from '../around/around-environment.js';
import type { Environment, EpisodeStart, StepOptions, StepResult } from '../environment.js';

/** Steps within which an event comes whose task names no latest one. */
const USUAL_SPAN = 5;

const StateSchema = z.object({
  taken: z.int().nonnegative(),
  before: z.record(z.string(), z.int().positive()),
});

/**
 * The step (from 1) that an event comes before in an episode: drawn evenly between its earliest and its latest by task, repeat, seed
 * and event alone.
 */
export function stepOfEvent({ id, earliest, latest }: TaskEvent, start: EpisodeStart): number {
  const last = latest ?? earliest + USUAL_SPAN - 1;
  const stream = randomStream(start.seed, start.task, start.repeat, 'event', id);
  return earliest + stream.below(last - earliest + 1);
}

/**
 * Lets unexpected events happen, each before the step that is drawn for it: the inner environment is asked to show it once the
 * step before is done, whose transition says so. Where it cannot, the event did not happen, and the transition says that.
 *
 * Which steps are drawn, and how many are done, is part of a snapshot; played again, the same is drawn.
 */
export class EventsEnvironment extends AroundEnvironment {
  readonly #events: readonly TaskEvent[];
  #before: Readonly<Record<string, number>> = {};
  #taken = 0;

  constructor(inner: Environment, events: readonly TaskEvent[]) {
    super(inner);
    this.#events = events;
  }

  override async reset(start: EpisodeStart, options: { readonly signal: AbortSignal }): Promise<Observation> {
    const observation = await super.reset(start, options);
    this.#before = Object.fromEntries(this.#events.map((event) => [event.id, stepOfEvent(event, start)]));
    this.#taken = 0;
    return observation;
  }

  override async step(action: Action, options: StepOptions): Promise<StepResult> {
    const result = await super.step(action, options);
    this.#taken += 1;
    if (result.type === 'ended') return result;
    const due = this.#events.filter(({ id }) => this.#before[id] === this.#taken + 1);
    if (due.length === 0) return result;
    const events: EventOutcome[] = [];
    for (const { id, type, shows } of due) {
      const happened = (await this.inner.interrupt?.({ ...shows, type, id }, options)) ?? false;
      events.push({ id, happened });
    }
    if (!events.some(({ happened }) => happened)) {
      return { ...result, transition: { ...result.transition, events } };
    }
    const observation = await this.observe(options);
    const detail = [
      ...(result.transition.detail === undefined ? [] : [result.transition.detail]),
      ...events.filter(({ happened }) => happened).map(({ id }) => `${id} before step ${this.#taken + 1}`),
    ].join('; ');
    const transition = { ...result.transition, next: this.inner.state, detail, events };
    return { ...result, observation, transition };
  }

  protected override ownState(): unknown {
    return { taken: this.#taken, before: this.#before };
  }

  protected override takeState(state: unknown): void {
    const read = StateSchema.safeParse(state);
    if (!read.success) throw new DatasetError('the snapshot does not hold when events come');
    this.#taken = read.data.taken;
    this.#before = read.data.before;
  }
}
