import { z } from 'zod';
import { ApiNameSchema, ProviderNameSchema } from '../../models/profile.js';
import { defineSetting } from './define-setting.js';
import { KeyTextsSchema } from './key-values.js';

const optionalText = z.string().min(1).nullable();

/** Which models are asked, where they are served, what they cost, and what is kept of their answers. */
export const MODEL_SETTINGS = {
  model: defineSetting({
    flag: '--model <id>',
    description: 'model that the agent asks',
    schema: optionalText,
    default: null,
  }),
  provider: defineSetting({
    flag: '--provider <name>',
    description: `wire format of the endpoint: ${ProviderNameSchema.options.join(', ')} (default: openai-compatible)`,
    schema: ProviderNameSchema.nullable(),
    default: null,
  }),
  api: defineSetting({
    flag: `--api <${ApiNameSchema.options.join('|')}>`,
    description: "which of the openai provider's two interfaces is asked (default: responses)",
    schema: ApiNameSchema.nullable(),
    default: null,
  }),
  baseUrl: defineSetting({
    flag: '--base-url <url>',
    description: "the model's endpoint (default: the vendor's own, where the provider has one)",
    schema: z
      .url({ protocol: /^https?$/, error: 'it must be an http or https address', abort: true })
      .refine(isPlainAddress, {
        error:
          'it must have no user name, password, query or fragment; a key goes into the variable that --api-key-variable names',
      })
      .nullable(),
    default: null,
    mayHoldSecret: true,
  }),
  apiKeyVariable: defineSetting({
    flag: '--api-key-variable <name>',
    description: "environment variable that holds the key; without one, the vendor's usual",
    schema: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, {
      error: 'it must be a name: letters, digits and _, no digit first',
    }),
    mayHoldSecret: true,
    default: 'TOUCHSTONE_API_KEY',
  }),
  profile: defineSetting({
    flag: '--profile <file>',
    description:
      'file that describes the model: endpoint, sampling, dialect, price; other flags go before it',
    schema: optionalText,
    default: null,
  }),
  roleProfiles: defineSetting({
    flag: '--role <role=file>',
    description:
      'a model of its own for a role of the agent, such as grounder=ground.json; may be given several times',
    schema: KeyTextsSchema,
    default: {},
    isRepeatable: true,
  }),
  temperature: defineSetting({
    flag: '--temperature <t>',
    description: "sampling temperature (default: the dialect's, else the endpoint's)",
    schema: z.coerce.number().min(0).max(2).nullable(),
    default: null,
  }),
  topP: defineSetting({
    flag: '--top-p <p>',
    description: "nucleus sampling, above 0 to 1 (default: the dialect's, else the endpoint's)",
    schema: z.coerce.number().gt(0).max(1).nullable(),
    default: null,
  }),
  topK: defineSetting({
    flag: '--top-k <n>',
    description: "tokens that are drawn from (default: the dialect's, else the endpoint's)",
    schema: z.coerce.number().int().positive().nullable(),
    default: null,
  }),
  modelSeed: defineSetting({
    flag: '--model-seed <n>',
    description: 'seed that is sent with every request, where the endpoint takes one (default: none)',
    schema: z.coerce.number().int().nullable(),
    default: null,
  }),
  maxOutputTokens: defineSetting({
    flag: '--max-output-tokens <n>',
    description:
      "tokens a model may answer with (default: the dialect's, else 1024; with official prompts as their authors' script sends it)",
    schema: z.coerce.number().int().positive().nullable(),
    default: null,
  }),
  priceInput: defineSetting({
    flag: '--price-input <usd>',
    description: 'US dollars per million input tokens, for costs and --max-cost',
    schema: z.coerce.number().nonnegative().nullable(),
    default: null,
  }),
  priceOutput: defineSetting({
    flag: '--price-output <usd>',
    description: 'US dollars per million output tokens',
    schema: z.coerce.number().nonnegative().nullable(),
    default: null,
  }),
  prices: defineSetting({
    flag: '--prices <file>',
    description: 'table of prices by model and day; see docs/providers.md',
    schema: optionalText,
    default: null,
  }),
  cache: defineSetting({
    flag: '--cache <folder>',
    description: 'keeps answers, and uses each again for the very step and repeat it was drawn for',
    schema: optionalText,
    default: null,
  }),
  record: defineSetting({
    flag: '--record <file>',
    description: 'adds every exchange with an endpoint to a file, without keys',
    schema: optionalText,
    default: null,
  }),
  replay: defineSetting({
    flag: '--replay <file>',
    description: 'answers from a recorded file, and asks no endpoint',
    schema: optionalText,
    default: null,
  }),
} as const;

/** Whether an address is a place alone: user names, passwords and keys have no part in it. */
function isPlainAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password, search, hash } = new URL(address);
  return [username, password, search, hash].every((part) => part === '');
}
