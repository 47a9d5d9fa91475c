import { createHash } from 'node:crypto';
import { UserError } from '../../errors.js';

const MAX_DEPTH = 500;

/**
 * JSON with sorted keys (by UTF-16 code units), no white space and JavaScript's own number format: equal values give
 * equal texts. Entries that are undefined count as absent.
 *
 * Source: RFC 8785, JSON Canonicalization Scheme.
 * @throws {UserError} on what JSON cannot say (NaN, functions, cycles), with the way to it.
 */
export function canonicalJson(value: unknown): string {
  return print(value, []);
}

/** SHA-256 in lower-case hex of text (as UTF-8) or bytes. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
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
  const entries: string[] = [];
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) entries.push(printAt(entry, String(index), path));
    return `[${entries.join(',')}]`;
  }
  for (const name of Object.keys(value).sort()) {
    // Object.keys has named it, so it is there.
    const entry = (value as Record<string, unknown>)[name];
    if (entry !== undefined) entries.push(`${JSON.stringify(name)}:${printAt(entry, name, path)}`);
  }
  return `{${entries.join(',')}}`;
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
