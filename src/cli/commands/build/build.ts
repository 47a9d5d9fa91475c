import type { Command } from 'commander';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';
import { addBuildBoxesCommand } from './build-boxes.js';
import { addBuildCompleteCommand } from './build-complete.js';
import { addBuildMatrixCommand } from './build-matrix.js';
import { addBuildSupplementCommand } from './build-supplement.js';

/** `touchstone build`: from an app to a benchmark, stage by stage. */
export function addBuildCommand(program: Command, context: CommandContext): void {
  const build = introduce(
    program.command('build'),
    'Make a benchmark of an app: explore it, merge what was seen into a world, and write tasks for it.',
    [
      'touchstone build complete my-shots --out survey --query "Turn on dark mode" --model NAME',
      'touchstone build boxes my-world --out boxes --no-models',
    ],
  );
  addBuildBoxesCommand(build, context);
  addBuildCompleteCommand(build, context);
  addBuildMatrixCommand(build, context);
  addBuildSupplementCommand(build, context);
}
