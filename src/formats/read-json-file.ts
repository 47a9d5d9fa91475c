import { isAscii, isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import type { FilePlace } from '../errors.js';
import { FILE_LIMITS } from '../files/file-limits.js';
import { readWhole, type ReadBytesOptions } from '../files/read-bytes.js';
import { FileEncodingError, FileSchemaError, JsonDepthError, JsonSyntaxError } from './file-errors.js';
import { findJsonProblem, lineAndColumn, offsetOfPath } from './json-scan.js';

export interface ReadTextOptions {
  /** Most bytes to read; 64 MiB unless given. */
  readonly maxBytes?: number;
  /** Folder that the file must lie in, links followed: for files that data name. */
  readonly within?: string;
  readonly signal?: AbortSignal;
}

export interface ReadJsonOptions extends ReadTextOptions {
  /** Deepest nesting of arrays and objects allowed; 100 unless given, `Infinity` for readers that do not recurse. */
  readonly maxDepth?: number;
}

export interface ReadJsonFileOptions<T> extends ReadJsonOptions {
  /**
   * Decodes every text of the value, keys too, in place. Given, a file with few characters beyond ASCII takes half the time: it
   * is parsed and checked as bytes, a character each. Not for schemas that count characters or match their patterns.
   */
  readonly decodeTexts?: (value: T, decoded: (stored: string) => string) => void;
  /** Looks at the file's bytes before they are parsed; their memory is used for the next file. */
  readonly inspect?: (bytes: Buffer) => void;
}

const MAX_DEPTH = 100;

/**
 * A JSON file, checked against its schema.
 *
 * @throws {FileUnreadableError | FileTooLargeError | FileEncodingError | JsonSyntaxError | JsonDepthError |
 * FileSchemaError} each naming the file and, where there is one, line, column and path.
 */
export async function readJsonFile<T>(
  file: string,
  schema: z.ZodType<T>,
  options: ReadJsonFileOptions<T> = {},
): Promise<T> {
  const { decodeTexts, inspect } = options;
  const stored = await readWhole(file, boundsOf(options), scratch, (bytes) => {
    inspect?.(bytes);
    return decodeTexts !== undefined && mayStandAsBytes(bytes)
      ? { bytes: bytes.toString('latin1'), decodeTexts }
      : { text: decodeUtf8(bytes, file) };
  });
  const quick = stored.decodeTexts === undefined ? null : parseStored(stored, schema, options);
  if (quick !== null) return quick.value;
  const text = stored.text ?? decodeUtf8(Buffer.from(stored.bytes, 'latin1'), file);
  return checkSchema(parseJson(text, file, options), schema, { file, text });
}

/** Whether a text's bytes, a character each, parse to what its characters do but for its texts. */
function mayStandAsBytes(bytes: Buffer): boolean {
  const hasOrderMark = bytes[0] === 0xef;
  // A `\u` escape would put characters among bytes; ASCII is decoded as fast as possible.
  return !isAscii(bytes) && !hasOrderMark && !bytes.includes(String.raw`\u`) && isUtf8(bytes);
}

/** Null for anything wrong: reading the file again as text gives the error with its place. */
function parseStored<T>(
  { bytes, decodeTexts }: { bytes: string; decodeTexts: NonNullable<ReadJsonFileOptions<T>['decodeTexts']> },
  schema: z.ZodType<T>,
  { maxDepth = MAX_DEPTH }: ReadJsonOptions,
): { value: T } | null {
  let value: unknown;
  try {
    value = JSON.parse(bytes);
  } catch {
    return null;
  }
  if (maxDepth <= MAX_DEPTH && !fits(value, maxDepth)) return null;
  const result = schema.safeParse(value);
  if (!result.success) return null;
  decodeTexts(result.data, decodedText);
  return { value: result.data };
}

const ASCII = /^[\0-\x7F]*$/;

function decodedText(stored: string): string {
  return ASCII.test(stored) ? stored : Buffer.from(stored, 'latin1').toString('utf8');
}

/** A file as text; a byte order mark is dropped. @throws as `readJsonFile`, short of what concerns JSON. */
export async function readTextFile(file: string, options: ReadTextOptions = {}): Promise<string> {
  // Decoded before anything else can read into the same memory.
  return readWhole(file, boundsOf(options), scratch, (bytes) => decodeUtf8(bytes, file));
}

/** Memory for a text file's bytes, used by one file after the other: memory of its own for each costs more than reading it. */
function scratch(size: number): Buffer {
  if (scratchBuffer.length < size) scratchBuffer = Buffer.allocUnsafeSlow(size);
  return scratchBuffer.subarray(0, size);
}
let scratchBuffer = Buffer.allocUnsafeSlow(64 * 1024);

function boundsOf({ maxBytes = FILE_LIMITS.json, within, signal }: ReadTextOptions): ReadBytesOptions {
  return { maxBytes, within, signal };
}

/** @throws {FileEncodingError} */
export function decodeUtf8(bytes: Uint8Array, file: string): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Three times as fast as a decoder, which checks every character; most files are ASCII.
  if (isAscii(buffer)) return buffer.toString('latin1');
  if (!isUtf8(buffer)) {
    throw new FileEncodingError('the file is not UTF-8', {
      place: { file },
      hint: 'Save the file as UTF-8.',
    });
  }
  const text = buffer.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/**
 * The value of a JSON text.
 *
 * @throws {JsonSyntaxError | JsonDepthError} with line and column.
 */
export function parseJson(text: string, file: string, options: { maxDepth?: number } = {}): unknown {
  const maxDepth = options.maxDepth ?? MAX_DEPTH;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const problem = findJsonProblem(text);
    const place: FilePlace = problem === null ? { file } : { file, ...lineAndColumn(text, problem.offset) };
    throw new JsonSyntaxError(problem?.message ?? 'this is not JSON', {
      place,
      hint: 'Repair the file at this place; any JSON checker will point to it.',
      cause: error,
    });
  }
  const isFlat = maxDepth === Infinity || (maxDepth <= MAX_DEPTH && fits(value, maxDepth));
  const tooDeep = isFlat ? null : pathDeeperThan(value, maxDepth);
  if (tooDeep !== null) {
    throw new JsonDepthError(`nested more than ${maxDepth} levels deep`, {
      place: placeOf(file, text, tooDeep.slice(0, 4)),
      hint: 'No file of this kind nests so deeply; check that it is the file you meant.',
    });
  }
  return value;
}

