import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import type { IndexedItem } from '../run-index.js';
import { readGateNote, writeGateNote, type GateNote } from './gate-note.js';

const NOTE: GateNote = {
  formatVersion: 1,
  at: '2026-01-01T10:00:00.000Z',
  met: false,
  checks: [{ gate: 'min-success', met: false, sentence: 'Gate missed: success 0.0 %.' }],
};

describe('the verdict of a gate', () => {
  it('is read back until the run goes on, and nothing is made of a broken one', async () => {
    await using folder = await temporaryFolder();
    const read = (endedAt: string) =>
      readGateNote({ directory: folder.path, items: new Map([['a#0', { endedAt } as IndexedItem]]) });
    expect(await read(NOTE.at)).toBeNull();
    await writeGateNote(folder.path, NOTE);
    expect(await read(NOTE.at)).toEqual(NOTE);
    expect(await read('2026-01-01T10:00:00.001Z')).toBeNull();
    await writeFile(join(folder.path, 'gate.json'), '{"formatVersion":');
    expect(await read(NOTE.at)).toBeNull();
  });
});
