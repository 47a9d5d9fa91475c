import type { Activity } from '../screen.js';
import type { AskedText } from '../text/carried-text.js';
import type { Box, Direction, Size } from '../geometry.js';

/**
 * What makes an edge fire. Texts and types are prepared when the graph is built (see `build-graph.ts`), so that matching
 * allocates nothing and never changes the graph.
 */
export type EdgeAction =
  | {
      readonly type: 'click' | 'long_press';
      readonly box: Box | null;
      readonly point: readonly [number, number] | null;
    }
  | { readonly type: 'swipe'; readonly direction: Direction | null; readonly box: Box | null }
  | { readonly type: 'type'; readonly text: string; readonly match: PreparedText }
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'open'; readonly app: string }
  | { readonly type: 'wait' }
  /** A type no agent can produce; kept so that a graph is written back as it was read. */
  | { readonly type: 'other'; readonly name: string };

/** A text of a `type` edge, ready for matching: its normal form and the parts between commas. Source: ColorBench, text match. */
export interface PreparedText {
  readonly normal: string;
  readonly parts: readonly string[];
  /** What `corrected` mode compares. */
  readonly asked: AskedText;
}

export interface GraphEdge {
  /** Index of the node it leads to. */
  readonly target: number;
  /** Any one of them fires the edge; may be empty, then it never fires. */
  readonly actions: readonly EdgeAction[];
}

/** One picture of a node. Paths are relative to the graph's folder, forward slashes, never leaving it. */
export interface GraphScreen {
  readonly id: string;
  readonly picture: string | null;
  readonly hierarchy: string | null;
  readonly activity: Activity | null;
  /** When it differs from the graph's. */
  readonly size: Size | null;
}

export interface GraphNode {
  readonly id: string;
  /** At least one; every arrival shows one of them. */
  readonly screens: readonly GraphScreen[];
  /** In file order: candidates are listed in this order. */
  readonly edges: readonly GraphEdge[];
  readonly title: string | null;
  /** Looks after which it passes along a `wait` edge, where whoever looks may look as often as they like; absent: it stays. */
  readonly showFor?: number;
  /** Whether the source lists this node itself, or only as the target of an edge: a dead end. */
  readonly listed: boolean;
}
