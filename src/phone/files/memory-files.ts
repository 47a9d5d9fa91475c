import { resolvePath } from './resolve-path.js';
import type { FileFault, FileStat, VirtualFiles } from './virtual-files.js';

/** Longest path and longest name in bytes of UTF-8. Source: Linux `NAME_MAX`; adb's sync service allows 1,024 for a path. */
const LONGEST_PATH = 1024;
const LONGEST_NAME = 255;

/** Bytes that all files of a phone may take. */
const QUOTA = 256 * 1024 * 1024;

/** What an entry takes of the quota besides its contents, so that empty files are not free. */
const ENTRY_SIZE = 1024;

const FOLDER_TYPE = 0o040000;
const FILE_TYPE = 0o100000;
const FOLDER_MODE = FOLDER_TYPE | 0o771;
const FILE_MODE = FILE_TYPE | 0o660;
const PERMISSIONS = 0o7777;

/** Size that a folder is said to have: one block. */
const FOLDER_SIZE = 4096;

/** Below these an agent may write; the folders themselves stay. */
const WRITABLE = ['/sdcard', '/data/local/tmp'];

const START_FOLDERS = [
  ...['Download', 'DCIM', 'Pictures', 'Documents', 'Android'].map((name) => `/sdcard/${name}`),
  '/data/local/tmp',
  '/system/bin',
  '/dev',
  '/proc',
  '/storage/emulated',
  '/mnt',
];

/** Takes what is written and gives nothing. */
const NOWHERE = '/dev/null';

interface Folder {
  readonly type: 'folder';
  readonly entries: Map<string, Folder | File>;
  mode: number;
  mtime: number;
}

interface File {
  readonly type: 'file';
  /** Longer than `size` where there is room for more; bytes already given out are never changed. */
  buffer: Uint8Array;
  size: number;
  mode: number;
  mtime: number;
}

export interface MemoryFilesOptions {
  /** Milliseconds since 1970 on the phone's clock. */
  readonly now: () => number;
  /** Bytes that all files may take. */
  readonly quota?: number;
  /** Contents of files that are there from the start, by path, wherever they lie. */
  readonly start?: ReadonlyMap<string, Uint8Array>;
  /** Files that the system writes anew for every reader, always as long, by path. */
  readonly computed?: ReadonlyMap<string, () => Uint8Array>;
}

/**
 * The files of one phone. Only the shared storage and `/data/local/tmp` can be written to.
 *
 * A file that grows is never copied for its readers: what they were given stays as it was.
 */
export class MemoryFiles implements VirtualFiles {
  readonly #root: Folder;
  readonly #now: () => number;
  readonly #quota: number;
  readonly #computed: ReadonlyMap<string, () => Uint8Array>;
  #used = 0;

