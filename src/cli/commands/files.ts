import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  checkContents,
  pullContents,
  pushContents,
  type MovedContents,
  type MoveOptions,
} from '../../app/files/move-contents.js';
import { findRun } from '../../app/results/find-run.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { plural } from '../../domain/text/plural.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { exitCodeOfFault } from '../exit-code.js';
import { introduce } from '../introduce.js';
import { clip } from '../output/clip.js';
import { formatDuration } from '../output/format-duration.js';

/** Lost contents that are shown one by one. */
const SHOWN = 20;

/** Milliseconds between two lines of progress. */
const TOLD_EVERY_MS = 2_000;

/** `touchstone files`: the pictures of a run that were kept with it, or in a store. */
export function addFilesCommand(program: Command, context: CommandContext): void {
  const files = introduce(
    program.command('files'),
    'Move the pictures of a run into a store or back, and check that all are there.',
    ['touchstone files push nightly s3://bench/pictures', 'touchstone files check nightly'],
  );
  const push = introduce(
    files.command('push'),
    'Copy the pictures of a run into a folder that runs share, or an S3-compatible store.',
    [
      'touchstone files push nightly s3://bench/pictures',
      'touchstone files push nightly /mnt/pictures --move',
    ],
  );
  addSettings(push, ['runs'])
    .argument('<run>', 'folder of the run, or its name')
    .argument('<place>', 'a folder, or s3://BUCKET/PREFIX; keys and endpoint are of the environment')
    .option('--move', "remove the folder's own copies once all are in the store")
    .option('--json', 'print one JSON document')
    .action(async (run: string, place: string, options: Readonly<Record<string, unknown>>) => {
      const isMoved = options['move'] === true;
      await show(run, options, context, (directory, moving) =>
        pushContents(directory, place, { ...moving, isMoved }),
      );
    });
  const pull = introduce(
    files.command('pull'),
    "Copy the pictures of a run from where they are into the run's own folder.",
    ['touchstone files pull nightly'],
  );
  addSettings(pull, ['runs'])
    .argument('<run>', 'folder of the run, or its name')
    .option('--json', 'print one JSON document')
    .action(async (run: string, options: Readonly<Record<string, unknown>>) => {
      await show(run, options, context, pullContents);
    });
  const check = introduce(
    files.command('check'),
    'Read all pictures that the journals of a run name, wherever they are, and say what is lost.',
    ['touchstone files check nightly --json'],
  );
  addSettings(check, ['runs'])
    .argument('<run>', 'folder of the run, or its name')
    .option('--json', 'print one JSON document')
    .action(async (run: string, options: Readonly<Record<string, unknown>>) => {
      await show(run, options, context, checkContents);
    });
}

async function show(
  run: string,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
  move: (directory: string, options: MoveOptions) => Promise<MovedContents>,
): Promise<void> {
  const { workingDirectory, interrupted, stderr, stdout } = context;
  const { values } = await loadSettings({ ...options }, context, []);
  const directory = findRun(run, resolve(workingDirectory, values.runs), workingDirectory);
  const onProgress = progressLines((line) => void stderr.write(line));
  const moved = await move(directory, { workingDirectory, signal: interrupted, onProgress });
  if (moved.lost.length > 0) context.setExitCode(exitCodeOfFault('dataset'));
  stdout.write(options['json'] === true ? `${JSON.stringify(moved, null, 2)}\n` : textOf(moved));
}

function textOf({ place, named, copied, copiedBytes, present, lost }: MovedContents): string {
  const missing = lost.length === 0 ? '' : `; ${plural(lost.length, 'file')} lost`;
  const head =
    place === null
      ? `${plural(named, 'file')} named, ${present} there and whole${missing}`
      : `${place}: ${plural(named, 'file')} named, ${copied} copied (${(copiedBytes / 1e6).toFixed(1)} MB), ${present} there already${missing}`;
  const lines = lost.slice(0, SHOWN).map(({ hash, item, why }) => `  ${hash} of ${item}: ${clip(why, 200)}`);
  const more = lost.length > SHOWN ? [`  and ${lost.length - SHOWN} more (--json lists all)`] : [];
  return `${[head, ...lines, ...more].join('\n')}\n`;
}

/** Says now and then how far it is, and how long the rest takes at this pace. */
function progressLines(write: (line: string) => void): (done: number, of: number) => void {
  const startedAt = performance.now();
  let toldAt = startedAt;
  return (done, of) => {
    const now = performance.now();
    if (now - toldAt < TOLD_EVERY_MS || done === of) return;
    toldAt = now;
    const leftMs = ((now - startedAt) / done) * (of - done);
    write(`${done} of ${of}, about ${formatDuration(leftMs)} left\n`);
  };
}
