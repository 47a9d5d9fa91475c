import { ModelSettingsError } from '../model-errors.js';
import type { ModelProfile } from '../profile.js';
import { readBaseUrl, readKey } from './endpoint.js';

/** Where a profile's model is asked. */
export interface Address {
  /** Without trailing slashes. */
  readonly endpoint: string;
  readonly apiKey: string | undefined;
}

/** The address and the variable of the key that a provider has by itself. */
export interface UsualAddress {
  readonly baseUrl: string | null;
  readonly apiKeyVariable: string | null;
}

/**
 * The address that a profile names, else the provider's usual one, with its key.
 *
 * @throws {ModelSettingsError} when there is no address, it cannot be used, or the key is not in the environment
 */
export function addressOf(
  profile: ModelProfile,
  usual: UsualAddress,
  environment: Readonly<Record<string, string | undefined>>,
): Address {
  const address = profile.baseUrl ?? usual.baseUrl;
  if (address === null) {
    throw new ModelSettingsError(`the model ${profile.id} names no endpoint`, {
      hint: 'Give its base URL, such as http://localhost:8000/v1.',
    });
  }
  // The vendor's own key goes to the vendor alone.
  const variable = profile.baseUrl === undefined ? (usual.apiKeyVariable ?? undefined) : undefined;
  return {
    endpoint: readBaseUrl(address),
    apiKey: readKey(profile.apiKeyVariable ?? variable, environment),
  };
}
