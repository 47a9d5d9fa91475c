import type { ItemKey } from '../../domain/episode.js';
import type { JournalEventOf, JournalEventType } from './journal/event.js';
import type { FileRange } from './journal/read-lines.js';
import { readJournal } from './run-folder.js';

/** An event of one step of an attempt. */
export type StepEvent = JournalEventOf<'observation' | 'model-call' | 'decision' | 'transition'>;

const TYPES = [
  'item-resume',
  'observation',
  'model-call',
  'decision',
  'transition',
] as const satisfies readonly JournalEventType[];

/**
 * What a journal holds of an attempt before a step: the events of the steps before it, and what was to be seen at it. Events
 * that a resumed attempt made void are not among them.
 *
 * @param options.before the step, from 0
 * @param options.range lines of the attempt; the whole journal unless given
 * @throws {NotARunError | RunVersionError | JournalDamagedError}
 */
export async function readFirstSteps(
  file: string,
  { item, repeat, attempt }: ItemKey & { readonly attempt: number },
  options: { readonly before: number; readonly range?: FileRange; readonly signal?: AbortSignal },
): Promise<readonly StepEvent[]> {
  const { before, ...reading } = options;
  const steps: StepEvent[][] = [];
  const events = readJournal(file, { ...reading, types: TYPES, wantsItem: (one) => one === item });
  for await (const { event } of events) {
    if (event.item !== item || event.repeat !== repeat || event.attempt !== attempt) continue;
    if (event.type === 'item-resume') {
      steps.length = Math.min(steps.length, event.redo ? event.step : event.step + 1);
      const open = steps[event.step];
      // The calls of a decision that was never made were made again.
      if (open !== undefined && open.every(({ type }) => type !== 'decision')) {
        steps[event.step] = open.filter(({ type }) => type !== 'model-call');
      }
      continue;
    }
    (steps[event.step] ??= []).push(event);
    if (event.type === 'transition' && event.step >= before) break;
  }
  const seen = steps[before]?.filter(({ type }) => type === 'observation') ?? [];
  return [...steps.slice(0, before).flat(), ...seen];
}
