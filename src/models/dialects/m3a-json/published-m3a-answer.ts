import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import { readPythonDict, type PythonValue } from '../../../domain/text/python-literal.js';

/** An answer as the published code takes it apart, before it knows whether the action is one. */
export interface PublishedM3aAnswer {
  /** Null or empty where there is none. */
  readonly reason: string | null;
  /** As it stands in the history: as JSON where Python can read it, else as written. Null or empty where there is none. */
  readonly action: string | null;
  /** Members of the action; null where it is no dictionary and no JSON object. */
  readonly fields: ReadonlyMap<string, unknown> | null;
}

/**
 * Takes an answer apart as the published code does: the reason ends at the last `Action:`, the action begins at the first one; of the
 * action counts what stands between its first brace and the next closing one, as a Python dictionary, else as JSON on one line.
 *
 * Source: AndroidWorld reference code, `parse_reason_action_output` and both functions `extract_json`. Linear; never throws.
 */
export function publishedM3aAnswer(answer: string): PublishedM3aAnswer {
  const start = answer.indexOf('Reason:');
  const last = answer.lastIndexOf('Action:');
  const reason =
    start >= 0 && last >= start + 'Reason:'.length
      ? pythonStrip(answer.slice(start + 'Reason:'.length, last))
      : null;
  const first = answer.indexOf('Action:');
  if (first < 0) return { reason, action: null, fields: null };
  const written = pythonStrip(answer.slice(first + 'Action:'.length));
  const members = readPythonDict(braced(written) ?? '');
  const action = members === null ? written : printed(members);
  return { reason, action, fields: publishedFields(action) };
}

/** Members of the first object that is closed on its line, as a Python dictionary, else as JSON; null where there is none. */
export function publishedFields(action: string): ReadonlyMap<string, unknown> | null {
  const object = bracedOnALine(action);
  if (object === null) return null;
  const members = readPythonDict(object);
  if (members !== null) return members;
  try {
    const value: unknown = JSON.parse(object);
    return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null;
  } catch {
    return null;
  }
}

/** From the first brace to the next closing one. */
function braced(text: string): string | null {
  const start = text.indexOf('{');
  const end = start < 0 ? -1 : text.indexOf('}', start);
  return end < 0 ? null : text.slice(start, end + 1);
}

/** From the first brace that is closed on its line to the next closing one. */
function bracedOnALine(text: string): string | null {
  for (const line of text.split('\n')) {
    const found = braced(line);
    if (found !== null) return found;
  }
  return null;
}

/** The members as Python's `json.dumps` prints them. */
function printed(members: ReadonlyMap<string, PythonValue>): string {
  const pairs = [...members].map(([name, value]) => `${ascii(JSON.stringify(name))}: ${printedValue(value)}`);
  return `{${pairs.join(', ')}}`;
}

function printedValue(value: PythonValue): string {
  if (typeof value === 'object' && value !== null) return `[${value.items.map(printedValue).join(', ')}]`;
  return ascii(JSON.stringify(value));
}

function ascii(json: string): string {
  return json.replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
