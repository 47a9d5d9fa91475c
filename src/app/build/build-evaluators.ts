import { join } from 'node:path';
import type { WrittenExport } from '../../benchmarks/dataset-export.js';
import type { SourceExport } from '../../benchmarks/source-export.js';
import { namedPath } from '../../builder/evaluator/named-path.js';
import { proposeEvaluator, type ProposedEvaluator } from '../../builder/evaluator/propose-evaluator.js';
import type { RecordedEntry, RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import { TouchstoneError, UserError } from '../../errors.js';
import { claimFolder } from '../../exports/claim-folder.js';
import type { LeftOut } from '../../exports/training/left-out.js';
import { LeftOutFile, type LeftOutCount } from '../../exports/training/left-out-file.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { BENCHMARKS } from '../../registry/benchmarks.js';
import { openSources, type SourceChoice } from '../export/export-sources.js';
import type { ExportOptions } from '../export/export-tables.js';
import type { Settings } from '../settings/setting.js';
import { pathJudge } from './path-judge.js';
import { jsonLines } from './stage-report.js';

export interface BuildEvaluatorsOptions extends ExportOptions {
  /** Name of the form that is written; null for the only one that takes rules. */
  readonly form: string | null;
  /** Writes evaluators that are not proven, too. */
  readonly unproven: boolean;
}

/** What a call of `touchstone build evaluator` came to. */
export interface BuiltEvaluators extends WrittenExport {
  readonly episodes: number;
  readonly proven: number;
  readonly leftOut: readonly LeftOutCount[];
  readonly leftOutFirst: readonly LeftOut[];
}

/**
 * Proposes rules for recordings, tries them on the recordings' beginnings and other orders, and writes the recordings with them in a form
 * that takes rules; `evaluators.jsonl` says how each did.
 *
 * @throws {UserError} for sources and forms that there are not, and a folder that is not empty
 */
export async function buildEvaluators(
  names: readonly string[],
  values: Settings,
  choice: SourceChoice,
  options: BuildEvaluatorsOptions,
): Promise<BuiltEvaluators> {
  const { out, replace, unproven, interrupted: signal } = options;
  const form = formOf(options.form);
  await using opened = await openSources(names, values, choice, options);
  await claimFolder(out, replace);
  await using leftOut = await LeftOutFile.create(join(out, 'left-out.jsonl'));
  const progress = options.progress(opened.count);
  const records: unknown[] = [];
  let proven = 0;
  async function* ruled(
    source: string,
    entries: AsyncIterable<RecordedEntry>,
  ): AsyncGenerator<RecordedEntry> {
    for await (const entry of entries) {
      if (entry.type === 'broken') {
        yield entry;
        continue;
      }
      const { episode } = entry;
      const made = await evaluatorOf(episode, signal);
      const isProven = typeof made !== 'string' && made.evaluator.proof.isProven;
      if (isProven) proven += 1;
      const said = typeof made === 'string' ? { reason: made } : made.evaluator;
      records.push({ source, episode: episode.id, ...said });
      if (typeof made !== 'string' && (isProven || unproven)) {
        yield { type: 'episode', episode: made.episode };
        continue;
      }
      progress.next();
      const message = typeof made === 'string' ? made : whyUnproven(made.evaluator);
      leftOut.add({ source, episode: episode.id, step: null, reason: 'no-rules', action: null, message });
    }
  }
  try {
    const written = await form.write({
      sources: opened.sources.map(({ source }) => ({
        name: source.name,
        kind: source.kind,
        episodes: ruled(source.name, source.episodes(leftOut.add)),
      })),
      outDirectory: out,
      level: null,
      seed: values.seed,
      switches: {},
      leaveOut: leftOut.add,
      onEpisode: () => progress.next(),
      signal,
    });
    await writeWholeFile(join(out, 'evaluators.jsonl'), jsonLines(records), { signal });
    await leftOut.finish();
    const counts = { leftOut: leftOut.counts(), leftOutFirst: leftOut.first };
    return { ...written, episodes: records.length, proven, ...counts };
  } finally {
    progress.end();
  }
}

/** @throws {UserError} */
function formOf(name: string | null): SourceExport {
  const forms = [...BENCHMARKS.values()]
    .flatMap(({ sourceExports = [] }) => sourceExports)
    .filter(({ takesRules }) => takesRules === true);
  const [first] = forms;
  const form = name === null ? first : forms.find((one) => one.name === name);
  if (form !== undefined) return form;
  throw new UserError(`no form "${name ?? ''}" takes rules`, {
    hint: `Known: ${forms.map((one) => one.name).join(', ')}.`,
  });
}

/** The episode with proposed rules; a sentence where there are none. */
async function evaluatorOf(
  episode: RecordedEpisode,
  signal: AbortSignal,
): Promise<{ readonly episode: RecordedEpisode; readonly evaluator: ProposedEvaluator } | string> {
  try {
    const path = await namedPath(episode, { signal });
    if (typeof path === 'string') return path;
    const evaluator = await proposeEvaluator(path, pathJudge(signal));
    if (typeof evaluator === 'string') return evaluator;
    // It is not what was recorded elsewhere any more: its place would be read in its stead.
    const { place: _, ...rest } = episode;
    const steps = path.map(({ screen, action }, index) => ({ ...episode.steps[index], screen, action }));
    return { episode: { ...rest, steps, rules: evaluator.rules }, evaluator };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TouchstoneError && error.fault === 'dataset') return error.message;
    throw error;
  }
}

function whyUnproven({ proof: { acceptsReference, prefixes, alike, orders } }: ProposedEvaluator): string {
  if (!acceptsReference) return 'its rules do not accept the recording itself';
  const [same] = alike;
  if (same !== undefined)
    return `no rule tells it from itself cut after ${same} steps: that screen looks like the last`;
  const [length] = prefixes.accepted;
  if (length !== undefined) return `its rules accept the recording cut after ${length} steps`;
  const [pair] = orders.accepted;
  return `its rules accept the steps ${pair?.join(' and ') ?? ''} in the other order`;
}
