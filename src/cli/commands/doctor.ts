import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { runDoctorChecks } from '../../app/doctor/doctor-checks.js';
import { checkDevices } from '../../app/doctor/check-devices.js';
import { chosenServer, devicesFolder } from '../../app/devices/phone-access.js';
import type { Settings } from '../../app/settings/setting.js';
import { EXIT } from '../exit-code.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { printTables } from '../output/print-tables.js';
import { introduce } from '../introduce.js';
import { textColumns } from '../../metrics/tables/columns.js';

const MARK = { ok: 'ok', warning: 'look', problem: 'PROBLEM' } as const;

/** `touchstone doctor`: whether this machine can do what a user is about to ask of it. */
export function addDoctorCommand(program: Command, context: CommandContext): void {
  addSettings(
    introduce(
      program.command('doctor'),
      'Check this machine: Node, programs, the runs folder, the model endpoint.',
      [
        'touchstone doctor',
        'touchstone doctor --devices  looks at every phone of the adb server',
        'touchstone doctor --base-url http://localhost:8000/v1  which models it has',
        'touchstone doctor --model NAME --base-url http://localhost:8000/v1  asks it once, as a run does first',
      ],
    ),
    [
      'runs',
      'devices',
      'adbPort',
      'model',
      'provider',
      'api',
      'baseUrl',
      'apiKeyVariable',
      'profile',
      'temperature',
      'topP',
      'topK',
      'modelSeed',
      'maxOutputTokens',
    ],
  )
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .addOption(devicesOption())
    .option('--package <name...>', 'with --devices: packages that have to be installed, and are opened')
    .option('--record <file>', 'with --devices: append every raw answer to a file, a JSON line each')
    .option('--json', 'print one JSON document')
    .action(async (options: Record<string, unknown>) => {
      const { values } = await loadSettings(options, context);
      if (options['phones'] === true) {
        await printDevices(values, options, context);
        return;
      }
      const checks = await runDoctorChecks(values, {
        environment: context.environment,
        workingDirectory: context.workingDirectory,
        runsFolder: resolve(context.workingDirectory, values.runs),
        signal: context.interrupted,
      });
      if (checks.some((check) => check.state === 'problem')) context.setExitCode(EXIT.gateMissed);
      const json = options['json'] === true;
      if (json) {
        context.stdout.write(`${JSON.stringify({ checks }, null, 2)}\n`);
        return;
      }
      printTables(
        [
          {
            id: 'doctor',
            title: 'This machine',
            columns: textColumns('what', 'state', 'found'),
            rows: checks.map((check) => [
              { text: check.name },
              { text: MARK[check.state] },
              { text: check.found },
            ]),
            notes: checks.flatMap((check) =>
              check.advice === undefined ? [] : [`${check.name}: ${check.advice}`],
            ),
          },
        ],
        { json, context },
      );
    });
}

/** `--device` has the plural in the settings. */
function devicesOption(): Option {
  const option = new Option(
    '--devices',
    'look at the phones of the adb server instead; leaves no change on them',
  );
  option.attributeName = () => 'phones';
  return option;
}

const DEVICE_MARK = { ok: 'ok', warning: 'look', fault: 'FAULT', skipped: '-' } as const;

async function printDevices(
  values: Settings,
  options: Record<string, unknown>,
  context: CommandContext,
): Promise<void> {
  const record = options['record'];
  const packages = options['package'];
  const reports = await checkDevices({
    server: chosenServer(values, context.environment),
    folder: devicesFolder(context.environment),
    serials: values.devices,
    packages: Array.isArray(packages) ? packages.map(String) : [],
    record: typeof record === 'string' ? resolve(context.workingDirectory, record) : null,
    signal: context.interrupted,
  });
  const isFaulty = reports.some(({ checks }) => checks.some(({ state }) => state === 'fault'));
  if (isFaulty) context.setExitCode(EXIT.gateMissed);
  const json = options['json'] === true;
  if (json) {
    context.stdout.write(`${JSON.stringify({ devices: reports }, null, 2)}\n`);
    return;
  }
  const tables = reports.map(({ serial, checks, released, durationMs }) => ({
    id: `doctor-${serial}`,
    title: serial,
    columns: textColumns('what', 'state', 'found'),
    rows: checks.map((check) => [
      { text: check.check },
      { text: DEVICE_MARK[check.state] },
      { text: check.found },
    ]),
    notes: [
      ...checks.flatMap(({ check, cure }) => (cure === undefined ? [] : [`${check}: ${cure}`])),
      ...(durationMs === null ? [] : [`It took ${(durationMs / 1000).toFixed(1)} s.`]),
      ...(released ? ['It is no longer in quarantine.'] : []),
    ],
  }));
  printTables(tables, { json, context });
}
