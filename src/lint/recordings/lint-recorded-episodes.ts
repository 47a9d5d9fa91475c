import { join } from 'node:path';
import type { Benchmark, Recordings } from '../../benchmarks/benchmark.js';
import type { Finding } from '../../domain/finding.js';
import type { RecordedEntry, RecordedSplit } from '../../domain/recordings/recorded-episode.js';
import { DatasetError } from '../../errors.js';
import type { LintReport } from '../../formats/lint/lint-report.js';
import { readTextFile } from '../../formats/read-json-file.js';
import { findingOfError, within } from '../file-findings.js';
import { finishReport } from '../finish-report.js';
import { locateFindings } from '../locate-findings.js';
import { found } from '../rules.js';
import { EpisodeFindings, relativePlace } from './episode-findings.js';
import { lintEpisode } from './episode-rules.js';
import { FindingList } from './finding-list.js';
import { InstructionRules } from './instruction-rules.js';
import { LackingRules } from './lacking-rules.js';
import { lintPictures } from './picture-rules.js';
import { lintReviews } from './review-rules.js';
import { lintSplits } from './split-rules.js';
import { lintSteps } from './step-rules.js';

/** The parts of a benchmark that are checked. */
export type LintedRecordings = Pick<Benchmark, 'name' | 'mode'> & {
  readonly recordings: Pick<Recordings, 'episodes' | 'splits'>;
};

export interface LintRecordingsOptions {
  /** Folder of the data; places are relative to it. */
  readonly folder: string;
  /** Whether `benchmark` has every episode there is open, and not one side of a split alone. */
  readonly isWhole: boolean;
  /** Decode every picture; most of the time goes there. */
  readonly pictures: boolean;
  /** File of verdicts that people or judges gave, where there is one. */
  readonly reviews?: string;
  /** After each episode. */
  readonly onEpisode?: () => void;
  readonly signal: AbortSignal;
}

/**
 * Everything that is wrong with recorded episodes, one after the other: what is kept of an episode is its id, a hash of its
 * instruction, and what was found.
 *
 * @throws {DatasetError} for verdicts that cannot be read
 */
export async function lintRecordedEpisodes(
  benchmark: LintedRecordings,
  options: LintRecordingsOptions,
): Promise<LintReport> {
  const { folder, isWhole, reviews, signal } = options;
  const list = new FindingList();
  const lacking = new LackingRules(folder, () => new FindingList());
  const instructions = new InstructionRules();
  const known = new Set<string>();
  for await (const entry of benchmark.recordings.episodes()) {
    signal.throwIfAborted();
    const id = entry.type === 'episode' ? entry.episode.id : entry.id;
    if (known.has(id))
      list.add([
        found('recording/duplicate-id', {
          message: `episode ${id} is there twice`,
          file: null,
          subjects: [id],
        }),
      ]);
    known.add(id);
    list.add(await lintEntry(entry, lacking, instructions, options));
    options.onEpisode?.();
  }
  for (const waiting of lacking.finish()) list.add(waiting.all());
  const splits = await readSplits(benchmark, list, folder);
  list.add(instructions.finish(folder, splits));
  list.add(lintSplits(splits, isWhole ? known : null, folder));
  if (reviews !== undefined) list.add(await lintReviews(reviews, known, { signal }));
  return finishReport(
    {
      benchmark: benchmark.name,
      folder,
      mode: benchmark.mode,
      files: [
        `${known.size} recorded episodes`,
        ...(options.pictures ? ['their pictures'] : []),
        ...splits.map(({ file }) => within(folder, file)),
      ],
      findings: list.all(),
      proofs: [],
    },
    new Map(),
  );
}

async function lintEntry(
  entry: RecordedEntry,
  lacking: LackingRules,
  instructions: InstructionRules,
  { folder, pictures, signal }: LintRecordingsOptions,
): Promise<Finding[]> {
  if (entry.type === 'broken') {
    const { id, error } = entry;
    const finding = findingOfError(error, within(folder, error.place?.file ?? join(folder, id)), id);
    return [{ ...finding, rule: 'recording/broken', details: { code: error.code } }];
  }
  const { episode } = entry;
  const findings = new EpisodeFindings(episode, folder);
  const locate = (listed: readonly Finding[]): Promise<Finding[]> => withLines(listed, folder, signal);
  lintEpisode(episode, findings);
  lintSteps(episode, findings);
  instructions.look(episode);
  if (pictures) await lintPictures(episode, findings, { signal });
  await lacking.look(episode, locate);
  return locate(findings.list());
}

/** Larger files hold many episodes, and reading them again for each would take for ever. */
const MOST_LOCATED_BYTES = 4_000_000;

/** Lines and columns of findings in a JSON file of one episode. */
async function withLines(
  listed: readonly Finding[],
  folder: string,
  signal: AbortSignal,
): Promise<Finding[]> {
  const file = listed.find(({ place }) => place?.path !== undefined)?.place?.file;
  if (file === undefined || !file.endsWith('.json')) return [...listed];
  const path = join(folder, file);
  try {
    const text = await readTextFile(path, { maxBytes: MOST_LOCATED_BYTES, within: folder, signal });
    return locateFindings(listed, new Map([[file, text]]));
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    return [...listed];
  }
}

async function readSplits(
  benchmark: LintedRecordings,
  list: FindingList,
  folder: string,
): Promise<readonly RecordedSplit[]> {
  try {
    return await benchmark.recordings.splits();
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    const place = relativePlace(error.place, folder);
    list.add([findingOfError(error, place?.file ?? 'splits')]);
    return [];
  }
}
