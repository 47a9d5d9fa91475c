import { resolve } from 'node:path';
import type { Command } from 'commander';
import { findRun } from '../../app/results/find-run.js';
import { chosenScanners, scanRun, type FoundIn, type ScannedRun } from '../../app/scan/scan-run.js';
import { scannerAsking } from '../../app/scan/scanner-asking.js';
import { ONE_MODEL_SETTINGS, type SettingKey } from '../../app/settings/setting.js';
import { dollars } from '../../report/view/figures.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { itemName } from '../../domain/episode.js';
import { plural } from '../../domain/text/plural.js';
import type { Table } from '../../metrics/tables/table.js';
import { textColumns } from '../../metrics/tables/columns.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { printTables } from '../output/print-tables.js';
import { printWarnings } from '../output/print-warnings.js';

const SCAN_SETTINGS = [
  ...ONE_MODEL_SETTINGS,
  'priceInput',
  'priceOutput',
  'prices',
  'plugins',
] as const satisfies readonly SettingKey[];

interface ScanFlags {
  readonly scanner?: readonly string[];
  readonly question?: string;
  readonly json?: boolean;
}

/** `touchstone scan RUN`: what somebody should look at in a run. It scores nothing. */
export function addScanCommand(program: Command, context: CommandContext): void {
  const command = introduce(
    program.command('scan'),
    'Find loops, actions without effect, claims without evidence and more in the episodes of a run. No score changes.',
    [
      'touchstone scan RUN',
      'touchstone scan RUN --scanner loop --scanner no-effect --json',
      'touchstone scan RUN --scanner ./mine.mjs',
      'touchstone scan RUN --scanner model --question question.txt --model NAME --base-url http://localhost:8000/v1',
    ],
  );
  addSettings(command, ['data', 'runs', ...SCAN_SETTINGS])
    .argument('<run>', 'folder of a run, or its name')
    .option('--scanner <name...>', 'only these; `touchstone list scanners` names them (default: all)')
    .option('--question <file>', 'text file with what the scanner `model` is to look for')
    .option('--json', 'print one JSON document')
    .action(async (run: string, flags: ScanFlags) => {
      const { scanner: named = [], question } = flags;
      const uses = question === undefined ? (['plugins'] as const) : SCAN_SETTINGS;
      const { values } = await loadSettings({ ...flags }, context, uses);
      const scanners = await chosenScanners(named, values, context);
      const asking = await scannerAsking(scanners, question, values, context);
      const directory = findRun(
        run,
        resolve(context.workingDirectory, values.runs),
        context.workingDirectory,
      );
      const scanned = await scanRun(directory, {
        scanners,
        dataDirectory: values.data === null ? null : resolve(context.workingDirectory, values.data),
        ...(asking === null ? {} : { asking }),
        onWarnings: (warnings) => printWarnings(warnings, context),
        signal: context.interrupted,
      });
      const { found, episodes, untold, cost } = scanned;
      printTables(found.length === 0 ? [] : [countsTable(scanned), findingsTable(found)], {
        json: flags.json === true,
        context,
        extra: {
          episodes,
          findings: found.map(({ key, finding }) => ({ ...key, ...finding })),
          ...(asking === null ? {} : { untold: Object.fromEntries(untold), cost }),
        },
      });
      if (found.length === 0 && flags.json !== true) {
        context.stdout.write(`Nothing was found in ${plural(episodes, 'episode')}.\n`);
      }
      if (asking !== null && flags.json !== true) context.stdout.write(`${costSentence(scanned)}\n`);
    });
}

/** What asking has cost, and how many episodes nothing is known of. */
function costSentence({ untold, cost }: ScannedRun): string {
  const unknown = [...untold.values()].reduce((sum, count) => sum + count, 0);
  const price = cost.calls > cost.unpriced ? `, ${dollars(cost.costUsd)}` : '';
  const tokens = plural(cost.inputTokens + cost.outputTokens, 'token');
  return `Not applicable: ${plural(unknown, 'episode')}. Asked with ${plural(cost.calls, 'call')}, ${tokens}${price}.`;
}

/** How many episodes each scanner finds something in. */
function countsTable({ found, episodes }: ScannedRun): Table {
  const names = [...new Set(found.map(({ finding }) => finding.scanner))];
  return {
    id: 'scanners',
    title: `Findings in ${plural(episodes, 'episode')}`,
    columns: textColumns('scanner', 'findings', 'episodes'),
    rows: names.map((name) => {
      const own = found.filter(({ finding }) => finding.scanner === name);
      const within = new Set(own.map(({ key }) => itemName(key, 2)));
      return [name, String(own.length), String(within.size)].map((text) => ({ text }));
    }),
    notes: [],
  };
}

function findingsTable(found: readonly FoundIn[]): Table {
  const repeats = found.some(({ key }) => key.repeat > 0) ? 2 : 1;
  return {
    id: 'findings',
    title: 'What was found',
    columns: textColumns('episode', 'scanner', 'steps', 'finding'),
    rows: found.map(({ key, finding: { scanner, steps, message } }) =>
      [itemName(key, repeats), scanner, stepsText(steps), message].map((text) => ({ text })),
    ),
    notes: [],
  };
}

/** Steps as people count them, from 1: `3–7`, `2, 9`. */
function stepsText(steps: readonly number[]): string {
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return '';
  const isRange = last - first === steps.length - 1 && steps.length > 2;
  return isRange ? `${first + 1}–${last + 1}` : steps.map((step) => step + 1).join(', ');
}
