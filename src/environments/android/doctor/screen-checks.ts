import sharp from 'sharp';
import { DEADLINES } from '../adb/deadlines.js';
import { HierarchyDumper } from '../driver/hierarchy-dumper.js';
import { readDisplayFacts, readFocus, readScreenStateOf } from '../driver/screen-facts.js';
import { takeScreenshot } from '../driver/take-screenshot.js';
import { whatIsMissing } from '../driver/boot-wait.js';
import { fault, ok, warning, type CheckDefinition } from './device-check.js';

const SLOW_MS = 150;
const SLOW_WIFI_MS = 300;
const ROUNDS = 10;
/** Levels within which a picture is of one colour. */
const ONE_COLOUR = 3;

/** Whether the phone answers, has booted, and shows something. Nothing is changed. */
export const SCREEN_CHECKS: readonly CheckDefinition[] = [
  {
    check: 'round trip',
    needs: [],
    look: async ({ device, signal }) => {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const from = device.clock.now();
        await device.run('echo touchstone', DEADLINES.read, signal);
        times.push(device.clock.now() - from);
      }
      const median = Math.round(times.toSorted((a, b) => a - b)[ROUNDS / 2] ?? 0);
      const limit = device.serial.includes(':') ? SLOW_WIFI_MS : SLOW_MS;
      const found = `${median} ms (median of ${ROUNDS})`;
      return median > limit ? warning(found, 'Use a USB cable, or a faster one.') : ok(found);
    },
  },
  {
    check: 'booted',
    needs: ['round trip'],
    look: async ({ device, signal }) => {
      const missing = await whatIsMissing(device, signal);
      return missing === null
        ? ok('booted, services answer')
        : fault(missing, 'Wait until the phone has booted.');
    },
  },
  {
    check: 'system',
    needs: ['round trip'],
    look: async ({ device, identity, signal }) => {
      const { stdout } = await device.run('am get-current-user', DEADLINES.read, signal);
      const user = new TextDecoder().decode(stdout).trim();
      const found = `${identity.manufacturer} ${identity.model}, Android ${identity.release} (API ${identity.sdk ?? '?'}), user ${/^\d+$/.test(user) ? user : 'unknown'}`;
      return /^[1-9]\d*$/.test(user) ? warning(found, 'Switch to the first user of the phone.') : ok(found);
    },
  },
  {
    check: 'screen',
    needs: ['booted'],
    look: async ({ device, signal }) => {
      const { isInteractive, isLocked, isSecure } = await readScreenStateOf(device, signal);
      if (isLocked === true && isSecure === true) {
        return fault('locked, with a secret', 'Unlock the phone, and set its screen lock to none or swipe.');
      }
      if (isInteractive === false) return warning('off', 'A run wakes it; plug it in so that it stays on.');
      return isLocked === true ? warning('locked by a swipe', 'A run unlocks it.') : ok('on, unlocked');
    },
  },
  {
    check: 'picture',
    needs: ['booted', 'screen'],
    look: async ({ device, signal }) => {
      const from = device.clock.now();
      const { png, size } = await takeScreenshot(device, signal);
      const found = `${size.width}x${size.height}, ${Math.round(device.clock.now() - from)} ms`;
      const display = (await readDisplayFacts(device, signal)).size;
      if (size.width !== display.width || size.height !== display.height) {
        return warning(
          `${found}; the display is ${display.width}x${display.height}`,
          'Fold or unfold the phone, and look again.',
        );
      }
      const { channels } = await sharp(png).removeAlpha().stats();
      const isEmpty = channels.every(({ min, max }) => max - min <= ONE_COLOUR);
      return isEmpty
        ? warning(`${found}, of one colour`, 'Show the home screen: apps may forbid pictures of themselves.')
        : ok(found);
    },
  },
  {
    check: 'hierarchy',
    needs: ['booted', 'screen'],
    look: async ({ device, signal }) => {
      const from = device.clock.now();
      const dumped = await new HierarchyDumper(device).dump('doctor', signal);
      const ms = Math.round(device.clock.now() - from);
      if (dumped.type === 'hierarchy') return ok(`${dumped.nodes} nodes, ${ms} ms`);
      const cure = 'Show the home screen and stop other automation; agents that need it see pictures alone.';
      return warning(`none [${dumped.fault.error}], ${ms} ms`, cure);
    },
  },
  {
    check: 'focus',
    needs: ['booted', 'screen'],
    look: async ({ device, signal }) => {
      const focus = await readFocus(device, signal);
      if (focus === null)
        return warning('nothing says which app is in front', 'Open an app, and look again.');
      if (focus.blocking === 'anr' || focus.blocking === 'crash') {
        return fault(`a dialog of ${focus.package ?? 'an app'} that has failed`, 'Close the dialog.');
      }
      return ok(focus.package ?? focus.key);
    },
  },
];
