import type { Command } from 'commander';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';
import { addBuildDispersionCommand } from './build-dispersion.js';
import { addBuildMergeCommand } from './build-merge.js';

/** `touchstone build`: from an app to a benchmark, stage by stage. */
export function addBuildCommand(program: Command, context: CommandContext): void {
  const build = introduce(
    program.command('build'),
    'Make a benchmark of an app: explore it, merge what was seen into a world, and write tasks for it.',
    [],
  );
  addBuildDispersionCommand(build, context);
  addBuildMergeCommand(build, context);
}
