import { closeSync, constants, fstatSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ItemKey } from '../../../domain/episode.js';
import { FileTooLargeError, FileUnreadableError } from '../../../files/file-errors.js';
import { readBytesSync } from '../../../files/read-bytes.js';
import { JournalWriteError } from '../run-errors.js';
import {
  MOST_REQUEST_BYTES,
  parseRequestLine,
  requestFilePath,
  type MessageLine,
  type RequestLine,
} from './request-file.js';
import type { SentMessage, SentRequest } from './sent-request.js';

/** Pieces of fewer characters are written where they stand: a line of their own would be longer. */
const SHORTEST_PIECE = 48;
/** A link put there by whoever made the run is not followed, a pipe is not waited for. */
const FLAGS =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Keeps what the models of one attempt are asked, every text and message once: a conversation sends all of its earlier turns
 * again. What is kept is with the operating system when `add` returns, so before any journal line that names it; it is not
 * waited for until it is on disk, so that a power cut may lose prompts, and nothing else.
 */
export class RequestWriter {
  readonly #file: string;
  readonly #mostBytes: number;
  #texts = new Map<string, number>();
  #messages = new Map<string, number>();
  #requests = new Set<string>();
  /** Bytes of whole lines. */
  #bytes = 0;
  /** Whether what the file held when the attempt was taken up is known. */
  #isRead = false;
  /** A crash has left half a line at the end. */
  #isTorn = false;

  constructor(
    runDirectory: string,
    key: ItemKey,
    attempt: number,
    { mostBytes = MOST_REQUEST_BYTES }: { readonly mostBytes?: number } = {},
  ) {
    this.#file = requestFilePath(runDirectory, key, attempt);
    this.#mostBytes = mostBytes;
  }

  /**
   * Keeps a request, unless it is kept already or the file is full.
   *
   * @param hash of the request, as the journal has it
   * @throws {JournalWriteError} when it cannot be kept
   */
  add(hash: string, { messages, ...settings }: SentRequest): void {
    try {
      this.#read();
      if (this.#requests.has(hash) || this.#bytes >= this.#mostBytes) return;
      const lines: RequestLine[] = [];
      const numbers = messages.map((message) => this.#message(message, lines));
      lines.push({ request: hash, messages: numbers, settings });
      this.#requests.add(hash);
      this.#write(lines);
    } catch (error) {
      throw new JournalWriteError(this.#file, error);
    }
  }

  #message({ role, content }: SentMessage, lines: RequestLine[]): number {
    const shown = content.map((part) =>
      part.type === 'text' ? piecesOf(part.text).map((piece) => this.#piece(piece, lines)) : part,
    );
    const name = nameOf({ role, content: shown });
    const known = this.#messages.get(name);
    if (known !== undefined) return known;
    const number = this.#messages.size;
    this.#messages.set(name, number);
    lines.push({ message: number, role, content: shown });
    return number;
  }

  #piece(text: string, lines: RequestLine[]): number | string {
    if (text.length < SHORTEST_PIECE) return text;
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const number = this.#texts.size;
    this.#texts.set(text, number);
    lines.push({ text: number, of: text });
    return number;
  }

  #write(lines: readonly RequestLine[]): void {
    mkdirSync(dirname(this.#file), { recursive: true });
    const descriptor = openSync(this.#file, FLAGS, 0o644);
    try {
      if (!fstatSync(descriptor).isFile()) throw new Error('it is no plain file');
      if (this.#isTorn) ftruncateSync(descriptor, this.#bytes);
      this.#isTorn = false;
      const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      this.#bytes += bytes.length;
      for (let from = 0; from < bytes.length;) from += writeSync(descriptor, bytes, from);
    } finally {
      closeSync(descriptor);
    }
  }

  /** What an interrupted session has kept of this attempt. */
  #read(): void {
    if (this.#isRead) return;
    this.#isRead = true;
    let file: Buffer;
    try {
      file = readBytesSync(this.#file, { maxBytes: MOST_REQUEST_BYTES * 2 });
    } catch (error) {
      if (error instanceof FileTooLargeError) this.#bytes = Number.POSITIVE_INFINITY;
      else if (!(error instanceof FileUnreadableError)) throw error;
      return;
    }
    this.#bytes = file.lastIndexOf(0x0a) + 1;
    this.#isTorn = this.#bytes < file.length;
    for (const line of file.toString('utf8', 0, this.#bytes).split('\n').map(parseRequestLine)) {
      if (line === null) continue;
      if ('text' in line) this.#texts.set(line.of, line.text);
      else if ('message' in line) this.#messages.set(nameOf(line), line.message);
      else this.#requests.add(line.request);
    }
  }
}

/** What tells a message apart from the others. */
function nameOf({ role, content }: Pick<MessageLine, 'role' | 'content'>): string {
  return JSON.stringify([role, content]);
}

/** Paragraphs, which together are the text: a prompt that changes at one place has most of them again. */
function piecesOf(text: string): readonly string[] {
  const pieces = text.split(/(?<=\n\n)/);
  return pieces.reduce<string[]>((joined, piece) => {
    const last = joined.at(-1);
    // Two short ones next to each other are one.
    if (last !== undefined && last.length + piece.length < SHORTEST_PIECE) joined[joined.length - 1] += piece;
    else joined.push(piece);
    return joined;
  }, []);
}