  constructor(options: MemoryFilesOptions) {
    this.#now = options.now;
    this.#quota = options.quota ?? QUOTA;
    this.#root = this.#newFolder();
    for (const path of START_FOLDERS) this.#makeFolders(path);
    this.#computed = options.computed ?? new Map();
    const computed = [...this.#computed].map(([path, compute]) => [path, compute()] as const);
    for (const [path, bytes] of [...(options.start ?? []), ...computed]) {
      const [parent, name] = split(resolvePath(path, '/'));
      this.#makeFolders(parent).entries.set(name, this.#newFile(bytes, {}));
    }
  }

  stat(path: string): FileStat | FileFault {
    const plain = resolvePath(path, '/');
    if (plain === NOWHERE) return { type: 'file', mode: 0o020666, size: 0, mtime: this.#root.mtime };
    const found = this.#find(path, plain);
    if (typeof found === 'string') return found;
    const { type, mode, mtime } = found;
    return { type, mode, mtime, size: found.type === 'file' ? found.size : FOLDER_SIZE };
  }

  read(path: string): Uint8Array | FileFault {
    const plain = resolvePath(path, '/');
    if (plain === NOWHERE) return new Uint8Array();
    const found = this.#find(path, plain);
    if (typeof found === 'string') return found;
    const compute = this.#computed.get(plain);
    if (compute !== undefined) return compute();
    return found.type === 'folder' ? 'EISDIR' : found.buffer.subarray(0, found.size);
  }

  write(path: string, bytes: Uint8Array, options: { mtime?: number; mode?: number } = {}): FileFault | null {
    const plain = resolvePath(path, '/');
    if (plain === NOWHERE) return null;
    const found = this.#find(path, plain);
    if (typeof found === 'string')
      return this.#add(path, plain, found, () => this.#newFile(bytes, options), bytes.length);
    if (found.type === 'folder') return 'EISDIR';
    if (!isWritable(plain)) return 'EACCES';
    if (!this.#fits(bytes.length - found.size)) return 'ENOSPC';
    this.#used += bytes.length - found.size;
    found.buffer = bytes;
    found.size = bytes.length;
    found.mtime = options.mtime ?? this.#seconds();
    if (options.mode !== undefined) found.mode = FILE_TYPE | (options.mode & PERMISSIONS);
    return null;
  }

  append(path: string, bytes: Uint8Array): FileFault | null {
    const plain = resolvePath(path, '/');
    if (plain === NOWHERE) return null;
    const found = this.#find(path, plain);
    // Copied, since the caller may reuse its buffer.
    if (typeof found === 'string') return this.write(path, bytes.slice());
    if (found.type === 'folder') return 'EISDIR';
    if (!isWritable(plain)) return 'EACCES';
    if (!this.#fits(bytes.length)) return 'ENOSPC';
    const size = found.size + bytes.length;
    if (size > found.buffer.length || !found.buffer.length) {
      const larger = new Uint8Array(Math.max(size, Math.ceil(found.buffer.length * 1.5)));
      larger.set(found.buffer.subarray(0, found.size));
      found.buffer = larger;
    }
    found.buffer.set(bytes, found.size);
    found.size = size;
    found.mtime = this.#seconds();
    this.#used += bytes.length;
    return null;
  }

  list(path: string): readonly string[] | FileFault {
    const found = this.#find(path, resolvePath(path, '/'));
    if (typeof found === 'string') return found;
    if (found.type === 'file') return 'ENOTDIR';
    return [...found.entries.keys()].sort();
  }

  createFolder(path: string, options: { parents?: boolean } = {}): FileFault | null {
    const plain = resolvePath(path, '/');
    const found = this.#find(path, plain);
    if (typeof found !== 'string') return options.parents && found.type === 'folder' ? null : 'EEXIST';
    if (found === 'ENOENT' && options.parents) {
      const fault = this.createFolder(split(plain)[0], options);
      if (fault) return fault === 'EEXIST' ? 'ENOTDIR' : fault;
    }
    return this.#add(path, plain, found, () => this.#newFolder(), 0);
  }

  remove(path: string, options: { recursive?: boolean } = {}): FileFault | null {
    const plain = resolvePath(path, '/');
    const found = this.#find(path, plain);
    if (typeof found === 'string') return found;
    if (!isWritable(plain)) return 'EACCES';
    if (found.type === 'folder' && found.entries.size && !options.recursive) return 'ENOTEMPTY';
    this.#take(plain);
    this.#used -= spaceOf(found);
    return null;
  }

  rename(from: string, to: string): FileFault | null {
    const source = resolvePath(from, '/');
    const target = resolvePath(to, '/');
    const found = this.#find(from, source);
    if (typeof found === 'string') return found;
    if (!isWritable(source) || target.startsWith(`${source}/`)) return 'EACCES';
    if (source === target) return null;
    const replaced = this.#find(to, target);
    if (typeof replaced !== 'string') {
      if (replaced.type === 'folder' && found.type === 'file') return 'EISDIR';
      if (replaced.type === 'file' && found.type === 'folder') return 'ENOTDIR';
      const fault = this.remove(to);
      if (fault) return fault;
    } else if (replaced !== 'ENOENT') return replaced;
    const parent = this.#parentFor(target);
    if (typeof parent === 'string') return parent;
    this.#take(source);
    parent.entries.set(split(target)[1], found);
    return null;
  }

  /** Sets the time of change; makes an empty file where there is nothing. */
  touch(path: string, mtime: number): FileFault | null {
    const plain = resolvePath(path, '/');
    if (plain === NOWHERE) return null;
    const found = this.#find(path, plain);
    if (typeof found === 'string')
      return found === 'ENOENT' ? this.write(path, new Uint8Array(), { mtime }) : found;
    if (!isWritable(plain)) return 'EACCES';
    found.mtime = mtime;
    return null;
  }

  changeMode(path: string, mode: number): FileFault | null {
    const plain = resolvePath(path, '/');
    const found = this.#find(path, plain);
    if (typeof found === 'string') return found;
    if (!isWritable(plain)) return 'EACCES';
    found.mode = (found.type === 'file' ? FILE_TYPE : FOLDER_TYPE) | (mode & PERMISSIONS);
    return null;
  }

  resolve(path: string, folder: string): string {
    return resolvePath(path, folder);
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000);
  }

  #newFolder(): Folder {
    return { type: 'folder', entries: new Map(), mode: FOLDER_MODE, mtime: this.#seconds() };
  }

  #newFile(bytes: Uint8Array, options: { mtime?: number; mode?: number }): File {
    const mode = options.mode === undefined ? FILE_MODE : FILE_TYPE | (options.mode & PERMISSIONS);
    return { type: 'file', buffer: bytes, size: bytes.length, mode, mtime: options.mtime ?? this.#seconds() };
  }

  /** Folders of the start, which nobody has to be allowed. */
  #makeFolders(path: string): Folder {
    let folder = this.#root;
    for (const name of path.split('/').filter(Boolean)) {
      let next = folder.entries.get(name);
      if (next?.type !== 'folder') {
        next = this.#newFolder();
        folder.entries.set(name, next);
      }
      folder = next;
    }
    return folder;
  }

  #find(given: string, plain: string): Folder | File | FileFault {
    if (given.length > LONGEST_PATH || Buffer.byteLength(given) > LONGEST_PATH) return 'ENAMETOOLONG';
    let node: Folder | File = this.#root;
    let start = 1;
    while (start < plain.length) {
      let end = plain.indexOf('/', start);
      if (end < 0) end = plain.length;
      if (node.type === 'file') return 'ENOTDIR';
      const next: Folder | File | undefined = node.entries.get(plain.slice(start, end));
      if (!next) return 'ENOENT';
      node = next;
      start = end + 1;
    }
    return node;
  }

  /** The folder that this path would be an entry of, if entries may be added there. */
  #parentFor(plain: string): Folder | FileFault {
    const [above, name] = split(plain);
    if (Buffer.byteLength(name) > LONGEST_NAME) return 'ENAMETOOLONG';
    const parent = this.#find('', above);
    if (typeof parent === 'string') return parent;
    if (parent.type === 'file') return 'ENOTDIR';
    return isWritable(plain) ? parent : 'EACCES';
  }

