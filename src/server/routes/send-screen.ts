import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { NotThereError } from '../../app/view/not-there-error.js';
import type { ScreenBytes } from '../../app/view/results-folder.js';

/** Kinds of pictures that are sent; a hierarchy is text to a browser. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export const HIERARCHY = 'text/plain';

/** @throws {NotThereError} */
export function there(found: ScreenBytes | null): ScreenBytes {
  if (found !== null) return found;
  throw new NotThereError(
    'it is not kept, is no PNG, JPEG or WebP (or no text), or is withheld since it may show data of people',
  );
}

/** Whatever it says it is, it is text to a browser. */
export function sendText(context: Context, found: ScreenBytes | null, caching: string): Response {
  return send(context, { bytes: there(found).bytes, mediaType: `${HIERARCHY}; charset=utf-8` }, caching);
}

/** Sends bytes with their kind; nothing where the browser has them. */
export function send(context: Context, { bytes, mediaType }: ScreenBytes, caching: string): Response {
  const tag = `"${hashOf(bytes).slice(0, 32)}"`;
  context.header('cache-control', caching);
  context.header('etag', tag);
  if (context.req.header('if-none-match') === tag) return context.body(null, 304);
  context.header('content-type', mediaType);
  // A copy of just these bytes: what was read may be a view of a larger buffer.
  return context.body(new Uint8Array(bytes));
}

/** SHA-256 in lower-case hex. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
