import type { Action } from '../../domain/action.js';
import type { FormatError } from '../../domain/decision.js';
import { readUnifiedAction } from './predicted-trajectory.js';

/**
 * A predicted action in a dataset's own JSON, or else as a unified action; a text is taken for the JSON it holds.
 *
 * @param own the action that a JSON object stands for in the dataset's own words; null for an object that is none
 */
export function readOwnAction(
  value: unknown,
  own: (value: Readonly<Record<string, unknown>>) => Action | null,
): Action | FormatError {
  const plain = typeof value === 'string' ? (parsed(value) ?? value) : value;
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) {
    return readUnifiedAction({ value: typeof plain === 'string' ? plain : null });
  }
  const record: Readonly<Record<string, unknown>> = { ...plain };
  return own(record) ?? readUnifiedAction({ value: record });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
