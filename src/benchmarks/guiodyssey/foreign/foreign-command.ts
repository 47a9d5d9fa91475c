import { PYTHON_SPACE, pythonStrip } from '../../../domain/hierarchy/python-strip.js';

const NAMES = [
  'CLICK',
  'LONG_PRESS',
  'SCROLL',
  'TYPE',
  'PRESS_HOME',
  'PRESS_BACK',
  'PRESS_RECENT',
  'COMPLETE',
  'IMPOSSIBLE',
] as const;
export type OdysseyName = (typeof NAMES)[number];

/** A command taken apart for another project: unlike in the authors' evaluator, the text is not cut at a second colon. */
export interface ForeignCommand {
  readonly name: OdysseyName;
  /** What follows the first colon, stripped; empty without one. */
  readonly tail: string;
}

/** Null for what is no text or begins with no name of a command. */
export function foreignCommand(command: unknown): ForeignCommand | null {
  if (typeof command !== 'string') return null;
  const colon = command.indexOf(':');
  const head = pythonStrip(colon < 0 ? command : command.slice(0, colon));
  const name = NAMES.find((known) => known === head);
  return name === undefined ? null : { name, tail: colon < 0 ? '' : pythonStrip(command.slice(colon + 1)) };
}

export function isTouch(name: string): boolean {
  return name === 'CLICK' || name === 'LONG_PRESS';
}

const NUMBER = String.raw`${PYTHON_SPACE}*([+-]?[0-9]+)(?:\.[0-9]+)?${PYTHON_SPACE}*`;
const POINT = new RegExp(String.raw`^\(?${NUMBER},${NUMBER}\)?$`);
/** Longer numbers are none; Python reads none longer either. */
const MAX_DIGITS = 4300;

/** The point that the tail of a touch spells, cut to whole numbers toward zero; null for any other tail. */
export function foreignPoint(tail: string): readonly [x: bigint, y: bigint] | null {
  const found = POINT.exec(tail);
  if (found === null) return null;
  const [, x = '', y = ''] = found;
  if (x.length > MAX_DIGITS || y.length > MAX_DIGITS) return null;
  return [BigInt(x.replace('+', '')), BigInt(y.replace('+', ''))];
}
