import { hash } from 'node:crypto';
import { BugError } from '../errors.js';

/** Name of a content in every store: its SHA-256 in lower-case hex. */
export function objectHash(bytes: Uint8Array): string {
  return hash('sha256', bytes);
}

/** Whether a text is the name of a content. */
export function isObjectHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Where a content lies below the root of a store. @throws {BugError} for what is no hash, so that no path leads elsewhere */
export function objectPath(objectName: string): string {
  if (!isObjectHash(objectName)) throw new BugError(`${JSON.stringify(objectName)} is no SHA-256`);
  return `${objectName.slice(0, 2)}/${objectName}`;
}
