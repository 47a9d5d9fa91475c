import { relative } from 'node:path';
import type { Command } from 'commander';
import type { Finding } from '../../domain/finding.js';
import { plural } from '../../domain/text/plural.js';
import { ruleHint } from '../../app/lint/rule-hint.js';
import { summaryTable } from '../../metrics/summary.js';
import { percent } from '../../metrics/tables/percent.js';
import { textColumns } from '../../metrics/tables/columns.js';
import type { Table } from '../../metrics/tables/table.js';
import { addSettings } from '../add-settings.js';
import { auditBenchmark, type Audit } from '../../app/audit/audit-benchmark.js';
import { benchmarkExamples } from '../../app/help/benchmark-examples.js';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../exit-code.js';
import { introduce } from '../introduce.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { printTables } from '../output/print-tables.js';
import { followingEachAgent } from '../output/progress.js';

/** `touchstone audit BENCHMARK`: what agents that ignore the screen score. */
export function addAuditCommand(program: Command, context: CommandContext): void {
  addSettings(
    introduce(
      program.command('audit'),
      'Run the blind baselines, and fail when doing nothing meets a milestone.',
      [...benchmarkExamples('audit', 2, context.namedBenchmarks), 'touchstone audit ./my-world --json'],
    ),
    [
      'data',
      'mode',
      'split',
      'tasks',
      'limit',
      'sample',
      'repeats',
      'seed',
      'repair',
      'dimensions',
      'modality',
      'questions',
      'maxSteps',
      'concurrency',
      'runs',
      'plugins',
    ],
  )
    .argument('<benchmark>', 'name of a benchmark, or folder of a world of your own')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action(async (benchmark: string, options: Record<string, unknown>) => {
      const { values } = await loadSettings(options, context);
      const audit = await auditBenchmark(benchmark, values, followingEachAgent(context));
      const tables = [scoresTable(benchmark, audit)];
      if (audit.findings.length > 0) tables.push(findingsTable(audit.findings));
      printTables(tables, {
        json: options['json'] === true,
        context,
        extra: {
          findings: audit.findings,
          replayAgrees: audit.replayAgrees,
          spoiledTexts: audit.spoiledTexts,
          bestBlind: audit.bestBlind,
          runs: audit.runs.map(({ summary }) => summary),
        },
      });
      for (const { summary } of audit.runs) {
        context.stderr.write(`kept in ${relative(context.workingDirectory, summary.directory)}\n`);
      }
      const failed =
        audit.findings.some(({ severity }) => severity === 'error') || audit.replayAgrees === false;
      if (failed) context.setExitCode(EXIT.gateMissed);
      if (context.interrupted.aborted) context.setExitCode(EXIT.interrupted);
    });
}

function scoresTable(benchmark: string, audit: Audit): Table {
  const { rows, replayAgrees, findings } = audit;
  const table = summaryTable(rows, { title: `What ${benchmark} is worth to blind agents` });
  const replay =
    replayAgrees === null
      ? []
      : [
          replayAgrees
            ? 'replay with the same draws is scored as the run it replays, task by task'
            : 'replay with the same draws is scored otherwise than the run it replays: the benchmark does not repeat itself',
        ];
  const idle = findings.some(({ severity }) => severity === 'error')
    ? 'doing nothing meets milestones: see below'
    : 'doing nothing meets no milestone';
  return { ...table, notes: [...table.notes, idle, ...replay, ...spoiledNotes(audit), ...bestNotes(audit)] };
}

function spoiledNotes({ spoiledTexts }: Audit): string[] {
  return spoiledTexts.map(
    ({ name, typing, solved }) =>
      `${name}: ${solved.length} of the ${plural(typing.length, 'task')} whose route types solved${listed(solved)}`,
  );
}

function bestNotes({ bestBlind }: Audit): string[] {
  if (bestBlind === null) return [];
  const { name, completion, solved } = bestBlind;
  return [
    `best blind: ${name}, completion ${percent(completion)} %, ${plural(solved.length, 'task')} solved${listed(solved)}`,
  ];
}

function listed(tasks: readonly string[]): string {
  if (tasks.length === 0) return '';
  const more = tasks.length > LISTED ? ` and ${tasks.length - LISTED} more` : '';
  return `: ${tasks.slice(0, LISTED).join(', ')}${more}`;
}

/** Rows of the same rule that are listed. */
const LISTED = 20;

function findingsTable(findings: readonly Finding[]): Table {
  const sorted = findings.toSorted((a, b) => (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0));
  const shown = sorted.filter(
    ({ rule }, index) => index - sorted.findIndex((other) => other.rule === rule) < LISTED,
  );
  const left = sorted.length - shown.length;
  return {
    id: 'audit-findings',
    title: 'What can be had without looking',
    columns: textColumns('severity', 'what', 'what to do'),
    rows: shown.map(({ severity, message, rule }) => [
      { text: severity },
      { text: message },
      { text: ruleHint(rule) },
    ]),
    notes: left === 0 ? [] : [`${left} more of the same kinds; --json lists all`],
  };
}
