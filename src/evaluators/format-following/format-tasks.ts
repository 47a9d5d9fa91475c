import { stop, type Action, type Target } from '../../domain/action.js';
import { pathDirection, pixelPoint, type Size } from '../../domain/geometry.js';
import { randomStream, type RandomStream } from '../../domain/random.js';
import { UserError } from '../../errors.js';
import type { DialectFamily } from '../../models/dialects/define-dialect.js';
import type { Dialect } from '../../models/dialects/dialect.js';
import { requestWording } from './wording.js';

/** A task that asks for nothing but an action in its exact form. */
export interface FormatTask {
  /** Number within its seed, from 0, and the family of the form: `12-generic_call`. */
  readonly id: string;
  readonly family: string;
  readonly request: string;
  readonly wanted: string;
}

export interface FormatTaskOptions {
  /** Seeds that differ by less than 700 ask in different words. */
  readonly seed: number;
  /** 141 unless given, as many as the paper has. */
  readonly count?: number;
  /** Families of dialects in whose form actions are wanted. */
  readonly families: readonly DialectFamily[];
}

/** Tasks of the published set, which was not released. */
const PUBLISHED_COUNT = 141;
/** Wordings set aside for each seed. */
const BLOCK = 1 << 10;

/** What is tapped, held and typed into. */
const ELEMENTS = ['the search icon', 'the Save button', 'the menu', 'the second entry', 'the name field'];
/** Contents that tempt a reply to change them: brackets, quotes, white space, other scripts, verbs of the grammar. */
const CONTENTS = [
  'hello world',
  'Buy milk, eggs & bread!',
  '[draft] agenda',
  'a]b[c',
  'call me at +1 (555) 010-9999?',
  "it's 5 o'clock",
  'say "yes"',
  '100% done; 50/50',
  '明天 9 点开会',
  'naïve café',
  'press [back]',
  'click [3]',
  'line one / line two',
  '#tag @someone',
  'C:\\temp\\notes',
  '{"key": 1}',
  'UPPER lower MiXeD',
  'two  blanks',
];
const SCREEN: Size = { width: 768, height: 1280 };

type Draw = (random: RandomStream) => Action;

/** Every kind of action that some grammar can express. */
const KINDS: readonly Draw[] = [
  (random) => ({ type: 'tap', target: place(random) }),
  (random) => ({ type: 'type', target: place(random), text: content(random), clear: true }),
  (random) => swipe(random, 0, -1),
  () => ({ type: 'key', key: 'BACK' }),
  (random) => ({ type: 'long_press', target: place(random) }),
  () => ({ type: 'key', key: 'ENTER' }),
  (random) => swipe(random, 0, 1),
  (random) => ({ type: 'type', target: place(random), text: content(random), clear: true }),
  () => stop(),
  (random) => ({ type: 'tap', target: place(random) }),
  (random) => swipe(random, -1, 0),
  () => ({ type: 'key', key: 'HOME' }),
  (random) => ({ type: 'type', text: content(random) }),
  () => ({ type: 'wait' }),
  (random) => swipe(random, 1, 0),
  () => ({ type: 'restart_app' }),
  (random) => ({ type: 'open_app', app: pick(random, ['Clock', 'Notes', 'Maps', 'Mail']) }),
];

/**
 * Tasks that ask for an action in its exact form and for nothing else, over all actions that the families can express.
 * Equal options give equal tasks.
 *
 * Source: SPHINX paper, focused context. The published tasks were not released; these are re-created.
 *
 * @throws {UserError} for a family that there is not
 */
export function formatTasks({ seed, count = PUBLISHED_COUNT, families }: FormatTaskOptions): FormatTask[] {
  const dialects = families.map((family) => family.create());
  const perRound = dialects.length;
  return Array.from({ length: count }, (_, index) => {
    const dialect = dialects[index % perRound];
    if (dialect === undefined) throw new UserError('no dialect is named whose form could be asked for');
    const random = randomStream(seed, 'format-task', index);
    const wanted = drawCall(dialect, Math.floor(index / perRound), random);
    const request = requestWording(seed * BLOCK + index, wanted);
    return { id: `${index}-${dialect.family}`, family: dialect.family, request, wanted };
  });
}

/** An action of the kind whose turn it is, or of the next kind that the grammar can express. */
function drawCall(dialect: Dialect, turn: number, random: RandomStream): string {
  for (let offset = 0; offset < KINDS.length; offset += 1) {
    const draw = KINDS[(turn + offset) % KINDS.length];
    const call =
      draw === undefined ? null : dialect.printCall(draw(random), { screen: SCREEN, sent: SCREEN });
    if (call !== null && call !== '') return call;
  }
  throw new UserError(`the dialect ${dialect.family} writes no action in one line`);
}

function place(random: RandomStream): Target {
  return {
    type: 'point',
    point: pixelPoint(random.below(SCREEN.width), random.below(SCREEN.height)),
    element: random.below(150),
    description: pick(random, ELEMENTS),
  };
}

/** A straight path of the finger, right (or down) where the step is positive. */
function swipe(random: RandomStream, dx: number, dy: number): Action {
  const [x, y] = [284 + random.below(200), 500 + random.below(280)];
  const length = 100 + random.below(150);
  const to = [x + dx * length, y + dy * length] as const;
  return {
    type: 'swipe',
    direction: pathDirection([x, y], to),
    target: { ...place(random) },
    from: pixelPoint(x, y),
    to: pixelPoint(...to),
    distance: 'medium',
  };
}

function content(random: RandomStream): string {
  return pick(random, CONTENTS);
}

function pick<T>(random: RandomStream, choices: readonly [T, ...T[]] | readonly T[]): T {
  const chosen = choices[random.below(choices.length)];
  if (chosen === undefined) throw new RangeError('there is nothing to choose from');
  return chosen;
}
