import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ConstructedGraph } from '../../../src/domain/construction/constructed-graph.js';
import { publishedMerge } from '../../../src/builder/merge/published/published-merge.js';
import { BugError } from '../../../src/errors.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';

interface MergeVector {
  readonly id: number;
  readonly app: string;
  readonly threshold: number;
  readonly embeddings: Readonly<Record<string, readonly number[]>>;
  readonly same_state_pairs: readonly (readonly [string, string])[];
  readonly trajectories: readonly {
    readonly task: string;
    readonly steps: readonly { readonly screen: string; readonly action: Record<string, unknown> }[];
  }[];
  readonly expected: {
    readonly assigned_node_and_edge_index: readonly (readonly [number, number])[];
    readonly metadata: Omit<ConstructedGraph['metadata'], 'created_at'>;
    readonly nodes: ConstructedGraph['nodes'];
  };
}

/** What differs from what the published code made; null where nothing does. */
async function problemOf(vector: MergeVector): Promise<string | null> {
  const { app, threshold, embeddings, same_state_pairs: pairs, trajectories, expected } = vector;
  const screens = new Map<string, string>();
  const paths = trajectories.map(({ task, steps }) => ({
    task,
    steps: steps.map(({ screen, action }, at) => {
      const screenshot = `${task}/observation_${at}.png`;
      screens.set(screenshot, screen);
      return { screenshot, action };
    }),
  }));
  const nameOf = (screenshot: string): string => screens.get(screenshot) ?? '';
  const isPair = (a: string, b: string): boolean =>
    a === b || pairs.some(([one, other]) => (one === a && other === b) || (one === b && other === a));
  const assigned: [number, number][] = [];
  const { metadata, nodes } = await publishedMerge(paths, {
    app,
    threshold,
    mode: 'reference',
    doors: {
      describe: async (screenshot) => nameOf(screenshot),
      embed: async (description) => embeddings[description] ?? [],
      sameState: async (known, fresh) =>
        isPair(nameOf(known), nameOf(fresh)) ? '是\n原因：同一页面' : '不是\n原因：不同页面',
      draw: () => {
        throw new BugError('a case without draws draws');
      },
    },
    now: () => '',
    onStep: (node, edge) => assigned.push([node, edge]),
    signal: new AbortController().signal,
  });
  const { created_at: _, ...counted } = metadata;
  if (!isDeepStrictEqual(assigned, expected.assigned_node_and_edge_index)) {
    return `edges of steps: expected ${JSON.stringify(expected.assigned_node_and_edge_index)}, got ${JSON.stringify(assigned)}`;
  }
  if (!isDeepStrictEqual(counted, expected.metadata)) return `metadata: got ${JSON.stringify(counted)}`;
  // Order of keys counts too: it is the order of the file.
  const [ours, theirs] = [JSON.stringify(nodes), JSON.stringify(expected.nodes)];
  return ours === theirs ? null : `nodes: expected ${theirs}, got ${ours}`;
}

/** Graph merging with models that answer from a table. */
export const merge: VectorSuite = {
  system: 'colorbench',
  file: 'merge.jsonl',
  async run({ shared, report }) {
    for await (const vector of readJsonLines<MergeVector>(join(shared, 'vectors/colorbench/merge.jsonl'))) {
      report(`case ${vector.id}`, await problemOf(vector));
    }
  },
};
