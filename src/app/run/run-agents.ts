import { join, resolve } from 'node:path';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { EngineListener } from '../../engine/engine-event.js';
import { startRun, type RunSummary } from '../../engine/run.js';
import { scoreRun } from '../../engine/score-run.js';
import { readResults } from '../../formats/run/scores/read-results.js';
import { indexRun } from '../../formats/run/run-index.js';
import { collectRows, resultRow } from '../../metrics/result-row.js';
import type { NamedResults } from '../../metrics/summary.js';
import type { Table } from '../../metrics/tables/table.js';
import { VERSION } from '../../version.js';
import type { AppContext } from '../app-context.js';
import { openingSignal } from './opening-signal.js';
import { prepareRun } from './prepare-run.js';
import { requireFolder } from '../settings/require-folder.js';
import { newRunId } from './run-id.js';
import { writeRunRequest } from './run-settings-file.js';
import { privilegeOn } from '../results/agent-label.js';
import type { Settings } from '../settings/setting.js';

/** One agent's run and what came of it. */
export interface AgentRun {
  readonly summary: RunSummary;
  readonly results: NamedResults;
  /** The benchmark's own. */
  readonly tables: readonly Table[];
}

/** Who follows the run of each agent, by its name. */
export interface AgentsContext extends AppContext {
  listen(agent: string): EngineListener;
}

/** Runs several agents on one benchmark, one after the other; each is an ordinary run that can be resumed. */
export async function runAgents(
  benchmarkName: string,
  agents: readonly string[],
  settings: Settings,
  context: AgentsContext,
): Promise<readonly AgentRun[]> {
  const runs: AgentRun[] = [];
  for (const agent of agents) {
    if (context.interrupted.aborted) break;
    runs.push(await runAgent(benchmarkName, { ...settings, agent }, context));
  }
  return runs;
}

async function runAgent(
  benchmarkName: string,
  settings: Settings,
  context: AgentsContext,
): Promise<AgentRun> {
  const { workingDirectory, environment, interrupted, killed } = context;
  using opening = openingSignal(context);
  const prepared = await prepareRun(benchmarkName, settings, {
    workingDirectory,
    environment,
    signal: opening.signal,
  });
  await using benchmark: Benchmark = prepared.benchmark;
  const run = newRunId(benchmark.name, prepared.agent.name, new Date());
  const directory = join(resolve(workingDirectory, settings.runs), run);
  await requireFolder(directory, '--runs');
  await writeRunRequest(directory, { benchmark: benchmarkName, workingDirectory, settings }, environment);
  opening.opened();
  const summary = await startRun({
    ...prepared,
    directory,
    run,
    onEvent: context.listen(settings.agent),
    stop: interrupted,
    signal: killed,
  });
  await scoreRun(directory, benchmark, { modes: [benchmark.mode], touchstone: VERSION, signal: killed });
  const index = await indexRun(directory);
  const rows = await collectRows(readResults(index, benchmark.mode), resultRow);
  const { name, needs } = prepared.agent;
  const tables = await benchmark.scorer.tables(readResults(index, benchmark.mode), {
    agent: prepared.agent.name,
    mode: benchmark.mode,
    identity: index.start.identity,
  });
  return {
    summary,
    tables,
    results: {
      agent: name,
      rows,
      ...(needs.privileges ? { privilege: privilegeOn(index.start.identity) } : {}),
    },
  };
}
