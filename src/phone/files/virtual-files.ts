/** Why a file operation was refused, in the words of the C library. */
export type FileFault =
  | 'ENOENT'
  | 'EACCES'
  | 'EEXIST'
  | 'EISDIR'
  | 'ENOTDIR'
  | 'ENOTEMPTY'
  | 'ENOSPC'
  | 'ENAMETOOLONG';

/** What `stat` says of a file or folder of the phone. */
export interface FileStat {
  readonly type: 'file' | 'folder';
  /** Type and permission bits: `0o100660`, `0o40771`. */
  readonly mode: number;
  /** Bytes. */
  readonly size: number;
  /** Seconds since 1970. */
  readonly mtime: number;
}

/**
 * The files of one phone, in memory. Paths are absolute or start from `folder`; `..` never leaves the root; the several
 * names of the shared storage are one folder.
 *
 * Every operation gives what it found, or the fault; nothing throws.
 */
export interface VirtualFiles {
  stat(path: string): FileStat | FileFault;
  /** Not to be changed by the caller. */
  read(path: string): Uint8Array | FileFault;
  /** Replaces what is there; the bytes are kept, not copied. */
  write(path: string, bytes: Uint8Array, options?: { mtime?: number; mode?: number }): FileFault | null;
  append(path: string, bytes: Uint8Array): FileFault | null;
  /** Names, sorted by code unit. */
  list(path: string): readonly string[] | FileFault;
  createFolder(path: string, options?: { parents?: boolean }): FileFault | null;
  remove(path: string, options?: { recursive?: boolean }): FileFault | null;
  rename(from: string, to: string): FileFault | null;
  touch(path: string, mtime: number): FileFault | null;
  changeMode(path: string, mode: number): FileFault | null;
  /** The path without `.`, `..`, doubled slashes and other names of the same folder. */
  resolve(path: string, folder: string): string;
}
