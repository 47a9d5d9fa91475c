import { resolve } from 'node:path';
import { UserError } from '../errors.js';
import { FolderStore } from './folder-store.js';
import type { ObjectStore } from './object-store.js';

/** Opens the store at a place such as `s3://bucket/prefix`. @throws {UserError} for a place that is none */
export type OpenStore = (place: string) => ObjectStore | Promise<ObjectStore>;

const openers = new Map<string, OpenStore>();

/**
 * Says how stores of a kind are opened in this process: what is known of them (keys, endpoint) is known to the program that
 * reads runs, and to no run. Called again, the newest counts.
 *
 * @param scheme such as `s3`
 */
export function connectStoreKind(scheme: string, open: OpenStore): void {
  openers.set(scheme, open);
}

/**
 * The scheme of a place; null for a folder.
 *
 * @throws {UserError} where an address of a store is written as none: nobody means a folder `s3:`
 */
export function schemeOf(place: string): string | null {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//.exec(place)?.[1] ?? null;
  if (scheme === null && /^s3:/i.test(place)) {
    throw new UserError('The address of the pictures is not s3://BUCKET/PREFIX', {
      hint: 'Write s3:// in small letters and with two slashes; before the name of a folder, ./',
    });
  }
  return scheme;
}

/**
 * The store at a place that a user or a run names: a folder, absolute or from the working directory, or an address.
 *
 * @throws {UserError} for a kind that is not known here, and an address that is none
 */
export async function openObjectStore(place: string, workingDirectory = '.'): Promise<ObjectStore> {
  const scheme = schemeOf(place);
  if (scheme === null) return new FolderStore(resolve(workingDirectory, place), { isShared: true });
  const open = openers.get(scheme);
  if (open === undefined) {
    throw new UserError(`Pictures cannot be kept at ${scheme}://`, {
      hint: 'Name a folder, or s3://BUCKET/PREFIX.',
    });
  }
  return await open(place);
}
