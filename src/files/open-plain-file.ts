import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { TouchstoneError } from '../errors.js';
import { FileTooLargeError, FileUnreadableError } from './file-errors.js';
import { requireInside } from './inside-folder.js';

/** What a file from outside must be to be opened; that it is a plain file goes without saying. */
export interface PlainFileOptions {
  /** Most bytes that it may have; `Infinity` where it is streamed and each piece has a bound of its own. */
  readonly maxBytes: number;
  /** Folder that the file must lie in, links followed: for files that data name. Files the user names lie anywhere. */
  readonly within?: string;
  /** What to do about a file that is too large. */
  readonly tooLargeHint?: string;
}

/** An open plain file; close it with `await using`. */
export interface PlainFile extends AsyncDisposable {
  readonly handle: FileHandle;
  readonly size: number;
}

/** Opening a pipe for reading would wait for its writer; non-blocking mode does not. No terminal becomes ours either. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/**
 * The only way to open a file that somebody else may have made. Pipes, devices, sockets and folders are refused before
 * anything is read from them.
 *
 * @throws {FileUnreadableError | FileTooLargeError | PathOutsideFolderError} naming the file
 */
export async function openPlainFile(file: string, options: PlainFileOptions): Promise<PlainFile> {
  const { path, flags } = wayTo(file, options);
  let handle: FileHandle;
  try {
    handle = await open(path, flags);
  } catch (error) {
    throw unreadable(file, error);
  }
  try {
    const size = sizeOfPlain(file, await handle.stat(), options);
    return { handle, size, [Symbol.asyncDispose]: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw unreadable(file, error);
  }
}

/** The same at once; whoever opens closes the descriptor. For many small files: each turn of the queue costs more than they do. */
export function openPlainFileSync(
  file: string,
  options: PlainFileOptions,
): { readonly descriptor: number; readonly size: number } {
  const { path, flags } = wayTo(file, options);
  let descriptor: number;
  try {
    descriptor = openSync(path, flags);
  } catch (error) {
    throw unreadable(file, error);
  }
  try {
    return { descriptor, size: sizeOfPlain(file, fstatSync(descriptor), options) };
  } catch (error) {
    closeSync(descriptor);
    throw unreadable(file, error);
  }
}

/** What was found inside is opened as it was found: a link put in its place meanwhile is not followed. */
function wayTo(file: string, { within }: PlainFileOptions): { path: string; flags: number } {
  if (within === undefined) return { path: file, flags: OPEN_FLAGS };
  return { path: requireInside(within, file), flags: OPEN_FLAGS | constants.O_NOFOLLOW };
}

function sizeOfPlain(
  file: string,
  found: { readonly size: number; isFile(): boolean; isDirectory(): boolean },
  options: PlainFileOptions,
): number {
  if (!found.isFile()) {
    const message = found.isDirectory() ? 'this is a folder, not a file' : 'this is not a plain file';
    throw new FileUnreadableError(message, { place: { file }, hint: 'Name a file.' });
  }
  if (found.size > options.maxBytes) throw tooLarge(file, found.size, options);
  return found.size;
}

/** @param size null where only reading on would tell */
export function tooLarge(
  file: string,
  size: number | null,
  { maxBytes, tooLargeHint = 'Check that it is the file you meant.' }: PlainFileOptions,
): FileTooLargeError {
  const message =
    size === null
      ? `more than the ${maxBytes} bytes allowed`
      : `${size} bytes, more than the ${maxBytes} allowed`;
  return new FileTooLargeError(message, { place: { file }, hint: tooLargeHint });
}

/** An error of the file system as one that names the file; errors of ours as they are. */
export function unreadable(file: string, error: unknown): TouchstoneError {
  if (error instanceof TouchstoneError) return error;
  return new FileUnreadableError(reasonOf(error), {
    place: { file },
    hint: 'Check the path and that the file may be read.',
    cause: error,
  });
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'the file may not be read';
  if (code === 'EISDIR') return 'this is a folder, not a file';
  // Sockets cannot be opened, and devices may have nobody behind them.
  if (code === 'ENXIO' || code === 'ENODEV') return 'this is not a plain file';
  return error instanceof Error ? error.message : String(error);
}
