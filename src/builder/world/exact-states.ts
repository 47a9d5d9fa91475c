import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { WorldCapture } from '../material/material.js';
import { hierarchyIdentity } from './screen-identity.js';

/**
 * States of captures, numbered as they were first seen: distinguished by their elements where they have any, else by their pictures. A capture of
 * which nothing is known is a state of its own.
 */
export function exactStates<C extends WorldCapture>(
  captures: readonly C[],
  hierarchyOf: (capture: C) => UiHierarchy | null,
): readonly number[] {
  const known = new Map<string, number>();
  const identities = new Map<string, string>();
  return captures.map((capture, index) => {
    const identity = identityOf(capture, index);
    const state = known.get(identity) ?? known.size;
    known.set(identity, state);
    return state;
  });

  function identityOf(capture: C, index: number): string {
    const { hierarchy: hash, picture } = capture;
    const known = hash === null ? undefined : identities.get(hash);
    if (known !== undefined) return known;
    const hierarchy = hierarchyOf(capture);
    if (hierarchy === null) return picture ?? `unseen ${index}`;
    const identity = hierarchyIdentity(hierarchy);
    if (hash !== null) identities.set(hash, identity);
    return identity;
  }
}
