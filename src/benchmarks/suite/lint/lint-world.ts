import { readdir } from 'node:fs/promises';
import { scoreSuiteEpisode } from '../score-suite-episode.js';
import { suiteRules, whyUnscorable } from '../suite-rules.js';
import { openWorldPages, type WorldPages } from '../test-cases/world-pages.js';
import type { Finding } from '../../../domain/finding.js';
import { namedEvaluator } from '../../../domain/named-evaluator.js';
import type { Evaluator } from '../../../evaluators/evaluator.js';
import type { Graph } from '../../../domain/graph/graph.js';
import { buildMoveGraph } from '../../../domain/graph/move-graph.js';
import type { UiHierarchy } from '../../../domain/hierarchy/ui-hierarchy.js';
import type { Mode } from '../../../domain/mode.js';
import type { Proof } from '../../../domain/proof.js';
import { DatasetError } from '../../../errors.js';
import type { LintReport } from '../../../formats/lint/lint-report.js';
import { parseSuite, type ReadSuite } from '../../../formats/suite/read-suite.js';
import { lintSpoiledTexts } from '../../../lint/blind/lint-spoiled-texts.js';
import type { RuleWatch } from '../../../lint/cheats/find-cheat.js';
import { lintCheats } from '../../../lint/cheats/lint-cheats.js';
import { confirmWitnesses, type WitnessCourt } from '../../../lint/confirm-witness.js';
import { findingOfError } from '../../../lint/file-findings.js';
import { finishReport } from '../../../lint/finish-report.js';
import { lintGraph } from '../../../lint/lint-graph.js';
import type { LintOptions } from '../../../lint/lint-options.js';
import { NotABenchmarkError } from '../../../lint/not-a-benchmark-error.js';
import { Prover, lintProofs } from '../../../lint/prove-tasks.js';
import { readRepaired } from '../../../lint/read-repaired.js';
import { lintEvaluators, lintHierarchies } from './evaluator-rules.js';
import { lintMilestones, startOf } from '../../../lint/task-rules/milestone-rules.js';
import { lintTasks } from '../../../lint/task-rules/task-rules.js';
import type { TasksSubject } from '../../../lint/task-subject.js';
import { readNodePages, textsOf } from './node-pages.js';
import { ruleWatch } from './rule-watch.js';
import { lintTodoInstructions, lintTodoTitles, lintWholeScreenTaps } from './unfinished-rules.js';
import { lintLive } from './live-rules.js';
import { lintWorldFiles } from './world-files.js';
import { readWorldGraph } from './world-graph.js';
import { worldTasksSubject } from './world-tasks.js';

const GRAPH = 'graph.json';
const SUITE = 'suite.json';
const LIVE = 'live.json';

/**
 * Everything that is wrong with a world folder: `graph.json` with the files of its screens, `live.json` with its pages,
 * `suite.json`.
 *
 * @throws {NotABenchmarkError} when the folder holds neither.
 */
export async function lintWorld(
  folder: string,
  options: LintOptions & { readonly name: string },
): Promise<LintReport> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new NotABenchmarkError(folder, 'it cannot be listed', null, { cause });
  });
  if (![GRAPH, LIVE, SUITE].some((file) => names.includes(file))) {
    throw new NotABenchmarkError(folder, 'it holds neither graph.json nor live.json nor suite.json', null);
  }
  const findings: Finding[] = [];
  const texts = new Map<string, string>();
  const read = async (file: string): Promise<string | null> => {
    const repaired = await readRepaired(folder, file, options);
    findings.push(...repaired.findings);
    if (repaired.text !== null) texts.set(file, repaired.text);
    return repaired.text;
  };
  // A live world needs no graph.
  const isLive = names.includes(LIVE);
  const graphText = isLive && !names.includes(GRAPH) ? null : await read(GRAPH);
  const suiteText = await read(SUITE);
  const world =
    graphText === null ? null : readWorldGraph(JSON.parse(graphText) as unknown, GRAPH, options.mode);
  findings.push(...(world?.findings ?? []));
  const graph = world?.subject?.graph ?? null;
  const suite = suiteText === null ? null : readSuiteText(suiteText, findings);
  const tasks =
    suite === null || suiteText === null
      ? null
      : worldTasksSubject(suite.suite, JSON.parse(suiteText) as unknown, { file: SUITE, mode: options.mode });
  if (tasks !== null) findings.push(...lintTasks(tasks, graph), ...lintTodoInstructions(tasks));
  if (tasks !== null && suite !== null) {
    const pages = await pagesFor(folder, suite, options);
    findings.push(...lintEvaluators(tasks, suite.suite.tasks, pages));
    if (graph !== null) findings.push(...lintHierarchies(tasks, suite.suite.tasks, graph));
  }
  if (world?.subject != null) {
    const { graph } = world.subject;
    const starts = (tasks?.tasks ?? []).flatMap((task) => startOf(task, graph) ?? []);
    findings.push(...lintGraph(world.subject, { starts }));
    findings.push(...lintWholeScreenTaps(world.subject), ...lintTodoTitles(world.subject));
  }
  const liveText = isLive ? await read(LIVE) : null;
  if (liveText !== null)
    findings.push(...(await lintLive(folder, liveText, { tasks, graph, signal: options.signal })));
  if (world?.source != null) findings.push(...(await lintWorldFiles(folder, world.source, options)));
  const proofs =
    graph === null || tasks === null || suite === null
      ? []
      : await proveTasks(folder, graph, tasks, suite, findings, options);
  return finishReport(
    {
      benchmark: options.name,
      folder,
      mode: options.mode,
      files: [GRAPH, LIVE, SUITE].filter((file) => names.includes(file)),
      findings,
      proofs,
    },
    texts,
  );
}

