import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { mergePublished } from '../../../app/build/merge/merge-published.js';
import {
  mergeWorld,
  type MergedWorld,
  type MergeWorldOptions,
} from '../../../app/build/merge/merge-world.js';
import { mergeReviewForm } from '../../../app/build/review/merge-review-form.js';
import { loadSettings } from '../../../app/settings/load-settings.js';
import type { Settings } from '../../../app/settings/setting.js';
import { share } from '../../../domain/text/parse-option.js';
import { plural } from '../../../domain/text/plural.js';
import { UserError } from '../../../errors.js';
import { addSettings } from '../../add-settings.js';
import { STAGE_WORDS } from '../../choices/stage-choice.js';
import { JUDGE_SETTINGS, textOf } from '../../choices/judge-choice.js';
import { addReviewOption, reviewStage } from '../../choices/review-choice.js';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';
import { countProgress, type CountProgress } from '../../output/count-progress.js';
import { printWarnings } from '../../output/print-warnings.js';

/** Similarity of the published code. */
const THRESHOLD = 0.85;
/** Most questions to the model, in percent of the pairs of screens that are compared. */
const ASK_PERCENT = 5;

/** `touchstone build merge SOURCE…`: one world of everything that was seen. */
export function addBuildMergeCommand(build: Command, context: CommandContext): void {
  const command = introduce(
    build.command('merge'),
    'Make one world of surveys, recordings, phone logs and runs: which screens are one state, and what leads from one to the next.',
    [
      'touchstone build merge survey --out world',
      'touchstone build merge recording-1 recording-2 phone-log --out world --model NAME --base-url http://localhost:8000/v1',
      'touchstone build merge pictures --out world --role reader=ocr.json     words on pictures that differ little are read',
      'touchstone build merge survey --out world     again, with the decisions in world/review.jsonl',
      'touchstone build merge collected --mode reference --app Weixin --out out --model NAME --role embedder=bge.json',
      'touchstone build merge collected --published --app Weixin --out out --model NAME --role embedder=bge.json   without its defects',
    ],
  );
  addReviewOption(command);
  addSettings(
    command,
    [
      ...JUDGE_SETTINGS.filter((key) => key !== 'plugins' && key !== 'concurrency'),
      'data' as const,
      'mode' as const,
      'roleProfiles' as const,
      'seed' as const,
    ],
    { words: STAGE_WORDS },
  )
    .argument(
      '<material...>',
      'surveys, recordings by hand, phone logs, runs, files of observed trajectories',
    )
    .requiredOption(
      '--out <folder>',
      'folder of the world; name it again to merge with the decisions in its review',
    )
    .option('--pictures-only', 'compare pictures, not the elements of hierarchies')
    .option(
      '--ask-percent <n>',
      `most questions, in percent of the pairs that are compared (default: ${ASK_PERCENT})`,
    )
    .option(
      '--published',
      'merge one folder of collected trajectories as published: describe, embed, ask; --mode reference does so with all defects',
    )
    .option('--app <name>', 'with --published or --mode reference: the app of the collected trajectories')
    .option(
      '--threshold <0..1>',
      `with --published or --mode reference: similarity above which a page is a known one (default: ${THRESHOLD})`,
    )
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action((sources: string[], options: Record<string, unknown>) => merge(sources, options, context));
}

async function merge(
  sources: readonly string[],
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  const { workingDirectory, environment, interrupted: signal, stdout } = context;
  const { values } = await loadSettings(options, context);
  const inFolder = (path: string): string => resolve(workingDirectory, path);
  if (values.mode === 'reference' || options['published'] === true) {
    await mergeAsPublished(sources, values, options, context);
    return;
  }
  for (const name of ['app', 'threshold']) {
    if (options[name] === undefined) continue;
    throw new UserError(`--${name} is for merging as published`, {
      hint: `Add --published, or leave out --${name}.`,
    });
  }
  context.sayOnInterrupt('answers so far are kept; merge again to go on');
  const progress = phaseProgress(context);
  const made = await mergeWorld(sources.map(inFolder), values, {
    out: inFolder(textOf(options['out']) ?? ''),
    picturesOnly: options['picturesOnly'] === true,
    askShare: shareOf(options['askPercent']),
    workingDirectory,
    environment,
    signal,
    onProgress: progress.next,
  }).finally(progress.end);
  printWarnings(made.warnings, context);
  if (options['json'] === true) {
    const { nodes: _, ...shown } = made;
    stdout.write(`${JSON.stringify({ formatVersion: 1, ...shown }, null, 2)}\n`);
    return;
  }
  stdout.write(`${sentence(made)}\n`);
  const { merge: pairs, split, edge } = made.waiting;
  const shown = (path: string): string => relative(workingDirectory, path) || path;
  if (pairs + split + edge > 0) {
    context.stderr.write(
      `\nNobody is sure of ${plural(pairs, 'pair')}, ${plural(split, 'split')} and ${plural(edge, 'edge')}.\n`,
    );
  }
  const decided = await reviewStage(mergeReviewForm(made.world), options, context, 'merge again');
  if (decided > 0) return;
  context.stderr.write(`\nNext: touchstone lint ${shown(made.world)}\n`);
}

