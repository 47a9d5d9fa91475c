import { stop, type Action, type NativeAction } from '../../../domain/action.js';
import { between } from '../../readers/published-section.js';
import type { PublishedReader } from '../define-dialect.js';
import { publishedIntegers } from '../mobile-agent/published-numbers.js';
import {
  actionsResult,
  invalid,
  isProblem,
  noAction,
  problemResult,
  type ArgumentProblem,
} from '../reading/parse-result.js';
import { pathSwipe, positionTarget, type PositionContext } from '../reading/position-target.js';
import { saidOperation } from './said-operation.js';

const FAMILY = 'mobile_agent_v2';

/**
 * Reads an answer as the published code does: the first of its names that stands anywhere in the action decides, in their order
 * there and in exactly this letter case; what is in the last brackets are the arguments.
 *
 * Source: Mobile-Agent-v2 reference code, `run.py`. Deviations: what would end it with an error is an unreadable answer; an
 * underscore in a text is typed, where it presses Enter.
 */
export const publishedOperation: PublishedReader = (answer, context, { coordinates }) => {
  const { thought, action: written, operation } = saidOperation(answer);
  const warnings = new Set<string>();
  const read = readOperation(written, { coordinates, sizes: context, warnings });
  if (isProblem(read)) return problemResult(answer, read, thought, [0, answer.length]);
  return actionsResult([read], { thought, summary: operation }, warnings);
};

function readOperation(written: string, positions: PositionContext): Action | ArgumentProblem {
  const has = (name: string): boolean => written.includes(name);
  const native = (name: string): NativeAction => ({ family: FAMILY, name, text: written });
  const inner = between(written, '(', ')');
  if (has('Open app')) {
    return inner === ''
      ? noAction('no app is named')
      : { type: 'open_app', app: inner, native: native('Open app') };
  }
  if (has('Tap')) return readTap(inner, native('Tap'), positions);
  if (has('Swipe')) return readSwipe(written, native('Swipe'), positions);
  if (has('Type')) {
    const text = has('(text)') ? between(written, ' "', '"') : inner;
    return text === ''
      ? noAction('there is nothing to type')
      : { type: 'type', text, native: native('Type') };
  }
  if (has('Back')) return { type: 'key', key: 'BACK', native: native('Back') };
  if (has('Home')) return { type: 'key', key: 'HOME', native: native('Home') };
  if (has('Stop')) return { ...stop('success'), native: native('Stop') };
  return noAction('none of the operations is named');
}

function readTap(inner: string, native: NativeAction, positions: PositionContext): Action | ArgumentProblem {
  const [x, y] = inner.split(', ');
  const numbers = publishedIntegers([x, y]);
  const target = numbers === null ? null : positionTarget(numbers, positions);
  return target === null ? invalid('Tap takes two whole numbers') : { type: 'tap', target, native };
}

function readSwipe(
  written: string,
  native: NativeAction,
  positions: PositionContext,
): Action | ArgumentProblem {
  const [x1, y1] = between(written, 'Swipe (', '), (').split(', ');
  const [x2, y2] = between(written, '), (', ')').split(', ');
  const numbers = publishedIntegers([x1, y1, x2, y2]);
  if (numbers === null) return invalid('Swipe takes four whole numbers');
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  return { ...pathSwipe([a, b], [c, d], positions), native };
}
