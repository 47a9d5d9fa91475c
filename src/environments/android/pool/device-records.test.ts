import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import type { FaultClass } from '../faults/fault-class.js';
import { DeviceRecords } from './device-records.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'device-records-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Whether the phone is in quarantine after these faults, each in the episode of an item. */
function isOutAfter(...voids: readonly (readonly [FaultClass | 'none', item: string])[]): boolean {
  const records = new DeviceRecords(folder);
  for (const [faultClass, item] of voids) {
    if (faultClass === 'none') records.good('phone');
    else {
      const error = new DeviceFaultError(faultClass, { serial: 's', operation: 'x' });
      records.voided('phone', error, { serial: 's', model: 'm', item });
    }
  }
  return records.of('phone')?.quarantine != null;
}

describe('quarantine', () => {
  it.each<[string, boolean, ...(readonly [FaultClass | 'none', string])[]]>([
    ['comes at once for a phone that its owner has to unlock', true, ['keyguard-showing', 'a']],
    ['never comes from one text that a phone has no keyboard for', false, ['keyboard-not-receiving', 'a']],
    ['does not come from several tries at one item', false, ['device-offline', 'a'], ['device-offline', 'a']],
    ['comes with the second episode in a row', true, ['device-offline', 'a'], ['device-offline', 'b']],
    [
      'does not come where an episode went well between them',
      false,
      ['device-offline', 'a'],
      ['none', 'b'],
      ['device-offline', 'c'],
    ],
    [
      'does not come from apps that forbid pictures',
      false,
      ['screenshot-secure', 'a'],
      ['screenshot-secure', 'b'],
      ['screenshot-secure', 'c'],
    ],
    ['does not come from missing apps', false, ['app-not-installed', 'a'], ['app-not-installed', 'b']],
    [
      'does not come from names that an app does not know',
      false,
      ['activity-not-found', 'a'],
      ['activity-not-found', 'b'],
    ],
    [
      'comes where a task that cannot be done lies between two that the phone voided',
      true,
      ['device-offline', 'a'],
      ['screenshot-secure', 'b'],
      ['device-offline', 'c'],
    ],
    ['does not come with one of each', false, ['screenshot-secure', 'a'], ['device-offline', 'b']],
    ['counts every episode where nobody names them', true, ['device-offline', ''], ['device-offline', '']],
  ])('%s', (_, isOut, ...voids) => {
    expect(isOutAfter(...voids)).toBe(isOut);
  });
});