  #add(
    path: string,
    plain: string,
    fault: FileFault,
    make: () => Folder | File,
    size: number,
  ): FileFault | null {
    if (fault !== 'ENOENT') return fault;
    if (Buffer.byteLength(plain) > LONGEST_PATH || Buffer.byteLength(path) > LONGEST_PATH)
      return 'ENAMETOOLONG';
    const parent = this.#parentFor(plain);
    if (typeof parent === 'string') return parent;
    if (!this.#fits(size + ENTRY_SIZE)) return 'ENOSPC';
    parent.entries.set(split(plain)[1], make());
    this.#used += size + ENTRY_SIZE;
    return null;
  }

  #take(plain: string): void {
    const [above, name] = split(plain);
    const parent = this.#find('', above);
    if (typeof parent !== 'string' && parent.type === 'folder') parent.entries.delete(name);
  }

  #fits(bytes: number): boolean {
    return this.#used + bytes <= this.#quota;
  }
}

function isWritable(plain: string): boolean {
  return WRITABLE.some((folder) => plain.startsWith(`${folder}/`));
}

function split(plain: string): [parent: string, name: string] {
  const slash = plain.lastIndexOf('/');
  return [plain.slice(0, slash) || '/', plain.slice(slash + 1)];
}

/** Bytes of the quota that an entry and everything in it take. Moving folders into folders may nest them beyond any stack. */
function spaceOf(node: Folder | File): number {
  let sum = 0;
  const open = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    sum += ENTRY_SIZE + (next.type === 'file' ? next.size : 0);
    if (next.type === 'folder') for (const entry of next.entries.values()) open.push(entry);
  }
  return sum;
}