/** As published: one folder of collected trajectories becomes a constructed graph. */
async function mergeAsPublished(
  sources: readonly string[],
  values: Settings,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  const { workingDirectory, environment, interrupted: signal, stdout, stderr } = context;
  const [source, ...others] = sources;
  const mode = values.mode ?? 'corrected';
  const app = textOf(options['app']);
  if (source === undefined || others.length > 0 || app === null) {
    const asked = options['published'] === true ? '--published' : '--mode reference';
    throw new UserError(`${asked} merges one folder of collected trajectories of one app`, {
      hint: 'Name the folder and --app; docs/building/published.md shows its shape.',
    });
  }
  const progress: { line: CountProgress | null } = { line: null };
  const made = await mergePublished(resolve(workingDirectory, source), values, {
    out: resolve(workingDirectory, textOf(options['out']) ?? ''),
    app,
    mode,
    threshold: options['threshold'] === undefined ? THRESHOLD : share(options['threshold'], '--threshold'),
    seed: values.seed,
    workingDirectory,
    environment,
    signal,
    onProgress: (total) => {
      progress.line ??= countProgress(context, 'trajectories', total);
      progress.line.next();
    },
  }).finally(() => progress.line?.end());
  const { graph, file, trajectories, screenshots, cost, stopped } = made;
  if (options['json'] === true) {
    const document = { formatVersion: 1, mode, file, trajectories, screenshots, cost, stopped };
    stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return;
  }
  stdout.write(
    `${plural(graph.metadata.num_nodes, 'page')} of ${plural(screenshots, 'screenshot')} in ${plural(trajectories, 'trajectory', 'trajectories')}; ${plural(cost.calls, 'call')}.\n`,
  );
  if (stopped !== null) stderr.write(`\nStopped: ${stopped}. Merge again to go on.\n`);
  const shown = relative(workingDirectory, file) || file;
  stderr.write(`\nNext: touchstone build matrix ${shown}\n`);
}

type Progress = MergeWorldOptions['onProgress'];

const PHASES: Readonly<Record<Parameters<Progress>[0], string>> = {
  screens: 'screens',
  pictures: 'pictures',
  words: 'pairs of pictures read',
  pairs: 'doubtful pairs',
};

/** A line of progress for each kind of thing that is looked at, one after the other. */
function phaseProgress(context: CommandContext): { readonly next: Progress; readonly end: () => void } {
  let now: { readonly of: string; readonly line: CountProgress } | null = null;
  return {
    next: (of, total) => {
      if (now?.of !== of) {
        now?.line.end();
        now = { of, line: countProgress(context, PHASES[of], total) };
      }
      now.line.next();
    },
    end: () => now?.line.end(),
  };
}

function sentence({
  counts,
  tasks,
  steps,
  walks,
  repeatedWalks,
  unrepeated,
  leftOut,
  cost,
}: MergedWorld): string {
  const left = Object.entries(leftOut).map(([kind, count]) => `${kind} ${count}`);
  const parts = [
    `${plural(counts.states, 'state')} of ${plural(counts.captures, 'capture')}`,
    `${plural(steps, 'step')}, ${unrepeated} of which lead elsewhere`,
    `${repeatedWalks} of ${plural(walks, 'walk')} repeated`,
    ...(tasks.length === 0 ? [] : [`${plural(tasks.length, 'task')} of recordings`]),
    ...(left.length === 0 ? [] : [`left out: ${left.join(', ')}`]),
    `asked about ${counts.asked} of ${counts.candidates} pairs`,
    plural(cost.calls, 'call'),
  ];
  return `${parts.join('; ')}.`;
}

function shareOf(given: unknown): number {
  const percent = given === undefined ? ASK_PERCENT : Number(given);
  if (percent >= 0 && percent <= 100) return percent / 100;
  throw new UserError(`--ask-percent ${JSON.stringify(given)} is no part of the pairs`, {
    hint: 'Name 0 to 100.',
  });
}
