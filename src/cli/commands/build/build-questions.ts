import { resolve } from 'node:path';
import type { Command } from 'commander';
import { buildQuestions } from '../../../app/build/build-questions.js';
import { plural } from '../../../domain/text/plural.js';
import {
  addWorldStage,
  callStage,
  countOf,
  countsText,
  worldStageChoice,
} from '../../choices/stage-choice.js';
import { textOf } from '../../choices/judge-choice.js';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';

const MOST = 10_000;

/** `touchstone build questions WORLD`: questions about a world, and grounding items. */
export function addBuildQuestionsCommand(build: Command, context: CommandContext): void {
  const command = introduce(
    build.command('questions'),
    'Write multiple-choice questions and grounding items about a recorded world, each answered again from the screens alone.',
    [
      'touchstone build questions my-world --out questions --model NAME --base-url http://localhost:8000/v1',
      'touchstone build questions my-world --out questions --grounding 50   without a model, in words of titles and labels',
      'touchstone build questions my-world --out data --form NAME           in the form of a benchmark, added to what data/ has',
    ],
  );
  addWorldStage(command, {
    out: 'folder for questions.json and lowlevel_tasks.json',
    adds: "the questions to the world's own questions.json",
  })
    .option('--knowledge <n>', 'questions about what the apps have, at most', '20')
    .option('--goals <n>', 'questions about what the tasks of the world ask for, at most', '20')
    .option('--grounding <n>', 'grounding items at most', '100')
    .option(
      '--form <name>',
      "write questions.json in a benchmark's form (docs/building/tasks.md), in place of a world's",
    )
    .option('--take <file>', "take over the questions of a file in a benchmark's form, too")
    .action(async (world: string, options: Record<string, unknown>) => {
      await callStage(options, context, {
        what: 'questions and items',
        run: (call, values) =>
          buildQuestions(world, values, {
            ...call,
            ...worldStageChoice(options),
            knowledge: countOf(options['knowledge'], '--knowledge', 0, MOST),
            goals: countOf(options['goals'], '--goals', 0, MOST),
            grounding: countOf(options['grounding'], '--grounding', 0, MOST),
            form: textOf(options['form']),
            take:
              typeof options['take'] === 'string' ? resolve(call.workingDirectory, options['take']) : null,
          }),
        sentence: ({ questions, ends, grounding, added }) =>
          `${plural(questions, 'question')} (${countsText(ends)}), ${plural(grounding.items, 'grounding item')} (${grounding.rejected} rejected)${added === null ? '' : `, ${added} questions added to the world`}`,
      });
    });
}
