import { readdir } from 'node:fs/promises';
import { parseColorbenchGraph } from '../read-graph.js';
import { parseColorbenchTasks, type ColorbenchTask } from '../read-tasks.js';
import { findIdRepairs, withRepairedIds } from '../repair-ids.js';
import { scoreColorbenchTask, visitedStates } from '../score-task.js';
import type { Finding } from '../../../domain/finding.js';
import type { Graph } from '../../../domain/graph/graph.js';
import { buildMoveGraph } from '../../../domain/graph/move-graph.js';
import type { Mode } from '../../../domain/mode.js';
import { DatasetError } from '../../../errors.js';
import { lintSpoiledTexts } from '../../../lint/blind/lint-spoiled-texts.js';
import { lintCheats } from '../../../lint/cheats/lint-cheats.js';
import { confirmWitnesses, type WitnessCourt } from '../../../lint/confirm-witness.js';
import { findingOfError } from '../../../lint/file-findings.js';
import { finishReport } from '../../../lint/finish-report.js';
import { lintGraph } from '../../../lint/lint-graph.js';
import type { LintOptions } from '../../../lint/lint-options.js';
import type { LintReport } from '../../../formats/lint/lint-report.js';
import { NotABenchmarkError } from '../../../lint/not-a-benchmark-error.js';
import type { Proof } from '../../../domain/proof.js';
import { Prover, lintProofs } from '../../../lint/prove-tasks.js';
import { readRepaired } from '../../../lint/read-repaired.js';
import { lintMilestones } from '../../../lint/task-rules/milestone-rules.js';
import { lintFolderNames } from '../../../lint/task-rules/name-rules.js';
import { lintTasks } from '../../../lint/task-rules/task-rules.js';
import { openScreenPictures, withPictureSizes } from '../screen-sizes.js';
import { colorbenchTasksSubject } from './colorbench-tasks.js';
import { lintPictures } from './lint-pictures.js';
import type { GraphSubject, JsonPath } from '../../../lint/graph-subject.js';

const GRAPH = 'graph.json';

/**
 * Everything that is wrong with a folder of ColorBench data: `graph.json`, and every `tasks*.json` next to it.
 *
 * @throws {NotABenchmarkError} when the folder holds neither.
 */
export async function lintColorbench(folder: string, options: LintOptions): Promise<LintReport> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new NotABenchmarkError(folder, 'it cannot be listed', 'colorbench', { cause });
  });
  const taskFiles = names.filter((name) => /^tasks.*\.json$/.test(name)).toSorted();
  if (!names.includes(GRAPH) && taskFiles.length === 0) {
    throw new NotABenchmarkError(folder, 'it holds neither graph.json nor tasks.json', 'colorbench');
  }
  const findings: Finding[] = [];
  const texts = new Map<string, string>();
  const read = async (file: string): Promise<string | null> => {
    const repaired = await readRepaired(folder, file, options);
    findings.push(...repaired.findings);
    if (repaired.text !== null) texts.set(file, repaired.text);
    return repaired.text;
  };
  const graphText = await read(GRAPH);
  const named =
    graphText === null ? null : attempt(findings, GRAPH, () => parseColorbenchGraph(graphText, GRAPH));
  const pictures = named === null ? null : await openScreenPictures(folder, named, options);
  const graph = named === null || pictures === null ? named : withPictureSizes(named, pictures);
  if (graph !== null) findings.push(...lintGraph(colorbenchSubject(graph, options.mode, GRAPH)));
  if (graph !== null && pictures !== null) findings.push(...(await lintPictures(folder, graph, pictures)));
  if (taskFiles.length === 0) await read('tasks.json');
  const prover = graph === null ? null : new Prover(buildMoveGraph(graph, options.mode));
  const proofs: Proof[] = [];
  for (const file of taskFiles) {
    const text = await read(file);
    const tasks = text === null ? null : attempt(findings, file, () => parseColorbenchTasks(text, file));
    if (text === null || tasks === null) continue;
    findings.push(...tasks.broken.map(({ id, error }) => findingOfError(error, file, id)));
    const usable = tasksIn(options.mode, tasks.tasks, graph);
    const subject = (list: readonly ColorbenchTask[]): ReturnType<typeof colorbenchTasksSubject> =>
      colorbenchTasksSubject(list, JSON.parse(text), { file, mode: options.mode });
    const published = subject(tasks.tasks);
    findings.push(...lintTasks(published, graph), ...lintFolderNames(published));
    if (graph === null || prover === null) continue;
    const { nodeOf } = prover.moves;
    const world = { graph, nodeOf, reachedFrom: (start: number) => prover.reachedFrom(start) };
    findings.push(...lintMilestones(published, world));
    const proving = subject(usable);
    const proved = proving.tasks.map((task) => prover.prove(proving, task));
    const court = courtOf(folder, usable, options);
    const confirmed = court === null ? proved : await confirmWitnesses(graph, proved, court);
    findings.push(...lintProofs(proving, confirmed));
    if (court !== null) {
      findings.push(...(await lintSpoiledTexts(graph, proving, confirmed, court)));
      // Its screens have pictures alone: what is named counts where it is typed.
      const search = { moves: prover.moves, texts: new Map<number, string[]>(), watch: () => null, court };
      findings.push(...(await lintCheats(proving, confirmed, search)));
    }
    proofs.push(...confirmed);
  }
  return finishReport(
    {
      benchmark: 'colorbench',
      folder,
      mode: options.mode,
      files: [GRAPH, ...taskFiles].filter((file) => names.includes(file)),
      findings,
      proofs,
    },
    texts,
  );
}

