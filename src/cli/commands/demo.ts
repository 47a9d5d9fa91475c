import { join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { summaryTable } from '../../metrics/summary.js';
import { BUNDLED } from '../../app/run/bundled-benchmark.js';
import { renderProfiles } from '../../report/profile-bars.js';
import { terminalOptions } from '../../report/terminal-options.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../exit-code.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { printTables } from '../output/print-tables.js';
import { printWarnings } from '../output/print-warnings.js';
import { followingEachAgent } from '../output/progress.js';
import { reportRuns, type ReportRunsOptions } from '../../app/report/report-runs.js';
import { runAgents, type AgentRun } from '../../app/run/run-agents.js';
import { introduce } from '../introduce.js';

const AGENTS = ['oracle', 'tap-text', 'random', 'home-spam', 'always-complete', 'no-op'] as const;
/** Those whose profiles differ, as many as a radar can show. */
const PROFILED = ['oracle', 'tap-text', 'random', 'no-op'] as const;
/** Enough to show what repeats are for, few enough to be quick. */
const REPEATS = 2;
/** Name of the table with one number for each dimension. */
const PROFILE_TABLE = 'dimension-profile';

/** `touchstone demo`: every agent that needs no model on the bundled benchmark: one table, and what each can do apart. */
export function addDemoCommand(program: Command, context: CommandContext): void {
  addSettings(
    introduce(
      program.command('demo'),
      'Run every agent that needs no model on the bundled benchmark and print one table and their profiles.',
      ['touchstone demo', 'touchstone demo --repeats 20 --json'],
    ),
    ['seed', 'runs', 'concurrency'],
  )
    .option('--repeats <n>', `attempts at each task (default: ${REPEATS})`)
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action(async (options: Record<string, unknown>) => {
      const { values } = await loadSettings({ repeats: REPEATS, ...options }, context);
      const following = followingEachAgent(context);
      const runs = await runAgents(BUNDLED.name, AGENTS, values, following);
      const attempts = values.repeats === 1 ? '1 attempt' : `${values.repeats} attempts`;
      const table = summaryTable(
        runs.map(({ results }) => results),
        { title: `Every model-free agent on ${BUNDLED.name}, ${attempts} at each task` },
      );
      const isJson = options['json'] === true;
      if (!isJson) printTables([table], { json: false, context });
      const asked = { ...values, repeats: 1, dimensions: 'all', modality: 'text' };
      const profiled = context.interrupted.aborted
        ? []
        : await runAgents(BUNDLED.name, PROFILED, asked, following);
      const profiles = profiled.flatMap(({ results, tables }) =>
        tables.filter(({ id }) => id === PROFILE_TABLE).map((own) => ({ agent: results.agent, table: own })),
      );
      if (isJson) {
        const all = [...runs, ...profiled];
        printTables([table, ...profiles.map((profile) => profile.table)], {
          json: true,
          context,
          extra: { runs: all.map(({ summary }) => summary) },
        });
      } else if (profiles.length > 0) {
        const terminal = terminalOptions(context.stdout, context.environment);
        context.stdout.write(
          `\n${renderProfiles(`What they can do, apart (${BUNDLED.name} in dimensions)`, profiles, terminal)}\n`,
        );
      }
      if (context.interrupted.aborted) {
        context.setExitCode(EXIT.interrupted);
        return;
      }
      const folder = resolve(context.workingDirectory, values.runs);
      const report = async (
        of: readonly AgentRun[],
        name: string,
        more: Pick<ReportRunsOptions, 'pictures' | 'title'>,
      ): Promise<string> => {
        const directories = of.map(({ summary }) => summary.directory);
        const written = await reportRuns(
          directories,
          { output: join(folder, name), ...more, onWarnings: (warnings) => printWarnings(warnings, context) },
          context,
        );
        return relative(context.workingDirectory, written.file);
      };
      const { title } = BUNDLED;
      const steps = await report(runs, 'demo-report.html', { pictures: 'auto', title });
      const radar = await report(profiled, 'demo-profile.html', {
        pictures: 'none',
        title: `${title} in dimensions`,
      });
      context.stderr.write(
        `\nEvery step, with pictures: ${steps}\nThe profiles as a radar chart: ${radar}\n` +
          `Next, your own model: touchstone run ${BUNDLED.name} --agent direct --model NAME --base-url URL\n`,
      );
    });
}
