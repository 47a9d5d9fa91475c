import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { buildFromRecordings, lintSentence } from '../../../app/build/build-from-recordings.js';
import { plural } from '../../../domain/text/plural.js';
import { quoteWord } from '../../../domain/text/quote-word.js';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';
import { printWarnings } from '../../output/print-warnings.js';

/** `touchstone build from-recording RECORDING…`: from what a person did to a benchmark that is checked. */
export function addBuildFromRecordingCommand(build: Command, context: CommandContext): void {
  introduce(
    build.command('from-recording'),
    'Make a benchmark of recordings made by hand: one world, a task for each, checked and proved to be solvable.',
    [
      'touchstone build from-recording recording --out my-world',
      'touchstone build from-recording login add-milk checkout --out my-world   three recordings of one app',
    ],
  )
    .argument('<recordings...>', 'folders that `touchstone record start` recorded into')
    .requiredOption('--out <folder>', 'folder of the world; must hold none yet')
    .option('--json', 'print one JSON document')
    .action(async (folders: readonly string[], options: Record<string, unknown>) => {
      const { workingDirectory, interrupted: signal, stdout, stderr } = context;
      const out = resolve(workingDirectory, String(options['out']));
      const made = await buildFromRecordings(
        folders.map((folder) => resolve(workingDirectory, folder)),
        { out, workingDirectory, signal },
      );
      const { world, lint, solvable, unsolvable, page } = made;
      const { graph, tasks, warnings, doubts, unrepeated } = world;
      const screens = graph.nodes.length;
      const edges = graph.nodes.reduce((sum, node) => sum + (node.edges?.length ?? 0), 0);
      if (options['json'] === true) {
        const { findings } = lint;
        stdout.write(
          `${JSON.stringify({ formatVersion: 1, out, screens, edges, tasks, solvable, unsolvable, unrepeated, doubts, warnings, findings, page }, null, 2)}\n`,
        );
        return;
      }
      printWarnings(warnings, context);
      const shown = quoteWord(relative(workingDirectory, out) || '.');
      stdout.write(
        `${plural(screens, 'screen')}, ${plural(edges, 'edge')}, ${plural(tasks.length, 'task')}; ${lintSentence(lint)}.\n`,
      );
      for (const { task, steps } of solvable)
        stdout.write(`  ${task}: can be done in ${plural(steps, 'step')}\n`);
      for (const task of unsolvable) stdout.write(`  ${task}: cannot be done on this world\n`);
      if (doubts !== null && doubts > 0) {
        stderr.write(
          `\n${plural(doubts, 'pair')} of screens may be one state or two: touchstone build merge shows them and takes your word.\n`,
        );
      }
      stderr.write(
        `\nLook at the tasks: ${quoteWord(relative(workingDirectory, page))}\nNext: touchstone run ./${shown} --agent oracle, then your own agent\n`,
      );
    });
}
