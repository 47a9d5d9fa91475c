import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { formatPlace, TouchstoneError, UserError } from '../../errors.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readBytes } from '../../files/read-bytes.js';
import { resolveOwnName } from '../own-name.js';

const MODULE = /^(.*\.(?:mjs|js|mts|ts))(?:@(.*))?$/s;

/** The file of a module that stands in place of a name, and what is behind its `@`; null for a plain name. */
export function moduleFile(name: string): { readonly file: string; readonly variant: string | null } | null {
  const match = MODULE.exec(name);
  return match?.[1] === undefined ? null : { file: match[1], variant: match[2] ?? null };
}

/** Whether a name is a module that would run as code. */
export function isModule(name: string): boolean {
  return MODULE.test(name);
}

/** SHA-256 of a module's bytes, hex. */
export async function hashModule(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readBytes(file, { maxBytes: FILE_LIMITS.source }))
    .digest('hex');
}

/** What to say of a module that cannot be used. */
export interface ModuleWords {
  /** Such as `the module of the dialect`. */
  readonly what: string;
  readonly hint: string;
}

/**
 * What a module of the user's exports by default. It runs as code: it is loaded only when the user names it.
 *
 * @param check called with the hash of the module before anything of it is run; throws to refuse it
 * @throws {UserError} for a module that is not there, or that fails while it is loaded, with the line
 */
export async function loadModule(
  file: string,
  { what, hint }: ModuleWords,
  check: (hash: string) => void = () => undefined,
): Promise<{ readonly exported: unknown; readonly hash: string }> {
  const hash = await hashModule(file).catch((cause: unknown) => {
    throw cannotLoad(file, { what, hint }, cause);
  });
  check(hash);
  try {
    resolveOwnName();
    // The only way to load a module that the user names; what it exports is checked by the caller.
    const loaded = (await import(pathToFileURL(file).href)) as { readonly default?: unknown };
    return { exported: loaded.default, hash };
  } catch (cause) {
    throw cannotLoad(file, { what, hint }, cause);
  }
}

function cannotLoad(file: string, { what, hint }: ModuleWords, cause: unknown): UserError {
  return new UserError(`${what} cannot be loaded: ${loadWords(cause)}`, {
    place: { file, ...lineWithin(file, cause) },
    // Node keeps the place of a syntax error to itself here.
    hint: hintOf(cause) ?? hint,
    cause,
  });
}

function hintOf(cause: unknown): string | null {
  if (cause instanceof SyntaxError) return '`node --check FILE` shows the place.';
  // What the module itself was told, by a part of Touchstone that it calls.
  if (cause instanceof TouchstoneError && cause.place === undefined) return cause.hint ?? null;
  if (cause instanceof TouchstoneError) return 'Name the file with its path, such as ./my-plugin.mjs.';
  if (!(cause instanceof Error) || !('code' in cause) || cause.code !== 'ERR_MODULE_NOT_FOUND') return null;
  const [, missing] = /^Cannot find package '([^']+)'/.exec(cause.message) ?? [];
  return missing === undefined
    ? 'A file that it imports is not there.'
    : `\`npm install ${missing}\` in its folder puts the package there; only touchstone itself is found without.`;
}

/** What kept a module from being loaded, in its first line. */
function loadWords(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  if (code === 'ENOENT') return 'there is no such file';
  // The place is said by the error that this becomes part of.
  if (cause instanceof TouchstoneError) {
    return cause.place === undefined
      ? cause.message
      : cause.message.slice(formatPlace(cause.place).length + 2);
  }
  const words = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  const [first = ''] = words.split('\n');
  return code === 'ERR_UNKNOWN_FILE_EXTENSION'
    ? `Node ${process.versions.node} does not run such files; compile it to .mjs first`
    : first;
}

/** The line of the module in the stack of what it threw. */
function lineWithin(file: string, cause: unknown): { readonly line?: number } {
  const stack = cause instanceof Error ? (cause.stack ?? '') : '';
  const start = stack.indexOf(`${pathToFileURL(file).href}:`);
  const line = /:(\d+)/.exec(stack.slice(start + pathToFileURL(file).href.length))?.[1];
  return start < 0 || line === undefined ? {} : { line: Number(line) };
}
