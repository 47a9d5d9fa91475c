import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { supplementWorld, type SupplementedWorld } from '../../../app/build/pictures/supplement-world.js';
import { findRun } from '../../../app/results/find-run.js';
import { loadSettings } from '../../../app/settings/load-settings.js';
import { plural } from '../../../domain/text/plural.js';
import { addSettings } from '../../add-settings.js';
import { textOf } from '../../choices/judge-choice.js';
import { addStageMode, stageMode } from '../../choices/stage-choice.js';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';
import { countProgress } from '../../output/count-progress.js';
import { printWarnings } from '../../output/print-warnings.js';

/** `touchstone build supplement RUN…`: what agents wanted to do and the world has nothing for. */
export function addBuildSupplementCommand(build: Command, context: CommandContext): void {
  const command = introduce(
    build.command('supplement'),
    'Rank what agents wanted to do on screens of a world that has nothing for it, over finished runs.',
    [
      'touchstone build supplement runs/monday runs/tuesday --world my-world --out wanted',
      'touchstone build supplement runs/monday --world my-world --out wanted --mode reference   counts as published',
    ],
  );
  addStageMode(command, 'actions counted by screenshot');
  addSettings(command, ['data', 'split', 'language', 'benchmarkOptions', 'runs'])
    .argument('<runs...>', 'folders or names of runs, or runs made elsewhere')
    .requiredOption('--world <name>', 'folder of the world that the runs are of, or name of a benchmark')
    .requiredOption('--out <folder>', 'folder for misses.jsonl and misses.html')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action((runs: string[], options: Record<string, unknown>) => supplement(runs, options, context));
}

async function supplement(
  runs: readonly string[],
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  const { workingDirectory, interrupted: signal, stdout } = context;
  const { mode, ...settings } = options;
  const { values } = await loadSettings(settings, context);
  const progress = countProgress(context, 'episodes', null);
  const warnings: string[] = [];
  const found = await supplementWorld(
    runs.map((run) => findRun(run, resolve(workingDirectory, values.runs), workingDirectory)),
    values,
    {
      world: textOf(options['world']) ?? '',
      out: resolve(workingDirectory, textOf(options['out']) ?? ''),
      mode: stageMode({ mode }),
      workingDirectory,
      onWarning: (warning) => warnings.push(warning),
      onEpisode: () => progress.next(),
      signal,
    },
  ).finally(() => progress.end());
  printWarnings(warnings, context);
  if (options['json'] === true) {
    stdout.write(`${JSON.stringify({ formatVersion: 1, ...found, warnings }, null, 2)}\n`);
    return;
  }
  stdout.write(`${sentence(found)}\n`);
  stdout.write('Actions that agents preferred on a screenshot:\n');
  for (const line of found.log) stdout.write(`${line}\n`);
  for (const path of found.written) stdout.write(`Wrote ${relative(workingDirectory, path) || path}\n`);
}

function sentence({ episodes, misses, screens }: SupplementedWorld): string {
  const counted = plural(episodes, 'episode');
  if (misses === null || screens === null) return `${counted} counted.`;
  return `${counted}: ${plural(misses, 'action')} on ${plural(screens, 'screen')} that the world has nothing for.`;
}
