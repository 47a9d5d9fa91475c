import { resolve } from 'node:path';
import type { Command } from 'commander';
import { SeveritySchema, countBySeverity, type Severity } from '../../domain/finding.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import type { LintReport } from '../../formats/lint/lint-report.js';
import { writeTrajectories, type WrittenTrajectory } from '../../formats/trajectories/write-trajectories.js';
import { lintTables } from '../../report/lint-tables.js';
import { sarifOf } from '../../report/sarif.js';
import { VERSION } from '../../version.js';
import { addSettings } from '../add-settings.js';
import { benchmarkExamples } from '../../app/help/benchmark-examples.js';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../exit-code.js';
import { requireFilePath } from '../../app/settings/require-file-path.js';
import { introduce } from '../introduce.js';
import { lintBenchmark, type LintOutcome } from '../../app/lint/lint-benchmark.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { countProgress } from '../output/count-progress.js';
import { printTables } from '../output/print-tables.js';

/** Findings of one rule that are listed unless all are asked for. */
const LISTED = 3;

interface LintFlags {
  readonly repair?: boolean;
  readonly all?: boolean;
  readonly json?: boolean;
  readonly sarif?: boolean;
  readonly witnesses?: string;
  readonly pictures: boolean;
  readonly reviews?: string;
  readonly failOn: string;
}

/** `touchstone lint BENCHMARK`: defects of its data, and which of its tasks can be solved. */
export function addLintCommand(program: Command, context: CommandContext): void {
  addSettings(
    introduce(
      program.command('lint'),
      'Find defects of a benchmark, and prove which of its tasks can be solved. Nothing is run by an agent.',
      [
        'touchstone lint ./my-world  a world of your own, before it measures anybody',
        ...benchmarkExamples('lint', 3, context.namedBenchmarks),
        'touchstone lint ./my-world --sarif > lint.sarif  for a code host or an editor',
        'touchstone lint ./my-world --witnesses solved.jsonl  the shortest solutions, for the replay agent',
      ],
    ),
    ['data', 'mode', 'split', 'plugins'],
  )
    .argument('<benchmark>', 'name of a benchmark, or folder of a world of your own')
    .option('--repair', 'write missing commas into the files')
    .option(
      '--no-pictures',
      'leave the pictures of recorded episodes closed, which takes seconds instead of minutes',
    )
    .option('--reviews <file>', 'verdicts of people or judges on recorded episodes, JSON Lines')
    .option('--all', 'list every finding, notes too')
    .option('--fail-on <severity>', 'exit with 1 from this severity on: error, warning, note', 'error')
    .option('--witnesses <file>', 'write the shortest solution of every solvable task as trajectories')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .option('--sarif', 'print SARIF 2.1.0')
    .action(async (benchmark: string, options: LintFlags & Record<string, unknown>) => {
      if (options.json === true && options.sarif === true) {
        throw new UserError('--json and --sarif are two forms of the same report', {
          hint: 'Name one of them; run it twice for both.',
        });
      }
      if (options.witnesses !== undefined) {
        await requireFilePath(resolve(context.workingDirectory, options.witnesses), '--witnesses');
      }
      const { values } = await loadSettings(options, context);
      const failOn = severityOf(options.failOn);
      const { workingDirectory, interrupted } = context;
      const outcome = await lintBenchmark({
        benchmark,
        data: values.data,
        mode: values.mode,
        repair: options.repair === true,
        split: values.split,
        plugins: values.plugins,
        pictures: options.pictures,
        reviews: options.reviews ?? null,
        onEpisodes: (total) => countProgress(context, 'episodes', total),
        workingDirectory,
        signal: interrupted,
      });
      const { report } = outcome;
      if (options.witnesses !== undefined) {
        const file = resolve(workingDirectory, options.witnesses);
        const count = await writeTrajectories(file, witnesses(report), { signal: interrupted });
        context.stderr.write(`${count} witnesses written to ${file}\n`);
      }
      print(outcome, options, context);
      const counts = countBySeverity(report.findings);
      const counted: readonly Severity[] = SEVERITIES.slice(0, SEVERITIES.indexOf(failOn) + 1);
      if (counted.some((severity) => counts[severity] > 0)) context.setExitCode(EXIT.gateMissed);
    });
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

function severityOf(text: string): Severity {
  const severity = SeveritySchema.safeParse(text);
  if (severity.success) return severity.data;
  throw new UserError(`--fail-on: there is no severity "${text}"`, {
    hint: `${didYouMean(text, SEVERITIES)}error, warning or note`,
  });
}

function print({ report, rules }: LintOutcome, options: LintFlags, context: CommandContext): void {
  if (options.sarif === true) {
    const sarif = sarifOf(report, { rules, version: VERSION });
    context.stdout.write(`${JSON.stringify(sarif, null, 2)}\n`);
  } else if (options.json === true) {
    context.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  } else {
    const limit = options.all === true ? null : LISTED;
    printTables(lintTables(report, { rules, limit }), { json: false, context });
  }
}

/** The shortest solution of each task; of several task files the first that has one. */
function witnesses(report: LintReport): readonly WrittenTrajectory[] {
  const solved = new Map<string, WrittenTrajectory>();
  for (const { task, status, witness } of report.proofs) {
    if (status !== 'solved' || solved.has(task)) continue;
    solved.set(task, { item: task, actions: witness.map(({ action }) => action) });
  }
  return [...solved.values()];
}
