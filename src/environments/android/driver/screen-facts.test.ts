import { describe, expect, it } from 'vitest';
import { scriptedDevice } from '../../../testing/phones/scripted-device.js';
import { readFocus } from './screen-facts.js';

const { signal } = new AbortController();

describe('readFocus', () => {
  it('asks two sources three times within a second, then says that nobody knows', async () => {
    const { device, lines, now } = scriptedDevice(() => '');
    expect(await readFocus(device, signal)).toBeNull();
    expect([lines.length, now()]).toEqual([6, 1000]);
  });

  it('takes the second source at once where the first says nothing', async () => {
    const { device, now } = scriptedDevice((line) =>
      line.includes('activities') ? ' topResumedActivity=ActivityRecord{1 u0 org.a/.Main t1}' : '',
    );
    expect(await readFocus(device, signal)).toMatchObject({ package: 'org.a' });
    expect(now()).toBe(0);
  });
});
