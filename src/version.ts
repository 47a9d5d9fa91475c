import { readFileSync } from 'node:fs';
import { OWN_PACKAGE } from './own-package.js';

/** Version of Touchstone, from its package. */
export const VERSION: string = readVersion();

function readVersion(): string {
  const text = readFileSync(new URL('package.json', OWN_PACKAGE), 'utf8');
  const parsed = JSON.parse(text) as { version: string };
  return parsed.version;
}
