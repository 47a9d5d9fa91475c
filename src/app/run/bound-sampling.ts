import type { Dialect } from '../../models/dialects/dialect.js';
import type { ModelProfile, SamplingSettings } from '../../models/profile.js';

/** Tokens that a model may answer with where neither the user nor the dialect sets a limit. */
const MAX_OUTPUT_TOKENS = 1024;

/**
 * The user's sampling with a limit of the answer. Official prompts, and dialects of scripts that send none, leave it to the
 * server, though not to one that completes raw text: such servers end after a few words where nobody sets it.
 */
export function boundSampling(
  { sampling = {}, provider }: Pick<ModelProfile, 'sampling' | 'provider'>,
  dialect: Pick<Dialect, 'sampling' | 'promptSource' | 'isUnlimited'>,
): SamplingSettings {
  const limit = sampling.maxOutputTokens ?? dialect.sampling.maxOutputTokens;
  const isLeft = dialect.promptSource?.kind === 'official' || dialect.isUnlimited === true;
  if (limit === undefined && isLeft && provider !== 'completions') return sampling;
  return { ...sampling, maxOutputTokens: limit ?? MAX_OUTPUT_TOKENS };
}
