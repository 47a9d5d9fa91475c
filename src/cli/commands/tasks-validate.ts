import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { validateTasks } from '../../app/tasks/validate-tasks.js';
import { plural } from '../../domain/text/plural.js';
import { validatedTasksTable } from '../../report/validated-tasks-table.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { textOf } from '../choices/judge-choice.js';
import { printTables } from '../output/print-tables.js';
import { printWarnings } from '../output/print-warnings.js';
import { addThreshold, thresholdOf } from '../choices/threshold-choice.js';

/** `touchstone tasks validate REVIEW`: a finished review becomes a task list, with its history beside it. */
export function addTasksValidateCommand(tasks: Command, context: CommandContext): void {
  addThreshold(
    introduce(
      tasks.command('validate'),
      'Check that a review of candidates is complete, and write the tasks that were accepted, with their history.',
      [
        'touchstone tasks validate review.jsonl --out tasks.json --reviewer Ana',
        'touchstone tasks validate review.jsonl --out tasks.json --reviewer Ana --json',
      ],
    )
      .argument('<review>', 'review of `touchstone tasks curate`, edited by a person')
      .requiredOption('--out <file>', 'task list to write, with FILE.history.json next to it')
      .option('--reviewer <name>', 'who decided where a line does not say it ("by")'),
  )
    .option('--json', 'print one JSON document')
    .action(async (review: string, options: Record<string, unknown>) => {
      const { workingDirectory, interrupted: signal } = context;
      const validated = await validateTasks(resolve(workingDirectory, review), {
        out: resolve(workingDirectory, textOf(options['out']) ?? ''),
        reviewer: textOf(options['reviewer']),
        threshold: thresholdOf(options['threshold']),
        signal,
      });
      printWarnings(validated.warnings, context);
      if (options['json'] === true) {
        context.stdout.write(`${JSON.stringify({ formatVersion: 1, ...validated }, null, 2)}\n`);
        return;
      }
      const { accepted, edited } = validated.counts;
      const short = (file: string): string => relative(workingDirectory, file) || file;
      printTables([validatedTasksTable(validated)], { json: false, context });
      context.stderr.write(
        `\n${plural(accepted + edited, 'task')} in ${short(validated.tasks)}, how they came to be in ${short(validated.history)}\n`,
      );
    });
}
