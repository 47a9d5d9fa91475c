import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../src/testing/run-fake.js';
import { runTouchstone } from './run-touchstone.js';

const DATA = join(process.env['TOUCHSTONE_SHARED'] ?? '../shared', 'vectors/guiodyssey/dataset');
const hasData = existsSync(DATA);
if (!hasData) console.warn(`skipped: GUIOdyssey end to end, no ${DATA}`);

interface Document {
  readonly tables: readonly {
    readonly id: string;
    readonly rows: readonly (readonly { readonly text: string }[])[];
    readonly notes: readonly string[];
  }[];
}

function row(stdout: string, id: string): string[] {
  const { tables } = JSON.parse(stdout) as Document;
  return tables.find((table) => table.id === id)?.rows[0]?.map(({ text }) => text) ?? [];
}

describe.skipIf(!hasData)('GUIOdyssey', () => {
  it.each(['random', 'device'])('the oracle gets every step of the %s split right', async (split) => {
    await using folder = await temporaryFolder({ onDisk: true });
    const run = await runTouchstone([
      'run',
      'guiodyssey',
      '--data',
      DATA,
      '--split',
      split,
      '--level',
      'low',
      '--agent',
      'oracle',
      '--runs',
      folder.path,
      '--json',
    ]);
    expect(run.code).toBe(0);
    expect(row(run.stdout, 'guiodyssey-categories').slice(-2)).toEqual(['100.00', '100.00']);
  });

  it('scores predictions made elsewhere as the authors do, and says what the other mode sees', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const saved = JSON.parse(await readFile(join(DATA, 'runs/high_random_split.json'), 'utf8')) as {
      samples: unknown[];
      result: { AMS: number; SR: number };
    };
    const file = join(folder.path, 'predictions.json');
    await writeFile(file, JSON.stringify(saved.samples));
    const scored = await runTouchstone(['score', 'guiodyssey', '--predictions', file, '--json']);
    expect(scored.code).toBe(0);
    expect(row(scored.stdout, 'guiodyssey-categories').slice(-2).map(Number)).toEqual([
      saved.result.AMS,
      saved.result.SR,
    ]);
    const { differences } = JSON.parse(scored.stdout) as { differences: unknown[] };
    expect(differences).toContainEqual(
      expect.objectContaining({ reference: 'type_correct', corrected: 'type_fail' }),
    );
  });

  it('names file and line of a prediction that is none', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const file = join(folder.path, 'predictions.jsonl');
    await writeFile(file, '{"pred": "COMPLETE"}\n');
    const scored = await runTouchstone(['score', 'guiodyssey', '--predictions', file]);
    expect(scored.code).toBe(3);
    expect(scored.stderr).toMatch(/predictions\.jsonl:1/);
    expect(scored.stderr).toContain('FILE_SCHEMA');
  });

  it('without its data says what to do', async () => {
    const run = await runTouchstone(['run', 'guiodyssey', '--data', '/no/such/folder', '--agent', 'oracle']);
    expect(run.code).toBe(3);
    expect(run.stderr).toContain('/no/such/folder');
  });
});
