import type { Command } from 'commander';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';
import { addBuildAnnotateCommand } from './build-annotate.js';
import { addBuildEvaluatorCommand } from './build-evaluator.js';
import { addBuildQualityCommand } from './build-quality.js';
import { addBuildQuestionsCommand } from './build-questions.js';
import { addBuildTasksCommand } from './build-tasks.js';
import { addBuildTemplatesCommand } from './build-templates.js';

/** `touchstone build`: from an app to a benchmark, stage by stage. */
export function addBuildCommand(program: Command, context: CommandContext): void {
  const build = introduce(
    program.command('build'),
    'Make a benchmark of an app: explore it, merge what was seen into a world, and write tasks for it.',
    [],
  );
  addBuildTasksCommand(build, context);
  addBuildEvaluatorCommand(build, context);
  addBuildQuestionsCommand(build, context);
  addBuildTemplatesCommand(build, context);
  addBuildAnnotateCommand(build, context);
  addBuildQualityCommand(build, context);
}
