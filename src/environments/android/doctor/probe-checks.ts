import { DEADLINES } from '../adb/deadlines.js';
import { currentKeyboard, hasKeyboard, selectKeyboard, until } from '../driver/adb-keyboard.js';
import { grantPermission, openApp } from '../driver/apps.js';
import { readDisplayFacts, readFocus } from '../driver/screen-facts.js';
import { swipe } from '../driver/touch.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import { restoreDevice } from '../state/prepare-device.js';
import { getSetting, putSetting } from '../state/undo.js';
import { fault, ok, warning, type CheckContext, type CheckDefinition } from './device-check.js';
import { PROBE_TEXT, probeTyping } from './probe-typing.js';

const SHADE_WITHIN_MS = 2000;
const ROTATION = { space: 'system', key: 'accelerometer_rotation', value: '0' } as const;
/** Every app may have it without asking, so granting it changes nothing; being refused takes the same way as any other. */
const NO_RUNTIME_PERMISSION = 'android.permission.INTERNET';
/** A package that is nowhere: clearing its data does nothing, where clearing data is not forbidden as such. */
const NO_PACKAGE = 'org.touchstone.absent';

/** Whether touches, typed text, apps and permissions do what they should. What is changed is noted first, and taken back. */
export const PROBE_CHECKS: readonly CheckDefinition[] = [
  { check: 'touch', needs: ['input', 'focus'], changes: true, look: touch },
  { check: 'keyboard', needs: ['settings'], changes: true, look: keyboard },
  { check: 'rotation', needs: ['settings'], changes: true, look: rotation },
  { check: 'permissions', needs: ['apps'], look: permissions },
  { check: 'launch', needs: ['apps', 'focus'], changes: true, look: launch },
];

/** Draws the notification shade down with a finger, and sees it in the focus. */
async function touch({ device, journal, signal }: CheckContext) {
  const { size } = await readDisplayFacts(device, signal);
  const isOpen = async (): Promise<boolean> => (await readFocus(device, signal))?.blocking === 'system-ui';
  if (await isOpen()) return warning('the shade is open already', 'Close it, and look again.');
  journal.note({ type: 'shade' });
  const x = Math.floor(size.width / 4);
  const way = { durationMs: 300 };
  await swipe(device, [x, 1], [x, Math.floor(size.height * 0.7)], way, signal);
  if (!(await until(device, isOpen, SHADE_WITHIN_MS, signal))) {
    await device.run('cmd statusbar expand-notifications', DEADLINES.read, signal);
    if (!(await until(device, isOpen, SHADE_WITHIN_MS, signal))) {
      return warning(
        'nobody knows: the shade does not show in the focus',
        'Watch the phone during a run: do taps arrive?',
      );
    }
    return fault(
      'touches do not arrive: the shade opens by command, not by a finger',
      'Allow input by adb: developer options, "USB debugging (Security settings)"; then restart the phone.',
    );
  }
  await restoreDevice(device, journal, signal);
  const isClosed = async (): Promise<boolean> => !(await isOpen());
  return (await until(device, isClosed, SHADE_WITHIN_MS, signal))
    ? ok('a swipe opens the shade')
    : warning('a swipe opens the shade, and it stays open', 'Close it by hand.');
}

/** Selects the keyboard for adb, types through it, and selects the one before it again. */
async function keyboard(context: CheckContext) {
  const { device, journal, keyboard: id, signal } = context;
  if (!(await hasKeyboard(device, id, signal))) {
    return warning(
      `${id} is not installed: text beyond ASCII cannot be typed`,
      'Get an ADBKeyboard from its own project, and install it yourself: adb install ADBKeyboard.apk',
    );
  }
  const before = await currentKeyboard(device, signal);
  if (before !== null && before !== id) journal.note({ type: 'keyboard', id: before });
  await selectKeyboard(device, id, signal);
  const typed = await probeTyping(context);
  const left = await restoreDevice(device, journal, signal);
  if (left.length > 0) {
    const undo = `Run: adb shell ime set ${before ?? 'ID'}`;
    return fault(`not restored: ${left.map(({ what }) => what).join('; ')}`, undo);
  }
  if (typed === 'arrived') return ok(`${id} types ${PROBE_TEXT}`);
  if (typed === 'no field') {
    const cure = 'Open an app with a field, and type with it in a run.';
    return warning(`${id} can be selected; no field was found to type into`, cure);
  }
  const cure =
    'Update the keyboard (builds before April 2026 listen only once a field had the focus), or restart the phone.';
  return fault(`${id} can be selected, and ${PROBE_TEXT} did not arrive`, cure);
}

