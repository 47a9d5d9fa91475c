import { actorOf } from '../../agents/prompting/ask-actor.js';
import type { RecordedHistory } from '../../domain/recordings/recorded-history.js';
import { UserError } from '../../errors.js';
import type { THOUGHTS } from '../../exports/training/episode-asker.js';
import type { RECORD_UNITS } from '../../exports/training/episode-records.js';
import { exportTraining, type TrainingExport } from '../../exports/training/export-training.js';
import type { PICTURE_USES } from '../../exports/training/picture-shelf.js';
import type { TrainingFormat } from '../../exports/training/training-format.js';
import { agentEntry } from '../../registry/agents.js';
import { DIALECTS } from '../../registry/dialects.js';
import type { AppContext } from '../app-context.js';
import { agentParts } from '../run/agent-parts.js';
import { choiceOf } from '../settings/history-choice.js';
import type { Settings } from '../settings/setting.js';
import { openSources, type SourceChoice } from './export-sources.js';
import type { ExportOptions } from './export-tables.js';

export { THOUGHTS } from '../../exports/training/episode-asker.js';
export { RECORD_UNITS } from '../../exports/training/episode-records.js';
export { PICTURE_USES } from '../../exports/training/picture-shelf.js';

/** How training records are written. */
export interface ExportRecordsOptions extends ExportOptions {
  readonly format: TrainingFormat;
  /** One of the format's. */
  readonly form: string;
  readonly unit: (typeof RECORD_UNITS)[number];
  readonly pictures: (typeof PICTURE_USES)[number];
  readonly thought: (typeof THOUGHTS)[number];
  /** Null: the benchmark's way. */
  readonly lowLevel: 'replaces' | 'beside' | null;
  /** Folder to write in paths instead of `out`; empty for relative ones, null for `out`. */
  readonly writtenOut: string | null;
  /** Of the data in the format's own lists; the first source's where it is null. */
  readonly name: string | null;
  /** Share of the tasks kept aside, 0 to 1. */
  readonly validation: number;
  readonly shuffle: boolean;
}

/**
 * Writes training records of the sources in a trainer's format, in the dialect that the settings name.
 *
 * @throws {UserError} when no dialect is named, a source is not there, or the folder is not empty
 */
export async function exportRecords(
  names: readonly string[],
  values: Settings,
  choice: SourceChoice,
  options: ExportRecordsOptions,
): Promise<TrainingExport> {
  const { format, form, unit, pictures, validation, shuffle, replace } = options;
  const actor = await actorFor(values, options);
  await using opened = await openSources(names, values, choice, options);
  const sources = opened.sources.map(({ source }) => source);
  const progress = options.progress(opened.count);
  return await exportTraining({
    sources,
    format,
    form,
    unit,
    pictures,
    validation,
    shuffle,
    replace,
    asking: {
      actor,
      level: values.level ?? 'high',
      lowLevel: options.lowLevel,
      history: recordedHistory(values),
      language: values.language,
      thought: options.thought,
    },
    outDirectory: options.out,
    ...(options.writtenOut === null ? {} : { writtenDirectory: options.writtenOut }),
    name: plainName(options.name ?? sources[0]?.name),
    seed: values.seed,
    concurrency: values.concurrency,
    signal: options.interrupted,
    onEpisode: () => progress.next(),
  }).finally(() => progress.end());
}

/** @throws {UserError} for parts of a history: records hold the family's own */
function recordedHistory({ history }: Settings): RecordedHistory | null {
  const { whose, shown } = choiceOf(history);
  if (shown === null || whose === 'none') return whose;
  throw new UserError("training records show earlier steps as the dialect's family does", {
    hint: 'Of --history they take recorded, own or none; --history-length and --history-pictures say how many.',
  });
}

/** The direct agent's acting model as the settings want it. @throws {UserError} when no dialect is named, or there is no such one */
async function actorFor(values: Settings, context: AppContext): Promise<ReturnType<typeof actorOf>> {
  if (values.dialect === null) {
    throw new UserError(
      'training records need a dialect: the prompt and grammar of the model to be trained',
      { hint: `Name it with --dialect: ${[...DIALECTS.keys()].join(', ')}.` },
    );
  }
  const parts = await agentParts(agentEntry('direct'), values, { name: '', mode: 'corrected' }, context);
  return actorOf(parts);
}

/** A name that trainers' lists can hold. */
function plainName(name: unknown): string {
  const plain = String(name)
    .replaceAll(/[^\w-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return plain === '' ? 'touchstone' : plain;
}
