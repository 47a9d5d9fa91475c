import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { mergeWorld, type MergedWorld } from '../../../app/build/merge-world.js';
import { loadSettings } from '../../../app/settings/load-settings.js';
import { plural } from '../../../domain/text/plural.js';
import { UserError } from '../../../errors.js';
import { addSettings } from '../../add-settings.js';
import { JUDGE_SETTINGS, textOf } from '../../choices/judge-choice.js';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';
import { printWarnings } from '../../output/print-warnings.js';

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
      'touchstone build merge survey --out world     again, with the decisions in world/review.jsonl',
    ],
  );
  addSettings(command, [
    ...JUDGE_SETTINGS.filter((key) => key !== 'plugins' && key !== 'concurrency'),
    'data' as const,
  ])
    .argument('<sources...>', 'surveys, recordings by hand, phone logs, runs, files of observed trajectories')
    .requiredOption(
      '--out <folder>',
      'folder of the world; name it again to merge with the decisions in its review',
    )
    .option('--pictures-only', 'compare pictures, not the elements of hierarchies')
    .option(
      '--ask-percent <n>',
      `most questions, in percent of the pairs that are compared (default: ${ASK_PERCENT})`,
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
  context.sayOnInterrupt('answers so far are kept; merge again to go on');
  const made = await mergeWorld(sources.map(inFolder), values, {
    out: inFolder(textOf(options['out']) ?? ''),
    picturesOnly: options['picturesOnly'] === true,
    askShare: shareOf(options['askPercent']),
    workingDirectory,
    environment,
    signal,
    onProgress: () => undefined,
  });
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
      `\n${plural(pairs, 'pair')}, ${plural(split, 'split')} and ${plural(edge, 'edge')} wait for you: look at ${shown(made.page)}, decide in ${shown(made.review)}, and merge again.\n`,
    );
  }
  context.stderr.write(`\nNext: touchstone lint ${shown(made.world)}\n`);
}

function sentence({ counts, steps, walks, repeatedWalks, unrepeated, leftOut, cost }: MergedWorld): string {
  const left = Object.entries(leftOut).map(([kind, count]) => `${kind} ${count}`);
  const parts = [
    `${plural(counts.states, 'state')} of ${plural(counts.captures, 'capture')}`,
    `${plural(steps, 'step')}, ${unrepeated} of which lead elsewhere`,
    `${repeatedWalks} of ${plural(walks, 'walk')} repeated`,
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
