import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import type { Mode } from '../../../domain/mode.js';
import { decodeCommand, type OdysseyCommand } from '../decode-command.js';
import { matchClick } from './match-click.js';
import { editDistance } from '../../../domain/text/edit-distance.js';

/** Why a step is right or wrong, in the words of the published evaluator. */
export type StepReason =
  | 'action_correct'
  | 'action_fail'
  | 'type_correct'
  | 'type_fail'
  | 'scroll_correct'
  | 'scroll_fail'
  | 'click_correct'
  | 'click_fail'
  | 'invalid';

export interface StepVerdict {
  readonly isCorrect: boolean;
  readonly reason: StepReason;
}

const VERDICTS = Object.fromEntries(
  (
    [
      'action_correct',
      'action_fail',
      'type_correct',
      'type_fail',
      'scroll_correct',
      'scroll_fail',
      'click_correct',
      'click_fail',
      'invalid',
    ] as const
  ).map((reason) => [reason, { isCorrect: reason.endsWith('_correct'), reason }]),
) as Readonly<Record<StepReason, StepVerdict>>;

/**
 * Whether a predicted command does what the recorded one does (action matching score, AMS).
 *
 * `corrected` differs where the published code rewards or punishes by accident: an empty text matches no other, and an
 * empty box is no box instead of an error.
 *
 * @param expected the recorded command, decoded
 * @param predicted the command as the model wrote it; anything but text is `invalid`
 * @param box of the touched element in 0–1000, null for none
 *
 * Source: GUIOdyssey reference code, evaluator; paper section 5.
 */
export function matchOdysseyStep(
  expected: OdysseyCommand,
  predicted: unknown,
  box: readonly number[] | null,
  mode: Mode,
): StepVerdict {
  const got = decodeCommand(predicted);
  // Before the actions are compared: an unreadable touch is invalid for any recorded action.
  if (got === null) return VERDICTS.invalid;
  if (got.action !== expected.action) return VERDICTS.action_fail;
  switch (expected.action) {
    case 'TYPE':
      return matchOdysseyText(expected, got, mode);
    case 'SCROLL':
      return VERDICTS[lower(expected) === lower(got) ? 'scroll_correct' : 'scroll_fail'];
    case 'CLICK':
    case 'LONG_PRESS': {
      const given = mode === 'corrected' && box?.length === 0 ? null : box;
      const hit = matchClick(expected.info, got.info, given);
      return VERDICTS[hit === 'invalid' ? 'invalid' : hit === 'hit' ? 'click_correct' : 'click_fail'];
    }
    default:
      return VERDICTS.action_correct;
  }
}

function matchOdysseyText(expected: OdysseyCommand, got: OdysseyCommand, mode: Mode): StepVerdict {
  const [wanted, written] = [textOf(expected), textOf(got)];
  if (mode === 'corrected' && (pythonStrip(written) === '') !== (pythonStrip(wanted) === '')) {
    return VERDICTS.type_fail;
  }
  return VERDICTS[matchText(wanted, written) ? 'type_correct' : 'type_fail'];
}

function textOf({ info }: OdysseyCommand): string {
  return typeof info === 'string' ? info : '';
}

function lower(command: OdysseyCommand): string {
  return textOf(command).toLowerCase();
}

/**
 * Whether two typed texts match: one contains the other, or they are alike to at least a half of the longer one. Case
 * counts, length is in code points. An empty text is contained in every other.
 *
 * Source: GUIOdyssey reference code, evaluator (containment or similarity ≥ 0.5; the paper's wording is inverted).
 */
export function matchText(expected: string, predicted: string): boolean {
  const a = pythonStrip(expected);
  const b = pythonStrip(predicted);
  if (a.includes(b) || b.includes(a)) return true;
  const longest = Math.max(codePoints(a), codePoints(b));
  return 2 * editDistance(a, b) <= longest;
}

function codePoints(text: string): number {
  return /[\ud800-\udfff]/.test(text) ? Array.from(text).length : text.length;
}
