import type { Command } from 'commander';
import { listDevices, releaseDevice, type DeviceStatus } from '../../app/devices/list-devices.js';
import { chosenServer, devicesFolder } from '../../app/devices/phone-access.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { textColumns } from '../../metrics/tables/columns.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { printTables } from '../output/print-tables.js';

/** `touchstone devices`: the phones of the adb server, and what each is doing. */
export function addDevicesCommand(program: Command, context: CommandContext): void {
  const command = introduce(
    program.command('devices'),
    'List the phones of the running adb server: model, Android, and whether each can be used.',
    [
      'touchstone devices',
      'touchstone devices --json',
      'touchstone devices release SERIAL  lets a phone out of quarantine',
    ],
  );
  addSettings(command, ['adbPort'])
    .option('--json', 'print one JSON document')
    .action(async (options: Record<string, unknown>) => {
      const { values } = await loadSettings(options, context, ['adbPort']);
      const devices = await listDevices({
        server: chosenServer(values, context.environment),
        folder: devicesFolder(context.environment),
        signal: context.interrupted,
      });
      const json = options['json'] === true;
      if (json) context.stdout.write(`${JSON.stringify({ devices }, null, 2)}\n`);
      else printTables([tableOf(devices)], { json, context });
    });
  introduce(
    command.command('release'),
    'Let a phone out of quarantine without looking at it; a green `touchstone doctor --devices` does too.',
    ['touchstone devices release emulator-5554'],
  )
    .argument('<serial>', 'the phone, as `touchstone devices` names it')
    .action((serial: string) => {
      releaseDevice(serial, devicesFolder(context.environment));
      context.stdout.write(`${serial} is no longer in quarantine.\n`);
    });
}

function tableOf(devices: readonly DeviceStatus[]) {
  return {
    id: 'devices',
    title: 'Phones of the adb server',
    columns: textColumns('serial', 'model', 'Android', 'state'),
    rows: devices.map(({ serial, model, android, says }) =>
      [serial, model ?? '', android ?? '', says].map((text) => ({ text })),
    ),
    notes:
      devices.length === 0
        ? ['There is none: plug in a phone with USB debugging on, or start an emulator.']
        : devices.flatMap(({ serial, cure }) => (cure === null ? [] : [`${serial}: ${cure}`])),
  };
}
