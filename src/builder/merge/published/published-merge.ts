import { isDeepStrictEqual } from 'node:util';
import type { Mode } from '../../../domain/mode.js';
import { DatasetError } from '../../../errors.js';
import {
  PENDING,
  constructedAction,
  type ConstructedEdge,
  type ConstructedGraph,
  type ConstructedNode,
} from '../../../domain/construction/constructed-graph.js';
import { sameStateVerdict } from './same-state-verdict.js';

/** Threshold of the published script; its library has 0.8. */
export const PUBLISHED_THRESHOLD = 0.85;
/** From a text similarity above it two pages are one, without a question. */
const SURE = 0.9;
/** Screenshots of a node that a new one's text is compared with. */
const MOST_TEXTS = 5;
/** Screenshots of a node that the model compares a new one with. */
const MOST_PICTURES = 3;

/** One step of a trajectory: what was seen, and what was done then. */
export interface PublishedStep {
  /** Path of the screenshot within the input folder, such as `TASK/observation_0.png`. */
  readonly screenshot: string;
  /** In the published words. */
  readonly action: Readonly<Record<string, unknown>>;
}

export interface PublishedTrajectory {
  readonly task: string;
  readonly steps: readonly PublishedStep[];
}

/** Who is asked while merging. */
export interface PublishedMergeDoors {
  /** One sentence on what a screenshot shows. */
  readonly describe: (screenshot: string) => Promise<string>;
  readonly embed: (description: string) => Promise<readonly number[]>;
  /** A model's answer to whether two screenshots show one state, as it gave it. */
  readonly sameState: (known: string, fresh: string) => Promise<string>;
  /** A number from 0 to `count` - 1, all equally likely. */
  readonly draw: (count: number) => number;
}

export interface PublishedMergeOptions {
  readonly app: string;
  readonly mode: Mode;
  /** Similarity, 0-1, above which a page is a known one. */
  readonly threshold: number;
  readonly doors: PublishedMergeDoors;
  /** Graph that is gone on with. */
  readonly from?: ConstructedGraph;
  /** ISO 8601; of the graphs that come out. */
  readonly now: () => string;
  /** Callback after each step: the node that the screenshot is of, and the place of the step's edge in the node's list. */
  readonly onStep?: (node: number, edge: number) => void;
  /** Callback after each trajectory; the published code writes the graph then. */
  readonly onTrajectory?: (graph: ConstructedGraph, task: string) => void | Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Merges trajectories, step by step in their order, into one graph of pages.
 *
 * `reference` repeats the published code with its defects: it remembers the edge of a step by its place in the list, which is
 * another edge's where an equal one was there already, and it gives terminal actions edges. `corrected` keeps the edge itself, gives
 * terminal actions none (their place is -1), and reads an answer without a reason as a whole.
 *
 * Source: ColorBench reference code `construct_graph.py`, `graph.py`; colorbench.md section 6.4.
 *
 * @throws {DatasetError} in `reference` mode where an answer has no reason and no other came before it
 */
export async function publishedMerge(
  trajectories: Iterable<PublishedTrajectory> | AsyncIterable<PublishedTrajectory>,
  options: PublishedMergeOptions,
): Promise<ConstructedGraph> {
  const merge = await PublishedMerge.open(options);
  for await (const trajectory of trajectories) {
    await merge.add(trajectory);
    await options.onTrajectory?.(merge.graph(), trajectory.task);
  }
  return merge.graph();
}

/** Edge of the step before, in the way the mode remembers it. */
interface Before {
  readonly node: ConstructedNode;
  readonly index: number;
  readonly edge: ConstructedEdge | null;
}

class PublishedMerge {
  readonly #options: PublishedMergeOptions;
  readonly #nodes = new Map<number, ConstructedNode>();
  /** Of each node's screenshots, in their order. */
  readonly #embeddings = new Map<number, (readonly number[])[]>();
  #nextId = 0;

  private constructor(options: PublishedMergeOptions) {
    this.#options = options;
  }

  static async open(options: PublishedMergeOptions): Promise<PublishedMerge> {
    const merge = new PublishedMerge(options);
    const { from, doors } = options;
    if (from === undefined) return merge;
    merge.#nextId = from.metadata.next_id;
    for (const node of Object.values(structuredClone(from.nodes))) {
      merge.#nodes.set(node.node_id, node);
      const embeddings: (readonly number[])[] = [];
      for (const { node_description } of node.screenlists)
        embeddings.push(await doors.embed(node_description));
      merge.#embeddings.set(node.node_id, embeddings);
    }
    return merge;
  }

  graph(): ConstructedGraph {
    const { app, now } = this.#options;
    const nodes = Object.fromEntries(
      [...this.#nodes].map(([id, node]) => [
        String(id),
        { ...structuredClone(node), next_node_id_list: node.next_node_id_list.toSorted((a, b) => a - b) },
      ]),
    );
    const metadata = { created_at: now(), num_nodes: this.#nodes.size, app, next_id: this.#nextId };
    return { metadata, nodes };
  }

