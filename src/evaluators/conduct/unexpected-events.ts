import type { Score } from '../../domain/score.js';
import type { EventType } from '../../domain/task-fields/task-event.js';
import type { Task } from '../../domain/task.js';
import type { Trajectory } from '../../domain/trajectory.js';

/** An unexpected event of a task that happened. */
export interface HappenedEvent {
  readonly id: string;
  readonly type: EventType;
  readonly tags: readonly string[];
  /** Step (from 0) that it came before. */
  readonly step: number;
}

/** The task's events that the environment let happen, in order. */
export function happenedEvents({ events = [] }: Task, { steps }: Trajectory): readonly HappenedEvent[] {
  const known = new Map(events.map((event) => [event.id, event]));
  return steps.flatMap(({ transition }, index) =>
    (transition?.events ?? []).flatMap(({ id, happened }): HappenedEvent[] => {
      const event = known.get(id);
      if (event === undefined || !happened) return [];
      return [{ id, type: event.type, tags: event.tags, step: index + 1 }];
    }),
  );
}

/**
 * Success under unexpected events: the task's own success, where one happened. It decides nothing of the task; it is there to
 * be tabled apart. Null for tasks without events.
 *
 * Source: AndroidLens, anomalies.
 */
export function eventsScore(task: Task, trajectory: Trajectory, success: boolean | null): Score | null {
  const { events = [] } = task;
  if (events.length === 0) return null;
  const happened = happenedEvents(task, trajectory);
  const asked = new Set(
    trajectory.steps.flatMap(({ transition }) => (transition?.events ?? []).map(({ id }) => id)),
  );
  if (happened.length === 0) {
    const why =
      asked.size > 0 ? 'the environment cannot show any' : 'no step was reached that one comes before';
    return { status: 'not_applicable', reason: `no unexpected event happened: ${why}` };
  }
  if (success === null) return { status: 'unknown', reason: 'whether the task is done is not known' };
  const named = happened.map(({ id, step }) => `${id} before step ${step + 1}`).join(', ');
  return {
    status: 'scored',
    value: success ? 1 : 0,
    explanation: `${named}; the task is ${success ? '' : 'not '}done`,
    steps: [...new Set(happened.map(({ step }) => step))],
    details: { events: happened },
  };
}
