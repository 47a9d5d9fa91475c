import type { FileFault } from './virtual-files.js';

/** What the C library says of a fault (`strerror`). */
export const FAULT_TEXT: Readonly<Record<FileFault, string>> = {
  ENOENT: 'No such file or directory',
  EACCES: 'Permission denied',
  EEXIST: 'File exists',
  EISDIR: 'Is a directory',
  ENOTDIR: 'Not a directory',
  ENOTEMPTY: 'Directory not empty',
  ENOSPC: 'No space left on device',
  ENAMETOOLONG: 'File name too long',
};
