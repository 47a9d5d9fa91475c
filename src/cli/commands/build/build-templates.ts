import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { buildTemplates } from '../../../app/build/build-templates.js';
import { taskReviewForm } from '../../../app/build/review/task-review-form.js';
import { plural } from '../../../domain/text/plural.js';
import { addReviewOption, reviewStage } from '../../choices/review-choice.js';
import { addStageOptions, callStage, countOf, countsText } from '../../choices/stage-choice.js';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';

/** `touchstone build templates FILE`: tasks from templates, items and apps. */
export function addBuildTemplatesCommand(build: Command, context: CommandContext): void {
  const command = introduce(
    build.command('templates'),
    'Make tasks of templates with items and apps: filled, said in other words, and compared with what they were.',
    [
      'touchstone build templates templates.json --out tasks --per-template 10 --model NAME',
      'touchstone build templates templates.json --out tasks   without a model: the filled templates as they are',
    ],
  );
  addReviewOption(addStageOptions(command, { out: 'folder for the tasks', settings: ['seed'] }))
    .argument('<file>', 'templates: JSON, as docs/building/templates.md describes')
    .option('--per-template <n>', 'choices that are drawn of each template, none twice (default: every one)')
    .action(async (file: string, options: Record<string, unknown>) => {
      const given = options['perTemplate'];
      const { review } = await callStage(options, context, {
        what: 'tasks',
        run: (call, values) =>
          buildTemplates(resolve(context.workingDirectory, file), values, {
            ...call,
            perTemplate: given === undefined ? null : countOf(given, '--per-template', 1, 1_000_000),
          }),
        sentence: ({ templates, filled, ends }) =>
          `${plural(filled, 'task')} from ${plural(templates, 'template')} (${countsText(ends)})`,
        next: ({ review }) => validation(relative(context.workingDirectory, review)),
      });
      await reviewStage(
        taskReviewForm(review),
        options,
        context,
        validation(relative(context.workingDirectory, review)),
      );
    });
}

function validation(review: string): string {
  return `touchstone tasks validate ${review} --out tasks.json --reviewer NAME`;
}
