/** How large a UI hierarchy may be before it is refused. Real screens have some 100 nodes and 60 kB. */
export interface HierarchyLimits {
  /** UTF-16 units of the XML text (or bytes, where bytes are given). */
  readonly size: number;
  readonly nodes: number;
  /** Nodes on the way from a window to a leaf. */
  readonly depth: number;
  /** Attributes of one node. */
  readonly attributes: number;
}

export const DEFAULT_HIERARCHY_LIMITS: HierarchyLimits = {
  size: 16 * 1024 * 1024,
  nodes: 100_000,
  depth: 500,
  attributes: 100,
};
