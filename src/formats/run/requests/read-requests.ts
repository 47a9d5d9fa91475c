import type { ItemKey } from '../../../domain/episode.js';
import {
  FileTooLargeError,
  FileUnreadableError,
  PathOutsideFolderError,
} from '../../../files/file-errors.js';
import { readBytes } from '../../../files/read-bytes.js';
import { canonicalJson, sha256 } from '../canonical-json.js';
import { MOST_REQUEST_BYTES, parseRequestLine, requestFilePath } from './request-file.js';
import type { SentMessage, SentRequest } from './sent-request.js';

/** Requests of one attempt, as far as they were kept. */
export class KeptRequests {
  readonly #texts = new Map<number, string>();
  readonly #messages = new Map<
    number,
    Omit<SentMessage, 'content'> & { readonly content: readonly Part[] }
  >();
  readonly #requests = new Map<
    string,
    { readonly messages: readonly number[]; readonly settings: Settings }
  >();

  constructor(text: string) {
    for (const line of text.split('\n').map(parseRequestLine)) {
      if (line === null) continue;
      if ('text' in line) this.#texts.set(line.text, line.of);
      else if ('message' in line) this.#messages.set(line.message, line);
      else this.#requests.set(line.request, line);
    }
  }

  /** Hashes of those that are there, whole or not. */
  get hashes(): ReadonlySet<string> {
    return new Set(this.#requests.keys());
  }

  /** The request of that hash; null where it is not there, or is not what its hash says. */
  find(hash: string): SentRequest | null {
    const line = this.#requests.get(hash);
    if (line === undefined) return null;
    const messages: SentMessage[] = [];
    for (const number of line.messages) {
      const message = this.#messages.get(number);
      if (message === undefined) return null;
      const { role, content } = message;
      messages.push({ role, content: content.map((part) => this.#part(part)) });
    }
    const request = { ...line.settings, messages };
    return sha256(canonicalJson(request)) === hash ? request : null;
  }

  #part(part: Part): SentMessage['content'][number] {
    if ('type' in part) return part;
    // A piece that is missing shows in the hash.
    const pieces = part.map((piece) => (typeof piece === 'string' ? piece : (this.#texts.get(piece) ?? '')));
    return { type: 'text', text: pieces.join('') };
  }
}

type Settings = Readonly<Record<string, unknown>>;
type Part = readonly (number | string)[] | Extract<SentMessage['content'][number], { type: 'image' }>;

/** The requests that were kept of an attempt; of a run that kept none, none. */
export async function readRequests(
  runDirectory: string,
  key: ItemKey,
  attempt: number,
  options: { readonly signal?: AbortSignal } = {},
): Promise<KeptRequests> {
  const file = requestFilePath(runDirectory, key, attempt);
  try {
    const bounds = { maxBytes: MOST_REQUEST_BYTES * 2, within: runDirectory, ...options };
    return new KeptRequests((await readBytes(file, bounds)).toString('utf8'));
  } catch (error) {
    const isNone =
      error instanceof FileUnreadableError ||
      error instanceof FileTooLargeError ||
      error instanceof PathOutsideFolderError;
    if (!isNone) throw error;
    return new KeptRequests('');
  }
}
