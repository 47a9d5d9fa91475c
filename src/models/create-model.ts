import { Gateway } from './gateway/gateway.js';
import type { Model } from './model.js';
import type { ModelProfile } from './profile.js';
import type { StreamChoice } from './providers/ask-streamed.js';
import { completionsModel } from './providers/completions.js';
import type { EndpointModel, ProviderContext } from './providers/endpoint-model.js';
import { libraryModel } from './providers/library/library-model.js';
import { limitPictures } from './providers/limit-pictures.js';
import { embeddingsModel } from './providers/embeddings.js';
import { omniParserModel } from './providers/omniparser.js';
import { PROVIDERS, usualAddressOf } from './providers/providers.js';

export interface CreateModelOptions {
  /** Where keys are looked up; the process's own unless given. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Shared by all models of a command; one of its own unless given. */
  readonly gateway?: Gateway;
  /** Shared with others who ask the same model; its own unless given. */
  readonly streams?: StreamChoice;
}

/**
 * The model that a profile describes, behind the gateway: with retries, limits, prices, and cache or recording where the
 * gateway has them.
 *
 * @throws {ModelSettingsError} when the address cannot be used or the key is not in the environment
 */
export function createModel(profile: ModelProfile, options: CreateModelOptions = {}): Model {
  const gateway = options.gateway ?? new Gateway();
  const environment = options.environment ?? process.env;
  const model = gateway.wrap(
    endpointModel(profile, {
      // A recording holds no keys and needs none.
      environment: gateway.isReplay ? withoutKeys(profile, environment) : environment,
      transport: gateway.transport(profile.timeouts),
      clock: gateway.clock,
      ...(options.streams === undefined ? {} : { streams: options.streams }),
    }),
    profile,
  );
  return profile.maxPictureBytes === undefined ? model : limitPictures(model, profile.maxPictureBytes);
}

function endpointModel(profile: ModelProfile, context: ProviderContext): EndpointModel {
  switch (profile.provider) {
    case 'completions':
      return completionsModel(profile, context);
    case 'omniparser':
      return omniParserModel(profile, context);
    case 'embeddings':
      return embeddingsModel(profile, context);
    default:
      return libraryModel(profile, PROVIDERS[profile.provider], context);
  }
}

function withoutKeys(
  profile: ModelProfile,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const usual = usualAddressOf(profile.provider).apiKeyVariable;
  const names = [profile.apiKeyVariable, usual].filter((name) => name !== undefined && name !== null);
  return { ...environment, ...Object.fromEntries(names.map((name) => [name, 'not-needed-for-replay'])) };
}
