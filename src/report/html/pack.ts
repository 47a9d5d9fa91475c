import { gzipSync } from 'node:zlib';

/** JSON, compressed, in letters that cannot end a `<script>` block, for any value. */
export function pack(value: unknown): string {
  return packText(JSON.stringify(value));
}

/** The same for JSON that is text already. */
export function packText(json: string): string {
  // At once: whoever packs a block can do nothing else until it is packed, and another thread would only cost more.
  return gzipSync(json, { level: 6 }).toString('base64');
}