  async add({ steps }: PublishedTrajectory): Promise<void> {
    const { doors, mode, onStep, signal } = this.#options;
    let before: Before | null = null;
    for (const [at, { screenshot, action }] of steps.entries()) {
      signal.throwIfAborted();
      const description = await doors.describe(screenshot);
      const embedding = await doors.embed(description);
      const known = await this.#bestMatch(screenshot, embedding);
      const isKept = mode === 'reference' || !isTerminal(action, at === steps.length - 1);
      const seen = { screenshot_path: screenshot, node_description: description };
      const node = known ?? this.#newNode();
      const fresh = (): ConstructedEdge => ({
        source_node: node.node_id,
        target_node: PENDING,
        ...constructedAction(action),
      });
      let edge: ConstructedEdge | null = null;
      if (known === null) {
        if (isKept) {
          edge = fresh();
          node.ui_element_edge_list.push(edge);
        }
        this.#addEdge(node, systemButton(node, 'home', 0));
        if (before !== null) this.#lead(before, node);
      } else {
        if (before !== null) this.#lead(before, node);
        if (isKept) edge = pending(node, fresh());
      }
      node.screenlists.push(seen);
      this.#embeddings.get(node.node_id)?.push(embedding);
      const list = node.ui_element_edge_list;
      const index =
        mode === 'reference'
          ? known === null
            ? 0
            : list.length - 1
          : edge === null
            ? -1
            : list.indexOf(edge);
      onStep?.(node.node_id, index);
      before = { node, index, edge };
    }
  }

  #newNode(): ConstructedNode {
    const node: ConstructedNode = {
      node_id: this.#nextId,
      app: this.#options.app,
      screenlists: [],
      ui_element_edge_list: [],
      next_node_id_list: [],
    };
    this.#nextId += 1;
    this.#nodes.set(node.node_id, node);
    this.#embeddings.set(node.node_id, []);
    return node;
  }

  /** The step before led here. */
  #lead(before: Before, to: ConstructedNode): void {
    const { node } = before;
    const list = node.ui_element_edge_list;
    const edge = this.#options.mode === 'reference' ? list[before.index] : before.edge;
    if (edge !== null && edge !== undefined) {
      edge.target_node = to.node_id;
      noteNext(node, to.node_id);
      if (list.some((other) => other !== edge && isDeepStrictEqual(other, edge)))
        list.splice(list.indexOf(edge), 1);
    }
    if (node !== to) this.#addEdge(to, systemButton(to, 'back', node.node_id));
  }

  #addEdge(node: ConstructedNode, edge: ConstructedEdge): void {
    if (node.ui_element_edge_list.some((other) => isDeepStrictEqual(other, edge))) return;
    node.ui_element_edge_list.push(edge);
    noteNext(node, edge.target_node);
  }

  /** The node that a screenshot is of; null for a new one. */
  async #bestMatch(screenshot: string, embedding: readonly number[]): Promise<ConstructedNode | null> {
    const { app, threshold, doors } = this.#options;
    let best = 0;
    let matches: ConstructedNode[] = [];
    for (const node of this.#nodes.values()) {
      if (node.app !== app) continue;
      const similarity = await this.#similarity(node, screenshot, embedding);
      if (similarity > best) matches = [];
      if (similarity >= best) matches.push(node);
      best = Math.max(best, similarity);
    }
    if (!(best > threshold)) return null;
    return (matches.length === 1 ? matches[0] : matches[doors.draw(matches.length)]) ?? null;
  }

  async #similarity(
    node: ConstructedNode,
    screenshot: string,
    embedding: readonly number[],
  ): Promise<number> {
    const { threshold, doors, mode } = this.#options;
    const embeddings = this.#sample(this.#embeddings.get(node.node_id) ?? [], MOST_TEXTS);
    if (embeddings.length === 0) return 0;
    const text = mean(embeddings.map((other) => cosine(embedding, other)));
    if (text > SURE) return 1;
    if (!(text > threshold)) return 0;
    const verdicts: boolean[] = [];
    for (const { screenshot_path } of this.#sample(node.screenlists, MOST_PICTURES)) {
      const answer = await doors.sameState(screenshot_path, screenshot);
      const read = sameStateVerdict(answer, mode, verdicts.at(-1) ?? null);
      if (read.type === 'unreadable') {
        throw new DatasetError(`${screenshot_path} and ${screenshot}: ${read.error.message}`, {
          hint: 'The published code ends here. Corrected mode reads such an answer as a whole.',
        });
      }
      verdicts.push(read.value);
    }
    return 0.5 * text + 0.5 * mean(verdicts.map(Number));
  }

  /** All of them, or as many, drawn without putting back. */
  #sample<T>(all: readonly T[], most: number): readonly T[] {
    if (all.length <= most) return all;
    const rest = [...all];
    return Array.from({ length: most }, () => rest.splice(this.#options.doors.draw(rest.length), 1)).flat();
  }
}

/** The edge of a step on a known page: an equal one that still waits, or this. */
function pending(node: ConstructedNode, edge: ConstructedEdge): ConstructedEdge {
  const equal = node.ui_element_edge_list.find((other) => isDeepStrictEqual(other, edge));
  if (equal !== undefined) return equal;
  node.ui_element_edge_list.push(edge);
  return edge;
}

function systemButton(from: ConstructedNode, button: string, target: number): ConstructedEdge {
  return {
    source_node: from.node_id,
    target_node: target,
    action_type: 'system_button',
    action_parameter: { text: button },
  };
}

function noteNext(node: ConstructedNode, next: number): void {
  if (!node.next_node_id_list.includes(next)) node.next_node_id_list.push(next);
}

/** Whether nothing can come after it. An answer ends a trajectory only where it is the last of it. */
function isTerminal({ action_type: type }: PublishedStep['action'], isLast: boolean): boolean {
  return type === 'complete' || type === 'status' || (type === 'answer' && isLast);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function cosine(a: readonly number[], b: readonly number[]): number {
  let [dot, ofA, ofB] = [0, 0, 0];
  for (let index = 0; index < a.length; index += 1) {
    const [x, y] = [a[index] ?? 0, b[index] ?? 0];
    dot += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return ofA === 0 || ofB === 0 ? 0 : dot / Math.sqrt(ofA * ofB);
}
