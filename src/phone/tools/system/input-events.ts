import { displaySize } from '../../screens/display-size.js';
import { Complaint } from '../../shell/answer.js';
import { readOptions } from '../../shell/programs/read-options.js';
import { waitUntilGone } from '../wait-until-gone.js';
import type { AndroidProgram } from './android-system.js';

/** The input devices of a phone; clients of adb may read them and not write to them. */
const DEVICES = { '/dev/input/event0': 'gpio-keys', '/dev/input/event1': 'touchscreen' } as const;

/** `sendevent DEVICE TYPE CODE VALUE`: refused, as production phones refuse it. Source: toybox `sendevent`. */
export const sendevent: AndroidProgram = ([device, ...values]) => {
  if (device === undefined || values.length !== 3)
    throw new Complaint('Needs 4 arguments (see "sendevent --help")');
  throw new Complaint(
    `${device.slice(0, 80)}: ${Object.hasOwn(DEVICES, device) ? 'Permission denied' : 'No such file or directory'}`,
  );
};

/** Exit status of a program that a signal ended. */
const ENDED = 130;

/** Codes of the events that a device gives, by their types. Source: Linux `input-event-codes.h`. */
const KEYS = { '/dev/input/event0': [0x72, 0x73, 0x74], '/dev/input/event1': [0x14a] } as const;
const NAMES: Readonly<Record<number, string>> = {
  0x72: 'KEY_VOLUMEDOWN',
  0x73: 'KEY_VOLUMEUP',
  0x74: 'KEY_POWER',
  0x14a: 'BTN_TOUCH',
};

/**
 * `getevent [-lp] [DEVICE]`: the input devices, then what they give: nothing, as touches here come from commands. `-p` tells what
 * they can give.
 *
 * Source: AOSP `system/core/toolbox/getevent.c`.
 */
export const getevent: AndroidProgram = async (args, call, { controls }) => {
  const options = readOptions({ words: ['getevent', ...args] }, 'tnsSvd:pilqc:r');
  const [device] = options.arguments;
  const all = Object.entries(DEVICES);
  const shown = all.filter(([path]) => device === undefined || path === device);
  if (shown.length === 0) {
    throw new Complaint(`could not open ${device ?? ''}, No such file or directory`.slice(0, 120));
  }
  for (const [path, name] of device === undefined || options.has('p') ? shown : []) {
    await call.stdout(
      `add device ${all.findIndex(([one]) => one === path) + 1}: ${path}\n  name:     "${name}"\n`,
    );
    if (options.has('p') || options.has('i'))
      await call.stdout(abilities(path, displaySize(controls), options.has('l')));
  }
  if (options.has('p') || options.has('i')) return 0;
  await waitUntilGone(call.signal);
  return ENDED;
};

function abilities(
  path: string,
  { width, height }: { readonly width: number; readonly height: number },
  isNamed: boolean,
): string {
  const hex = (code: number): string => code.toString(16).padStart(4, '0');
  const keys = path === '/dev/input/event0' ? KEYS[path] : KEYS['/dev/input/event1'];
  const keyText = keys.map((code) => (isNamed ? (NAMES[code] ?? '').padEnd(22) : `${hex(code)} `)).join('');
  const lines = ['  events:', `    KEY (0001): ${keyText}`];
  if (path === '/dev/input/event1') {
    const axes = [
      [0x2f, 'ABS_MT_SLOT', 9],
      [0x35, 'ABS_MT_POSITION_X', width - 1],
      [0x36, 'ABS_MT_POSITION_Y', height - 1],
      [0x39, 'ABS_MT_TRACKING_ID', 65_535],
    ] as const;
    for (const [index, [code, name, most]] of axes.entries()) {
      const label = isNamed ? name.padEnd(21) : hex(code);
      const start = index === 0 ? '    ABS (0003): ' : ' '.repeat(16);
      lines.push(`${start}${label} : value 0, min 0, max ${most}, fuzz 0, flat 0, resolution 0`);
    }
  }
  const property = path === '/dev/input/event1' ? 'INPUT_PROP_DIRECT' : '<none>';
  return `${[...lines, '  input props:', `    ${property}`].join('\n')}\n`;
}
