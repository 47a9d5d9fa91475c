import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import {
  completeRecordings,
  type CompletedRecordings,
} from '../../../app/build/pictures/complete-recordings.js';
import { loadSettings } from '../../../app/settings/load-settings.js';
import { plural } from '../../../domain/text/plural.js';
import { UserError } from '../../../errors.js';
import { addSettings } from '../../add-settings.js';
import { BUILD_SETTINGS, buildMode } from '../../choices/build-choice.js';
import { textOf } from '../../choices/judge-choice.js';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';
import { countProgress, type CountProgress } from '../../output/count-progress.js';
import { printWarnings } from '../../output/print-warnings.js';

/** Percent of a video's frames that are looked at. */
const PERCENT = 1;

/** `touchstone build complete FOLDER…`: actions between bare screenshots, as a survey. */
export function addBuildCompleteCommand(build: Command, context: CommandContext): void {
  const command = introduce(
    build.command('complete'),
    'Let a model say what was done between screenshots, or frames of a video, and make a survey of it.',
    [
      'touchstone build complete shots --out survey --query "Turn on dark mode" --model NAME',
      'touchstone build complete one two --out survey --model NAME       each with a query.txt',
      'touchstone build complete frames --frames even --out survey --query "Send a message" --model NAME',
    ],
  );
  addSettings(command, BUILD_SETTINGS)
    .argument('<recordings...>', 'folders of screenshots in their order, or animated WebP or GIF files')
    .requiredOption('--out <folder>', 'folder of the survey; go on with it by naming it again')
    .option('--query <text>', 'what is recorded (default: query.txt of each folder)')
    .option('--mode <mode>', 'corrected, or reference: as published (default: corrected)')
    .option('--frames <how>', 'the folders hold frames of videos; take them even or skip')
    .option('--percent <n>', `percent of the frames of a video (default: ${PERCENT})`)
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action((recordings: string[], options: Record<string, unknown>) =>
      complete(recordings, options, context),
    );
}

async function complete(
  recordings: readonly string[],
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  const { workingDirectory, environment, interrupted: signal, stdout } = context;
  const { values } = await loadSettings(options, context);
  const inFolder = (path: string): string => resolve(workingDirectory, path);
  context.sayOnInterrupt('the survey so far is kept; call it again to go on');
  const progress: { line: CountProgress | null } = { line: null };
  const completed = await completeRecordings(recordings.map(inFolder), values, {
    out: inFolder(textOf(options['out']) ?? ''),
    mode: buildMode(options['mode']),
    query: textOf(options['query']),
    frames: framesOf(options['frames']),
    share: shareOf(options['percent']),
    workingDirectory,
    environment,
    signal,
    onProgress: (total) => {
      progress.line ??= countProgress(context, 'pairs', total);
      progress.line.next();
    },
  }).finally(() => progress.line?.end());
  printWarnings(completed.warnings, context);
  if (options['json'] === true) {
    stdout.write(`${JSON.stringify({ formatVersion: 1, ...completed }, null, 2)}\n`);
    return;
  }
  stdout.write(`${sentence(completed)}\n`);
  if (completed.skipped + completed.doubtful > 0) {
    const shown = (path: string): string => relative(workingDirectory, path) || path;
    context.stderr.write(
      `\nLook at ${shown(completed.page)}, decide in ${shown(completed.review)}, and complete again.\n`,
    );
  }
}

function sentence({
  recordings,
  pictures,
  steps,
  skipped,
  doubtful,
  cost,
  stopped,
}: CompletedRecordings): string {
  const parts = [
    plural(recordings, 'recording'),
    plural(pictures, 'picture'),
    plural(steps, 'step'),
    `${doubtful} doubtful`,
    `${plural(skipped, 'pair')} without an action`,
    plural(cost.calls, 'call'),
  ];
  return `${parts.join(', ')}.${stopped === null ? '' : ` Stopped: ${stopped}.`}`;
}

function framesOf(given: unknown): 'even' | 'skip' | null {
  if (given === undefined) return null;
  if (given === 'even' || given === 'skip') return given;
  throw new UserError(`--frames ${JSON.stringify(given)} is unknown`, { hint: 'It is even or skip.' });
}

function shareOf(given: unknown): number {
  const percent = given === undefined ? PERCENT : Number(given);
  if (percent > 0 && percent <= 100) return percent / 100;
  throw new UserError(`--percent ${JSON.stringify(given)} is no part of the frames`, {
    hint: 'Name more than 0, at most 100.',
  });
}
