import { hash } from 'node:crypto';
import { ModelSettingsError } from '../model-errors.js';
import { redactor, type Redactor } from '../redact-key.js';

/** Shortest key that can be distinguished from other text, and so be removed from it. */
const SHORTEST_KEY = 6;

/**
 * An address without trailing slashes.
 *
 * @throws {ModelSettingsError} when it is none, or holds what may be a secret
 */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.search === '' && url.hash === '' && url.username + url.password === '';
  if (isPlain && (url.protocol === 'http:' || url.protocol === 'https:')) return url.href.replace(/\/+$/, '');
  // The text is not repeated: it may hold a key.
  throw new ModelSettingsError('the base URL of the model cannot be used', {
    hint: 'Give an http or https address without user name, query and fragment; keys go into an environment variable.',
  });
}

/**
 * The key in an environment variable; undefined where none is named.
 *
 * @throws {ModelSettingsError} when the variable holds none
 */
export function readKey(
  variable: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (variable === undefined) return undefined;
  const key = environment[variable]?.trim();
  if (key !== undefined && key !== '' && !/[^\x21-\x7e]/.test(key)) return key;
  const problem = key === undefined || key === '' ? 'is not set' : 'holds characters that no key has';
  throw new ModelSettingsError(`the environment variable ${variable} ${problem}`, {
    hint: `Export ${variable} with the key of the endpoint, and nothing else in it.`,
  });
}

/** Removes the key from texts; leaves nothing of them where the key is too short to distinguish from other text. */
export function keyRedactor(apiKey: string | undefined): Redactor {
  if (apiKey === undefined) return (text) => text;
  return apiKey.length < SHORTEST_KEY ? () => '' : redactor(apiKey);
}

/** A name for endpoint and key together that reveals nothing of the key. */
export function accountOf(endpoint: string, apiKey: string | undefined): string {
  const key = apiKey === undefined ? '' : hash('sha256', `${endpoint} ${apiKey}`);
  return `${endpoint} ${key.slice(0, 16)}`;
}