/**
 * The value as its schema types it.
 *
 * @throws {FileSchemaError} for the first problem, with its path, and line and column where the text is given.
 */
export function checkSchema<T>(
  value: unknown,
  schema: z.ZodType<T>,
  source: { readonly file: string; readonly text?: string; readonly at?: readonly (string | number)[] },
): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = firstIssue(result.error.issues);
  const more = result.error.issues.length - 1;
  const path = [...(source.at ?? []), ...issue.path];
  throw new FileSchemaError(`${issue.message}${more > 0 ? ` (and ${more} more problems)` : ''}`, {
    place: placeOf(source.file, source.text, path),
    hint: 'Compare the file with its JSON Schema (docs/formats.md).',
  });
}

/** Place of a value within a file; line and column are looked up in the text where it is given. */
export function placeOf(file: string, text: string | undefined, path: readonly PropertyKey[]): FilePlace {
  const plain = path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  const offset = text === undefined ? null : offsetOfPath(text, plain);
  if (text === undefined || offset === null) return { file, path: plain };
  return { file, ...lineAndColumn(text, offset), path: plain };
}

/** The problem to show: within a union, that of the alternative that came furthest. */
function firstIssue(issues: readonly z.core.$ZodIssue[]): { message: string; path: PropertyKey[] } {
  const issue = issues[0];
  if (issue === undefined) return { message: 'the value does not fit', path: [] };
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  let best = { message: issue.message, path: [] as PropertyKey[] };
  for (const alternative of issue.errors) {
    const inner = firstIssue(alternative);
    if (inner.path.length > best.path.length) best = inner;
  }
  return { message: best.message, path: [...issue.path, ...best.path] };
}

/** Whether a value nests no deeper; recurses as deep as it may nest. */
function fits(value: unknown, maxDepth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (maxDepth === 0) return false;
  if (Array.isArray(value)) {
    for (const entry of value as readonly unknown[]) if (!fits(entry, maxDepth - 1)) return false;
    return true;
  }
  // What was parsed from JSON inherits nothing that could be enumerated.
  for (const name in value) if (!fits((value as Record<string, unknown>)[name], maxDepth - 1)) return false;
  return true;
}

/** Way to the first value that lies deeper than allowed. Walks without recursion. */
function pathDeeperThan(value: unknown, maxDepth: number): (string | number)[] | null {
  interface Level {
    readonly node: object;
    readonly keys: readonly string[] | null;
    index: number;
  }
  const levels: Level[] = [];
  const enter = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    levels.push({ node, keys: Array.isArray(node) ? null : Object.keys(node), index: 0 });
  };
  enter(value);
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (levels.length > maxDepth) {
      return levels.slice(0, -1).map(({ keys, index }) => keys?.[index - 1] ?? index - 1);
    }
    const { node, keys, index } = level;
    level.index += 1;
    if (keys === null) {
      const array = node as readonly unknown[];
      if (index >= array.length) levels.pop();
      else enter(array[index]);
    } else {
      const key = keys[index];
      if (key === undefined) levels.pop();
      else enter((node as Record<string, unknown>)[key]);
    }
  }
  return null;
}
