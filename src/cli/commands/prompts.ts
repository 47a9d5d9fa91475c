import type { Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { addPromptsImportCommand } from './prompts-import.js';
import { addPromptsListCommand } from './prompts-list.js';
import { addPromptsShowCommand } from './prompts-show.js';

/** `touchstone prompts …`: the words that models are asked in. */
export function addPromptsCommand(program: Command, context: CommandContext): void {
  const prompts = introduce(
    program.command('prompts'),
    "Print prompts, edit them, or take the official ones from their authors' repositories.",
    ['touchstone prompts show --dialect generic_call', 'touchstone prompts list'],
  );
  addPromptsShowCommand(prompts, context);
  addPromptsListCommand(prompts, context);
  addPromptsImportCommand(prompts, context);
  for (const command of prompts.commands) command.option('--verbose', 'print stacks of errors');
}
