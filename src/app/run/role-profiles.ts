import { resolve } from 'node:path';
import type { AgentDefinition } from '../../agents/define-agent.js';
import { DETECTOR_ROLE } from '../../agents/marks/detector.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import { readJsonFile } from '../../formats/read-json-file.js';
import { ModelProfileSchema, type ModelProfile, type SamplingSettings } from '../../models/profile.js';
import { MODEL_SETTINGS } from '../settings/model-settings.js';
import type { Settings } from '../settings/setting.js';

/** The models of an agent: of the role that acts and of roles with one of their own. Null: the settings name no model. */
export interface RoleProfiles {
  readonly acting: ModelProfile | null;
  readonly others: ReadonlyMap<string, ModelProfile>;
}

/** What the models are chosen from. */
export type ModelChoice = Pick<
  Settings,
  | 'model'
  | 'provider'
  | 'api'
  | 'baseUrl'
  | 'apiKeyVariable'
  | 'profile'
  | 'roleProfiles'
  | 'temperature'
  | 'topP'
  | 'topK'
  | 'modelSeed'
  | 'maxOutputTokens'
  | 'priceInput'
  | 'priceOutput'
>;

export interface ProfileOptions {
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/**
 * Descriptions of the models that the settings name, from flags and files.
 *
 * @throws {UserError} for a role that the agent does not have, {DatasetError} for a file that is no profile
 */
export async function readRoleProfiles(
  { name, roles }: Pick<AgentDefinition, 'name' | 'roles'>,
  choice: ModelChoice,
  options: ProfileOptions,
): Promise<RoleProfiles> {
  const known = [...roles, ...(roles.length === 0 ? [] : [DETECTOR_ROLE])].map((role) => role.name);
  const unknown = Object.keys(choice.roleProfiles).find((role) => !known.includes(role));
  if (unknown !== undefined) {
    throw new UserError(`${name} has no role "${unknown}"`, {
      hint:
        roles.length === 0 ? 'It asks no model.' : `${didYouMean(unknown, known)}It has ${known.join(', ')}.`,
    });
  }
  const read = (file: string): Promise<ModelProfile> =>
    readJsonFile(resolve(options.workingDirectory, file), ModelProfileSchema, { signal: options.signal });
  const [acting] = roles;
  const own = acting === undefined ? undefined : choice.roleProfiles[acting.name];
  const file = own ?? choice.profile;
  const others = await Promise.all(
    [...roles.slice(1), DETECTOR_ROLE].map(async (role) => {
      const given = choice.roleProfiles[role.name];
      return given === undefined ? [] : [[role.name, await read(given)] as const];
    }),
  );
  return {
    acting: withFlags(file === null ? null : await read(file), choice, options),
    others: new Map(others.flat()),
  };
}

/** The profile with the flags' values in place of its own; built from the flags alone where there is none. */
function withFlags(
  given: ModelProfile | null,
  choice: ModelChoice,
  { environment }: ProfileOptions,
): ModelProfile | null {
  const {
    baseUrl,
    temperature,
    topP,
    topK,
    modelSeed,
    maxOutputTokens,
    priceInput,
    priceOutput,
    apiKeyVariable,
  } = choice;
  const model = choice.model ?? given?.model ?? null;
  if (model === null) return null;
  // Servers of one's own want no key; whoever names a variable must have set it.
  const isNamed = apiKeyVariable !== MODEL_SETTINGS.apiKeyVariable.default;
  const hasOwn =
    isNamed || (given?.apiKeyVariable === undefined && environment[apiKeyVariable] !== undefined);
  const sampling: SamplingSettings = {
    ...given?.sampling,
    ...(temperature === null ? {} : { temperature }),
    ...(topP === null ? {} : { topP }),
    ...(topK === null ? {} : { topK }),
    ...(modelSeed === null ? {} : { seed: modelSeed }),
    ...(maxOutputTokens === null ? {} : { maxOutputTokens }),
  };
  const provider = choice.provider ?? given?.provider ?? 'openai-compatible';
  if (choice.api !== null && provider !== 'openai') {
    throw new UserError(
      `--api chooses between the interfaces of the provider openai, and this is ${provider}`,
      {
        hint: 'Leave it out, or name --provider openai.',
      },
    );
  }
  const isPriced = priceInput !== null && priceOutput !== null;
  return {
    ...given,
    formatVersion: 1,
    id: given?.id ?? model,
    model,
    provider,
    ...(choice.api === null ? {} : { api: choice.api }),
    ...(baseUrl === null ? {} : { baseUrl }),
    ...(hasOwn ? { apiKeyVariable } : {}),
    ...(Object.keys(sampling).length === 0 ? {} : { sampling }),
    ...(isPriced ? { price: { inputPerMillion: priceInput, outputPerMillion: priceOutput } } : {}),
  };
}
