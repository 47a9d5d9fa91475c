import type { Command } from 'commander';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';
import { addBuildAnnotateCommand } from './build-annotate.js';
import { addBuildBoxesCommand } from './build-boxes.js';
import { addBuildCompleteCommand } from './build-complete.js';
import { addBuildDispersionCommand } from './build-dispersion.js';
import { addBuildEvaluatorCommand } from './build-evaluator.js';
import { addBuildExploreCommand } from './build-explore.js';
import { addBuildFromRecordingCommand } from './build-from-recording.js';
import { addBuildMatrixCommand } from './build-matrix.js';
import { addBuildMergeCommand } from './build-merge.js';
import { addBuildQualityCommand } from './build-quality.js';
import { addBuildQuestionsCommand } from './build-questions.js';
import { addBuildSupplementCommand } from './build-supplement.js';
import { addBuildTasksCommand } from './build-tasks.js';
import { addBuildTemplatesCommand } from './build-templates.js';

/** `touchstone build`: from an app to a benchmark, stage by stage. */
export function addBuildCommand(program: Command, context: CommandContext): void {
  const build = introduce(
    program.command('build'),
    'Make a benchmark of an app: explore it, merge what was seen into a world, and write tasks for it.',
    [
      'touchstone build from-recording recording --out my-world',
      'touchstone build explore --url http://localhost:8080/ --out survey',
      'touchstone build merge survey recording --out my-world',
      'touchstone build tasks my-world --out tasks --model NAME',
    ],
  ).enablePositionalOptions();
  addBuildExploreCommand(build, context);
  addBuildCompleteCommand(build, context);
  addBuildMergeCommand(build, context);
  addBuildDispersionCommand(build, context);
  addBuildFromRecordingCommand(build, context);
  addBuildBoxesCommand(build, context);
  addBuildSupplementCommand(build, context);
  addBuildTasksCommand(build, context);
  addBuildEvaluatorCommand(build, context);
  addBuildQuestionsCommand(build, context);
  addBuildTemplatesCommand(build, context);
  addBuildAnnotateCommand(build, context);
  addBuildQualityCommand(build, context);
  addBuildMatrixCommand(build, context);
  for (const command of build.commands) command.option('--verbose', 'print stacks of errors');
}
