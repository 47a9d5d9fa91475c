import type { Command } from 'commander';
import { listPromptSets } from '../../app/prompts/list-prompt-sets.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { printTables } from '../output/print-tables.js';

/** `touchstone prompts list`: the official prompts that there are, and which of them are imported. */
export function addPromptsListCommand(prompts: Command, context: CommandContext): void {
  introduce(
    prompts.command('list'),
    'Print the official prompt sets: their dialects, where their texts come from, and what is imported.',
    ['touchstone prompts list', 'touchstone prompts list --json'],
  )
    .option('--json', 'print one JSON document')
    .exitOverride()
    .action(async ({ json }: { readonly json?: boolean }) => {
      const table = await listPromptSets(context.environment);
      printTables([table], { json: json === true, context, extra: { formatVersion: 1 } });
    });
}
