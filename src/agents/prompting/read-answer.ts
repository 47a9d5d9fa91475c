import type { Action } from '../../domain/action.js';
import type { FormatError } from '../../domain/decision.js';
import type { ElementTable } from '../../domain/observation-rule.js';
import type { Dialect, ParseContext } from '../../models/dialects/dialect.js';
import type { ModelAnswer } from '../../models/model.js';
import { locateElements } from '../locate-elements.js';

/** What an answer is read against, elements with their places. */
export interface AnswerContext extends Omit<ParseContext, 'elements'> {
  readonly elements: ElementTable | null;
}

/** What an answer decides: all its actions with their places found, or why there is none. */
export type ReadAnswer =
  | {
      readonly type: 'actions';
      readonly actions: readonly [Action, ...Action[]];
      readonly summary: string;
      readonly thought?: string;
    }
  | { readonly type: 'format_error'; readonly error: FormatError; readonly thought?: string };

const EXCERPT_LENGTH = 500;

/** The actions in a model's answer, or why there are none. Never throws. */
export function readActions(answer: ModelAnswer, dialect: Dialect, context: AnswerContext): ReadAnswer {
  if (answer.finishReason === 'refusal') {
    const excerpt = answer.text.slice(0, EXCERPT_LENGTH);
    const error = { kind: 'refusal' as const, message: 'the model refuses', excerpt };
    return { type: 'format_error', error, ...thoughtOf(answer.reasoning) };
  }
  const isCut = answer.finishReason === 'length';
  const result = dialect.parse(answer.text, context);
  const thought = thoughtOf(result.thought ?? answer.reasoning);
  if (result.type === 'format_error') {
    const { error } = result;
    const message = isCut ? `${error.message} (the answer was cut off)` : error.message;
    return { type: 'format_error', error: { ...error, message }, ...thought };
  }
  const warnings = isCut ? [...result.warnings, 'truncated'] : result.warnings;
  const noted = (action: Action): Action => {
    const located = locateElements(action, context.elements, context.screen);
    return warnings.length === 0 ? located : { ...located, warnings: [...warnings] };
  };
  const [first, ...rest] = result.actions;
  return {
    type: 'actions',
    actions: [noted(first), ...rest.map(noted)],
    summary: result.summary ?? dialect.printCall(first, context) ?? first.type,
    ...thought,
  };
}

function thoughtOf(thought: string | undefined): { thought?: string } {
  return thought === undefined || thought === '' ? {} : { thought };
}
