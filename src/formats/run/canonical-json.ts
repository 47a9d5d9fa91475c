import { hash } from 'node:crypto';

export { canonicalJson } from '../../domain/text/canonical-json.js';

/** SHA-256 in lower-case hex of text (as UTF-8) or bytes. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content);
}
