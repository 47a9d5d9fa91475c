import { createHash } from 'node:crypto';

/** SHA-256 (hex) of each prompt by its name, for a run's identity. */
export function promptHashes(prompts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(prompts).map(([name, text]) => [name, createHash('sha256').update(text).digest('hex')]),
  );
}
