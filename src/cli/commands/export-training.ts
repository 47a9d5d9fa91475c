import { resolve } from 'node:path';
import type { Command } from 'commander';
import { given } from '../../domain/given.js';
import { plural } from '../../domain/text/plural.js';
import { exportRecords, PICTURE_USES, RECORD_UNITS, THOUGHTS } from '../../app/export/export-records.js';
import type { TrainingExport } from '../../exports/training/export-training.js';
import type { TrainingFormat } from '../../exports/training/training-format.js';
import { benchmarkExamples } from '../../app/help/benchmark-examples.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { PARTS, WALKERS, type SourceChoice } from '../../app/export/export-sources.js';
import { introduce } from '../introduce.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import type { SettingKey } from '../../app/settings/setting.js';
import { countProgress } from '../output/count-progress.js';
import { printWarnings } from '../output/print-warnings.js';
import { presentExport } from '../output/present-export.js';
import { oneOf, share, wholeNumber } from '../../domain/text/parse-option.js';

/** `touchstone export FORMAT SOURCE…` for one trainer's format. */
export function addTrainingCommand(
  exporting: Command,
  format: TrainingFormat,
  context: CommandContext,
): void {
  const { name, title, forms } = format;
  const command = introduce(
    exporting.command(name).argument('<sources...>', SOURCES),
    `Write training records for ${title}.`,
    [
      `touchstone export ${name} runs/RUN --dialect ui_tars --out train        what an agent did where it passed`,
      ...benchmarkExamples('export FORMAT', 2, context.namedBenchmarks).map((example) =>
        example.replaceAll('FORMAT', name),
      ),
    ],
  );
  addSettings(command, [
    ...SOURCE_SETTINGS,
    'repair',
    'level',
    'history',
    'dialect',
    'dialectOptions',
    'prompts',
    'observation',
    'picture',
    'coordinates',
    'scroll',
    'historyLength',
    'historyPictures',
    'concurrency',
    'plugins',
  ]);
  addSourceOptions(command)
    .requiredOption('--out <folder>', 'folder for the files; it must be empty')
    .option('--replace', 'write over files of the same names in that folder')
    .option(`--form <${forms.join('|')}>`, 'shape of a record', forms[0])
    .option('--unit <step|episode>', 'a record of each step, or of each episode as one conversation', 'step')
    .option(
      '--pictures <how>',
      'prepared as the model is sent them, original as recorded, link to those, or reference where they lie',
      'prepared',
    )
    .option('--thought <kept|intention|none>', "thoughts: the run's own, else the annotated aim", 'kept')
    .option(
      '--low-level <replaces|beside>',
      "a step's own instruction instead of the episode's, or together with it (default: the benchmark's way)",
    )
    .option('--validation <share>', 'share of the tasks kept aside for validation, such as 5%', '0')
    .option('--shuffle', 'put records into a random order, by --seed')
    .option(
      '--written-out <folder>',
      'folder to write in paths instead of --out, for training elsewhere; "" for relative paths',
    )
    .option('--name <name>', "name of the data in the format's own lists (default: the first source's)")
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .option('--verbose', 'print stacks of errors')
    .action((names: readonly string[], options: Record<string, unknown>) =>
      exportAs(format, names, options, context),
    );
}

