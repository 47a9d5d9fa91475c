import { existsSync } from 'node:fs';
import { canonicalJson } from '../../domain/text/canonical-json.js';
import { itemKeyText } from '../../domain/episode.js';
import { attemptFilePath } from '../run/attempt-file-path.js';
import type { RunIndex } from '../run/run-index.js';
import { isMiss } from './is-miss.js';
import type { PhoneEventOf } from './phone-event.js';
import { PhoneLogDamagedError } from './phone-log-errors.js';
import { readPhoneLog } from './read-phone-log.js';

/** How the episodes of a run used their phones; sums over the attempt of each that counts. */
export interface PhoneTally {
  readonly episodes: string[];
  readonly silent: string[];
  commands: number;
  actions: number;
  observations: number;
  blind: number;
  misses: number;
  missedOnSomething: number;
  missedOnNothing: number;
  missedAgain: number;
  outside: number;
  unknownRequests: number;
  seconds: number;
  readonly unknown: Map<string, { count: number; readonly episodes: string[] }>;
}

/** Most names of unknown things counted separately; a hostile agent could ask for millions. */
const MOST_NAMES = 1_000;
const OTHERS = 'others';

/** Reads the event logs of a run's phones, one line at a time. Logs that are missing or damaged are left out. */
export async function tallyPhoneUse(
  { directory, items }: RunIndex,
  options: { readonly signal: AbortSignal },
): Promise<PhoneTally> {
  const tally: PhoneTally = {
    episodes: [],
    silent: [],
    commands: 0,
    actions: 0,
    observations: 0,
    blind: 0,
    misses: 0,
    missedOnSomething: 0,
    missedOnNothing: 0,
    missedAgain: 0,
    outside: 0,
    unknownRequests: 0,
    seconds: 0,
    unknown: new Map(),
  };
  for (const { key, attempt, end } of items.values()) {
    const file = `${attemptFilePath(directory, key, attempt)}.phone.jsonl`;
    if (!existsSync(file)) continue;
    const before = tally.commands;
    await tallyLog(tally, file, itemKeyText(key), options.signal);
    // Where its command failed, or its model or the machine was out, that is the reason, and already reported.
    if (tally.commands === before && end.fault === undefined) tally.silent.push(itemKeyText(key));
  }
  return tally;
}

async function tallyLog(
  tally: PhoneTally,
  file: string,
  episode: string,
  signal: AbortSignal,
): Promise<void> {
  tally.episodes.push(episode);
  let hasEnded = false;
  /** Misses of this episode, by what must be equal of those that are the same. */
  const missed = new Set<string>();
  let startedAt: number | null = null;
  let endedAt = 0;
  try {
    for await (const line of readPhoneLog(file, { signal })) {
      if (line.type !== 'event') continue;
      const { event } = line;
      switch (event.kind) {
        case 'command':
          tally.commands += 1;
          startedAt ??= event.wall;
          endedAt = event.wall;
          break;
        case 'done':
          endedAt = event.wall;
          break;
        case 'observe':
          tally.observations += 1;
          break;
        case 'out_of_bounds':
          tally.outside += 1;
          break;
        case 'action': {
          hasEnded ||= event.action.type === 'stop' || event.ended === true;
          if (event.action.type === 'stop') break;
          tally.actions += 1;
          if (event.observations === 0) tally.blind += 1;
          if (isMiss(event.transition)) tallyMiss(tally, event, missed);
          break;
        }
        case 'ignored':
          // Commands after the end show no gap of the phone.
          if (!hasEnded) noteUnknown(tally, event.what, episode);
          break;
        case 'unknown_command':
        case 'unknown_service':
          tally.unknownRequests += 1;
          noteUnknown(tally, event.what, episode);
          break;
        default:
      }
    }
  } catch (error) {
    // What was read so far counts; scores do not depend on the log.
    if (!(error instanceof PhoneLogDamagedError)) throw error;
  }
  if (startedAt !== null) tally.seconds += Math.max(0, endedAt - startedAt) / 1000;
}

function tallyMiss(tally: PhoneTally, event: PhoneEventOf<'action'>, missed: Set<string>): void {
  tally.misses += 1;
  if (event.offered === true) tally.missedOnSomething += 1;
  else if (event.offered === false) tally.missedOnNothing += 1;
  const what = missKey(event);
  if (missed.has(what)) tally.missedAgain += 1;
  missed.add(what);
}

/** The same for the same action in the same state; how long it took, and what the client called it, play no part. */
function missKey({ action, from }: PhoneEventOf<'action'>): string {
  const { native: _native, ...done } = action;
  return canonicalJson({ from, ...done, durationMs: null });
}

function noteUnknown({ unknown }: PhoneTally, what: string, episode: string): void {
  const name = unknown.has(what) || unknown.size < MOST_NAMES ? what : OTHERS;
  const known = unknown.get(name) ?? { count: 0, episodes: [] };
  known.count += 1;
  if (known.episodes.at(-1) !== episode) known.episodes.push(episode);
  unknown.set(name, known);
}
