import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EpisodeEnd } from '../../domain/episode.js';
import { encodeLine } from '../../formats/run/journal/event-line.js';
import type { JournalEvent, JournalEventOf } from '../../formats/run/journal/event.js';
import { runStartEvent } from './run-events.js';

/** Seconds after the run began, as the journal writes times. */
export function atSecond(second: number): string {
  return new Date(Date.parse(runStartEvent().at) + second * 1000).toISOString();
}

/** The task that the items of a written journal have. */
export function taskEvent(id: string): JournalEventOf<'task'> {
  const instructions = { en: `Do ${id}` };
  return {
    type: 'task',
    at: atSecond(0),
    task: { id, instructions, apps: [], tags: [], milestones: [], evaluators: [] },
  };
}

export interface WrittenAttempt {
  readonly item: string;
  readonly repeat?: number;
  readonly attempt?: number;
  readonly cause?: JournalEventOf<'item-start'>['cause'];
  /** Rules of its steps, in order. */
  readonly steps?: readonly string[];
  /** Seconds after the run began. */
  readonly from?: number;
  readonly to?: number;
  /** Left open when null. */
  readonly end?: EpisodeEnd | null;
  readonly failure?: JournalEventOf<'item-end'>['failure'];
}

/** Events of an attempt from its start to its end. */
export function attemptEvents(written: WrittenAttempt): JournalEvent[] {
  const {
    item,
    repeat = 0,
    attempt = 1,
    cause = 'plan',
    steps = ['climb'],
    from = 1,
    to = from + 1,
  } = written;
  const of = { item, repeat, attempt };
  const { end = { reason: 'agent_stop' }, failure } = written;
  const at = atSecond(from);
  const events: JournalEvent[] = [{ type: 'item-start', at, ...of, task: item, cause, maxSteps: 9 }];
  for (const [step, rule] of steps.entries()) {
    const screen = {
      id: `screen-${step}`,
      size: { width: 100, height: 200 },
      activity: null,
      picture: null,
      hierarchy: null,
    };
    const action = { type: 'key', key: 'NEXT' } as const;
    events.push(
      { type: 'observation', at, ...of, step, state: `state-${step}`, screen },
      { type: 'decision', at, ...of, step, decision: { type: 'action', action }, durationMs: 1 },
      { type: 'transition', at, ...of, step, transition: { rule, next: null }, ended: false, durationMs: 2 },
    );
  }
  if (end !== null) {
    events.push({
      type: 'item-end',
      at: atSecond(to),
      ...of,
      end,
      steps: steps.length,
      durationMs: steps.length * 3,
      ...(failure === undefined ? {} : { failure }),
    });
  }
  return events;
}

/** Writes the journal of a writer into a run's folder; its first event is that of a fake run. */
export async function writeJournal(
  directory: string,
  events: readonly JournalEvent[],
  start: Partial<JournalEventOf<'run-start'>> = {},
): Promise<string> {
  const first = { ...runStartEvent(), ...start };
  const file = join(directory, `journal-${first.writer}.jsonl`);
  const lines = [first, ...events].map((event, sequence) => encodeLine(event, sequence));
  await writeFile(file, lines.join(''));
  return file;
}
