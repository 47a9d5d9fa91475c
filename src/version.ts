import { readFileSync } from 'node:fs';

/** Version of Touchstone, from its package. */
export const VERSION: string = readVersion();

function readVersion(): string {
  // The package file lies one folder above both src/ and dist/.
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const parsed = JSON.parse(text) as { version: string };
  return parsed.version;
}
