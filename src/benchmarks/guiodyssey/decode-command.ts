import { pythonStrip } from '../../domain/hierarchy/python-strip.js';
import { readPythonLiteral, type PythonValue } from '../../domain/text/python-literal.js';

/** A command string taken apart: `CLICK: (500, 212)` is the action CLICK with a tuple of two numbers. */
export interface OdysseyCommand {
  readonly action: string;
  /** Text after the first colon up to the second, stripped; for CLICK and LONG_PRESS what it spells. Empty without one. */
  readonly info: PythonValue;
}

/** Nearly every prediction; anything else takes the long way. */
const PLAIN_POINT = /^(CLICK|LONG_PRESS): \((\d{1,6}), (\d{1,6})\)$/;
const POINTED: ReadonlySet<string> = new Set(['CLICK', 'LONG_PRESS']);

/**
 * A command string as the published evaluator takes it apart: split at every colon, third and later pieces thrown away.
 * Null where it is no text, or its point is no Python literal.
 *
 * Source: GUIOdyssey reference code, evaluator, `simple_decode`.
 */
export function decodeCommand(command: unknown): OdysseyCommand | null {
  if (typeof command !== 'string') return null;
  const plain = PLAIN_POINT.exec(command);
  if (plain !== null && !hasLeadingZero(plain[2] ?? '') && !hasLeadingZero(plain[3] ?? '')) {
    const items = [Number(plain[2]), Number(plain[3])];
    return { action: plain[1] ?? '', info: { kind: 'tuple', items } };
  }
  const first = command.indexOf(':');
  if (first < 0) return { action: pythonStrip(command), info: '' };
  const second = command.indexOf(':', first + 1);
  const action = pythonStrip(command.slice(0, first));
  const info = pythonStrip(command.slice(first + 1, second < 0 ? undefined : second));
  if (!POINTED.has(action)) return { action, info };
  const literal = readPythonLiteral(info);
  return literal === null ? null : { action, info: literal.value };
}

function hasLeadingZero(digits: string): boolean {
  return digits.length > 1 && digits.startsWith('0');
}
