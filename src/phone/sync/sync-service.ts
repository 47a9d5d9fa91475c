import { FAULT_TEXT } from '../files/fault-text.js';
import { ByteReader } from './byte-reader.js';
import { LARGEST_DATA, endOfList, entryOf, failureOf, messageOf, stat2Of, statOf } from './sync-messages.js';
import type { Service, ServiceStream } from '../service-stream.js';
import type { FileFault, VirtualFiles } from '../files/virtual-files.js';
import { writeTogether } from '../write-together.js';

/** Longest text of a request, in bytes. */
const LONGEST_REQUEST = 1024;

/** Bytes that are given to the front end at once. */
const LARGEST_WRITE = 15 * (LARGEST_DATA + 8);

const TYPE_BITS = 0o170000;
const LINK_TYPE = 0o120000;

export interface SyncServiceOptions {
  /** Called after each file that was pushed or pulled, with what went wrong if something did. */
  readonly onTransfer?: (transfer: {
    type: 'push' | 'pull';
    path: string;
    size: number;
    problem: string | null;
  }) => void;
}

/**
 * The service behind `sync:`: what `adb push`, `pull` and `ls` use. A push takes no more memory than the files may, however
 * much is sent.
 *
 * Source: AOSP `adb/SYNC.TXT`, `adb/file_sync_protocol.h`, `adb/daemon/file_sync_service.cpp`.
 */
export function syncService(files: VirtualFiles, options: SyncServiceOptions = {}): Service {
  return async (stream) => {
    const reader = new ByteReader(stream.input);
    for (let isOpen = true; isOpen && !stream.gone.aborted;)
      isOpen = await serveRequest(stream, reader, files, options);
  };
}

/** Serves one request; false when it was the last one. */
async function serveRequest(
  stream: ServiceStream,
  reader: ByteReader,
  files: VirtualFiles,
  options: SyncServiceOptions,
): Promise<boolean> {
  const header = await reader.read(8);
  const id = header?.toString('latin1', 0, 4);
  if (!header || id === 'QUIT') return false;
  const size = header.readUInt32LE(4);
  if (size > LONGEST_REQUEST) return fail(stream, 'path too long');
  const data = await reader.read(size);
  if (!data) return false;
  const path = data.toString();
  switch (id) {
    case 'STAT':
      await stream.write(statOf(files.stat(path)));
      return true;
    case 'STA2':
    case 'LST2':
      await stream.write(stat2Of(id, files.stat(path)));
      return true;
    case 'LIST':
    case 'LIS2':
      await list(stream, files, path, id === 'LIST' ? 'DENT' : 'DNT2');
      return true;
    case 'RECV': {
      const bytes = files.read(path);
      const problem =
        typeof bytes === 'string'
          ? (bytes === 'EISDIR' ? 'read' : 'open') + ` failed: ${FAULT_TEXT[bytes]}`
          : null;
      options.onTransfer?.({
        type: 'pull',
        path,
        size: typeof bytes === 'string' ? 0 : bytes.length,
        problem,
      });
      if (typeof bytes === 'string') await stream.write(failureOf(problem ?? ''));
      else await send(stream, bytes);
      return true;
    }
    case 'SEND':
      return receive(stream, reader, files, path, options);
    default:
      return fail(stream, `unknown command ${JSON.stringify(id)}`);
  }
}

/** Refuses, and ends: what follows cannot be parsed any more. */
async function fail(stream: ServiceStream, text: string): Promise<false> {
  await stream.write(failureOf(text));
  return false;
}

async function list(
  stream: ServiceStream,
  files: VirtualFiles,
  path: string,
  id: 'DENT' | 'DNT2',
): Promise<void> {
  const names = files.list(path);
  let pending: Buffer[] = [];
  let size = 0;
  for (const name of typeof names === 'string' ? [] : names) {
    const stat = files.stat(`${path}/${name}`);
    if (typeof stat === 'string') continue;
    const entry = entryOf(id, name, stat);
    pending.push(entry);
    size += entry.length;
    if (size < LARGEST_DATA) continue;
    await stream.write(Buffer.concat(pending));
    pending = [];
    size = 0;
  }
  await stream.write(Buffer.concat([...pending, endOfList(id)]));
}

async function send(stream: ServiceStream, bytes: Uint8Array): Promise<void> {
  let pending: Uint8Array[] = [];
  let size = 0;
  for (let start = 0; start < bytes.length; start += LARGEST_DATA) {
    const data = bytes.subarray(start, start + LARGEST_DATA);
    pending.push(messageOf('DATA', data.length), data);
    size += data.length + 8;
    if (size < LARGEST_WRITE) continue;
    // Views of the file, not copies: many clients may be slow.
    await writeTogether(stream, pending);
    pending = [];
    size = 0;
  }
  await writeTogether(stream, [...pending, messageOf('DONE', 0)]);
}

/** Takes a file in. What cannot be kept is read all the same, since the client listens only when it has sent everything. */
async function receive(
  stream: ServiceStream,
  reader: ByteReader,
  files: VirtualFiles,
  request: string,
  { onTransfer }: SyncServiceOptions,
): Promise<boolean> {
  const comma = request.lastIndexOf(',');
  if (comma < 0) return fail(stream, 'missing , in ID_SEND');
  const path = request.slice(0, comma);
  const digits = request.slice(comma + 1);
  if (!/^[0-9]+$/.test(digits)) return fail(stream, 'bad mode');
  const mode = Number(digits);
  let problem = (mode & TYPE_BITS) === LINK_TYPE ? 'links are not supported' : createFile(files, path, mode);
  let isCreated = problem === null;
  let size = 0;
  const ended = (why: string | null): void => {
    if (why !== null && isCreated) files.remove(path);
    isCreated = false;
    onTransfer?.({ type: 'push', path, size, problem: why });
  };
  for (;;) {
    const header = await reader.read(8);
    const id = header?.toString('latin1', 0, 4);
    if (!header) {
      ended('the client is gone');
      return false;
    }
    const value = header.readUInt32LE(4);
    if (id === 'DONE') {
      ended(problem);
      if (problem === null) files.touch(path, value);
      await stream.write(problem === null ? messageOf('OKAY', 0) : failureOf(problem));
      return true;
    }
    if (id !== 'DATA' || value > LARGEST_DATA) {
      const why = id === 'DATA' ? 'oversize data message' : 'invalid data message';
      ended(why);
      return fail(stream, why);
    }
    size += value;
    for (let left = value; left > 0;) {
      const bytes = await reader.some(left);
      if (!bytes) {
        ended('the client is gone');
        return false;
      }
      left -= bytes.length;
      if (problem !== null) continue;
      const fault = files.append(path, bytes);
      if (fault === null) continue;
      problem = `write failed: ${FAULT_TEXT[fault]}`;
      files.remove(path);
      isCreated = false;
    }
  }
}

/** Makes an empty file and the folders above it; what went wrong, if something did. */
function createFile(files: VirtualFiles, path: string, mode: number): string | null {
  const above = path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '/';
  const fault = files.createFolder(above, { parents: true });
  if (fault && fault !== 'EEXIST') return `secure_mkdirs failed: ${FAULT_TEXT[fault]}`;
  const refused: FileFault | null = files.write(path, new Uint8Array(), { mode });
  return refused && `couldn't create file: ${FAULT_TEXT[refused]}`;
}
