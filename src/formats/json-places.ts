import type { FilePlace } from '../errors.js';

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
  walk(text, {
    enter: (isArray) => {
      keys.push(isArray ? null : new Set());
    },
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
  walk(text, {
    enter: () => {
      branches.push(next);
    },
    leave: () => {
      branches.pop();
    },
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

interface Visitor {
  /** The value just announced is a container. */
  enter(isArray: boolean): void;
  leave(): void;
  /** A value starts: its depth (0 is the whole text), its key or index, and its offset. */
  value(depth: number, key: string | number, offset: number): void;
}

/** Walks the values of a JSON text in order, without recursion and without building them. */
function walk(text: string, visitor: Visitor): void {
  const indices: number[] = [];
  let key: string | number = '';
  let isKey = false;
  let at = 0;
  const announce = () => visitor.value(indices.length, key, at);
  for (;;) {
    const code = text.charCodeAt(at);
    if (Number.isNaN(code)) return;
    if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0xfeff) {
      at += 1;
    } else if (code === 0x7b || code === 0x5b) {
      announce();
      visitor.enter(code === 0x5b);
      indices.push(code === 0x5b ? 0 : -1);
      key = 0;
      isKey = code === 0x7b;
      at += 1;
    } else if (code === 0x7d || code === 0x5d) {
      indices.pop();
      visitor.leave();
      isKey = false;
      at += 1;
    } else if (code === 0x2c) {
      const index = indices.at(-1) ?? -1;
      if (index >= 0) {
        indices[indices.length - 1] = index + 1;
        key = index + 1;
      } else {
        isKey = true;
      }
      at += 1;
    } else if (code === 0x3a) {
      isKey = false;
      at += 1;
    } else if (code === 0x22) {
      const end = endOfString(text, at);
      if (isKey) key = String(JSON.parse(text.slice(at, end)));
      else announce();
      at = end;
    } else {
      announce();
      at += 1;
      while (at < text.length && !'\t\n\r ,]}'.includes(text[at] ?? '')) at += 1;
    }
  }
}

function endOfString(text: string, at: number): number {
  for (let index = at + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) return index + 1;
    if (code === 0x5c) index += 1;
  }
  return text.length;
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
