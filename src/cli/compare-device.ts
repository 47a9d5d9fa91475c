import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { compareWithDevice } from '../app/compare/compare-with-device.js';
import { indexComparedRun, unfinishedNote } from '../app/compare/index-compared-run.js';
import { findRun } from '../app/results/find-run.js';
import { runNames } from '../app/results/run-names.js';
import type { Settings } from '../app/settings/setting.js';
import { UserError } from '../errors.js';
import type { CompareDocument } from '../formats/results/compare-document.js';
import { runRates } from '../report/summary/run-rates.js';
import type { CommandContext } from './command-context.js';
import { printTables } from './output/print-tables.js';

/** Flags that mean something between runs alone. */
const BETWEEN_RUNS = ['metric', 'against', 'margin', 'target', 'changed'] as const;

/**
 * `touchstone compare RUN --device FILE`: one run next to what became of its tasks on a real device.
 *
 * @throws {UserError} for more than one run, and for flags that would change nothing
 */
export async function compareDevice(
  names: readonly string[],
  device: string,
  {
    values,
    command,
    isJson,
  }: { readonly values: Settings; readonly command: Command; readonly isJson: boolean },
  context: CommandContext,
): Promise<void> {
  const { workingDirectory, interrupted: signal, stderr } = context;
  const [name, ...others] = names;
  if (name === undefined || others.length > 0) {
    throw new UserError('--device is for one run at a time', { hint: 'Name one run, then --device FILE.' });
  }
  const idle = BETWEEN_RUNS.find((flag) => command.getOptionValueSource(flag) === 'cli');
  if (idle !== undefined) {
    throw new UserError(
      `--${idle} says nothing of a run and a device, whose successes are compared task by task`,
      {
        hint: `Leave --${idle} out.`,
      },
    );
  }
  const runsFolder = resolve(workingDirectory, values.runs);
  const index = await indexComparedRun(findRun(name, runsFolder, workingDirectory), { signal });
  const { run, identity, identityHash, planned } = index.start;
  const mode = values.mode ?? identity.mode;
  const label = runNames([index])[0] ?? run;
  const note = unfinishedNote(index, label, workingDirectory);
  if (note !== null) stderr.write(`note: ${note}\n`);
  const compared = await compareWithDevice(index, {
    name: label,
    device: devicePath(device, runsFolder, workingDirectory),
    mode,
    dataDirectory: values.data === null ? null : resolve(workingDirectory, values.data),
    signal,
  });
  const { directory, status, items } = index;
  const document = {
    formatVersion: 1,
    metric: 'success',
    mode,
    runs: [
      {
        name: label,
        run,
        directory,
        status,
        planned,
        finished: items.size,
        identityHash,
        identity,
        rates: runRates(compared.rows),
      },
    ],
    comparisons: [],
    others: [],
    device: { ...compared.device, source: relative(workingDirectory, compared.device.source) },
    problems: [],
    tables: compared.tables,
  } satisfies CompareDocument;
  printTables(compared.tables, { json: isJson, context, extra: document });
}

/** @throws {UserError} when there is neither such a file nor such a run */
function devicePath(device: string, runsFolder: string, workingDirectory: string): string {
  if (!/\.(?:csv|jsonl?)$/i.test(device)) return findRun(device, runsFolder, workingDirectory);
  const file = resolve(workingDirectory, device);
  if (existsSync(file)) return file;
  throw new UserError(`there is no file "${device}"`, { hint: `Looked for ${file}.` });
}
