import type { CallMeasures, Model, ModelAnswer, ModelRequest, ModelUsage } from '../model.js';
import {
  SamplingParameterSchema,
  type ModelProfile,
  type SamplingParameter,
  type SamplingSettings,
} from '../profile.js';
import type { StreamChoice } from './ask-streamed.js';
import type { Transport } from './transport/transport.js';

/** What a provider needs of its surroundings; each has a default except the transport. */
export interface ProviderContext {
  readonly transport: Transport;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Shared with others who ask the same model; its own unless given. */
  readonly streams?: StreamChoice;
}

export interface AttemptOptions {
  readonly signal: AbortSignal;
  readonly sample?: string | undefined;
  /** From 1. */
  readonly attempt: number;
}

/** An answer before price and cache are applied. */
export interface RawAnswer {
  readonly text: string;
  readonly reasoning: string;
  readonly finishReason: ModelAnswer['finishReason'];
  readonly model: string | null;
  readonly usage: ModelUsage;
  readonly firstByteMs: number | null;
  /** Milliseconds until the endpoint takes more requests, where its headers show that no requests are left. */
  readonly exhaustedMs: number | null;
  readonly warnings: readonly string[];
  /** Absent for an answer that is not a live one. */
  readonly measures?: CallMeasures;
}

/** A model at an endpoint, asked once per call; retries, limits, cache and prices are the gateway's. */
export interface EndpointModel {
  readonly endpoint: string;
  /** Distinguishes keys without being one: limits are shared by models of one endpoint and key. */
  readonly account: string;
  readonly identity: Model['identity'];
  ask(request: ModelRequest, options: AttemptOptions): Promise<RawAnswer>;
}

/** A request as it will be sent, and what of it will not be. */
export interface PreparedRequest {
  readonly messages: ModelRequest['messages'];
  readonly sampling: SamplingSettings;
  readonly continuesLast: boolean;
  readonly pictureDetail?: ModelProfile['pictureDetail'];
  readonly warnings: readonly string[];
}

/** Parameters by the names of the request. */
const PARAMETERS = SamplingParameterSchema.options;

/**
 * The user's sampling goes before the dialect's recommendation; parameters that the model refuses are left out, and
 * reported; the system's text goes to the user where the model knows no system.
 */
export function prepareRequest(
  profile: Pick<ModelProfile, 'sampling' | 'refuses' | 'foldsSystem' | 'pictureDetail'>,
  request: ModelRequest,
  neverTakes: readonly SamplingParameter[],
): PreparedRequest {
  const asked: Record<string, unknown> = {};
  const warnings: string[] = [];
  for (const name of PARAMETERS) {
    const value = profile.sampling?.[name] ?? request[name];
    if (value === undefined) continue;
    if (neverTakes.includes(name) || profile.refuses?.includes(name) === true) {
      warnings.push(`not sent: ${name}, which this model does not take`);
    } else {
      asked[name] = value;
    }
  }
  const pictureDetail = profile.pictureDetail ?? request.pictureDetail;
  return {
    messages: profile.foldsSystem === true ? foldSystem(request.messages) : request.messages,
    ...(pictureDetail === undefined ? {} : { pictureDetail }),
    sampling: asked,
    continuesLast: request.continuesLast === true && request.messages.at(-1)?.role === 'assistant',
    warnings,
  };
}

/** Parameters of the profile that are never sent. */
export function droppedParameters(
  profile: Pick<ModelProfile, 'sampling' | 'refuses'>,
  neverTakes: readonly SamplingParameter[],
): readonly SamplingParameter[] {
  return PARAMETERS.filter(
    (name) =>
      profile.sampling?.[name] !== undefined &&
      (neverTakes.includes(name) || profile.refuses?.includes(name) === true),
  );
}

function foldSystem(messages: ModelRequest['messages']): ModelRequest['messages'] {
  const system = messages.filter(({ role }) => role === 'system').flatMap(({ content }) => content);
  const rest = messages.filter(({ role }) => role !== 'system');
  const first = rest.findIndex(({ role }) => role === 'user');
  if (system.length === 0) return messages;
  if (first === -1) return [{ role: 'user', content: system }, ...rest];
  const gap = { type: 'text', text: '\n\n' } as const;
  return rest.map((message, index) =>
    index === first ? { ...message, content: [...system, gap, ...message.content] } : message,
  );
}

/** Penalties that are set, alone: identities of runs before there were any stay as they are. */
function penaltiesOf(sampling: SamplingSettings): Pick<Model['identity'], string> {
  const { frequencyPenalty, presencePenalty, repetitionPenalty } = sampling;
  return {
    ...(frequencyPenalty === undefined ? {} : { frequencyPenalty }),
    ...(presencePenalty === undefined ? {} : { presencePenalty }),
    ...(repetitionPenalty === undefined ? {} : { repetitionPenalty }),
  };
}

/** Everything of the profile that can change an answer. JSON, without secrets. */
export function identityOf(
  profile: ModelProfile,
  endpoint: string,
  neverTakes: readonly SamplingParameter[],
): Model['identity'] {
  const { provider, api, model, sampling = {}, extraBody, serving, refuses, foldsSystem } = profile;
  const dropped = droppedParameters(profile, neverTakes);
  return {
    kind: provider,
    ...(api === undefined ? {} : { api }),
    baseUrl: endpoint,
    model,
    temperature: sampling.temperature ?? null,
    topP: sampling.topP ?? null,
    topK: sampling.topK ?? null,
    ...penaltiesOf(sampling),
    seed: sampling.seed ?? null,
    maxOutputTokens: sampling.maxOutputTokens ?? null,
    stop: sampling.stop ?? null,
    extraBody: extraBody ?? {},
    ...(dropped.length === 0 ? {} : { dropped }),
    ...(refuses === undefined ? {} : { refuses }),
    ...(profile.pictureDetail === undefined ? {} : { pictureDetail: profile.pictureDetail }),
    ...(profile.completion === undefined ? {} : { completion: profile.completion }),
    ...(profile.stream === true ? { stream: true } : {}),
    ...(foldsSystem === true ? { foldsSystem } : {}),
    ...(serving === undefined ? {} : { serving }),
  };
}
