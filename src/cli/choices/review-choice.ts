import { relative } from 'node:path';
import type { Command } from 'commander';
import { openCases, type ReviewForm } from '../../app/build/review/stage-review.js';
import { stageReviewAtTerminal } from '../../app/build/review/stage-review-dialogue.js';
import { plural } from '../../domain/text/plural.js';
import type { CommandContext } from '../command-context.js';

/** Adds the option that goes through what a stage is not sure of. */
export function addReviewOption(command: Command): Command {
  return command.option(
    '--review',
    'then go through the open cases in the terminal; every decision is saved at once',
  );
}

/**
 * Goes through the open cases of a stage where `--review` asks for it. Without a terminal it names where they are, as it does where nobody asks.
 *
 * @param next what takes the decisions over
 * @returns how many decisions were made
 */
export async function reviewStage(
  form: ReviewForm,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
  next: string,
): Promise<number> {
  if (options['json'] === true) return 0;
  const { stdin, stderr, workingDirectory, interrupted: signal } = context;
  const shown = (path: string): string => relative(workingDirectory, path) || path;
  const open = await openCases(form, signal);
  if (open.length === 0) return 0;
  if (options['review'] !== true || stdin.isTTY !== true) {
    const look = form.page === null ? '' : `look at ${shown(form.page)}, `;
    const wait = `${plural(open.length, 'case')} ${open.length === 1 ? 'waits' : 'wait'} for you`;
    const how = options['review'] === true ? ' (there is no terminal to ask in)' : ', or add --review';
    stderr.write(`\n${wait}: ${look}decide in ${shown(form.file)}${how}, then ${next}.\n`);
    return 0;
  }
  context.sayOnInterrupt('every decision so far is saved');
  const { decided, waiting } = await stageReviewAtTerminal(form, { input: stdin, output: stderr, signal });
  const saved = `${plural(decided, 'decision')} saved in ${shown(form.file)}, ${waiting} still open`;
  stderr.write(`\n${saved}${decided === 0 ? '' : `; ${next}`}.\n`);
  return decided;
}
