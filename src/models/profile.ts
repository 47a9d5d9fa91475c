import { z } from 'zod';
import { PictureRuleSchema } from '../domain/observation-rule.js';
import { ResizeRuleSchema } from '../domain/coordinates/resize-rule.js';
import { PriceSchema } from './prices/price.js';

/** Version of the profile's form; anything but new optional fields raises it. */
const PROFILE_FORMAT_VERSION = 1;

/** Wire formats that models are asked through. */
export const ProviderNameSchema = z.enum([
  'openai-compatible',
  'openai',
  'anthropic',
  'google',
  'completions',
  'omniparser',
  'embeddings',
]);
export type ProviderName = z.infer<typeof ProviderNameSchema>;

/** OpenAI's two interfaces. */
export const ApiNameSchema = z.enum(['responses', 'chat']);

const count = z.int().positive();
const milliseconds = z.number().positive();

/** How an answer is drawn. What is absent is left to the dialect's recommendation, then to the endpoint. */
export const SamplingSettingsSchema = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().gt(0).max(1).optional(),
  topK: count.optional(),
  frequencyPenalty: z.number().min(-2).max(2).optional(),
  presencePenalty: z.number().min(-2).max(2).optional(),
  /** 1 changes nothing. */
  repetitionPenalty: z.number().positive().optional(),
  seed: z.int().optional(),
  maxOutputTokens: count.optional(),
  /** Strings that end the answer. */
  stop: z.array(z.string().min(1)).max(16).readonly().optional(),
});
export type SamplingSettings = z.infer<typeof SamplingSettingsSchema>;

/** Names of the parameters above. */
export const SamplingParameterSchema = z.enum([
  'temperature',
  'topP',
  'topK',
  'frequencyPenalty',
  'presencePenalty',
  'repetitionPenalty',
  'seed',
  'maxOutputTokens',
  'stop',
]);
export type SamplingParameter = z.infer<typeof SamplingParameterSchema>;

/** How the model is served: what the endpoint does not report and still changes its answers. */
export const ServingNotesSchema = z.strictObject({
  /** Number format of the weights, such as `bf16`, `fp8`, `awq-int4`, `Q4_K_M`. */
  quantisation: z.string().optional(),
  server: z.string().optional(),
  serverVersion: z.string().optional(),
  /** Tokens of context that the server was started with. */
  contextLength: count.optional(),
  notes: z.string().optional(),
});

/** Milliseconds that each part of a call may take. */
export const TimeoutsSchema = z.strictObject({
  connectMs: milliseconds.optional(),
  /** From the request sent to the first byte of the answer. */
  firstByteMs: milliseconds.optional(),
  totalMs: milliseconds.optional(),
});
export type Timeouts = z.infer<typeof TimeoutsSchema>;

/** Attempts of one call after failures that may pass. */
export const CallRetriesSchema = z.strictObject({
  /** In all, the first included. */
  attempts: count.optional(),
  firstDelayMs: milliseconds.optional(),
  /** Longest wait between attempts. An endpoint that asks for more is not waited for; the call fails. */
  maxDelayMs: milliseconds.optional(),
});
export type CallRetries = z.infer<typeof CallRetriesSchema>;

/** How raw completions are written: there is no chat template on the server, so it is given here. */
export const CompletionTemplateSchema = z.strictObject({
  /** Text around each message; `{{content}}` stands for its parts. */
  system: z.string(),
  user: z.string(),
  assistant: z.string(),
  /** Before the answer. */
  opening: z.string(),
  /** In the place of a picture, such as `<|vision_start|><|image_pad|><|vision_end|>`; absent: no pictures. */
  picture: z.string().optional(),
  /** How pictures travel: llama.cpp's `multimodal_data` or SGLang's native `image_data`. */
  pictureField: z.enum(['multimodal_data', 'image_data']).optional(),
});
export type CompletionTemplate = z.infer<typeof CompletionTemplateSchema>;

const CoordinatesSchema = z.intersection(
  z.discriminatedUnion('space', [
    z.object({ space: z.literal('sent') }),
    z.object({
      space: z.literal('resized'),
      to: z.union([ResizeRuleSchema, z.strictObject({ width: count, height: count })]),
    }),
    z.object({ space: z.literal('norm'), span: z.number().positive() }),
  ]),
  z.object({ order: z.literal('yx').optional() }),
);

/**
 * A model as a user describes it in a file: where it is served, how it is asked, what it costs. No secrets: the key is
 * named by its environment variable.
 */
export const ModelProfileSchema = z.strictObject({
  formatVersion: z.literal(PROFILE_FORMAT_VERSION),
  /** Name in tables and prices. */
  id: z.string().min(1),
  provider: ProviderNameSchema,
  /** Which of OpenAI's interfaces; `responses` unless given. */
  api: ApiNameSchema.optional(),
  /** The vendor's own address unless given; needed for `openai-compatible` and `completions`. */
  baseUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** Model id as the endpoint knows it. */
  model: z.string().min(1),
  /** Environment variable that holds the key; the vendor's usual one unless given, none for local servers. */
  apiKeyVariable: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
    .optional(),
  /** Asks for a streamed answer, always or never; unless given, where the endpoint streams and counts tokens then. */
  stream: z.boolean().optional(),
  sampling: SamplingSettingsSchema.optional(),
  /** Parameters that this model refuses; dropped with a warning wherever they come from. */
  refuses: z.array(SamplingParameterSchema).readonly().optional(),
  /** More fields of the request's body, sent as they are. */
  extraBody: z.record(z.string(), z.json()).optional(),
  /** OpenAI's `detail` of pictures. */
  pictureDetail: z.enum(['low', 'high', 'auto', 'original']).optional(),
  /** The model has no system role: its text goes before the first user message. */
  foldsSystem: z.boolean().optional(),
  completion: CompletionTemplateSchema.optional(),
  serving: ServingNotesSchema.optional(),
  timeouts: TimeoutsSchema.optional(),
  retries: CallRetriesSchema.optional(),
  /** Requests at a time that the endpoint is given at most; fewer while it reports that it is busy. */
  concurrency: count.optional(),
  /** US dollars per million tokens; else the price table's. */
  price: PriceSchema.optional(),
  /** Tokens that a picture takes: so many each, or one for each square of so many pixels, begun ones included. */
  pictureTokens: z.union([count, z.strictObject({ patch: count })]).optional(),
  /** Most bytes of one picture that the endpoint takes. */
  maxPictureBytes: count.optional(),

  /** Family of the model, `name` or `name@variant`. */
  dialect: z.string().min(1).optional(),
  /** In place of the dialect's own. */
  coordinates: CoordinatesSchema.optional(),
  scroll: z.enum(['content', 'finger']).optional(),
  picture: PictureRuleSchema.optional(),
  history: z
    .strictObject({
      steps: z.int().nonnegative().nullable().optional(),
      pictures: z.int().nonnegative().optional(),
    })
    .optional(),
  switches: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
});
export type ModelProfile = z.infer<typeof ModelProfileSchema>;
