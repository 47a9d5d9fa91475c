import { createHash } from 'node:crypto';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';

/** What tells two states of the same elements apart; where the focus is does not. */
const TOLD_APART_BY = [
  'class',
  'package',
  'resource-id',
  'text',
  'content-desc',
  'checked',
  'selected',
  'enabled',
  'bounds',
];

/** The hierarchy in a dump; null where it is none, or shows nothing but the bars of the system. */
export function readableHierarchy(xml: Uint8Array | null): UiHierarchy | null {
  if (xml === null) return null;
  try {
    const hierarchy = parseHierarchy(xml);
    return hierarchy.nodes.length === 0 ? null : hierarchy;
  } catch {
    return null;
  }
}

/** The same for two screens whose elements outside the bars of the system are the same. */
export function hierarchyIdentity(hierarchy: UiHierarchy): string {
  const hash = createHash('sha256');
  for (const node of hierarchy.nodes) {
    const values = TOLD_APART_BY.map((name) => node.attribute(name) ?? null);
    hash.update(`${JSON.stringify([node.parent?.position ?? null, ...values])}\n`);
  }
  return hash.digest('hex');
}