function attempt<T>(findings: Finding[], file: string, work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    findings.push(findingOfError(error, file));
    return null;
  }
}

/** Tasks as the mode scores them. */
function tasksIn(
  mode: Mode,
  tasks: readonly ColorbenchTask[],
  graph: Graph | null,
): readonly ColorbenchTask[] {
  if (mode === 'reference' || graph === null) return tasks;
  return withRepairedIds(tasks, findIdRepairs(tasks, graph));
}

/** How sequences are judged; null where nothing opens an environment. */
function courtOf(
  folder: string,
  tasks: readonly ColorbenchTask[],
  { mode, openEnvironment, signal }: LintOptions,
): WitnessCourt | null {
  if (openEnvironment === undefined) return null;
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return {
    folder,
    mode,
    starts: new Map(tasks.map((task) => [task.id, null])),
    open: openEnvironment,
    judge: async (id, trajectory) => {
      const task = byId.get(id);
      if (task === undefined) return false;
      return scoreColorbenchTask(task, visitedStates(trajectory.steps), mode).success;
    },
    signal,
  };
}

/** A graph in the published form, `graph[source][target][action]`. */
function colorbenchSubject(graph: Graph, mode: Mode, file: string): GraphSubject {
  const idOf = (node: number): string => graph.nodes[node]?.id ?? '';
  const edgePath = (node: number, edge: number): JsonPath => [
    idOf(node),
    idOf(graph.nodes[node]?.edges[edge]?.target ?? -1),
  ];
  /** Where a node that has no key of its own is first led to. */
  const firstMention = new Map<number, JsonPath>();
  for (const [index, node] of graph.nodes.entries()) {
    for (const [number, { target }] of node.edges.entries()) {
      if (graph.nodes[target]?.listed === true || firstMention.has(target)) continue;
      firstMention.set(target, edgePath(index, number));
    }
  }
  return {
    graph,
    mode,
    file,
    node: (node) => firstMention.get(node) ?? [idOf(node)],
    edge: edgePath,
    action: (node, edge, action) => [...edgePath(node, edge), action],
    app: (name) => {
      const [entry] = graph.launcher[mode].entries.get(name) ?? [];
      return entry === undefined ? [idOf(graph.root)] : [idOf(graph.root), idOf(entry)];
    },
    // Icons are known to the published code, not to the file.
    icon: () => [idOf(graph.root)],
  };
}
