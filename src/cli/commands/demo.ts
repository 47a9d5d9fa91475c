import { relative } from 'node:path';
import type { Command } from 'commander';
import { summaryTable } from '../../metrics/summary.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../exit-code.js';
import { loadSettings } from '../load-settings.js';
import { printTables } from '../output/print-tables.js';
import { runAgents } from '../run-agents.js';
import { introduce } from '../introduce.js';

/** The benchmark that comes with Touchstone. */
const BUNDLED = 'tiny';
const AGENTS = ['oracle', 'random', 'always-complete', 'home-spam', 'no-op'] as const;
/** Enough to show what repeats are for, few enough to be quick. */
const REPEATS = 5;

/** `touchstone demo`: every agent that needs no model on the bundled benchmark, in one table. */
export function addDemoCommand(program: Command, context: CommandContext): void {
  addSettings(
    introduce(
      program.command('demo'),
      'Run every agent that needs no model on the bundled benchmark and print one table.',
      ['touchstone demo', 'touchstone demo --repeats 20 --json'],
    ),
    ['seed', 'runs', 'concurrency'],
  )
    .option('--repeats <n>', `attempts at each task (default: ${REPEATS})`)
    .option('--json', 'print one JSON document')
    .action(async (options: Record<string, unknown>) => {
      const { values } = await loadSettings({ repeats: REPEATS, ...options }, context);
      const runs = await runAgents(BUNDLED, AGENTS, values, context);
      const table = summaryTable(
        runs.map(({ results }) => results),
        { title: `Every model-free agent on ${BUNDLED}, ${values.repeats} attempts at each task` },
      );
      printTables([table], {
        json: options['json'] === true,
        context,
        extra: { runs: runs.map(({ summary }) => summary) },
      });
      for (const { summary } of runs) {
        context.stderr.write(`kept in ${relative(context.workingDirectory, summary.directory)}\n`);
      }
      if (context.interrupted.aborted) context.setExitCode(EXIT.interrupted);
    });
}
