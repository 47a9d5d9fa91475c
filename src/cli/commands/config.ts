import type { Command } from 'commander';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { showSetting } from '../output/show-setting.js';
import { printTables } from '../output/print-tables.js';
import { SETTINGS, environmentName, type SettingKey } from '../../app/settings/setting.js';
import { introduce } from '../introduce.js';
import { textColumns } from '../../metrics/tables/columns.js';

/** `touchstone config`: every setting, its value, and where the value came from. */
export function addConfigCommand(program: Command, context: CommandContext): void {
  const keys = Object.keys(SETTINGS) as SettingKey[];
  addSettings(
    introduce(
      program.command('config'),
      'Print every setting with its value and where the value came from.',
      ['touchstone config', 'touchstone config --config nightly.config.ts --json'],
    ),
    keys,
  )
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action(async (options: Record<string, unknown>) => {
      const { values, origins } = await loadSettings(options, context);
      const json = options['json'] === true;
      if (json) {
        const document = Object.fromEntries(
          keys.map((key) => [key, { value: values[key], origin: origins[key] }]),
        );
        context.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
        return;
      }
      printTables(
        [
          {
            id: 'config',
            title: 'Settings',
            columns: textColumns('setting', 'value', 'from', 'variable'),
            rows: keys.map((key) => [
              { text: key },
              { text: showSetting(values[key]) || '—' },
              { text: origins[key] },
              { text: environmentName(key) },
            ]),
            notes: [],
          },
        ],
        { json, context },
      );
    });
}
