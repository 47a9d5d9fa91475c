import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { annotateBoxes, type AnnotatedBoxes } from '../../../app/build/pictures/annotate-boxes.js';
import { boxReviewForm } from '../../../app/build/review/box-review-form.js';
import { plural } from '../../../domain/text/plural.js';
import { addReviewOption, reviewStage } from '../../choices/review-choice.js';
import { addStageMode, addStageOptions, callStage, stageMode } from '../../choices/stage-choice.js';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';

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
  addStageOptions(command, { out: 'folder of the stage: calls, review and page' }).argument(
    '<world>',
    'folder of the world',
  );
  addReviewOption(addStageMode(command, 'models alone, limits not enforced'))
    .option('--no-models', 'ask no model')
    .option(
      '--overlays',
      'draw the boxes of each screen on its picture, into overlays/ (with --mode reference: always)',
    )
    .option('--write', 'write the boxes into the graph.json of the world; what it was goes to backups/')
    .action((world: string, options: Record<string, unknown>) => boxes(world, options, context));
}

async function boxes(
  named: string,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  const { workingDirectory } = context;
  const world = resolve(workingDirectory, named);
  const { folder } = await callStage(options, context, {
    what: 'touches',
    run: (call, values) =>
      annotateBoxes(world, values, {
        ...call,
        mode: stageMode(options),
        asks: options['models'] !== false,
        write: options['write'] === true,
        overlays: options['overlays'] === true,
      }),
    sentence,
    next: ({ page, review }) => {
      const [shown, decided] = [page, review].map((path) => relative(workingDirectory, path) || path);
      return `look at ${shown}; --write writes what ${decided} says`;
    },
  });
  await reviewStage(boxReviewForm(folder, world), options, context, 'call it again with --write');
}

function sentence({ touches, exact, drawn, doubtful, without, written, stopped }: AnnotatedBoxes): string {
  const parts = [
    `${plural(touches, 'touch', 'touches')} without a box`,
    `${exact} exact`,
    `${drawn} drawn`,
    `${doubtful} doubtful`,
    `${without} left without`,
    `${written} written`,
  ];
  return `${parts.join(', ')}${stopped === null ? '' : `; stopped: ${stopped}`}`;
}
