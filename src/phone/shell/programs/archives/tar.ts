import { gzipSync } from 'node:zlib';
import { FAULT_TEXT } from '../../../files/fault-text.js';
import type { VirtualFiles } from '../../../files/virtual-files.js';
import { Complaint } from '../../answer.js';
import type { Program, ProgramCall } from '../../program.js';
import { readOptions, type Options } from '../read-options.js';
import { modeText, timeText } from '../stat-text.js';
import { unpacked } from './gzip.js';
import { readArchive, writeArchive, type ArchiveEntry } from './tar-format.js';

/**
 * `tar -c|-x|-t [-vz] [-f FILE] [-C FOLDER] [FILE…]`: archives as POSIX has them (ustar).
 *
 * Source: toybox `tar`; POSIX.1-2017 `pax`, ustar interchange format. Deviation: modes and owners of files are not taken over.
 */
export const tar: Program = async (call) => {
  const [first = '', ...rest] = call.words.slice(1);
  // The first word may leave its dash out.
  const words = ['tar', ...(first.startsWith('-') || first === '' ? [first] : [`-${first}`]), ...rest];
  const options = readOptions(
    { words: words.filter(Boolean) },
    'cxtvzf:C:kOhmop create=c extract=x list=t file=f',
  );
  const folder = call.system.files.resolve(options.value('C') ?? '.', call.folder);
  if (options.has('c')) return create(call, options, folder);
  if (options.has('x') || options.has('t')) return read(call, options, folder);
  throw new Complaint('Needs -txc (see "tar --help")');
};

async function create(call: ProgramCall, options: Options, folder: string): Promise<void> {
  const { files } = call.system;
  if (options.arguments.length === 0) throw new Complaint('empty archive');
  const entries: ArchiveEntry[] = [];
  for (const name of options.arguments) {
    const path = files.resolve(name, folder);
    if (typeof files.stat(path) === 'string') await call.complain(`${name}: No such file or directory`);
    else entries.push(...entriesOf(files, path, name.replace(/^\/+/, '').replace(/\/$/, '') || '.'));
  }
  const file = options.value('f') ?? '-';
  if (options.has('v')) {
    const text = entries.map(({ name }) => `${name}\n`).join('');
    await (file === '-' ? call.stderr : call.stdout)(text);
  }
  const archive = writeArchive(entries);
  const bytes = options.has('z') ? gzipSync(archive) : archive;
  if (file === '-') return call.stdout(bytes);
  const fault = files.write(files.resolve(file, call.folder), bytes);
  if (fault !== null) throw new Complaint(`${file}: ${FAULT_TEXT[fault]}`);
}

/** A file, or a folder before everything in it. */
function* entriesOf(files: VirtualFiles, path: string, name: string): Generator<ArchiveEntry> {
  const open = [{ path, name }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const stat = files.stat(next.path);
    if (typeof stat === 'string') continue;
    const { mode, mtime } = stat;
    const bytes = stat.type === 'file' ? files.read(next.path) : null;
    if (typeof bytes === 'string') continue;
    yield { name: next.name + (bytes === null ? '/' : ''), mode, mtime, bytes };
    const names = bytes === null ? files.list(next.path) : [];
    if (typeof names === 'string') continue;
    for (const inner of [...names].reverse())
      open.push({ path: `${next.path}/${inner}`, name: `${next.name}/${inner}` });
  }
}

async function read(call: ProgramCall, options: Options, folder: string): Promise<void> {
  const archive = await archiveOf(call, options.value('f') ?? '-');
  const isPacked = archive[0] === 0x1f && archive[1] === 0x8b;
  const entries = readArchive(isPacked ? unpacked(archive, '-') : archive);
  if (entries === null) throw new Complaint('Not tar');
  const wanted = options.arguments;
  const { files, clock } = call.system;
  for (const { name, mode, mtime, bytes } of entries) {
    const isWanted =
      wanted.length === 0 ||
      wanted.some((one) => name === one || name.startsWith(`${one.replace(/\/$/, '')}/`));
    if (!isWanted) continue;
    if (options.has('t')) {
      const when = timeText(mtime, clock.timeZone).text.slice(0, 16);
      const size = String(bytes?.length ?? 0).padStart(9);
      await call.stdout(
        options.has('v') ? `${modeText(mode)} shell/shell ${size} ${when} ${name}\n` : `${name}\n`,
      );
      continue;
    }
    if (options.has('v')) await call.stdout(`${name}\n`);
    if (options.has('O')) {
      if (bytes !== null) await call.stdout(bytes);
      continue;
    }
    // Never outside of the folder, whatever the archive says.
    const inside = name
      .split('/')
      .filter((part) => part !== '' && part !== '.' && part !== '..')
      .join('/');
    const path = `${folder}/${inside}`;
    const above = bytes === null ? path : path.slice(0, path.lastIndexOf('/'));
    const made = files.createFolder(above, { parents: true });
    const fault =
      bytes === null || (made !== null && made !== 'EEXIST') ? made : files.write(path, bytes, { mtime });
    if (fault !== null && fault !== 'EEXIST')
      await call.complain(`can't create '${name}': ${FAULT_TEXT[fault]}`);
  }
}

async function archiveOf(call: ProgramCall, file: string): Promise<Uint8Array> {
  if (file !== '-') {
    const bytes = call.system.files.read(call.system.files.resolve(file, call.folder));
    if (typeof bytes === 'string') throw new Complaint(`${file}: ${FAULT_TEXT[bytes]}`);
    return bytes;
  }
  const chunks: Uint8Array[] = [];
  for await (const bytes of call.stdin) chunks.push(bytes);
  return Buffer.concat(chunks);
}
