import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Mode } from '../../domain/mode.js';
import { GraphEnvironment } from '../../environments/graph/graph-environment.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import { UserError } from '../../errors.js';
import { openFolderContent } from '../../formats/graph/content-source.js';
import type { LintReport } from '../../formats/lint/lint-report.js';
import type { OpenWitnessEnvironment } from '../../lint/confirm-witness.js';
import type { LintOptions } from '../../lint/lint-options.js';
import { lintWorld } from '../../benchmarks/suite/lint/lint-world.js';
import { knownBenchmarks } from '../../registry/benchmarks.js';
import { isModule } from '../../registry/plugins/load-module.js';
import { namedPlugins, openRegistry } from '../run/open-registry.js';
import { lintRecordings } from './lint-recordings.js';
import type { LintRequest } from './lint-request.js';

/** Looks for defects in a benchmark by its name, or in whatever a folder holds. @throws {UserError | DatasetError} */
export async function lintBenchmark(request: LintRequest): Promise<LintReport> {
  const { benchmark, data, workingDirectory, repair, signal } = request;
  const registry = await openRegistry(namedPlugins(request, benchmark), { workingDirectory });
  const options = (mode: Mode): LintOptions => ({
    mode: request.mode ?? mode,
    repair,
    openEnvironment: openWitnessEnvironment,
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
    return known.linter.lint(known.folder ?? folderOf(), options(known.defaultMode));
  }
  if (known !== undefined && known.protocol !== 'interactive') return lintRecordings(known, request);
  const folder = resolve(workingDirectory, benchmark);
  if (!existsSync(folder)) {
    throw new UserError(`there is no benchmark "${benchmark}"`, { hint: knownBenchmarks() });
  }
  const whose = [...registry.benchmarks.values()].find(({ linter }) => linter?.recognises?.(folder) === true);
  if (whose?.linter !== undefined) return whose.linter.lint(folder, options(whose.defaultMode));
  return lintWorld(folder, { ...options('corrected'), name: benchmark });
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
