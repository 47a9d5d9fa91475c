import type { FilePlace } from '../errors.js';
import { scanJson } from './json-scan.js';

type Path = readonly (string | number)[];

interface Branch {
  readonly children: Map<string, Branch>;
  offset: number | null;
}

/**
 * Places of many values of one JSON text, found in a single pass. A path that leads nowhere gets the place of its nearest
 * ancestor; where a key is repeated the last one counts, as for `JSON.parse`. The text must be JSON.
 */
export function placesOf(file: string, text: string, paths: readonly Path[]): FilePlace[] {
  const root: Branch = { children: new Map(), offset: null };
  for (const path of paths) {
    let branch = root;
    for (const part of path) {
      const key = String(part);
      let next = branch.children.get(key);
      if (next === undefined) {
        next = { children: new Map(), offset: null };
        branch.children.set(key, next);
      }
      branch = next;
    }
  }
  fillOffsets(text, root);
  const lines = lineStarts(text);
  return paths.map((path) => {
    let branch: Branch | undefined = root;
    let offset = root.offset ?? 0;
    for (const part of path) {
      branch = branch?.children.get(String(part));
      if (branch === undefined || branch.offset === null) break;
      offset = branch.offset;
    }
    const line = lineOf(lines, offset);
    return { file, line: line + 1, column: offset - (lines[line] ?? 0) + 1, path: [...path] };
  });
}

/** Objects of a JSON text in which one key stands twice: way to the object, the key, and offset of the later value. */
export function repeatedKeys(text: string): { path: Path; key: string; offset: number }[] {
  const found: { path: Path; key: string; offset: number }[] = [];
  const keys: (Set<string> | null)[] = [];
  const path: (string | number)[] = [];
  scanJson(text, {
    enter: (isArray) => void keys.push(isArray ? null : new Set()),
    leave: () => {
      keys.pop();
      path.length = keys.length;
    },
    value: (depth, key, offset) => {
      path.length = depth;
      if (depth === 0) return;
      const seen = keys[depth - 1];
      if (typeof key === 'string' && seen !== null && seen !== undefined) {
        if (seen.has(key)) found.push({ path: path.slice(0, depth - 1), key, offset });
        seen.add(key);
      }
      path[depth - 1] = key;
    },
  });
  return found;
}

function fillOffsets(text: string, root: Branch): void {
  const branches: (Branch | undefined)[] = [];
  let next: Branch | undefined;
  scanJson(text, {
    enter: () => void branches.push(next),
    leave: () => void branches.pop(),
    value: (depth, key, offset) => {
      next = depth === 0 ? root : branches[depth - 1]?.children.get(String(key));
      if (next === undefined) return;
      // A repeated key: what the earlier value held counts no longer.
      if (next.offset !== null) forget(next);
      next.offset = offset;
    },
  });
}

function forget(branch: Branch): void {
  for (const child of branch.children.values()) {
    child.offset = null;
    forget(child);
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Index of the last line that starts at or before the offset. */
function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
