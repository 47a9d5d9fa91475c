import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileTooLargeError } from '../../files/file-errors.js';
import { readBytes } from '../../files/read-bytes.js';
import { unsafePathReason } from '../../formats/safe-path.js';
import { DatasetError } from '../../errors.js';
import { OWN_PACKAGE } from '../../own-package.js';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const MOST_BYTES = 16 * 1024 * 1024;

/** A file of the built application. */
export interface ViewerFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** Its name says what is in it, so that it never changes. */
  readonly isHashed: boolean;
}

/** Where the build puts the application. */
export function builtViewer(): string {
  return fileURLToPath(new URL('dist/web/', OWN_PACKAGE));
}

/** A file of the built application by its path, `index.html` for the page; null where there is none of a known kind. */
export async function readViewerFile(folder: string, path: string): Promise<ViewerFile | null> {
  const mediaType = MEDIA_TYPES[extname(path).toLowerCase()];
  if (mediaType === undefined || unsafePathReason(path) !== null) return null;
  try {
    const bytes = await readBytes(join(folder, path), { maxBytes: MOST_BYTES, within: folder });
    return { mediaType, bytes, isHashed: /-[\w-]{8,}\.\w+$/.test(path) };
  } catch (error) {
    if (error instanceof FileTooLargeError || !(error instanceof DatasetError)) throw error;
    return null;
  }
}
