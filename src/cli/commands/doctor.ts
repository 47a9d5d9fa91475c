import { resolve } from 'node:path';
import type { Command } from 'commander';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { runDoctorChecks } from '../../app/doctor/doctor-checks.js';
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
        'touchstone doctor --base-url http://localhost:8000/v1  which models it has',
        'touchstone doctor --model NAME --base-url http://localhost:8000/v1  asks it once, as a run does first',
      ],
    ),
    [
      'runs',
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
    .option('--json', 'print one JSON document')
    .action(async (options: Record<string, unknown>) => {
      const { values } = await loadSettings(options, context);
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
