import { resolve } from 'node:path';
import type { Agent } from '../../agents/agent.js';
import type { AgentParts } from '../../agents/define-agent.js';
import { DETECTOR_ROLE } from '../../agents/marks/detector.js';
import { UserError } from '../../errors.js';
import { readJsonFile } from '../../formats/read-json-file.js';
import { createModel } from '../../models/create-model.js';
import type { EndpointLimits } from '../../models/gateway/endpoint-limit.js';
import { Gateway } from '../../models/gateway/gateway.js';
import type { Model, ModelRoles } from '../../models/model.js';
import { findPrice, NO_PRICES, PriceTableSchema, type PriceTable } from '../../models/prices/price-table.js';
import type { ModelProfile } from '../../models/profile.js';
import type { StreamChoice } from '../../models/providers/ask-streamed.js';
import { listProviders } from '../../models/providers/providers.js';
import { boundSampling } from './bound-sampling.js';
import type { ProfileOptions, RoleProfiles } from './role-profiles.js';
import type { Settings } from '../settings/setting.js';

/** A role and the model that it is bound to, as it is asked. */
export interface BoundModel {
  readonly role: string;
  readonly profile: ModelProfile;
  /** What is known of the endpoint's streams. */
  readonly streams: StreamChoice;
}

/** The models of an agent, by role, and what they were made from. */
export interface BoundModels {
  readonly models: ModelRoles;
  readonly bound: readonly BoundModel[];
}

/**
 * Binds every role that the agent needs to its own model, or else to the acting one. All go through one gateway, and so
 * share cache, recording and the limits of endpoints.
 *
 * @throws {UserError} when the agent needs a model and the settings name none
 */
export async function bindModels(
  agent: Agent,
  settings: Settings,
  {
    profiles,
    parts,
    limits,
    ...options
  }: ProfileOptions & {
    readonly profiles: RoleProfiles;
    readonly parts: AgentParts;
    readonly limits?: EndpointLimits;
  },
): Promise<BoundModels> {
  if (agent.needs.models.length === 0) return { models: {}, bound: [] };
  const prices = await readPrices(settings.prices, options);
  const gateway = openGateway(settings, prices, { ...options, limits });
  const known = new Map<string, StreamChoice>();
  const streamsOf = (profile: ModelProfile): StreamChoice => {
    const key = modelKey(profile);
    const streams = known.get(key) ?? { isOff: false };
    known.set(key, streams);
    return streams;
  };
  const bound = agent.needs.models.map((role): BoundModel => {
    const profile = profiles.others.get(role) ?? profiles.acting;
    if (profile === null) throw noModel(`the agent ${agent.name}`);
    requireAddress(profile, `the agent ${agent.name}`);
    const isDetector = profile.provider === 'omniparser';
    if (isDetector !== (role === DETECTOR_ROLE.name)) throw wrongDetector(role, profile);
    if (settings.maxCost !== null && !isDetector) requirePrice(profile, prices, role);
    return {
      role,
      profile: isDetector ? profile : { ...profile, sampling: boundSampling(profile, parts.dialectOf(role)) },
      streams: streamsOf(profile),
    };
  });
  const { environment } = options;
  const models = bound.map(({ role, profile, streams }) => [
    role,
    createModel(profile, { environment, gateway, streams }),
  ]);
  return { models: Object.fromEntries(models) as ModelRoles, bound };
}

/** The same for profiles that ask one model at one endpoint. */
export function modelKey({ provider, api, baseUrl, model, apiKeyVariable }: ModelProfile): string {
  return JSON.stringify([provider, api, baseUrl, model, apiKeyVariable]);
}

/**
 * The door by which a model is asked before a run: the prices and the cache of the settings, and no recording, since the
 * call is no part of the run.
 */
export async function preflightGateway(settings: Settings, options: ProfileOptions): Promise<Gateway> {
  return openGateway({ ...settings, record: null }, await readPrices(settings.prices, options), options);
}

/**
 * One model by itself, for asking it something outside of a run.
 *
 * @throws {UserError} when the settings name none
 */
export async function bindModel(
  settings: Settings,
  options: ProfileOptions & { readonly profile: ModelProfile | null; readonly asker: string },
): Promise<Model> {
  const { profile, asker } = options;
  if (profile === null) throw noModel(asker);
  requireAddress(profile, asker);
  const prices = await readPrices(settings.prices, options);
  if (settings.maxCost !== null) requirePrice(profile, prices, asker);
  const gateway = openGateway(settings, prices, options);
  return createModel(profile, { environment: options.environment, gateway });
}

function openGateway(
  settings: Settings,
  prices: PriceTable,
  {
    workingDirectory,
    limits,
  }: Pick<ProfileOptions, 'workingDirectory'> & { readonly limits?: EndpointLimits | undefined },
): Gateway {
  const inFolder = (path: string | null): string | null =>
    path === null ? null : resolve(workingDirectory, path);
  return new Gateway({
    prices,
    cacheDirectory: inFolder(settings.cache),
    recordFile: inFolder(settings.record),
    replayFile: inFolder(settings.replay),
    limits,
  });
}

async function readPrices(
  file: string | null,
  { workingDirectory, signal }: ProfileOptions,
): Promise<PriceTable> {
  if (file === null) return NO_PRICES;
  return readJsonFile(resolve(workingDirectory, file), PriceTableSchema, { signal });
}

function requireAddress({ provider, baseUrl }: ModelProfile, asker: string): void {
  const needsOne = ['openai-compatible', 'completions', 'omniparser', 'embeddings'].includes(provider);
  if (!needsOne || baseUrl !== undefined) return;
  throw new UserError(`${asker} asks a model, and where it is served is not said`, {
    hint: 'Name its endpoint with --base-url, such as http://localhost:8000/v1, or the vendor with --provider.',
  });
}

function wrongDetector(role: string, { id, provider }: ModelProfile): UserError {
  return role === DETECTOR_ROLE.name
    ? new UserError(
        `the role ${role} is for a detector of elements, and ${id} is asked through ${provider}`,
        {
          hint: 'Its profile names "provider": "omniparser" (docs/marks.md).',
        },
      )
    : new UserError(`${id} finds elements on pictures, and cannot be the ${role}`, {
        hint: 'Name it for the role that it has: --role detector=FILE (docs/marks.md).',
      });
}

function noModel(asker: string): UserError {
  return new UserError(`${asker} asks a model`, {
    hint: 'Name it with --model and its endpoint with --base-url, such as http://localhost:8000/v1, or describe it in a file for --profile.',
  });
}

function requirePrice(profile: ModelProfile, prices: PriceTable, role: string): void {
  const { provider, model } = profile;
  const usual = listProviders().find(({ name }) => name === provider)?.baseUrl ?? null;
  const address = profile.baseUrl ?? usual;
  const host = address === null ? '' : new URL(address).hostname;
  if (profile.price !== undefined) return;
  if (findPrice(prices, { provider, host, model, at: Date.now() }) !== null) return;
  throw new UserError(`--max-cost needs to know what tokens of ${model} cost (${role})`, {
    hint: 'Name --price-input and --price-output, in US dollars per million tokens, or a table with --prices.',
  });
}
