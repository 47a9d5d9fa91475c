import type { Agent } from '../agents/agent.js';
import { UserError } from '../errors.js';
import type { ModelRoles } from '../models/model.js';
import { openAiCompatibleModel } from '../models/providers/openai-compatible.js';
import { SETTINGS } from './setting.js';
import type { Settings } from './setting.js';

/**
 * Binds every role the agent needs to the model of the settings; no role, no model. Without a key in the environment none
 * is sent, which local servers accept; a variable that was named must be there.
 *
 * @throws {UserError} when the agent needs a model and the settings name none
 */
export function bindModels(
  agent: Agent,
  settings: Settings,
  environment: Readonly<Record<string, string | undefined>>,
): ModelRoles {
  if (agent.needs.models.length === 0) return {};
  const { model, baseUrl, apiKeyVariable } = settings;
  if (model === null || baseUrl === null) {
    throw new UserError(`the agent ${agent.name} asks a model`, {
      hint: 'Name it with --model and its endpoint with --base-url, such as http://localhost:8000/v1.',
    });
  }
  const { priceInput, priceOutput } = settings;
  const isPriced = priceInput !== null && priceOutput !== null;
  if (settings.maxCost !== null && !isPriced) {
    throw new UserError('--max-cost needs to know what tokens cost', {
      hint: 'Name --price-input and --price-output, in US dollars per million tokens.',
    });
  }
  const isNamed = apiKeyVariable !== SETTINGS.apiKeyVariable.default;
  const sendsKey = isNamed || environment[apiKeyVariable] !== undefined;
  const bound = openAiCompatibleModel(
    {
      baseUrl,
      model,
      ...(sendsKey ? { apiKeyVariable } : {}),
      ...(settings.temperature === null ? {} : { temperature: settings.temperature }),
      maxOutputTokens: settings.maxOutputTokens,
      ...(isPriced ? { price: { inputPerMillion: priceInput, outputPerMillion: priceOutput } } : {}),
    },
    { environment },
  );
  return Object.fromEntries(agent.needs.models.map((role) => [role, bound]));
}
