import { resolve } from 'node:path';
import type { Command } from 'commander';
import { buildQuality } from '../../../app/build/build-quality.js';
import { qualityReviewForm } from '../../../app/build/review/quality-review-form.js';
import { plural } from '../../../domain/text/plural.js';
import { addStageSettings, callStage, countOf } from '../../choices/stage-choice.js';
import { addReviewOption, reviewStage } from '../../choices/review-choice.js';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';
import { printWarnings } from '../../output/print-warnings.js';

/** `touchstone build quality FOLDER`: which annotated episodes are good enough to be kept. */
export function addBuildQualityCommand(build: Command, context: CommandContext): void {
  const command = introduce(
    build
      .command('quality')
      .argument('<folder>', 'annotations, as `touchstone build annotate` has made them'),
    'Check the quality of annotated episodes: pictures by rules, steps and wording by a model or a person.',
    [
      'touchstone build quality annotated --model NAME --base-url http://localhost:8000/v1',
      'touchstone build quality annotated   without a model: people decide in quality-review.jsonl',
    ],
  );
  addReviewOption(addStageSettings(command))
    .option('--max-side <pixels>', 'longest side of the pictures that the model is shown', '1024')
    .action(async (folder: string, options: Record<string, unknown>) => {
      await callStage({ ...options, out: folder }, context, {
        what: 'episodes',
        run: (call, values) =>
          buildQuality(resolve(context.workingDirectory, folder), values, {
            ...call,
            context: { ...context, onWarnings: (said) => printWarnings(said, context) },
            maxSide: countOf(options['maxSide'], '--max-side', 16, 8192),
          }),
        sentence: ({ episodes, kept, open, decided }) =>
          `${kept} of ${plural(episodes, 'episode')} pass, ${open} wait for a person, ${plural(decided, 'decision')} taken over`,
        next: ({ open }) =>
          open === 0 ? `touchstone export FORMAT ${folder} --out DIR (touchstone list exports)` : null,
      });
      const form = qualityReviewForm(resolve(context.workingDirectory, folder));
      await reviewStage(form, options, context, 'the same command again');
    });
}
