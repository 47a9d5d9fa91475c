import { UserError } from '../../errors.js';

const MAX_DEPTH = 500;

/**
 * JSON with sorted keys (by UTF-16 code units), no white space and JavaScript's own number format: equal values give
 * equal texts. Entries that are undefined count as absent.
 *
 * Source: RFC 8785, JSON Canonicalization Scheme.
 * @throws {UserError} on what JSON cannot express (NaN, functions, cycles), with the path to it.
 */
export function canonicalJson(value: unknown): string {
  return print(value, []);
}

/** `path` is the way to the value, grown and cut back on the way. */
function print(value: unknown, path: string[]): string {
  if (path.length > MAX_DEPTH) throw refuse('is nested too deeply', path.slice(0, 5));
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw refuse(`is ${value}`, path);
      return JSON.stringify(value);
    case 'object':
      break;
    default:
      throw refuse(`is a ${typeof value}`, path);
  }
  if (value === null) return 'null';
  let entries = '';
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      entries += `${index === 0 ? '' : ','}${printAt(value[index], String(index), path)}`;
    }
    return `[${entries}]`;
  }
  for (const name of sorted(Object.keys(value))) {
    // Object.keys has named it, so it is there.
    const entry = (value as Record<string, unknown>)[name];
    if (entry === undefined) continue;
    entries += `${entries === '' ? '' : ','}${JSON.stringify(name)}:${printAt(entry, name, path)}`;
  }
  return `{${entries}}`;
}

/** Most objects here have two or three keys, for which sorting in place beats the general sort by far. */
function sorted(names: string[]): string[] {
  if (names.length > 8) return names.sort();
  for (let end = 1; end < names.length; end += 1) {
    for (let at = end; at > 0; at -= 1) {
      const [before, name] = [names[at - 1], names[at]];
      if (before === undefined || name === undefined || before <= name) break;
      names[at - 1] = name;
      names[at] = before;
    }
  }
  return names;
}

function printAt(value: unknown, name: string, path: string[]): string {
  path.push(name);
  const text = print(value, path);
  path.pop();
  return text;
}

function refuse(problem: string, path: readonly string[]): UserError {
  return new UserError(`The value at ${path.join('.') || 'the top'} ${problem}, which JSON cannot say`, {
    hint: 'Settings of agents, models and benchmarks must be plain JSON.',
  });
}
