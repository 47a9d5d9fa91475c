import type { FileFault } from '../files/virtual-files.js';

const TEXTS: Record<FileFault, string> = {
  ENOENT: 'No such file or directory',
  EACCES: 'Permission denied',
  EEXIST: 'File exists',
  EISDIR: 'Is a directory',
  ENOTDIR: 'Not a directory',
  ENOTEMPTY: 'Directory not empty',
  ENOSPC: 'No space left on device',
  ENAMETOOLONG: 'File name too long',
};

/** What the C library says of a fault. */
export function faultText(fault: FileFault): string {
  return TEXTS[fault];
}
