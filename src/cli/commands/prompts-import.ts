import type { Command } from 'commander';
import { importPrompts } from '../../app/prompts/import-prompts.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { printTables } from '../output/print-tables.js';

interface ImportFlags {
  readonly acceptChanged?: boolean;
  readonly json?: boolean;
}

/** `touchstone prompts import FOLDER…`: keeps the official prompts of clones of their authors' repositories. */
export function addPromptsImportCommand(prompts: Command, context: CommandContext): void {
  introduce(
    prompts.command('import'),
    "Take the official prompts out of clones of their authors' repositories and keep them for this user. Files are read, never run.",
    ['touchstone prompts import ./UI-TARS', 'touchstone prompts import ./clones --accept-changed'],
  )
    .argument('<folders...>', 'clones, folders with clones in them, or single files of a clone')
    .option(
      '--accept-changed',
      'also keep texts that differ from the listed ones: other commits, own changes',
    )
    .option('--json', 'print one JSON document')
    .exitOverride()
    .action(async (folders: readonly string[], { acceptChanged, json }: ImportFlags) => {
      const { table, texts } = await importPrompts(folders, {
        acceptChanged: acceptChanged === true,
        ...context,
      });
      printTables([table], { json: json === true, context, extra: { formatVersion: 1, texts } });
    });
}
