import type { Action } from '../../../src/domain/action.js';
import type { Fault } from '../../../src/errors.js';
import { randomStream, type RandomStream } from '../../../src/domain/random.js';
import { actionsOf, type Errand, type Script } from './errands.js';

/** What is broken in an episode, one thing at a time. */
export const FAULT_KINDS = [
  'unplugged',
  'server-restarted',
  'rebooted',
  'hanging',
  'screenshot-corrupt',
  'dump-never-idle',
  'anr',
  'keyguard-secure',
  'input-denied',
  'keyboard-deaf',
  'agent-crash',
  'model-outage',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/**
 * When it happens: while the task is set up, before the action of a step is sent, at the first picture after it, or when
 * the agent has said that it is done.
 */
type Moment = 'setup' | 'action' | 'look' | 'end';

export interface PlannedFault {
  readonly kind: FaultKind;
  readonly moment: Moment;
  /** From 0. */
  readonly step: number;
  /** It spoils one answer and is gone; else it stays until the episode is over, and mostly until the phone is given back. */
  readonly isOnce: boolean;
}

/** What an episode has to come to, known before it begins. */
export type Expected =
  | { readonly type: 'scored'; readonly success: boolean }
  | {
      readonly type: 'owned';
      readonly owner: Fault;
      /** Classes of which the message names one; none for failures that are not a device's. */
      readonly classes: readonly string[];
    };

export interface PlannedEpisode {
  readonly id: string;
  readonly script: Script;
  /** Null for an episode that nothing happens to. */
  readonly fault: PlannedFault | null;
  readonly expected: Expected;
}

/** Episodes with faults and without, shuffled; equal seeds give equal plans. */
export function planEpisodes(seed: string, ofEachKind: number, unhurt: number): readonly PlannedEpisode[] {
  const random = randomStream(seed, 'episodes');
  const kinds: (FaultKind | null)[] = [
    ...FAULT_KINDS.flatMap((kind) => Array.from({ length: ofEachKind }, () => kind)),
    ...Array.from({ length: unhurt }, () => null),
  ];
  shuffle(kinds, random);
  return kinds.map((kind, index) => {
    const script = drawScript(kind, random);
    const fault = kind === null ? null : drawFault(kind, script, random);
    const id = `episode-${String(index + 1).padStart(4, '0')}`;
    return { id, script, fault, expected: expectedOf(script, fault) };
  });
}

function shuffle(list: (FaultKind | null)[], random: RandomStream): void {
  for (let index = list.length - 1; index > 0; index -= 1) {
    const other = random.below(index + 1);
    [list[index], list[other]] = [list[other] ?? null, list[index] ?? null];
  }
}

function drawScript(kind: FaultKind | null, random: RandomStream): Script {
  const errands: readonly Errand[] =
    kind === 'keyboard-deaf' ? ['note', 'note-beyond-ascii'] : ['order', 'note', 'note-beyond-ascii'];
  const errand = errands[random.below(errands.length)] ?? 'order';
  return { errand, detours: random.below(2), solves: random.below(3) > 0 };
}

/** Which moments a kind has. What hangs or is not in front is waited for at length there: those are few. */
const MOMENTS: Readonly<Record<FaultKind, readonly Moment[]>> = {
  unplugged: ['action', 'look', 'end'],
  'server-restarted': ['action', 'look', 'end'],
  rebooted: ['setup', 'action', 'look', 'end'],
  hanging: ['action'],
  'screenshot-corrupt': ['setup', 'action', 'look', 'end'],
  'dump-never-idle': ['setup', 'action', 'look', 'end'],
  anr: ['action', 'look', 'end'],
  'keyguard-secure': ['setup', 'action', 'look', 'action', 'look', 'end'],
  'input-denied': ['setup', 'action', 'look', 'end'],
  'keyboard-deaf': ['setup', 'action', 'look'],
  'agent-crash': ['action'],
  'model-outage': ['action'],
};

/** Kinds that may pass by themselves, so that looking again helps. */
const MAY_PASS: ReadonlySet<FaultKind> = new Set(['screenshot-corrupt', 'dump-never-idle', 'anr']);

function drawFault(kind: FaultKind, script: Script, random: RandomStream): PlannedFault {
  const moments = MOMENTS[kind];
  const moment = moments[random.below(moments.length)] ?? 'action';
  const steps = actionsOf(script).length;
  const isSpoken = kind === 'agent-crash' || kind === 'model-outage';
  // The last step says that the agent is done: the phone is not touched in it.
  const step = moment === 'end' ? steps - 1 : random.below(isSpoken ? steps : steps - 1);
  if (kind === 'hanging') return { kind, moment, step: notTyping(actionsOf(script), step), isOnce: false };
  const isOnce = MAY_PASS.has(kind) && random.below(3) === 0;
  return { kind, moment, step, isOnce };
}

/** Typing looks at the field first, for as long as three hierarchies may take: the step before it does instead. */
function notTyping(actions: readonly Action[], step: number): number {
  return actions[step]?.type === 'type' ? step - 1 : step;
}

const LOST = ['connection-closed', 'device-not-found', 'device-offline'];

/** What comes of an episode, from its script and its fault alone. */
export function expectedOf(script: Script, fault: PlannedFault | null): Expected {
  const same: Expected = { type: 'scored', success: script.solves };
  if (fault === null) return same;
  const owned = (owner: Fault, ...classes: string[]): Expected => ({ type: 'owned', owner, classes });
  const { kind, moment, step, isOnce } = fault;
  // A phone that nobody looks at any more spoils nothing, and one that has recovered was only asked again.
  if (moment === 'end' || isOnce) return same;
  const actions = actionsOf(script);
  const left = moment === 'setup' ? actions : actions.slice(moment === 'action' ? step : step + 1);
  switch (kind) {
    case 'unplugged':
    case 'server-restarted':
      // Looking is done again once the phone is back; an action may have happened. Typing begins with a look at the field.
      if (moment === 'look' || actions[step]?.type === 'type') return same;
      return owned('environment', ...LOST);
    case 'rebooted':
      return owned('environment', 'device-identity-changed');
    case 'hanging':
      return owned('environment', 'timeout');
    case 'screenshot-corrupt':
      return owned('environment', 'screenshot-corrupt');
    case 'dump-never-idle':
      // The rules look at the last screen, of which nothing is known: nobody's failure but the phone's.
      return owned('environment', 'no UI hierarchy');
    case 'anr':
      return owned('environment', 'blocked-by-system-dialog');
    case 'keyguard-secure':
      return owned('user', 'keyguard-showing');
    case 'input-denied':
      return left.some(usesInput) ? owned('user', 'input-denied') : same;
    case 'keyboard-deaf':
      // What keys can type is typed with keys.
      return script.errand === 'note-beyond-ascii' && left.some(({ type }) => type === 'type')
        ? owned('user', 'keyboard-not-receiving')
        : same;
    case 'agent-crash':
      return owned('agent');
    case 'model-outage':
      return owned('model');
    default:
      return kind satisfies never;
  }
}

/** Whether an action goes through `input`; text goes through the keyboard. */
function usesInput({ type }: Action): boolean {
  return type === 'tap' || type === 'key';
}
