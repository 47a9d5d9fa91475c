import type { Command } from 'commander';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';
import { addBuildExploreCommand } from './build-explore.js';

/** `touchstone build`: from an app to a benchmark, stage by stage. */
export function addBuildCommand(program: Command, context: CommandContext): void {
  const build = introduce(
    program.command('build'),
    'Make a benchmark of an app: explore it, merge what was seen into a world, and write tasks for it.',
    ['touchstone build explore --url http://localhost:8080/ --out survey'],
  ).enablePositionalOptions();
  addBuildExploreCommand(build, context);
  for (const command of build.commands) command.option('--verbose', 'print stacks of errors');
}
