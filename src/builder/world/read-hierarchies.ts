import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import { TouchstoneError } from '../../errors.js';
import type { Capture } from '../material/material.js';
import { readableHierarchy } from './screen-identity.js';

/** Hierarchies of captures by their hashes, each read once; null for those that cannot be read. */
export async function readHierarchies(
  captures: readonly Capture[],
  { signal }: { readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, UiHierarchy | null>> {
  const read = new Map<string, UiHierarchy | null>();
  for (const { hierarchy, hierarchyContent } of captures) {
    if (hierarchy === null || read.has(hierarchy)) continue;
    read.set(hierarchy, await readHierarchy(hierarchyContent, signal));
  }
  return read;
}

/** The hierarchy in a content; null where there is none that can be read. */
export async function readHierarchy(
  content: Capture['hierarchyContent'],
  signal: AbortSignal,
): Promise<UiHierarchy | null> {
  if (content === null) return null;
  try {
    return readableHierarchy(await content.load({ signal }));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TouchstoneError)) throw error;
    return null;
  }
}
