import type { Command } from 'commander';
import { buildAnnotate } from '../../../app/build/build-annotate.js';
import { plural } from '../../../domain/text/plural.js';
import { addStageOptions, callStage, countOf } from '../../choices/stage-choice.js';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';
import { printWarnings } from '../../output/print-warnings.js';
import { addSourceOptions, SOURCE_SETTINGS, SOURCES, sourceChoice } from '../export-training.js';

/** `touchstone build annotate SOURCE…`: words for every step of recorded episodes. */
export function addBuildAnnotateCommand(build: Command, context: CommandContext): void {
  const command = introduce(
    build.command('annotate').argument('<sources...>', SOURCES),
    'Let a model annotate recorded episodes step by step: low-level instruction, context, description, intention.',
    [
      'touchstone build annotate recording --out annotated --model NAME --base-url http://localhost:8000/v1',
      'touchstone build annotate runs/RUN --out annotated --model NAME   what an agent did where it passed',
    ],
  );
  addSourceOptions(
    addStageOptions(command, {
      out: 'folder for the annotations, which `touchstone export` takes as a source',
      settings: SOURCE_SETTINGS,
    }),
  )
    .option('--retries <n>', 'times that an answer in another form is asked for once more', '2')
    .option('--max-side <pixels>', 'longest side of the pictures that the model is shown', '1600')
    .action(async (names: readonly string[], options: Record<string, unknown>) => {
      await callStage(options, context, {
        what: 'episodes',
        run: (call, values) =>
          buildAnnotate(names, values, sourceChoice(options), {
            ...call,
            context: { ...context, onWarnings: (said) => printWarnings(said, context) },
            retries: countOf(options['retries'], '--retries', 0, 20),
            maxSide: countOf(options['maxSide'], '--max-side', 16, 8192),
          }),
        sentence: ({ episodes, whole, problems }) =>
          `${whole} of ${plural(episodes, 'episode')} annotated whole, ${plural(problems.format, 'text')} in no form that fits, ${plural(problems.refusal, 'refusal')}`,
        next: () => `touchstone build quality ${String(options['out'])}`,
      });
    });
}