async function exportAs(
  format: TrainingFormat,
  names: readonly string[],
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  const { values } = await loadSettings(options, context);
  const choice = sourceChoice(options);
  const lowLevel = options['lowLevel'];
  const written = options['writtenOut'];
  const validation = share(options['validation'], '--validation');
  const result = await exportRecords(names, values, choice, {
    ...context,
    onWarnings: (warnings) => printWarnings(warnings, context),
    format,
    form: oneOf(format.forms, options['form'], '--form'),
    unit: oneOf(RECORD_UNITS, options['unit'], '--unit'),
    pictures: oneOf(PICTURE_USES, options['pictures'], '--pictures'),
    thought: oneOf(THOUGHTS, options['thought'], '--thought'),
    lowLevel: lowLevel === undefined ? null : oneOf(['replaces', 'beside'] as const, lowLevel, '--low-level'),
    out: resolve(context.workingDirectory, String(options['out'])),
    writtenOut: typeof written === 'string' ? written : null,
    name: typeof options['name'] === 'string' ? options['name'] : null,
    replace: options['replace'] === true,
    validation,
    shuffle: options['shuffle'] === true,
    progress: (total) => countProgress(context, 'episodes', total),
  });
  presentExport(result, {
    format: format.name,
    json: options['json'] === true,
    notes: notesOf(result, validation > 0),
    context,
  });
}

/** Answers off the screen that are named. */
const NAMED = 5;
/** What sources are, in help. */
export const SOURCES = 'runs (folder or name), recordings (folder), benchmarks (name) or worlds (folder)';

/** Options that choose parts of a source. */
export function addSourceOptions(command: Command): Command {
  return command
    .option('--part <train|validation|test|all>', "side of the dataset's --split (default: train)")
    .option('--episodes <passed|all>', 'attempts of a run: those that passed, or failures too', 'passed')
    .option(
      '--format-errors <leave-out|without>',
      'attempts with an unreadable answer: left out, or without those steps',
      'leave-out',
    )
    .option('--repeat <all|first|shortest|n>', 'of several attempts at a task', 'all')
    .option('--walks <oracle|random>', 'who walks through a world', 'oracle')
    .option('--walk-count <n>', 'walks per task, each with draws of its own', '1');
}

/** Settings that decide what a source holds. */
export const SOURCE_SETTINGS = [
  'data',
  'split',
  'mode',
  'benchmarkOptions',
  'language',
  'limit',
  'sample',
  'seed',
  'maxSteps',
  'runs',
] as const satisfies readonly SettingKey[];

/** The values of those options. @throws {UserError} for values that do not fit */
export function sourceChoice(options: Readonly<Record<string, unknown>>): SourceChoice {
  const { repeat, part } = options;
  const isNamed = repeat === 'all' || repeat === 'first' || repeat === 'shortest';
  return {
    part: part === undefined ? null : oneOf(PARTS, part, '--part'),
    attempts: {
      outcome: oneOf(['passed', 'all'] as const, options['episodes'], '--episodes'),
      formatErrors: oneOf(['leave-out', 'without'] as const, options['formatErrors'], '--format-errors'),
      repeats: isNamed ? repeat : wholeNumber(repeat, '--repeat'),
    },
    walker: oneOf(WALKERS, options['walks'], '--walks'),
    walks: Math.max(wholeNumber(options['walkCount'], '--walk-count'), 1),
  };
}

function notesOf({ files, pictures, unsaid, offScreen }: TrainingExport, isDivided: boolean): string[] {
  const { files: count, bytes } = pictures;
  return given([
    isDivided &&
      files.at(-1)?.records === 0 &&
      'No task fell to the validation side: they are drawn one by one, by --seed.',
    count !== 0 &&
      `${plural(count, 'picture')} of ${plural(bytes, 'byte')} in all ${count === 1 ? 'lies' : 'lie'} in images/.`,
    ...Object.entries(unsaid).map(
      ([part, records]) =>
        `${part} is left unsaid, as the dialect has no words for it: ${plural(records, 'record')}.`,
    ),
    ...offScreenNotes(offScreen),
  ]);
}

function offScreenNotes({ answers, first }: TrainingExport['offScreen']): string[] {
  if (answers === 0) return [];
  const named = first.slice(0, NAMED).map(({ episode, step }) => `${episode} step ${step}`);
  const more = answers > NAMED ? ', …' : '';
  return [
    `${plural(answers, 'answer aims', 'answers aim')} outside the screen, as recorded: ${named.join(', ')}${more}.`,
  ];
}
