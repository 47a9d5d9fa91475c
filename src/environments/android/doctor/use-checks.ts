import { DEADLINES } from '../adb/deadlines.js';
import { isInstalled } from '../driver/apps.js';
import { FILE_PREFIX } from '../driver/hierarchy-dumper.js';
import { pressKeys } from '../driver/touch.js';
import { restoreDevice } from '../state/prepare-device.js';
import { getSetting, putSetting } from '../state/undo.js';
import { fault, ok, warning, type CheckContext, type CheckDefinition } from './device-check.js';

const PROBE = { space: 'global', key: 'touchstone_probe', value: '1' } as const;
const MIB = 1024;
const LITTLE_MIB = 500;
const LEAST_MIB = 200;
const CLOCK_OFF_S = 60;

async function said({ device, signal }: CheckContext, line: string): Promise<string> {
  const { stdout } = await device.run(line, DEADLINES.dumpsys, signal);
  return new TextDecoder().decode(stdout).trim();
}

/** Whether the phone can be acted on. What is changed is noted first, and taken back at once. */
export const USE_CHECKS: readonly CheckDefinition[] = [
  {
    check: 'input',
    needs: ['booted', 'screen'],
    look: async ({ device, signal }) => {
      // KEYCODE_UNKNOWN does nothing, and takes the same permission as a touch.
      await pressKeys(device, [0], signal);
      return ok('allowed');
    },
  },
  {
    check: 'settings',
    needs: ['booted'],
    changes: true,
    look: async ({ device, journal, signal }) => {
      journal.note({ type: 'setting', ...PROBE, value: await getSetting(device, PROBE, signal) });
      await putSetting(device, PROBE, signal);
      const left = await restoreDevice(device, journal, signal);
      return left.length === 0
        ? ok('can be written and restored')
        : fault(
            `not restored: ${left.map(({ what }) => what).join('; ')}`,
            `Run: adb shell settings delete global ${PROBE.key}`,
          );
    },
  },
  {
    check: 'apps',
    needs: ['booted'],
    look: async ({ device, packages, signal }) => {
      const missing: string[] = [];
      for (const name of packages) if (!(await isInstalled(device, name, signal))) missing.push(name);
      if (missing.length > 0)
        return fault(`not installed: ${missing.join(', ')}`, 'Install them: adb install FILE.apk');
      return ok(packages.length === 0 ? 'none asked for (--package)' : packages.join(', '));
    },
  },
  {
    check: 'storage',
    needs: ['round trip'],
    look: async (context) => {
      const [header = '', row = ''] = (await said(context, 'df -k /data 2>/dev/null')).split('\n');
      const column = header.split(/\s+/).findIndex((name) => /^avail/i.test(name));
      const free = Math.floor(Number(row.split(/\s+/)[column] ?? Number.NaN) / MIB);
      if (Number.isNaN(free))
        return warning('nobody knows how much is free', 'Look at the storage settings.');
      const found = `${free} MiB free`;
      if (free < LEAST_MIB) return fault(found, 'Remove apps or files.');
      return free < LITTLE_MIB ? warning(found, 'Remove apps or files.') : ok(found);
    },
  },
  {
    check: 'battery',
    needs: ['round trip'],
    look: async (context) => {
      const text = await said(context, 'dumpsys battery');
      const level = Number(/level: (\d+)/.exec(text)?.[1] ?? Number.NaN);
      const degrees = Number(/temperature: (\d+)/.exec(text)?.[1] ?? 0) / 10;
      const isCharging = /(?:AC|USB|Wireless|Dock) powered: true/.test(text);
      const found = `${Number.isNaN(level) ? '?' : level} %, ${isCharging ? 'charging' : 'not charging'}, ${degrees} °C`;
      if (level < 20 && !isCharging) return fault(found, 'Charge the phone.');
      return degrees > 45 ? warning(found, 'Let the phone cool down.') : ok(found);
    },
  },
  {
    check: 'other automation',
    needs: ['round trip'],
    look: async (context) => {
      const found = await said(context, "ps -A | grep -E 'io[.]appium|atx-agent|uiautomator'");
      if (found === '') return ok('none');
      const names = found.split('\n').map((line) => line.trim().split(/\s+/).at(-1) ?? '');
      return warning(
        [...new Set(names)].join(', '),
        'Stop it: two automations on one phone make each other fail.',
      );
    },
  },
  {
    check: 'clock',
    needs: ['round trip'],
    look: async (context) => {
      const [seconds = '', zone = ''] = (await said(context, 'date +%s; getprop persist.sys.timezone')).split(
        '\n',
      );
      const off = Math.round(Math.abs(Number(seconds) - context.nowSeconds()));
      const found = `${Number.isNaN(off) ? '?' : off} s off, ${zone === '' ? 'zone unknown' : zone}`;
      return off > CLOCK_OFF_S ? warning(found, 'Set the clock of the phone by the network.') : ok(found);
    },
  },
];

/** What an earlier run left, and what could not be taken back: looked at last. */
export const LEFTOVERS: CheckDefinition = {
  check: 'leftovers',
  needs: ['round trip'],
  look: async (context) => {
    const files = await said(context, `ls -d ${FILE_PREFIX}* 2>/dev/null`);
    const { pending } = context.journal;
    if (pending.length > 0)
      return warning(
        `${pending.length} changes of an earlier run`,
        'The next run on the phone takes them back.',
      );
    return files === ''
      ? ok('none')
      : warning('files of an earlier run', 'The next run on the phone removes them.');
  },
};
