import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FindingRule } from '../../domain/finding.js';
import type { Mode } from '../../domain/mode.js';
import { GraphEnvironment } from '../../environments/graph/graph-environment.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import { UserError } from '../../errors.js';
import { openFolderContent } from '../../formats/graph/content-source.js';
import type { LintReport } from '../../formats/lint/lint-report.js';
import type { BenchmarkLinter } from '../../lint/benchmark-linter.js';
import type { OpenWitnessEnvironment } from '../../lint/confirm-witness.js';
import type { LintOptions } from '../../lint/lint-options.js';
import { RULES } from '../../lint/rules.js';
import { lintWorld } from '../../benchmarks/suite/lint/lint-world.js';
import { knownBenchmarks } from '../../registry/benchmarks.js';
import { isModule } from '../../registry/plugins/load-module.js';
import { namedPlugins } from '../trust/named-plugins.js';
import { openRegistry } from '../run/open-registry.js';
import { lintRecordings } from './lint-recordings.js';
import type { LintRequest } from './lint-request.js';

/** What was found, and the rules that it was found by, by id: those that all share and the benchmark's own. */
export interface LintOutcome {
  readonly report: LintReport;
  readonly rules: ReadonlyMap<string, FindingRule>;
}

/** Looks for defects in a benchmark by its name, or in the data of a folder. @throws {UserError | DatasetError} */
export async function lintBenchmark(request: LintRequest): Promise<LintOutcome> {
  const { benchmark, data, workingDirectory, repair, signal } = request;
  const registry = await openRegistry(namedPlugins(request, benchmark), { workingDirectory });
  const options = (mode: Mode): LintOptions => ({
    mode: request.mode ?? mode,
    repair,
    openEnvironment: openWitnessEnvironment,
    evaluators: registry.evaluators,
    signal,
  });
  const folderOf = (): string => {
    if (data !== null) return resolve(workingDirectory, data);
    throw new UserError(`${benchmark} needs its data`, {
      hint: `Name the folder with --data; \`touchstone data check ${benchmark} FOLDER\` says what belongs into it.`,
    });
  };
  const known = isModule(benchmark)
    ? registry.benchmark(benchmark, workingDirectory)
    : registry.benchmarks.get(benchmark);
  if (known?.linter !== undefined) {
    return lintWith(known.linter, known.folder ?? folderOf(), options(known.defaultMode));
  }
  if (known !== undefined && known.protocol !== 'interactive') {
    return { report: await lintRecordings(known, request), rules: RULES };
  }
  const folder = resolve(workingDirectory, benchmark);
  if (!existsSync(folder)) {
    throw new UserError(`there is no benchmark "${benchmark}"`, {
      hint: knownBenchmarks(benchmark, registry.benchmarks.keys()),
    });
  }
  const whose = [...registry.benchmarks.values()].find(({ linter }) => linter?.recognises?.(folder) === true);
  if (whose?.linter !== undefined) return lintWith(whose.linter, folder, options(whose.defaultMode));
  return { report: await lintWorld(folder, { ...options('corrected'), name: benchmark }), rules: RULES };
}

async function lintWith(linter: BenchmarkLinter, folder: string, options: LintOptions): Promise<LintOutcome> {
  const own = (linter.rules ?? []).map((rule) => [rule.id, rule] as const);
  // Of an id that is shared, the shared rule counts.
  return { report: await linter.lint(folder, options), rules: new Map([...own, ...RULES]) };
}

const openWitnessEnvironment: OpenWitnessEnvironment = async (
  graph,
  { folder, mode, starts, chooser, signal },
) =>
  new GraphEnvironment(new GraphWorld(graph, { content: await openFolderContent(folder, { signal }) }), {
    mode,
    startOf: (task) => starts.get(task),
    chooser,
  });
