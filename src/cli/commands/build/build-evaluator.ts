import { resolve } from 'node:path';
import type { Command } from 'commander';
import { buildEvaluators } from '../../../app/build/build-evaluators.js';
import { loadSettings } from '../../../app/settings/load-settings.js';
import { plural } from '../../../domain/text/plural.js';
import { addSettings } from '../../add-settings.js';
import { textOf } from '../../choices/judge-choice.js';
import type { CommandContext } from '../../command-context.js';
import { exitCodeOfFault } from '../../exit-code.js';
import { introduce } from '../../introduce.js';
import { countProgress } from '../../output/count-progress.js';
import { leftOutTable } from '../../output/present-export.js';
import { printTables } from '../../output/print-tables.js';
import { printWarnings } from '../../output/print-warnings.js';
import { addSourceOptions, SOURCE_SETTINGS, SOURCES, sourceChoice } from '../export-training.js';

/** `touchstone build evaluator SOURCE…`: rules that decide about a task, proposed from a recording of it. */
export function addBuildEvaluatorCommand(build: Command, context: CommandContext): void {
  const command = introduce(
    build.command('evaluator').argument('<sources...>', SOURCES),
    'Propose rules that decide whether a task is done, from a recording of it, and prove them on its beginnings and other orders.',
    [
      'touchstone build evaluator recording --out tasks   what a person recorded by hand',
      'touchstone build evaluator ./my-world --limit 10 --out tasks   shortest ways through a world',
    ],
  );
  addSourceOptions(addSettings(command, SOURCE_SETTINGS))
    .requiredOption('--out <folder>', 'folder for the tasks with their rules; it must be empty')
    .option('--replace', 'write over files of the same names in that folder')
    .option(
      '--form <name>',
      'form that is written, of `touchstone export` (default: the one that takes rules)',
    )
    .option('--unproven', 'write rules as well that accept a beginning of their recording, or another order')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action(async (names: readonly string[], options: Record<string, unknown>) => {
      const { values } = await loadSettings(options, context);
      const built = await buildEvaluators(names, values, sourceChoice(options), {
        ...context,
        onWarnings: (said) => printWarnings(said, context),
        out: resolve(context.workingDirectory, String(options['out'])),
        replace: options['replace'] === true,
        form: textOf(options['form']),
        unproven: options['unproven'] === true,
        progress: (total) => countProgress(context, 'recordings', total),
      });
      const { tables, warnings, isEmpty, document, leftOut, leftOutFirst, episodes, proven } = built;
      printWarnings(warnings, context);
      const json = options['json'] === true;
      if (!json) {
        context.stdout.write(`Rules of ${proven} of ${plural(episodes, 'recording')} are proven.\n\n`);
      }
      printTables([...tables, ...(leftOut.length === 0 ? [] : [leftOutTable(leftOut, leftOutFirst)])], {
        json,
        context,
        extra: { ...document, episodes, proven, leftOut, leftOutFirst },
      });
      if (isEmpty) context.setExitCode(exitCodeOfFault('dataset'));
    });
}
