import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { loadSettings } from '../../app/settings/load-settings.js';
import { curateTasks, type CuratedTasks } from '../../app/tasks/curate-tasks.js';
import { plural } from '../../domain/text/plural.js';
import { UserError } from '../../errors.js';
import { TaskTypeSchema, type ListedTask } from '../../formats/task-list/task-list.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { JUDGE_SETTINGS, textOf } from '../choices/judge-choice.js';
import { countProgress, type CountProgress } from '../output/count-progress.js';
import { printWarnings } from '../output/print-warnings.js';
import { addThreshold, thresholdOf } from '../choices/threshold-choice.js';

/** Tasks that are asked for from a seed unless said otherwise. */
const PER_SEED = 5;
const MOST_PER_SEED = 200;

/** `touchstone tasks curate SEEDS`: a model writes more tasks like the seeds, for a person to review. */
export function addTasksCurateCommand(tasks: Command, context: CommandContext): void {
  const command = introduce(
    tasks.command('curate'),
    'Let a model write more tasks like your seeds, without near-duplicates, into a review that a person edits.',
    [
      'touchstone tasks curate seeds.jsonl --out review.jsonl --model NAME --base-url http://localhost:8000/v1',
      'touchstone tasks curate seeds.txt --out review.jsonl --app Maps --language en --type state --model NAME',
      'touchstone tasks curate tasks.en.json --out review.jsonl --per-seed 8 --threshold 0.6 --model NAME',
    ],
  );
  addThreshold(
    addSettings(
      command,
      JUDGE_SETTINGS.filter((key) => key !== 'plugins'),
    )
      .argument('<seeds>', 'task list, JSON Lines, or text with one instruction a line')
      .requiredOption(
        '--out <file>',
        'review that candidates are added to; seeds that it has are not expanded again',
      )
      .option('--per-seed <n>', `tasks that are asked for from each seed (default: ${PER_SEED})`)
      .option(
        '--prompt <file>',
        'your own prompt, with {{app}}, {{seeds}}, {{existing}}, {{count}}, {{language}}, {{kind}}',
      )
      .option('--app <name>', 'app of seeds that name none')
      .option('--language <tag>', 'language of seeds that name none')
      .option('--type <type>', `type of seeds that name none: ${TaskTypeSchema.options.join(', ')}`),
  )
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action((seeds: string, options: Record<string, unknown>) => curate(seeds, options, context));
}

async function curate(
  seeds: string,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  const { app, language, type, prompt, ...settings } = options;
  const { values } = await loadSettings(settings, context);
  const { workingDirectory, environment, interrupted: signal } = context;
  const inFolder = (path: string): string => resolve(workingDirectory, path);
  const review = inFolder(textOf(options['out']) ?? '');
  const own = textOf(prompt);
  if (review === inFolder(seeds)) {
    throw new UserError('--out is the file of seeds', { hint: 'Name another file, such as review.jsonl.' });
  }
  const chosen = {
    perSeed: perSeedOf(options['perSeed']),
    threshold: thresholdOf(options['threshold']),
    prompt: own === null ? null : inFolder(own),
    defaults: { app: textOf(app), language: textOf(language), type: typeOf(type) },
  };
  context.sayOnInterrupt('what was expanded so far is in the review; curate again to go on');
  const progress: { line: CountProgress | null } = { line: null };
  const curated = await curateTasks(inFolder(seeds), values, {
    review,
    ...chosen,
    workingDirectory,
    environment,
    signal,
    onProgress: (total) => {
      progress.line ??= countProgress(context, 'seeds', total);
      progress.line.next();
    },
  }).finally(() => progress.line?.end());
  printWarnings(curated.warnings, context);
  if (options['json'] === true) {
    context.stdout.write(`${JSON.stringify({ formatVersion: 1, ...curated }, null, 2)}\n`);
    return;
  }
  const file = relative(workingDirectory, review) || review;
  context.stdout.write(`${sentence(curated)}\n`);
  context.stderr.write(
    `\nSet the status of each candidate in ${file}. Next: touchstone tasks validate ${file} --out tasks.json --reviewer NAME\n`,
  );
}

function sentence({ seeds, added, nearDuplicates, waiting, cost }: CuratedTasks): string {
  const parts = [
    `${plural(seeds.expanded, 'seed')} expanded`,
    ...(seeds.before > 0 ? [`${seeds.before} already were`] : []),
    `${plural(added, 'candidate')} added`,
    ...(nearDuplicates > 0 ? [`${nearDuplicates} of them near-duplicates`] : []),
    `${waiting} wait for a decision`,
    plural(cost.calls, 'call'),
  ];
  return `${parts.join(', ')}.`;
}

function perSeedOf(given: unknown): number {
  if (given === undefined) return PER_SEED;
  const count = Number(given);
  if (Number.isSafeInteger(count) && count >= 1 && count <= MOST_PER_SEED) return count;
  throw new UserError(`--per-seed ${JSON.stringify(given)} is no number of tasks`, {
    hint: `Name 1 to ${MOST_PER_SEED}.`,
  });
}

function typeOf(given: unknown): ListedTask['type'] | null {
  if (given === undefined) return null;
  const read = TaskTypeSchema.safeParse(given);
  if (read.success) return read.data;
  throw new UserError(`--type ${JSON.stringify(given)} is unknown`, {
    hint: `It is ${TaskTypeSchema.options.join(' or ')}.`,
  });
}
