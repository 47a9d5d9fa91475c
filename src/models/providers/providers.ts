import type { ProviderName } from '../profile.js';
import type { UsualAddress } from './address.js';
import type { LibraryProvider } from './library/library-provider.js';
import {
  anthropicProvider,
  compatibleProvider,
  googleProvider,
  openAiProvider,
} from './library/library-providers.js';

/** Providers that are asked by code of our own. */
type OwnProvider = 'completions' | 'omniparser' | 'embeddings';

/** Providers that are asked through the library. */
export const PROVIDERS: Readonly<Record<Exclude<ProviderName, OwnProvider>, LibraryProvider>> = {
  'openai-compatible': compatibleProvider,
  openai: openAiProvider,
  anthropic: anthropicProvider,
  google: googleProvider,
};

/** What `touchstone list providers` prints of one. */
export interface ProviderDescription {
  readonly name: ProviderName;
  readonly description: string;
  /** Null: the user names one. */
  readonly baseUrl: string | null;
  readonly apiKeyVariable: string | null;
}

const DESCRIPTIONS: Readonly<Record<ProviderName, string>> = {
  'openai-compatible': 'chat completions: vLLM, SGLang, Ollama, LM Studio, llama.cpp, DashScope, OpenRouter',
  openai: 'OpenAI, by its responses or its chat completions',
  anthropic: 'Anthropic, by its messages',
  google: 'Google, by generateContent',
  completions: 'raw text completions, the chat template written here: vLLM, llama.cpp, SGLang',
  omniparser: 'elements of a screen from an OmniParser server, for the role detector',
  embeddings: 'vectors of texts, by /embeddings: vLLM, TEI, Ollama, OpenAI; for the role embedder',
};

function isOwn(provider: ProviderName): provider is OwnProvider {
  return provider === 'completions' || provider === 'omniparser' || provider === 'embeddings';
}

/** The address and the variable of the key that a provider has by itself. */
export function usualAddressOf(provider: ProviderName): UsualAddress {
  return isOwn(provider) ? { baseUrl: null, apiKeyVariable: null } : PROVIDERS[provider];
}

/** Every provider, in the order that help lists them. */
export function listProviders(): readonly ProviderDescription[] {
  return (Object.keys(DESCRIPTIONS) as ProviderName[]).map((name) => {
    const { baseUrl, apiKeyVariable } = usualAddressOf(name);
    return { name, description: DESCRIPTIONS[name], baseUrl, apiKeyVariable };
  });
}
