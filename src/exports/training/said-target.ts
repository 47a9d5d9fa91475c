import type { Action, ActionOf } from '../../domain/action.js';
import { readActions, type AnswerContext } from '../../agents/prompting/read-answer.js';
import type { Decision } from '../../domain/decision.js';
import { pathDirection, toPixel } from '../../domain/geometry.js';
import type { Dialect, SaidWithAction } from '../../models/dialects/dialect.js';
import { coordinateSpan } from '../../models/dialects/reading/resolve-position.js';
import type { LeftOutReason } from './left-out.js';
import { drawPath } from './draw-path.js';
import { nameElement } from './name-element.js';
import { readBack } from './reads-back.js';

/** What a model is to say at a step, or why nothing it could say means the recorded action. */
export type SaidTarget =
  | {
      readonly type: 'said';
      readonly text: string;
      /** What an agent that asks this way would decide on hearing it. */
      readonly decision: Decision;
      /** Parts of the action that the text leaves unsaid. */
      readonly unsaid: readonly string[];
    }
  | { readonly type: 'unsaid'; readonly reason: LeftOutReason; readonly message: string };

/**
 * The answer of the dialect that means an action, checked by reading it back: what a model would learn to say is what its
 * agent will understand.
 *
 * @param begun what the answer already begins with, where the dialect begins it for the model
 */
export function saidTarget(
  action: Action,
  said: SaidWithAction,
  dialect: Dialect,
  { context, begun }: { readonly context: AnswerContext; readonly begun: string | null },
): SaidTarget {
  // Without a thought some families' answers would begin with the break behind it.
  const printed = printAnswer(action, said, dialect, context)?.trim() ?? null;
  if (printed === null) {
    return {
      type: 'unsaid',
      reason: 'no-words',
      message: whyUnsaid(action, dialect, (other) => printAnswer(other, said, dialect, context) !== null),
    };
  }
  const text = begun === null ? printed : continued(begun, printed);
  const heard = begun === null ? text : text.slice(begun.length);
  const answer = {
    text: heard,
    finishReason: 'stop',
    model: null,
    usage: { inputTokens: null, outputTokens: null },
    latencyMs: 0,
    fromCache: false,
    costUsd: null,
  } as const;
  const read = readActions(answer, dialect, context);
  if (read.type === 'format_error') {
    return {
      type: 'unsaid',
      reason: 'reads-back',
      message: `its words cannot be read: ${read.error.message}`,
    };
  }
  const { actions, ...rest } = read;
  const { problem, unsaid } = readBack(actions[0], action, {
    screen: context.screen,
    span: coordinateSpan(dialect.coordinates, context),
    elements: context.elements,
  });
  if (problem !== null) return { type: 'unsaid', reason: 'reads-back', message: problem };
  const decision: Decision = { ...rest, type: 'action', action: actions[0], memory: { answer: heard } };
  return { type: 'said', text, decision, unsaid };
}

/**
 * In the family's words for the action as it is, for the path that its direction means, for the element at its position, or
 * for the direction of its path alone.
 */
function printAnswer(
  action: Action,
  said: SaidWithAction,
  dialect: Dialect,
  context: AnswerContext,
): string | null {
  const direct = dialect.printAnswer(action, said, context);
  if (direct !== null) return direct;
  const { elements, screen } = context;
  const other = action.type === 'swipe' ? drawPath(action, screen) : null;
  const direction = action.type === 'swipe' ? directionAlone(action, screen) : null;
  for (const form of [other, nameElement(action, elements, screen), direction]) {
    const printed = form === null ? null : dialect.printAnswer(form, said, context);
    if (printed !== null) return printed;
  }
  return null;
}

/** What of an action the family cannot express: its kind, or something in its text. */
function whyUnsaid(
  action: Action,
  { family }: Pick<Dialect, 'family'>,
  isSayable: (other: Action) => boolean,
): string {
  const kind = kindOf(action);
  const text = textOf(action);
  if (text === null || !isSayable(withText(action, 'a'))) return `${family} has no words for ${kind}`;
  const has = `${family} has words for ${kind}, but`;
  if (text.trim() === '') return `${has} not without a text`;
  const isBroken =
    /[\n\r]/.test(text) && isSayable(withText(action, text.replaceAll(/[\n\r]+/g, ' ').trim()));
  return isBroken ? `${has} none for a line break in its text` : `${has} none for what its text holds`;
}

/** The text that an action says or writes; null where it holds none. */
function textOf(action: Action): string | null {
  if (action.type === 'type' || action.type === 'answer') return action.text;
  if (action.type === 'open_app') return action.app;
  return action.type === 'stop' ? (action.answer ?? null) : null;
}

function withText(action: Action, text: string): Action {
  if (action.type === 'type' || action.type === 'answer') return { ...action, text };
  if (action.type === 'open_app') return { ...action, app: text };
  return action.type === 'stop' ? { ...action, answer: text } : action;
}

/** A swipe for families that say which way, and not where; null where nobody knows the way. */
function directionAlone(
  { direction, from, to }: ActionOf<'swipe'>,
  screen: AnswerContext['screen'],
): ActionOf<'swipe'> | null {
  if (direction !== null) return { type: 'swipe', direction };
  if (from === undefined || to === undefined) return null;
  const pixels = (point: typeof from): [number, number] =>
    point.resolved ?? (screen === null ? [point.x, point.y] : toPixel(point, screen));
  const way = pathDirection(pixels(from), pixels(to));
  return way === null ? null : { type: 'swipe', direction: way };
}

/** The whole answer whose beginning is given: the printed one, less what the beginning says already. */
function continued(begun: string, printed: string): string {
  for (let shared = Math.min(begun.length, printed.length); shared > 0; shared -= 1) {
    if (begun.endsWith(printed.slice(0, shared))) return begun + printed.slice(shared);
  }
  return begun + printed;
}

function kindOf(action: Action): string {
  const target = 'target' in action && action.target !== undefined ? ` at a ${action.target.type}` : '';
  if (action.type === 'key') return `the key ${action.key}`;
  if (action.type === 'foreign') return `"${action.native.text ?? action.native.name ?? 'foreign'}"`;
  return `${action.type}${target}`;
}
