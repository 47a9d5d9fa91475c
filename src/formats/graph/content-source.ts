import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { ScreenContent } from '../../domain/screen.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { requireInside } from '../../files/inside-folder.js';
import { readBytes } from '../../files/read-bytes.js';
import { FileUnreadableError } from '../file-errors.js';
import { unsafePathReason } from '../safe-path.js';

/** Where pictures and hierarchies of a graph come from. */
export interface ContentSource {
  /** The content at a path of the graph, or null when this source does not have it. Reads nothing yet. */
  open(path: string): ScreenContent | null;
}

/** A source that has nothing; environments work without pictures. */
export const NO_CONTENT: ContentSource = { open: () => null };

/**
 * Files below a folder. The folder is listed once, so that what is missing is known without asking for each file.
 *
 * @throws {FileUnreadableError} when the folder cannot be listed. Loading a content throws `PathOutsideFolderError` when a
 * link leads out of the folder.
 */
export async function openFolderContent(
  folder: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<ContentSource> {
  const present = new Set<string>();
  try {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      options.signal?.throwIfAborted();
      if (entry.isDirectory()) continue;
      present.add(relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    throw new FileUnreadableError('the folder cannot be listed', {
      place: { file: folder },
      hint: 'Check the path and that the folder may be read.',
      cause: error,
    });
  }
  return {
    open(path) {
      if (unsafePathReason(path) !== null || !present.has(path)) return null;
      return {
        mediaType: mediaTypeOf(path),
        load: async ({ signal }) => {
          const maxBytes = path.endsWith('.xml') ? FILE_LIMITS.hierarchy : FILE_LIMITS.picture;
          return readBytes(join(folder, path), { maxBytes, within: folder, signal });
        },
        locate: async () => {
          const file = resolve(folder, path);
          requireInside(folder, file);
          return file;
        },
      };
    },
  };
}

function mediaTypeOf(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  switch (extension) {
    case 'png':
      return 'image/png';
    case 'jpg':
    case 'jpeg':
      return 'image/jpeg';
    case 'webp':
      return 'image/webp';
    case 'svg':
      return 'image/svg+xml';
    case 'xml':
      return 'application/xml';
    default:
      return 'application/octet-stream';
  }
}
