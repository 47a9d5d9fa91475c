import { dirname, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { annotateBoxes, type AnnotatedBoxes } from '../../../app/build/pictures/annotate-boxes.js';
import { boxReviewForm } from '../../../app/build/review/box-review-form.js';
import { loadSettings } from '../../../app/settings/load-settings.js';
import { plural } from '../../../domain/text/plural.js';
import { addSettings } from '../../add-settings.js';
import { BUILD_SETTINGS, buildMode } from '../../choices/build-choice.js';
import { textOf } from '../../choices/judge-choice.js';
import { addReviewOption, reviewStage } from '../../choices/review-choice.js';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';
import { countProgress, type CountProgress } from '../../output/count-progress.js';

/** `touchstone build boxes WORLD`: a box around every touch that has only a point. */
export function addBuildBoxesCommand(build: Command, context: CommandContext): void {
  const command = introduce(
    build.command('boxes'),
    'Draw a box around every touch of a world that has only a point: from hierarchies, else by two models and a referee.',
    [
      'touchstone build boxes my-world --out boxes --no-models          exact boxes from hierarchies alone',
      'touchstone build boxes my-world --out boxes --model NAME --base-url http://localhost:8000/v1',
      'touchstone build boxes my-world --out boxes --model NAME --write  into graph.json, as the review decides',
    ],
  );
  addReviewOption(addSettings(command, BUILD_SETTINGS))
    .argument('<world>', 'folder of the world')
    .requiredOption(
      '--out <folder>',
      'folder of the stage: calls, review and page; go on with it by naming it again',
    )
    .option(
      '--mode <mode>',
      'corrected, or reference: models alone, limits not enforced (default: corrected)',
    )
    .option('--no-models', 'ask no model')
    .option('--write', 'write the boxes into the graph.json of the world; what it was goes to backups/')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action((world: string, options: Record<string, unknown>) => boxes(world, options, context));
}

async function boxes(
  world: string,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  const { workingDirectory, environment, interrupted: signal, stdout } = context;
  const { values } = await loadSettings(options, context);
  const inFolder = (path: string): string => resolve(workingDirectory, path);
  context.sayOnInterrupt('answers so far are kept; call it again to go on');
  const progress: { line: CountProgress | null } = { line: null };
  const annotated = await annotateBoxes(inFolder(world), values, {
    out: inFolder(textOf(options['out']) ?? ''),
    mode: buildMode(options['mode']),
    asks: options['models'] !== false,
    write: options['write'] === true,
    workingDirectory,
    environment,
    signal,
    onProgress: (total) => {
      progress.line ??= countProgress(context, 'touches', total);
      progress.line.next();
    },
  }).finally(() => progress.line?.end());
  if (options['json'] === true) {
    stdout.write(`${JSON.stringify({ formatVersion: 1, ...annotated }, null, 2)}\n`);
    return;
  }
  stdout.write(`${sentence(annotated)}\n`);
  const page = relative(workingDirectory, annotated.page) || annotated.page;
  const review = relative(workingDirectory, annotated.review) || annotated.review;
  const form = boxReviewForm(dirname(annotated.review), inFolder(world));
  await reviewStage(form, options, context, 'call it again with --write');
  context.stderr.write(`\nAll boxes are in ${page} and ${review}; --write writes them.\n`);
}

function sentence({
  touches,
  exact,
  drawn,
  doubtful,
  without,
  written,
  cost,
  stopped,
}: AnnotatedBoxes): string {
  const parts = [
    `${plural(touches, 'touch', 'touches')} without a box`,
    `${exact} exact`,
    `${drawn} drawn`,
    `${doubtful} doubtful`,
    `${without} left without`,
    `${written} written`,
    plural(cost.calls, 'call'),
  ];
  return `${parts.join(', ')}.${stopped === null ? '' : ` Stopped: ${stopped}.`}`;
}
