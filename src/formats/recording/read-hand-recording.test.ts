import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readHandRecording } from './read-hand-recording.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recording-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = '2030-01-01T00:00:00.000Z';
const HEADER = {
  format: 'touchstone-recording',
  formatVersion: 1,
  touchstone: '0',
  startedAt: at,
  environment: { kind: 'chromium' },
  task: null,
  language: 'en',
  instruction: 'first words',
  masks: [],
};
const screen = (id: string) => ({
  at,
  kind: 'screen',
  screen: id,
  size: { width: 1, height: 1 },
  activity: null,
  state: null,
  picture: 'a'.repeat(64),
  hierarchy: null,
});
const step = (id: string) => ({ at, kind: 'step', screen: id, action: { type: 'wait' }, rule: 'wait' });
const after = (id: string) => ({ at, kind: 'after', screen: id });

function write(...lines: readonly unknown[]): void {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  writeFileSync(join(folder, 'recording.jsonl'), `${text}\n`);
}

describe('readHandRecording', () => {
  it('folds events: the last instruction, the screen after each step, what was marked and not taken back', async () => {
    const milestone = {
      id: 'm1',
      subTarget: 'x',
      step: 1,
      screen: 'b',
      box: null,
      text: '',
      state: [],
      group: null,
    };
    write(
      HEADER,
      screen('a'),
      screen('b'),
      step('a'),
      after('b'),
      { at, kind: 'milestone', milestone },
      { at, kind: 'milestone', milestone: { ...milestone, id: 'm2' } },
      { at, kind: 'milestone-removed', id: 'm1' },
      { at, kind: 'instruction', instruction: 'last words' },
      step('b'),
    );
    const recording = await readHandRecording(folder);
    expect(recording.instruction).toBe('last words');
    expect(recording.afters).toEqual(['b', null]);
    expect(recording.lastScreen).toBeNull();
    expect(recording.milestones.map(({ id }) => id)).toEqual(['m2']);
    expect(recording.end).toBeNull();
  });

  it('passes over kinds that a later version adds', async () => {
    write(HEADER, { at, kind: 'something-new', x: 1 }, screen('a'));
    expect([...(await readHandRecording(folder)).screens.keys()]).toEqual(['a']);
  });

  it.each([
    ['NOT_A_RECORDING', []],
    ['NOT_A_RECORDING', [{ ...HEADER, format: 'touchstone-phone' }]],
    ['RECORDING_VERSION', [{ ...HEADER, formatVersion: 2 }]],
    ['RECORDING_DAMAGED', [HEADER, 'no json']],
    ['RECORDING_DAMAGED', [HEADER, screen('a'), step('gone')]],
    ['RECORDING_DAMAGED', [HEADER, screen('a'), after('gone')]],
    ['RECORDING_DAMAGED', [HEADER, { ...screen('a'), picture: '../x' }]],
    ['RECORDING_DAMAGED', [HEADER, { ...screen('a'), size: { width: 0, height: 1 } }]],
  ])('%s for %j', async (code, lines) => {
    write(...lines);
    await expect(readHandRecording(folder)).rejects.toMatchObject({ code });
  });

  it('says so where there is no recording', async () => {
    await expect(readHandRecording(folder)).rejects.toMatchObject({ code: 'NOT_A_RECORDING' });
  });
});
