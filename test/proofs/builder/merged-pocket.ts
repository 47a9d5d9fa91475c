import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oracleAgent } from '../../../src/agents/oracle/oracle.js';
import { mergeWorld, type MergedWorld } from '../../../src/app/build/merge/merge-world.js';
import { lintBenchmark } from '../../../src/app/lint/lint-benchmark.js';
import { resolveSettings } from '../../../src/app/settings/resolve-settings.js';
import { POCKET_FOLDER } from '../../../src/benchmarks/pocket/pocket-benchmark.js';
import { openSuite } from '../../../src/benchmarks/suite/suite-benchmark.js';
import { walkEpisodes } from '../../../src/exports/sources/walk-episodes.js';
import type { ProofRow } from '../proof.js';
import { writePocketSurvey } from './pocket-survey.js';

const LEAST_SOLVED = 0.9;

/** Merges a survey of Pocket without anybody's help: the world is clean, and Pocket's own tasks can be solved on it. */
export async function proveMergedPocket(): Promise<readonly ProofRow[]> {
  const { signal } = new AbortController();
  const folder = await mkdtemp(join(tmpdir(), 'merged-pocket-'));
  try {
    const [survey, world] = [join(folder, 'survey'), join(folder, 'world')];
    const truth = await writePocketSurvey(survey, signal);
    const { values } = resolveSettings({ flags: {}, environment: {}, config: null });
    const made = await mergeWorld([survey], values, {
      out: world,
      picturesOnly: false,
      askShare: 0.05,
      workingDirectory: folder,
      environment: {},
      signal,
      onProgress: () => undefined,
    });
    const { solved, tasks } = await solve(world, nodesOf(made, truth), signal);
    const findings = await lintFindings(world, signal);
    if (findings.length > 0) throw new Error(`the world is not clean: ${findings[0]} (and more)`);
    if (solved.length < LEAST_SOLVED * tasks) {
      throw new Error(`the oracle solves ${solved.length} of ${tasks} tasks on the world`);
    }
    const states = new Set(truth).size;
    return [
      { figure: 'states of the merged survey', value: made.counts.states, expected: `${states} true ones` },
      { figure: 'errors and warnings of its lint', value: findings.length, expected: '0' },
      { figure: 'walks repeated', value: `${made.repeatedWalks} of ${made.walks}`, expected: '' },
      { figure: 'tasks that the oracle solves', value: `${solved.length} of ${tasks}`, expected: '≥ 90 %' },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Nodes that show each true state. */
function nodesOf({ nodes }: MergedWorld, truth: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const [capture, state] of truth.entries()) {
    found.set(state, (found.get(state) ?? new Set<string>()).add(nodes[capture] ?? ''));
  }
  return new Map([...found].map(([state, ids]) => [state, [...ids]]));
}

async function lintFindings(world: string, signal: AbortSignal): Promise<readonly string[]> {
  const { report } = await lintBenchmark({
    benchmark: world,
    data: null,
    mode: null,
    repair: false,
    plugins: [],
    workingDirectory: world,
    signal,
  });
  return report.findings
    .filter(({ severity, rule }) => severity !== 'note' && !rule.startsWith('task/'))
    .map(({ message }) => message);
}

/** Pocket's tasks on the world, with the nodes of this world in their milestones. */
async function solve(
  world: string,
  nodes: ReadonlyMap<string, readonly string[]>,
  signal: AbortSignal,
): Promise<{ readonly solved: readonly string[]; readonly tasks: number }> {
  const suite: unknown = JSON.parse(await readFile(join(POCKET_FOLDER, 'suite.json'), 'utf8'));
  await writeFile(join(world, 'suite.json'), JSON.stringify(withNodes(suite, nodes)));
  await using benchmark = await openSuite(world, { mode: 'corrected', signal });
  const solved: string[] = [];
  let tasks = 0;
  for await (const _ of benchmark.items.list()) tasks += 1;
  for await (const entry of walkEpisodes(benchmark, {
    agent: oracleAgent(),
    walks: 1,
    maxSteps: null,
    onlyPassed: true,
    language: null,
    seed: 1,
    source: 'oracle',
    leaveOut: () => undefined,
    signal,
  })) {
    if (entry.type === 'episode') solved.push(entry.episode.id);
  }
  return { solved, tasks };
}

function withNodes(value: unknown, nodes: ReadonlyMap<string, readonly string[]>): unknown {
  if (Array.isArray(value)) return value.map((one) => withNodes(one, nodes));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]): [string, unknown] => {
      if (key === 'screens' && Array.isArray(member)) {
        return [
          key,
          [...new Set(member.flatMap((id) => nodes.get(String(id)) ?? [`not found: ${String(id)}`]))],
        ];
      }
      if (key === 'start' && typeof member === 'string') return [key, nodes.get(member)?.[0] ?? member];
      return [key, withNodes(member, nodes)];
    }),
  );
}
