import { createHash, randomBytes } from 'node:crypto';

/** A token that nobody can guess: 32 random bytes, as letters that an address may hold. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token: its SHA-256. */
export function tokenDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
