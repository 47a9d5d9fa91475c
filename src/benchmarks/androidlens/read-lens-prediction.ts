import type { Action } from '../../domain/action.js';
import type { FormatError } from '../../domain/decision.js';
import { readUnifiedAction } from '../stepwise/predicted-trajectory.js';
import { NoLensAction, readLensAction, type LensReading } from './read-lens-action.js';

const EXCERPT = 500;

/**
 * A prediction in any form that annotations may have, or as a unified action. Of an answer with a thought, what follows the
 * last `Action:` counts; anything but one call there is a format error.
 */
export function readLensPrediction(value: unknown, reading: LensReading): Action | FormatError {
  const unified = readUnifiedAction({ value: isValue(value) ? value : null });
  if ('type' in unified || unified.kind === 'empty_output') return unified;
  const text = typeof value === 'string' ? value : null;
  const label = text?.toLowerCase().lastIndexOf('action:') ?? -1;
  const said = text === null || label < 0 ? value : text.slice(label + 'action:'.length);
  const read = readLensAction(said, reading);
  const excerpt = (text ?? JSON.stringify(value) ?? '').slice(0, EXCERPT);
  if (read instanceof NoLensAction) return { kind: 'malformed_action', message: read.reason, excerpt };
  if (read.action.type === 'foreign') {
    return {
      kind: 'unknown_action',
      message: `the action space has no ${read.action.native.name ?? 'such action'}`,
      excerpt,
    };
  }
  return read.action;
}

function isValue(value: unknown): value is Readonly<Record<string, unknown>> | string {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}
