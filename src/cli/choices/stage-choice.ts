import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { StageCall, StageReport } from '../../app/build/stage-report.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import type { SettingKey, Settings } from '../../app/settings/setting.js';
import { ModeSchema, type Mode } from '../../domain/mode.js';
import { oneOf } from '../../domain/text/parse-option.js';
import { plural } from '../../domain/text/plural.js';
import { UserError } from '../../errors.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { countProgress, type CountProgress } from '../output/count-progress.js';
import { printWarnings } from '../output/print-warnings.js';
import { JUDGE_SETTINGS, textOf } from './judge-choice.js';

/** Settings of stages that ask models. */
const STAGE_SETTINGS = [
  ...JUDGE_SETTINGS.filter((key) => key !== 'plugins'),
  'roleProfiles',
] as const satisfies readonly SettingKey[];

/** What settings of a run mean in a stage. */
export const STAGE_WORDS = {
  model: 'model that the stage asks',
  concurrency: 'things that models are asked about at the same time',
  maxTokens: 'model tokens for the stage, input and output together, all its calls and sessions',
  maxCost: 'money for the stage, all its calls and sessions, in US dollars, where prices are known',
  roleProfiles:
    'a model of its own for a part of the stage, such as reader=ocr.json; may be given several times; a wrong name lists them',
} as const satisfies Partial<Readonly<Record<SettingKey, string>>>;

/** Adds what every stage that asks models takes. @param out what `--out` is, for help */
export function addStageOptions(
  command: Command,
  { out, settings = [] }: { readonly out: string; readonly settings?: readonly SettingKey[] },
): Command {
  return addStageSettings(command, settings).requiredOption(
    '--out <folder>',
    `${out}; the same command goes on where it was interrupted`,
  );
}

/** The same without a folder of its own. */
export function addStageSettings(command: Command, settings: readonly SettingKey[] = []): Command {
  return addSettings(command, [...STAGE_SETTINGS, ...settings], { words: STAGE_WORDS })
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document');
}

/** Adds what stages take that add to a recorded world. @param adds what they add, and to which file of the world, for help */
export function addWorldStage(
  command: Command,
  { out, adds }: { readonly out: string; readonly adds: string },
): Command {
  return addPictureOptions(addStageOptions(command, { out, settings: ['seed', 'language'] }))
    .argument('<world>', 'folder of a recorded world, or the name of one that comes with Touchstone')
    .option('--add', `add ${adds}; what it has stays as it is`);
}

/** What those options say. @throws {UserError} */
export function worldStageChoice(options: Readonly<Record<string, unknown>>): {
  readonly pictures: boolean;
  readonly maxSide: number | null;
  readonly add: boolean;
} {
  return { ...pictureChoice(options), add: options['add'] === true };
}

/** Adds the way in which a stage works. @param reference what it does in reference mode, for help */
export function addStageMode(command: Command, reference: string): Command {
  return command.option('--mode <mode>', `corrected, or reference: ${reference} (default: corrected)`);
}

/** What that option says. @throws {UserError} */
export function stageMode({ mode }: Readonly<Record<string, unknown>>): Mode {
  return mode === undefined ? 'corrected' : oneOf(ModeSchema.options, mode, '--mode');
}

/** Adds how screens are shown to models. */
function addPictureOptions(command: Command): Command {
  return command
    .option('--no-pictures', 'show models the texts of screens alone')
    .option('--max-side <pixels>', 'longest side of the pictures that models are shown', '1024');
}

function pictureChoice(options: Readonly<Record<string, unknown>>): {
  readonly pictures: boolean;
  readonly maxSide: number | null;
} {
  return {
    pictures: options['pictures'] !== false,
    maxSide: countOf(options['maxSide'], '--max-side', 16, 8192),
  };
}

/** A whole number of an option. @throws {UserError} */
export function countOf(given: unknown, flag: string, least: number, most: number): number {
  const count = Number(given);
  if (Number.isSafeInteger(count) && count >= least && count <= most) return count;
  throw new UserError(`${flag} ${JSON.stringify(given)} is not a number that it takes`, {
    hint: `Name ${least} to ${most}.`,
  });
}

/**
 * Calls a stage with its folder, the settings and a line of progress, and prints what it says.
 *
 * @param what things that it counts, in the plural
 */
export async function callStage<R extends StageReport>(
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
  {
    what,
    run,
    sentence,
    next,
  }: {
    readonly what: string;
    readonly run: (call: StageCall, values: Settings) => Promise<R>;
    readonly sentence: (report: R) => string;
    readonly next?: (report: R) => string | null;
  },
): Promise<R> {
  const { values } = await loadSettings(options, context);
  const { workingDirectory, environment, interrupted: signal } = context;
  context.sayOnInterrupt('what was answered so far is kept; the same command goes on');
  const progress: { line: CountProgress | null } = { line: null };
  const call: StageCall = {
    out: resolve(workingDirectory, textOf(options['out']) ?? ''),
    workingDirectory,
    environment,
    signal,
    onProgress: (total) => {
      progress.line ??= countProgress(context, what, total);
      progress.line.next();
    },
  };
  const report = await run(call, values).finally(() => progress.line?.end());
  printWarnings(report.warnings, context);
  if (options['json'] === true) {
    context.stdout.write(`${JSON.stringify({ formatVersion: 1, ...report }, null, 2)}\n`);
    return report;
  }
  const { calls } = report.cost;
  const before = report.wholeCost.calls - calls;
  const asked = `${plural(calls, 'call')}${before > 0 ? `, ${before} before` : ''}`;
  context.stdout.write(`${sentence(report)}; ${asked}.\n`);
  const further = next?.(report) ?? null;
  if (further !== null) context.stderr.write(`\nNext: ${further}\n`);
  return report;
}

/** `12 kept, 3 wording`: how often each comes. */
export function countsText(counts: Readonly<Partial<Record<string, number>>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
