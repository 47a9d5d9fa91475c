import type { Decision } from '../../domain/decision.js';
import type { Dialect, ParseContext } from '../../models/dialects/dialect.js';
import type { ModelAnswer } from '../../models/model.js';

const EXCERPT_LENGTH = 500;

/** The decision that a model's answer makes: its first action, or why there is none. Never throws. */
export function readAnswer(answer: ModelAnswer, dialect: Dialect, context: ParseContext): Decision {
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
  // One step, one action: what follows it was decided without seeing what it does.
  const [action] = result.actions;
  const warnings = isCut ? [...result.warnings, 'truncated'] : [...result.warnings];
  return {
    type: 'action',
    action: warnings.length === 0 ? action : { ...action, warnings },
    summary: dialect.print(action) ?? action.type,
    ...thought,
  };
}

function thoughtOf(thought: string | undefined): { thought?: string } {
  return thought === undefined || thought === '' ? {} : { thought };
}
