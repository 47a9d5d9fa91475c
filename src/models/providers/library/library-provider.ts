import type { OpenAIProvider } from '@ai-sdk/openai';
import type { ModelProfile, SamplingParameter } from '../../profile.js';
import type { PreparedRequest } from '../endpoint-model.js';
import type { TokenFinder } from '../transport/stream-times.js';

/** The library's model, in the version that all its providers share. */
export type LibraryModel = ReturnType<OpenAIProvider['chat']>;
export type LibraryCallOptions = Parameters<LibraryModel['doGenerate']>[0];
export type LibraryProviderOptions = NonNullable<LibraryCallOptions['providerOptions']>;
export type LibraryAnswer = Awaited<ReturnType<LibraryModel['doGenerate']>>;

/** What differs from one provider of the library to the next. */
export interface LibraryProvider {
  /** Null: the user must name one. */
  readonly baseUrl: string | null;
  /** Usual name of the variable that holds the key; null where servers mostly need none. */
  readonly apiKeyVariable: string | null;
  /** Parameters that no model of it takes. */
  readonly neverTakes: readonly SamplingParameter[];
  /** What an unfinished answer can be continued with: the wire as it is, more fields of the body, or nothing. */
  readonly continuesLast: 'natively' | 'not' | Readonly<Record<string, boolean>>;
  /** Loaded on first use: commands that ask no model start faster without it. */
  open(
    profile: ModelProfile,
    options: { baseURL: string; apiKey: string | undefined; fetch: typeof globalThis.fetch },
  ): Promise<LibraryModel>;
  /** What may be wrong where the endpoint knows no such address. */
  notFoundHint?(profile: ModelProfile): string | undefined;
  /** Name under which it takes more fields of the body; absent: the written body is read and changed. */
  readonly fieldsName?: string;
  /** Names of the body's fields for sampling that the library drops though servers take it. */
  readonly ownFields?: Readonly<Record<'topK' | 'repetitionPenalty', string>>;
  /** Field of the written body that brings the pictures' detail to `open`'s library model, which puts it where it belongs. */
  readonly detailField?: string;
  /** Options of each picture. */
  pictureOptions?(prepared: Pick<PreparedRequest, 'pictureDetail'>): LibraryProviderOptions | undefined;
  /** What an event of its streams brings. */
  readonly tokenIn: TokenFinder;
  /** Whether a received stream came to its end. */
  isWhole(stream: string): boolean;
  /** Whether a body holds nothing where answers are. */
  isEmpty?(body: unknown): boolean;
  /** What the model said instead of answering, where the library leaves it out. */
  refusal?(received: string): string | null;
}
