import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mode } from '../domain/mode.js';
import { GraphEnvironment } from '../environments/graph/graph-environment.js';
import { GraphWorld } from '../environments/graph/graph-world.js';
import { UserError } from '../errors.js';
import { openFolderContent } from '../formats/graph/content-source.js';
import type { LintReport } from '../formats/lint/lint-report.js';
import { lintColorbench } from '../lint/colorbench/lint-colorbench.js';
import type { OpenWitnessEnvironment } from '../lint/confirm-witness.js';
import type { LintOptions } from '../lint/lint-options.js';
import { lintSphinx } from '../lint/sphinx/lint-sphinx.js';
import { lintWorld } from '../lint/world/lint-world.js';
import { OWN_PACKAGE } from '../own-package.js';
import { BENCHMARKS, knownBenchmarks } from './benchmarks.js';
import { lintRecordings } from './lint-recordings.js';

/** Folder with the worlds that come with Touchstone. */
const WORLDS = fileURLToPath(new URL('worlds', OWN_PACKAGE));

export interface LintRequest {
  /** Name of a benchmark, or a folder. */
  readonly benchmark: string;
  /** Folder of its data, where it is not bundled. */
  readonly data: string | null;
  /** null is the benchmark's own. */
  readonly mode: Mode | null;
  readonly repair: boolean;
  /** Which part of recorded episodes; null is all of them. */
  readonly split?: string | null;
  /** Whether to decode the pictures of recorded episodes; they are unless this is false. */
  readonly pictures?: boolean;
  /** File of verdicts on recorded episodes. */
  readonly reviews?: string | null;
  /** Called before recorded episodes are looked at, with how many there are (null when nobody knows). */
  readonly onEpisodes?: (total: number | null) => { next(): void; end(): void };
  readonly workingDirectory: string;
  readonly signal: AbortSignal;
}

/** Looks for defects in a benchmark by its name, or in whatever a folder holds. @throws {UserError | DatasetError} */
export async function lintBenchmark(request: LintRequest): Promise<LintReport> {
  const { benchmark, data, workingDirectory, repair, signal } = request;
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
  if (benchmark === 'colorbench') return lintColorbench(folderOf(), options('reference'));
  if (benchmark === 'sphinx') return lintSphinx(folderOf(), options('reference'));
  const bundled = join(WORLDS, benchmark);
  if (/^[\w-]+$/.test(benchmark) && existsSync(join(bundled, 'graph.json'))) {
    return lintWorld(bundled, { ...options('corrected'), name: benchmark });
  }
  const known = Object.values(BENCHMARKS);
  const recorded = known.find(({ name, protocol }) => name === benchmark && protocol !== 'interactive');
  if (recorded !== undefined) return lintRecordings(recorded, request);
  const folder = resolve(workingDirectory, benchmark);
  if (!existsSync(folder)) {
    throw new UserError(`there is no benchmark "${benchmark}"`, {
      hint: knownBenchmarks(known.map(({ name }) => name)),
    });
  }
  if (existsSync(join(folder, 'groundtruth'))) return lintSphinx(folder, options('reference'));
  if (!existsSync(join(folder, 'suite.json')) && existsSync(join(folder, 'tasks.json'))) {
    return lintColorbench(folder, options('reference'));
  }
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
