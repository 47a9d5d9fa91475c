import { scanJson } from '../../formats/json-scan.js';

/** A number with a fraction or an exponent, which is a float to Python even where it is whole: `500.0`, `1e+22`. */
const FLOAT = /-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)/y;

/** Whether a file may hold such a number as JSON writers print it; few do, and only those are read once more. */
export function mayHoldWholeFloats(bytes: Buffer): boolean {
  return bytes.includes('.0') || bytes.includes('e+');
}

/**
 * Where an annotation writes whole numbers with a fraction, by step: paths within the step such as `info.0.1`. Python
 * prints them as they are written, and JSON values no longer tell them from others.
 */
export function wholeFloatsOf(text: string): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>();
  const path: (string | number)[] = [];
  scanJson(text, {
    enter: () => undefined,
    leave: () => undefined,
    value: (depth, key, offset) => {
      if (depth === 0) return;
      path.length = depth - 1;
      path.push(key);
      const [steps, step, ...rest] = path;
      if (steps !== 'steps' || typeof step !== 'number' || rest.length === 0) return;
      FLOAT.lastIndex = offset;
      const [literal] = FLOAT.exec(text) ?? [];
      if (literal === undefined || !Number.isInteger(Number(literal))) return;
      const paths = found.get(step) ?? new Set<string>();
      found.set(step, paths.add(rest.join('.')));
    },
  });
  return found;
}
