import type { Box, Size } from '../geometry.js';
import type { AppIntent, RecordedClock } from './graph-source.js';
import type { EdgeTable } from './edge-table.js';
import type { GraphNode } from './graph-node.js';

export type { EdgeAction, GraphEdge, GraphNode, GraphScreen, PreparedText } from './graph-node.js';

/** How the launcher opens apps. */
export interface Launcher {
  /** Name as an `open` action gives it → nodes an open leads to, in file order. */
  readonly entries: ReadonlyMap<string, readonly number[]>;
  /** Other names → names of `entries`. */
  readonly aliases: ReadonlyMap<string, string>;
  /** On the root only: a click inside the box counts as opening the app. Scanned in order. */
  readonly icons: readonly { readonly app: string; readonly box: Box }[];
}

/** A recorded phone: states, what leads from one to the next, and how apps open. Immutable, shared by every episode. */
export interface Graph {
  readonly name: string;
  readonly screenSize: Size;
  /** Index of the node that HOME leads to and tasks start on by default. */
  readonly root: number;
  readonly nodes: readonly GraphNode[];
  /** The edges of `nodes` as transitions read them. */
  readonly table: EdgeTable;
  /** Node id → index. */
  readonly nodeIndex: ReadonlyMap<string, number>;
  /** In `reference` mode, as the published code resolves names; in `corrected`, with that repaired. */
  readonly launcher: { readonly reference: Launcher; readonly corrected: Launcher };
  /** What starts an app on a phone, by the name as written. */
  readonly intents?: ReadonlyMap<string, readonly AppIntent[]>;
  readonly clock?: RecordedClock;
}
