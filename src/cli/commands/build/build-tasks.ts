import { relative } from 'node:path';
import type { Command } from 'commander';
import { buildTasks } from '../../../app/build/build-tasks.js';
import { plural } from '../../../domain/text/plural.js';
import {
  addWorldStage,
  callStage,
  countOf,
  countsText,
  worldStageChoice,
} from '../../choices/stage-choice.js';
import { addThreshold, thresholdOf } from '../../choices/threshold-choice.js';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';

/** `touchstone build tasks WORLD`: tasks that a world's graph proves. */
export function addBuildTasksCommand(build: Command, context: CommandContext): void {
  const command = introduce(
    build.command('tasks'),
    'Propose tasks for a recorded world: a model chooses and words them, the graph proves them, a person confirms them.',
    [
      'touchstone build tasks my-world --out proposals --model NAME --base-url http://localhost:8000/v1',
      'touchstone build tasks my-world --out proposals --count 5   without a model, in words of the titles',
      'touchstone build tasks my-world --out proposals --add --model NAME   into the suite.json of the world',
    ],
  );
  const stage = { out: 'folder for the proposals', adds: "the tasks to the world's own suite.json" };
  addThreshold(addWorldStage(command, stage))
    .option('--count <n>', 'walks through the world that are looked at, one proposal each', '20')
    .option('--length <n>', 'screens of a walk at most', '7')
    .option('--least-steps <n>', 'actions that a task takes at least', '2')
    .action(async (world: string, options: Record<string, unknown>) => {
      await callStage(options, context, {
        what: 'walks',
        run: (call, values) =>
          buildTasks(world, values, {
            ...call,
            ...worldStageChoice(options),
            count: countOf(options['count'], '--count', 1, 10_000),
            length: countOf(options['length'], '--length', 2, 50),
            leastSteps: countOf(options['leastSteps'], '--least-steps', 1, 50),
            threshold: thresholdOf(options['threshold']),
          }),
        sentence: ({ tasks, proposals, ends, added }) =>
          `${plural(tasks.length, 'task')} from ${plural(proposals, 'proposal')} (${countsText(ends)})${added === null ? '' : `, ${added} added to the world`}`,
        next: ({ tasks, suite, added }) =>
          tasks.length === 0
            ? null
            : `touchstone tasks review ${added === null ? relative(context.workingDirectory, suite) || suite : world}`,
      });
    });
}