/** Whether the screen can be kept from turning. */
async function rotation({ device, journal, signal }: CheckContext) {
  const value = await getSetting(device, ROTATION, signal);
  if (value === ROTATION.value) return ok('locked');
  try {
    journal.note({ type: 'setting', space: ROTATION.space, key: ROTATION.key, value });
    await putSetting(device, ROTATION, signal);
  } catch (error) {
    if (!(error instanceof DeviceFaultError)) throw error;
    return warning('cannot be locked', 'Turn auto-rotate off on the phone, and keep it upright.');
  }
  const left = await restoreDevice(device, journal, signal);
  const undo = `Run: adb shell settings put system ${ROTATION.key} ${value ?? '1'}`;
  return left.length === 0 ? ok('can be locked and restored') : fault('not restored', undo);
}

/** Whether permissions may be granted and data removed; without doing either. */
async function permissions({ device, packages, signal }: CheckContext) {
  const [name] = packages;
  if (name === undefined) return ok('none asked for (--package)');
  const refused: string[] = [];
  const cures: string[] = [];
  const refuses = (what: string, cure: string): void => {
    refused.push(what);
    cures.push(cure);
  };
  try {
    await grantPermission(device, name, NO_RUNTIME_PERMISSION, signal);
  } catch (error) {
    if (!(error instanceof DeviceFaultError) || error.faultClass !== 'grant-denied') throw error;
    refuses('granting permissions (grant)', error.hint ?? '');
  }
  const cleared = await device.ask('app', `pm clear ${NO_PACKAGE}`, DEADLINES.clear, signal);
  // That there is no such package is said as a plain failure.
  if (cleared.error === 'clear-denied' && !/^failed$/i.test(cleared.said.trim())) {
    const { hint } = new DeviceFaultError('clear-denied', { serial: device.serial, operation: 'pm clear' });
    refuses('removing data (clear)', hint ?? '');
  }
  if (refused.length === 0) return ok('grants and removal of data are not refused');
  return warning(`refused: ${refused.join(', ')}`, [...new Set(cures)].join(' '));
}

/** Opens each app, and reads its version. */
async function launch({ device, journal, packages, signal }: CheckContext) {
  if (packages.length === 0) return ok('none asked for (--package)');
  const found: string[] = [];
  const broken: string[] = [];
  journal.note({ type: 'home' });
  for (const name of packages) {
    journal.note({ type: 'stop-app', package: name });
    const line = `dumpsys package ${name} | grep -m 1 versionName=`;
    const { stdout } = await device.run(line, DEADLINES.dumpsys, signal);
    const [, version = 'unknown'] = /versionName=(\S{1,100})/.exec(new TextDecoder().decode(stdout)) ?? [];
    found.push(`${name} ${version}`);
    const isInFront = await openApp(device, name, null, signal).catch((error: unknown) => {
      if (error instanceof DeviceFaultError) return false;
      throw error;
    });
    if (!isInFront) broken.push(name);
  }
  await restoreDevice(device, journal, signal);
  if (broken.length === 0) return ok(found.join(', '));
  const cure = 'Open it on the phone by hand: does it ask for something first?';
  return fault(`does not come to the front: ${broken.join(', ')} (${found.join(', ')})`, cure);
}
