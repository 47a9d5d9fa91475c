import { structureError, type SoughtPrompt } from '../prompt-structure-error.js';

/**
 * A text of one JSON record, up to before the last place of a marker. Records are counted from 0; lines without content are
 * none.
 *
 * @throws {PromptStructureError}
 */
export function jsonLinePrefix(
  text: string,
  {
    record,
    path,
    cutBeforeLast,
  }: { readonly record: number; readonly path: readonly (string | number)[]; readonly cutBeforeLast: string },
  sought: SoughtPrompt,
): string {
  let value = recordAt(text, record, sought);
  for (const key of path) {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    if (!isThere) throw structureError(sought, `the record has no ${path.join('.')}`);
    value = (value as Readonly<Record<string | number, unknown>>)[key];
  }
  if (typeof value !== 'string') throw structureError(sought, `${path.join('.')} is no text`);
  const end = value.lastIndexOf(cutBeforeLast);
  if (end < 0) throw structureError(sought, `the text has no ${JSON.stringify(cutBeforeLast)}`);
  return value.slice(0, end);
}

function recordAt(text: string, wanted: number, sought: SoughtPrompt): unknown {
  let record = 0;
  let start = 0;
  while (start < text.length) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const line = text.slice(start, end);
    start = end + 1;
    if (line.trim() === '') continue;
    if (record === wanted) {
      try {
        return JSON.parse(line);
      } catch {
        throw structureError(sought, `record ${wanted} (from 0) is not JSON`);
      }
    }
    record += 1;
  }
  throw structureError(sought, `there is no record ${wanted} (from 0)`);
}
