import type { MapPosition } from './map-layout.js';

/**
 * A layout in which nodes stand where they stood before. One that is new stands beside the first that leads to it, as far from
 * it as in the layout made anew; where nothing known leads to it, as there.
 *
 * @param laidOut positions made anew, by node
 * @param targets by node, the nodes that its edges lead to
 * @param kept where a node stood before; undefined for a new one
 */
export function keptLayout(
  laidOut: readonly MapPosition[],
  targets: readonly (readonly number[])[],
  kept: (node: number) => MapPosition | undefined,
): readonly MapPosition[] {
  const before = laidOut.map((_, node) => kept(node));
  const from = new Map<number, number>();
  for (const [node, own] of targets.entries()) {
    if (before[node] === undefined) continue;
    for (const target of own) if (!from.has(target)) from.set(target, node);
  }
  return laidOut.map((own, node) => {
    const known = before[node];
    if (known !== undefined) return known;
    const above = from.get(node) ?? -1;
    const [was, is] = [laidOut[above], before[above]];
    if (was === undefined || is === undefined) return own;
    return { x: is.x + own.x - was.x, y: is.y + own.y - was.y };
  });
}
