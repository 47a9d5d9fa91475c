/** Where a node is drawn; the root is at the origin, y grows downwards, and neighbours on a ring are about 1 apart. */
export interface MapPosition {
  readonly x: number;
  readonly y: number;
}

/** Least distance between two rings, and between neighbours on one. */
const RING = 1.6;
const NEIGHBOUR = 1;
/** Nodes in a row of those that nothing leads to. */
const ROW = 40;

/**
 * Places the nodes of a graph in rings around its root: each ring holds what takes one action more, each node stands outward of
 * the first one that leads to it, and gets as much of its ring as it leads to. The same graph gives the same map. What nothing
 * leads to stands in rows below. Takes time linear in nodes and edges.
 *
 * @param targets by node, the nodes that its edges lead to, in file order
 */
export function mapLayout(targets: readonly (readonly number[])[], root: number): readonly MapPosition[] {
  const { parent, rings } = breadthFirst(targets, root);
  const leaves = leavesBelow(parent, rings);
  const positions: MapPosition[] = targets.map(() => ({ x: 0, y: 0 }));
  // Angle at which a node's share of its ring begins, in turns.
  const from = new Map<number, number>([[root, 0]]);
  let radius = 0;
  for (const [depth, ring] of rings.entries()) {
    if (depth > 0) radius = Math.max(radius + RING, (ring.length * NEIGHBOUR) / (2 * Math.PI));
    const taken = new Map<number, number>();
    for (const node of ring) {
      const above = parent[node] ?? -1;
      const all = leaves[root] ?? 1;
      const share = (leaves[node] ?? 1) / all;
      if (node !== root) {
        const start = (from.get(above) ?? 0) + (taken.get(above) ?? 0);
        from.set(node, start);
        taken.set(above, (taken.get(above) ?? 0) + share);
      }
      const angle = ((from.get(node) ?? 0) + share / 2) * 2 * Math.PI - Math.PI / 2;
      positions[node] = { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
    }
  }
  const unreached = targets.flatMap((_, node) => (parent[node] === undefined ? [node] : []));
  for (const [place, node] of unreached.entries()) {
    positions[node] = {
      x: (place % ROW) - Math.min(ROW, unreached.length) / 2,
      y: radius + 2 * RING + Math.floor(place / ROW),
    };
  }
  return positions;
}

/** By node, the first one that leads to it (the root itself for the root), and the nodes of each distance. */
function breadthFirst(
  targets: readonly (readonly number[])[],
  root: number,
): { readonly parent: readonly (number | undefined)[]; readonly rings: readonly (readonly number[])[] } {
  const parent: (number | undefined)[] = targets.map(() => undefined);
  const rings: number[][] = [];
  if (targets[root] === undefined) return { parent, rings };
  parent[root] = root;
  let ring = [root];
  while (ring.length > 0) {
    rings.push(ring);
    const next: number[] = [];
    for (const node of ring) {
      for (const target of targets[node] ?? []) {
        if (targets[target] === undefined || parent[target] !== undefined) continue;
        parent[target] = node;
        next.push(target);
      }
    }
    ring = next;
  }
  return { parent, rings };
}

/** By node, the ends of the tree below it; 1 for an end. */
function leavesBelow(
  parent: readonly (number | undefined)[],
  rings: readonly (readonly number[])[],
): readonly number[] {
  const leaves = parent.map(() => 0);
  for (const ring of rings.toReversed()) {
    for (const node of ring) {
      if (leaves[node] === 0) leaves[node] = 1;
      const above = parent[node];
      if (above !== undefined && above !== node) leaves[above] = (leaves[above] ?? 0) + (leaves[node] ?? 0);
    }
  }
  return leaves;
}
