import type { Command } from 'commander';
import { listDevices, releaseDevice, type DeviceStatus } from '../../app/devices/list-devices.js';
import { listSharedDevices, shareDevices } from '../../app/devices/share-devices.js';
import type { DeviceHolding } from '../../environments/leases/device-leases.js';
import { UserError } from '../../errors.js';
import { chosenLeases, chosenServer, devicesFolder, requireLeases } from '../../app/devices/phone-access.js';
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
      'touchstone devices --leases postgres://bench@db/touchstone  phones that hosts share, and who has each',
    ],
  );
  addSettings(command, ['adbPort'])
    .option('--json', 'print one JSON document')
    .option(
      '--leases <url>',
      'list the phones that hosts share in this database, and who has each (default: TOUCHSTONE_LEASES)',
    )
    .option('--own', 'list those of the adb server, though TOUCHSTONE_LEASES names a database')
    .action(async (options: Record<string, unknown>) => {
      const json = options['json'] === true;
      const isOwn = options['own'] === true;
      if (isOwn && options['leases'] !== undefined) {
        throw new UserError('--own and --leases name different phones', { hint: 'Leave one of them out.' });
      }
      const leases = isOwn ? null : chosenLeases(context.environment, options['leases']);
      if (leases !== null) {
        const shared = await listSharedDevices(leases);
        if (json) context.stdout.write(`${JSON.stringify({ devices: shared }, null, 2)}\n`);
        else printTables([sharedTable(shared, options['leases'] === undefined)], { json, context });
        return;
      }
      const { values } = await loadSettings(options, context, ['adbPort']);
      const devices = await listDevices({
        server: chosenServer(values, context.environment),
        folder: devicesFolder(context.environment),
        signal: context.interrupted,
      });
      if (json) context.stdout.write(`${JSON.stringify({ devices }, null, 2)}\n`);
      else printTables([tableOf(devices)], { json, context });
    });
  addShare(command, context);
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

function addShare(devices: Command, context: CommandContext): void {
  addSettings(
    introduce(
      devices.command('share'),
      'Let runs on other hosts take the phones of this host’s adb server, until it is interrupted.',
      [
        'touchstone devices share --leases postgres://bench@db/touchstone --address lab-1:5037',
        'touchstone devices share --leases postgres://bench@db/touchstone --address lab-1:5037 --once',
      ],
    ),
    ['adbPort'],
  )
    .option(
      '--leases <url>',
      'database that the phones are noted in, postgres://USER@HOST:PORT/DATABASE (default: TOUCHSTONE_LEASES)',
    )
    .requiredOption('--address <host:port>', 'this host’s adb server as the others reach it')
    .option('--once', 'note the phones that are there now, and end')
    .action(async (_: unknown, command: Command) => {
      const options = command.optsWithGlobals<Record<string, unknown>>();
      const { values } = await loadSettings(options, context, ['adbPort']);
      await shareDevices({
        leases: requireLeases(context.environment, options['leases']),
        server: chosenServer(values, context.environment),
        address: String(options['address']),
        isKept: options['once'] !== true,
        onShared: (shared) =>
          void context.stdout.write(
            `shared: ${shared.length === 0 ? 'no phone' : shared.map(({ serial }) => serial).join(', ')}\n`,
          ),
        onTrouble: ({ message }) => void context.stderr.write(`${message}; it is tried again\n`),
        signal: context.interrupted,
      });
    });
}

/** @param isByVariable nobody asked for these in so many words */
function sharedTable(holdings: readonly DeviceHolding[], isByVariable: boolean) {
  const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
  return {
    id: 'devices',
    title: 'Phones that hosts share',
    columns: textColumns('serial', 'model', 'Android', 'server', 'held by', 'left', 'seen'),
    rows: holdings.map(({ device, holder, leftMs, seenMs }) =>
      [
        device.serial,
        device.model,
        device.android,
        device.server,
        holder ?? '',
        leftMs === null ? '' : seconds(leftMs),
        `${seconds(seenMs)} ago`,
      ].map((text) => ({ text })),
    ),
    notes: [
      ...(holdings.length === 0 ? ['There is none: `touchstone devices share` on a host adds its own.'] : []),
      ...(isByVariable
        ? ['TOUCHSTONE_LEASES names their database; `touchstone devices --own` lists those of this host.']
        : []),
    ],
  };
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
