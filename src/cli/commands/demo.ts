import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { summaryTable } from '../../metrics/summary.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../exit-code.js';
import { loadSettings } from '../load-settings.js';
import { printTables } from '../output/print-tables.js';
import { reportRuns } from '../report-runs.js';
import { runAgents } from '../run-agents.js';
import { introduce } from '../introduce.js';

/** The benchmark that comes with Touchstone. */
const BUNDLED = 'pocket';
const AGENTS = ['oracle', 'tap-text', 'random', 'home-spam', 'always-complete', 'no-op'] as const;
/** Enough to show what repeats are for, few enough to be quick. */
const REPEATS = 2;

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
      const attempts = values.repeats === 1 ? '1 attempt' : `${values.repeats} attempts`;
      const table = summaryTable(
        runs.map(({ results }) => results),
        { title: `Every model-free agent on ${BUNDLED}, ${attempts} at each task` },
      );
      printTables([table], {
        json: options['json'] === true,
        context,
        extra: { runs: runs.map(({ summary }) => summary) },
      });
      if (context.interrupted.aborted) {
        context.setExitCode(EXIT.interrupted);
        return;
      }
      const written = await reportRuns(
        runs.map(({ summary }) => summary.directory),
        {
          output: resolve(context.workingDirectory, values.runs, 'demo-report.html'),
          pictures: 'auto',
          title: 'Pocket',
        },
        context,
      );
      context.stderr.write(
        `\nEvery step, with pictures: ${relative(context.workingDirectory, written.file)}\n`,
      );
    });
}
