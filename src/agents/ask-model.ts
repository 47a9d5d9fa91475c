import { UserError } from '../errors.js';
import type { ModelAnswer, ModelRequest, ModelRoles } from '../models/model.js';

/** An agent lacks the model it needs. */
export class NoModelError extends UserError {
  override readonly code = 'NO_MODEL';
}

/**
 * One question to the model of a role.
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
  if (model !== undefined) return model.generate(request, options);
  throw new NoModelError(`no model is bound to the role "${role}"`, {
    hint: `Name an endpoint and a model for "${role}" in the configuration.`,
  });
}
