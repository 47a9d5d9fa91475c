import { UserError } from '../../errors.js';
import type { ModelAnswer, ModelMessage, ModelRequest, ModelRoles } from '../../models/model.js';

/** An agent lacks the model it needs. */
export class NoModelError extends UserError {
  override readonly code = 'NO_MODEL';
}

/**
 * One question to the model of a role. Where the request begins the answer for the model, the text that comes back is the
 * whole answer, its beginning included.
 *
 * @throws {NoModelError} where no model is bound to it, else what the model throws
 */
export async function askModel(
  models: ModelRoles,
  role: string,
  request: ModelRequest,
  options: { signal: AbortSignal },
): Promise<ModelAnswer> {
  const model = models[role];
  if (model === undefined) {
    throw new NoModelError(`no model is bound to the role "${role}"`, {
      hint: `Name an endpoint and a model for "${role}" in the configuration.`,
    });
  }
  const answer = await model.generate(request, options);
  const begun = request.continuesLast === true ? textOf(request.messages.at(-1)) : '';
  return begun === '' ? answer : { ...answer, text: `${begun}${answer.text}` };
}

function textOf(message: ModelMessage | undefined): string {
  return (message?.content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('');
}
