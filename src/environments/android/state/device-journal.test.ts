import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scriptedDevice } from '../../../testing/phones/scripted-device.js';
import { DeviceJournal } from './device-journal.js';
import { restoreDevice } from './prepare-device.js';

const { signal } = new AbortController();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'device-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SETTING = { type: 'setting', space: 'global', key: 'a_b', value: '1' } as const;
const KEYBOARD = { type: 'keyboard', id: 'org.a/.K' } as const;

describe('DeviceJournal', () => {
  it('gives the latest change first, to the next process too', () => {
    const journal = new DeviceJournal(folder, '10.0.0.9:5555');
    journal.note(SETTING);
    journal.note(KEYBOARD);
    expect(journal.pending).toEqual([KEYBOARD, SETTING]);
    expect(new DeviceJournal(folder, '10.0.0.9:5555').pending).toEqual([KEYBOARD, SETTING]);
    expect(new DeviceJournal(folder, 'another').pending).toEqual([]);
    journal.clear();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('passes over a torn line, and over what is no change', () => {
    const journal = new DeviceJournal(folder, 'x');
    journal.note(SETTING);
    const evil = { type: 'setting', space: 'global', key: 'a; reboot', value: '1' };
    appendFileSync(join(folder, 'x.jsonl'), `${JSON.stringify({ change: 9, undo: evil })}\n{"change":1,"un`);
    expect(new DeviceJournal(folder, 'x').pending).toEqual([SETTING]);
  });

  it('names no file outside of its folder', () => {
    new DeviceJournal(folder, '../../x').note(SETTING);
    expect(readdirSync(folder)).toEqual(['..%2F..%2Fx.jsonl']);
  });
});

describe('restoreDevice', () => {
  it('takes back everything, the latest first, and forgets it', async () => {
    const journal = new DeviceJournal(folder, 'x');
    journal.note(SETTING);
    journal.note(KEYBOARD);
    const { device, lines } = scriptedDevice((line) =>
      line.startsWith('settings get')
        ? '1\n'
        : line.startsWith('ime')
          ? 'Input method org.a/.K selected for user #0'
          : '',
    );
    expect(await restoreDevice(device, journal, signal)).toEqual([]);
    expect(lines.slice(0, 2)).toEqual(["ime set 'org.a/.K'", "settings put global a_b '1'"]);
    expect(journal.pending).toEqual([]);
  });

  it('goes on after a failure, says what is left, and keeps it for the next start', async () => {
    const journal = new DeviceJournal(folder, 'x');
    journal.note({ type: 'home' });
    journal.note(SETTING);
    const { device, lines } = scriptedDevice((line) => (line.startsWith('settings get') ? '0\n' : ''));
    const [failure, ...others] = await restoreDevice(device, journal, signal);
    expect(failure?.what).toContain('a_b is 0');
    expect(failure?.isGone).toBe(false);
    expect(others).toEqual([]);
    expect(lines).toContain('input keyevent 3');
    expect(new DeviceJournal(folder, 'x').pending).toHaveLength(2);
  });
});
