import type { Mode } from '../../domain/mode.js';
import { DatasetError, type FilePlace } from '../../errors.js';
import { pythonNumber } from './chat-format/python-number.js';
import type { OdysseyStep } from './episode-file.js';

const KEYS: Readonly<Record<string, string>> = {
  KEY_HOME: 'PRESS_HOME',
  KEY_BACK: 'PRESS_BACK',
  KEY_APPSELECT: 'PRESS_RECENT',
};

/**
 * A recorded step as the command string that predictions are compared with: `CLICK: (500, 212)`, `SCROLL: UP`, `TYPE: …`.
 * Of several points the first is used. `corrected` reads the action `TYPE`, which the public description names, as `TEXT`.
 *
 * @param place of the step, for errors; their path leads on to its action or info
 * @throws {DatasetError} for actions, keys and points that the published converter knows not
 *
 * Source: GUIOdyssey reference code, converter.
 */
export function commandOfStep(
  { action, info, wholeFloats }: Pick<OdysseyStep, 'action' | 'wholeFloats'> & { readonly info: unknown },
  mode: Mode,
  place?: FilePlace,
): string {
  switch (mode === 'corrected' && action === 'TYPE' ? 'TEXT' : action) {
    case 'CLICK':
    case 'LONG_PRESS':
      return touch(action, info, wholeFloats, place);
    case 'SCROLL':
      return `SCROLL: ${scrollDirection(info, place)}`;
    case 'TEXT':
      return `TYPE: ${typeof info === 'string' ? info : printed(info, 'info', wholeFloats)}`;
    case 'COMPLETE':
      return 'COMPLETE';
    case 'INCOMPLETE':
      return 'IMPOSSIBLE';
    default:
      throw new DatasetError(`there is no action "${action}"`, {
        ...at(place, 'action'),
        hint: 'GUIOdyssey has CLICK, LONG_PRESS, SCROLL, TEXT, COMPLETE and INCOMPLETE.',
      });
  }
}

/** Where a key of the step lies. */
function at(place: FilePlace | undefined, key: 'action' | 'info'): { readonly place?: FilePlace } {
  return place === undefined ? {} : { place: { ...place, path: [...(place.path ?? []), key] } };
}

function touch(
  action: string,
  info: unknown,
  wholeFloats: OdysseyStep['wholeFloats'],
  place: FilePlace | undefined,
): string {
  if (typeof info === 'string') {
    const key = Object.hasOwn(KEYS, info) ? KEYS[info] : undefined;
    if (key !== undefined) return key;
    throw new DatasetError(`there is no key "${info}"`, {
      ...at(place, 'info'),
      hint: `GUIOdyssey has ${Object.keys(KEYS).join(', ')}.`,
    });
  }
  const point: unknown = Array.isArray(info) ? info[0] : undefined;
  if (!Array.isArray(point)) {
    throw new DatasetError(`${action} has no point`, {
      ...at(place, 'info'),
      hint: 'Its info is a list of [x, y] in 0–1000.',
    });
  }
  const numbers = (point as unknown[]).map((number, axis) =>
    printed(Number(number), `info.0.${axis}`, wholeFloats),
  );
  // A tuple: `(162, 353)`, and `(5,)` for one entry.
  return `${action}: ${numbers.length === 1 ? `(${numbers.join('')},)` : `(${numbers.join(', ')})`}`;
}

/** Numbers, and lists of them, as Python prints them. */
function printed(value: unknown, path: string, wholeFloats: OdysseyStep['wholeFloats']): string {
  if (typeof value === 'number') return pythonNumber(value, wholeFloats?.has(path));
  if (!Array.isArray(value)) return JSON.stringify(value);
  return `[${value.map((entry, index) => printed(entry, `${path}.${index}`, wholeFloats)).join(', ')}]`;
}

/** The way the finger moves; ties are vertical, and no movement is down. */
function scrollDirection(info: unknown, place: FilePlace | undefined): 'UP' | 'DOWN' | 'LEFT' | 'RIGHT' {
  const [from, to] = Array.isArray(info) ? (info as unknown[]) : [];
  if (!Array.isArray(from) || !Array.isArray(to)) {
    throw new DatasetError('SCROLL has no start and end', {
      ...at(place, 'info'),
      hint: 'Its info is two [x, y] in 0–1000.',
    });
  }
  const dx = Number(to[0]) - Number(from[0]);
  const dy = Number(to[1]) - Number(from[1]);
  if (Math.abs(dx) > Math.abs(dy)) return dx < 0 ? 'LEFT' : 'RIGHT';
  return dy < 0 ? 'UP' : 'DOWN';
}
