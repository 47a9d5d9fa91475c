import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import {
  completeRecordings,
  type CompletedRecordings,
} from '../../../app/build/pictures/complete-recordings.js';
import { completionReviewForm } from '../../../app/build/review/completion-review-form.js';
import { plural } from '../../../domain/text/plural.js';
import { UserError } from '../../../errors.js';
import { textOf } from '../../choices/judge-choice.js';
import { addReviewOption, reviewStage } from '../../choices/review-choice.js';
import { addStageMode, addStageOptions, callStage, stageMode } from '../../choices/stage-choice.js';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';

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
  addStageOptions(command, { out: 'folder of the survey' })
    .argument('<recordings...>', 'folders of screenshots in their order, or animated WebP or GIF files')
    .option('--query <text>', 'what is recorded (default: query.txt of each folder)')
    .option('--frames <how>', 'the folders hold frames of videos; take them even or skip')
    .option('--percent <n>', `percent of the frames of a video (default: ${PERCENT})`);
  addReviewOption(addStageMode(command, 'as published')).action(
    (recordings: string[], options: Record<string, unknown>) => complete(recordings, options, context),
  );
}

async function complete(
  recordings: readonly string[],
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  const { workingDirectory } = context;
  const paths = recordings.map((path) => resolve(workingDirectory, path));
  const { folder } = await callStage(options, context, {
    what: 'pairs',
    run: (call, values) =>
      completeRecordings(paths, values, {
        ...call,
        mode: stageMode(options),
        query: textOf(options['query']),
        frames: framesOf(options['frames']),
        share: shareOf(options['percent']),
      }),
    sentence,
    next: ({ skipped, doubtful, page, review, survey }) => {
      const [shown, decided, folder] = [page, review, survey].map(
        (path) => relative(workingDirectory, path) || path,
      );
      const look =
        skipped + doubtful > 0 ? `look at ${shown}, decide in ${decided}, complete again, then ` : '';
      return `${look}touchstone build merge ${folder} --out world`;
    },
  });
  await reviewStage(completionReviewForm(folder), options, context, 'complete again');
}

function sentence({ recordings, pictures, steps, skipped, doubtful, stopped }: CompletedRecordings): string {
  const parts = [
    plural(recordings, 'recording'),
    plural(pictures, 'picture'),
    plural(steps, 'step'),
    `${doubtful} doubtful`,
    `${plural(skipped, 'pair')} without an action`,
  ];
  return `${parts.join(', ')}${stopped === null ? '' : `; stopped: ${stopped}`}`;
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