/** What the rules of a suite are tried on; null without rules, and where the world cannot be read, which is said elsewhere. */
async function pagesFor(
  folder: string,
  { suite }: ReadSuite,
  { signal }: LintOptions,
): Promise<WorldPages | null> {
  if (suite.tasks.every(({ evaluators }) => evaluators.length === 0)) return null;
  try {
    return await openWorldPages(folder, { signal });
  } catch (error) {
    if (error instanceof DatasetError) return null;
    throw error;
  }
}

function readSuiteText(text: string, findings: Finding[]): ReadSuite | null {
  try {
    const suite = parseSuite(text, SUITE);
    findings.push(...suite.broken.map(({ id, error }) => findingOfError(error, SUITE, id)));
    return suite;
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    findings.push(findingOfError(error, SUITE));
    return null;
  }
}

async function proveTasks(
  folder: string,
  graph: Graph,
  tasks: TasksSubject,
  { suite }: ReadSuite,
  findings: Finding[],
  options: LintOptions,
): Promise<Proof[]> {
  const prover = new Prover(buildMoveGraph(graph, options.mode));
  const { nodeOf } = prover.moves;
  findings.push(
    ...lintMilestones(tasks, { graph, nodeOf, reachedFrom: (start) => prover.reachedFrom(start) }),
  );
  const proved = tasks.tasks.map((task) => prover.prove(tasks, task));
  const court = courtOf(folder, suite, options);
  const proofs = court === null ? proved : await confirmWitnesses(graph, proved, court);
  findings.push(...lintProofs(tasks, proofs));
  if (court !== null) {
    findings.push(...(await lintSpoiledTexts(graph, tasks, proofs, court)));
    const pages = await readNodePages(folder, graph, options);
    findings.push(
      ...(await lintCheats(tasks, proofs, {
        moves: prover.moves,
        texts: new Map([...pages].map(([node, shown]) => [node, shown.flatMap(textsOf)])),
        watch: watchOf(suite, { graph, mode: options.mode, pages }),
        court,
      })),
    );
  }
  return proofs;
}

/** The rules of a suite's tasks, followed step by step. */
function watchOf(
  { tasks }: ReadSuite['suite'],
  world: {
    readonly graph: Graph;
    readonly mode: Mode;
    readonly pages: ReadonlyMap<number, readonly UiHierarchy[]>;
  },
): (id: string) => RuleWatch | null {
  const pages = { hierarchy: async (node: number) => world.pages.get(node)?.[0] ?? null };
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return (id) => {
    const task = byId.get(id);
    // Tasks that cannot be scored have a finding of their own.
    if (task === undefined || whyUnscorable(task) !== null) return null;
    const { rules } = suiteRules(task);
    return rules.length === 0 ? null : ruleWatch(rules, { ...world, pages });
  };
}

/** How sequences are judged; null where nothing opens an environment. */
function courtOf(folder: string, suite: ReadSuite['suite'], options: LintOptions): WitnessCourt | null {
  const { openEnvironment, mode, evaluators = new Map<string, Evaluator>(), signal } = options;
  if (openEnvironment === undefined) return null;
  const byId = new Map(suite.tasks.map((task) => [task.id, task]));
  return {
    folder,
    mode,
    starts: new Map(suite.tasks.map((task) => [task.id, task.start ?? null])),
    open: openEnvironment,
    judge: async (id, trajectory) => {
      const task = byId.get(id);
      if (task === undefined) return false;
      const named = task.evaluators.map(namedEvaluator).filter((entry) => entry !== null);
      if (!named.every(({ evaluator }) => evaluators.has(evaluator))) return null;
      return (await scoreSuiteEpisode({ task, trajectory, mode, signal }, evaluators)).success === true;
    },
    signal,
  };
}
