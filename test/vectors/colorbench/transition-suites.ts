import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parseColorbenchGraph, readColorbenchGraph } from '../../../src/benchmarks/colorbench/read-graph.js';
import { pathDirection } from '../../../src/domain/geometry.js';
import { pythonChooser } from '../../../src/domain/graph/chooser.js';
import type { Graph } from '../../../src/domain/graph/graph.js';
import { PythonRandom } from '../../../src/domain/graph/python-random.js';
import { prepareText, prepareTyped, textMatches } from '../../../src/domain/graph/text-match.js';
import { advance, transition } from '../../../src/domain/graph/transition.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorContext, VectorSuite } from '../vector-suite.js';
import { checkStep, idsOf, type RecordedStep } from './check-step.js';

type Report = VectorContext['report'];

function suite(
  file: string,
  run: (path: string, report: Report, context: VectorContext) => Promise<void> | void,
): VectorSuite {
  return {
    system: 'colorbench',
    file,
    run: async (context) => run(join(context.shared, 'vectors/colorbench', file), context.report, context),
  };
}

function openGraph({ shared }: VectorContext): Promise<Graph> {
  return readColorbenchGraph(join(shared, 'data/colorbench/graph.json'));
}

/** As recorded: the history holds the root and the node, or the root alone. */
function historyAt(graph: Graph, node: string): number[] {
  const index = graph.nodeIndex.get(node) ?? -1;
  return index === graph.root ? [index] : [graph.root, index];
}

const transitions = suite('transitions.jsonl', async (path, report, context) => {
  const graph = await openGraph(context);
  let line = 0;
  for await (const step of readJsonLines<RecordedStep & { node: string }>(path)) {
    line += 1;
    report(`line ${line}`, checkStep(graph, historyAt(graph, step.node), step));
  }
});

interface RecordedEpisode {
  readonly id: unknown;
  readonly steps: readonly RecordedStep[];
  readonly visited: readonly string[];
  readonly history_stack: readonly string[];
}

const episodes = suite('episodes.jsonl', async (path, report, context) => {
  const graph = await openGraph(context);
  for await (const episode of readJsonLines<RecordedEpisode>(path)) {
    report(`episode ${String(episode.id)}`, checkEpisode(graph, episode));
  }
});

function checkEpisode(graph: Graph, episode: RecordedEpisode): string | null {
  const history = [graph.root];
  const visited = [...history];
  for (const [index, step] of episode.steps.entries()) {
    const problem = checkStep(graph, history, step);
    if (problem !== null) return `step ${index}: ${problem}`;
    if (step.next !== null) visited.push(history.at(-1) ?? -1);
  }
  if (!isDeepStrictEqual(idsOf(graph, visited), episode.visited)) return 'visited screens differ';
  if (!isDeepStrictEqual(idsOf(graph, history), episode.history_stack)) return 'history differs';
  return null;
}

interface SyntheticCase {
  readonly name: string;
  readonly graph: unknown;
  readonly root: string;
  readonly results: readonly (RecordedStep & { readonly node: string })[];
}

const synthetic = suite('synthetic.jsonl', async (path, report) => {
  for await (const { name, graph: value, root, results } of readJsonLines<SyntheticCase>(path)) {
    const graph = parseColorbenchGraph(JSON.stringify(value), name, { root });
    for (const [index, step] of results.entries()) {
      report(`${name} ${index}`, checkStep(graph, historyAt(graph, step.node), step));
    }
  }
});

const textMatch = suite('text_match.jsonl', async (path, report) => {
  let line = 0;
  for await (const { edge_text, typed, match } of readJsonLines<{
    edge_text: string;
    typed: string;
    match: boolean;
  }>(path)) {
    line += 1;
    const ours = textMatches(prepareText(edge_text), prepareTyped(typed));
    report(`line ${line}`, ours === match ? null : `expected ${match} for ${edge_text} / ${typed}`);
  }
});

const swipeDirection = suite('swipe_direction.jsonl', async (path, report) => {
  let line = 0;
  for await (const { from, to, direction } of readJsonLines<{
    from: [number, number];
    to: [number, number];
    direction: string | null;
  }>(path)) {
    line += 1;
    const ours = pathDirection(from, to);
    report(`line ${line}`, ours === direction ? null : `expected ${String(direction)}, got ${String(ours)}`);
  }
});

interface RandomCase {
  readonly seed: number;
  readonly n_cycle: readonly number[];
  readonly draws: readonly number[];
  readonly getrandbits32_first20: readonly number[];
}

const pythonRandom = suite('python_random.json', (path, report) => {
  for (const { seed, n_cycle: cycle, draws, getrandbits32_first20: words } of JSON.parse(
    readFileSync(path, 'utf8'),
  ) as RandomCase[]) {
    const random = new PythonRandom(seed);
    const ours = draws.map((_, index) => random.below(cycle[index % cycle.length] ?? 1));
    report(`seed ${seed}: draws`, isDeepStrictEqual(ours, draws) ? null : 'draws differ');
    random.moveTo(0);
    const ourWords = words.map(() => random.getrandbits(32));
    report(`seed ${seed}: words`, isDeepStrictEqual(ourWords, words) ? null : 'words differ');
  }
});

const seed42 = suite('seed42_episode.json', async (path, report, context) => {
  const graph = await openGraph(context);
  const { seed, steps } = JSON.parse(readFileSync(path, 'utf8')) as {
    seed: number;
    steps: { action: unknown; next: string | null }[];
  };
  const chooser = pythonChooser(seed)({ seed, task: '', repeat: 0 });
  const history = [graph.root];
  for (const [index, { action, next }] of steps.entries()) {
    const outcome = transition(graph, 'reference', history, action);
    const { candidates } = outcome;
    const target =
      candidates === null ? outcome.target : (candidates[chooser.choose(candidates, outcome.kind)] ?? -1);
    const ours = graph.nodes[target]?.id ?? null;
    report(`step ${index}`, ours === next ? null : `expected ${String(next)}, got ${String(ours)}`);
    if (target !== -1) advance(history, outcome, target, 'reference');
  }
});

export const transitionSuites: readonly VectorSuite[] = [
  transitions,
  episodes,
  synthetic,
  textMatch,
  swipeDirection,
  pythonRandom,
  seed42,
];
