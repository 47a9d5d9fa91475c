/** Other names of the shared storage. Source: Android's storage layout (symbolic links to the first user's volume). */
const STORAGE_NAMES = ['/storage/emulated/0', '/storage/self/primary', '/mnt/sdcard', '/data/media/0'];

/** The name that they are known by here. */
const STORAGE = '/sdcard';

/**
 * The absolute path without `.`, `..`, doubled slashes and other names of the shared storage. `..` never leaves the root.
 * Linear in the length of the path.
 */
export function resolvePath(path: string, folder: string): string {
  const whole = path.startsWith('/') ? path : `${folder}/${path}`;
  const parts: string[] = [];
  for (const part of whole.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  const plain = `/${parts.join('/')}`;
  for (const name of STORAGE_NAMES) {
    if (plain === name) return STORAGE;
    if (plain.startsWith(`${name}/`)) return STORAGE + plain.slice(name.length);
  }
  return plain;
}
