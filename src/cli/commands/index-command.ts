import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { loadSettings } from '../../app/settings/load-settings.js';
import { exportIndex } from '../../app/view/indexing/export-index.js';
import { pruneIndex } from '../../app/view/indexing/prune-index.js';
import { rebuildIndex } from '../../app/view/indexing/rebuild-index.js';
import type { UpdateIndexOptions } from '../../app/view/indexing/update-index.js';
import { plural } from '../../domain/text/plural.js';
import { UserError } from '../../errors.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { addIndexOption, chosenIndex } from '../choices/index-option.js';
import { introduce } from '../introduce.js';

interface IndexFlags {
  readonly index?: string;
  readonly json?: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** `touchstone index`: what lists and viewers of a folder of runs go by, which is derived from the journals. */
export function addIndexCommand(program: Command, context: CommandContext): void {
  const index = introduce(
    program.command('index'),
    'Look after the index over a folder of runs, which is derived from their journals.',
    ['touchstone index rebuild runs'],
  );
  addRebuild(index, context);
  addPrune(index, context);
  addExport(index, context);
}

function addRebuild(index: Command, context: CommandContext): void {
  withFolder(
    introduce(index.command('rebuild'), 'Rebuild the index over a folder of runs from their journals.', [
      'touchstone index rebuild',
      'touchstone index rebuild runs --json',
      'touchstone index rebuild /mnt/runs --index postgres://bench@db/touchstone',
    ]),
  ).action(async (folder: string | undefined, options: IndexFlags) => {
    const { workingDirectory, stdout } = context;
    const rebuilt = await rebuildIndex(
      await folderOf(folder, options, context),
      indexOptions(options, context),
    );
    if (options.json === true) {
      stdout.write(`${JSON.stringify(rebuilt, null, 2)}\n`);
      return;
    }
    const { runs, unreadable, episodes, database } = rebuilt;
    const left = unreadable === 0 ? '' : `; ${plural(unreadable, 'folder')} could not be read as a run`;
    const isFile = chosenIndex(options, context) === null;
    const shown = isFile ? relative(workingDirectory, database) || database : database;
    stdout.write(`${shown}: ${plural(runs, 'run')}, ${plural(episodes, 'episode')}${left}\n`);
  });
}

function addPrune(index: Command, context: CommandContext): void {
  withFolder(
    introduce(
      index.command('prune'),
      'Leave runs that ended long ago out of the index; their folders stay, and a rebuild brings them back.',
      ['touchstone index prune --keep 90d --dry-run', 'touchstone index prune runs --keep 90d'],
    ),
  )
    .requiredOption('--keep <days>', 'runs that ended in the last days stay, such as 90d')
    .option('--dry-run', 'say which, and change nothing')
    .action(
      async (
        folder: string | undefined,
        options: IndexFlags & { readonly keep: string; readonly dryRun?: boolean },
      ) => {
        const { stdout } = context;
        const isTrial = options.dryRun === true;
        const keepMs = daysOf(options.keep) * DAY_MS;
        const pruned = await pruneIndex(await folderOf(folder, options, context), {
          ...indexOptions(options, context),
          keepMs,
          isTrial,
        });
        if (options.json === true) {
          stdout.write(`${JSON.stringify({ pruned }, null, 2)}\n`);
          return;
        }
        for (const { run, at } of pruned) stdout.write(`${JSON.stringify(run)}, ended ${at}\n`);
        const are = isTrial ? 'would be left out' : 'left out';
        stdout.write(`${plural(pruned.length, 'run')} ${are} of the index.\n`);
      },
    );
}

function addExport(index: Command, context: CommandContext): void {
  withFolder(
    introduce(
      index.command('export'),
      'Write what the index has of each episode: JSON lines, Parquet or CSV, by the name of the file.',
      ['touchstone index export --out episodes.parquet', 'touchstone index export runs --out episodes.jsonl'],
    ),
  )
    .requiredOption('--out <file>', 'file to write: .jsonl, .parquet or .csv')
    .action(async (folder: string | undefined, options: IndexFlags & { readonly out: string }) => {
      const { workingDirectory, stdout } = context;
      const out = resolve(workingDirectory, options.out);
      const rows = await exportIndex(await folderOf(folder, options, context), {
        ...indexOptions(options, context),
        out,
      });
      if (options.json === true) stdout.write(`${JSON.stringify({ out, rows }, null, 2)}\n`);
      else stdout.write(`${options.out}: ${plural(rows, 'episode')}\n`);
    });
}

/** Adds the folder, and where its index is. */
function withFolder(command: Command): Command {
  return addIndexOption(addSettings(command, ['runs']))
    .argument('[folder]', 'folder that holds the folders of runs (default: that of --runs)')
    .option('--json', 'print one JSON document');
}

/** Where the index is, and who hears of runs that are read. */
function indexOptions(options: IndexFlags, context: CommandContext): UpdateIndexOptions {
  const { environment, interrupted, stderr } = context;
  return {
    environment,
    index: chosenIndex(options, context),
    signal: interrupted,
    onProgress: (name, { done, of }) => stderr.write(`${done} of ${of}: ${JSON.stringify(name)}\n`),
  };
}

async function folderOf(
  folder: string | undefined,
  options: IndexFlags,
  context: CommandContext,
): Promise<string> {
  const { values } = await loadSettings({ ...options }, context, []);
  return resolve(context.workingDirectory, folder ?? values.runs);
}

/** @throws {UserError} */
function daysOf(text: string): number {
  const match = /^(\d{1,6})d$/.exec(text);
  if (match !== null) return Number(match[1]);
  throw new UserError(`--keep ${text} is no number of days`, { hint: 'Write it as 90d.' });
}
