import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { openAnnotations } from './annotated-source.js';

const { signal } = new AbortController();
const HEADER = {
  format: 'touchstone-annotations',
  formatVersion: 1,
  sources: ['pocket'],
  settings: {
    data: null,
    split: null,
    mode: null,
    benchmarkOptions: {},
    language: null,
    limit: 1,
    sample: null,
    seed: 1,
    maxSteps: null,
    runs: '../runs',
  },
  choice: {
    attempts: { outcome: 'passed', formatErrors: 'leave-out', repeats: 'all' },
    part: null,
    walker: 'oracle',
    walks: 1,
  },
};

async function opened(header: object) {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'annotations.jsonl'), `${JSON.stringify(header)}\n`);
  return await openAnnotations(folder.path, { signal });
}

describe('a folder of annotations from anybody', () => {
  it('is opened where it names what is recorded', async () => {
    expect((await opened(HEADER)).header).toEqual(HEADER);
  });

  it.each([
    ['a module as its source', { ...HEADER, sources: ['pocket', './evil.mjs'] }, /jsonl:1 at sources\[1\]/],
    ['a module with a variant', { ...HEADER, sources: ['/x/evil.ts@all'] }, /module/],
    [
      'plug-ins',
      { ...HEADER, settings: { ...HEADER.settings, plugins: ['./evil.mjs'] } },
      /jsonl:1 at settings/,
    ],
    ['an agent', { ...HEADER, settings: { ...HEADER.settings, agent: './evil.mjs' } }, /jsonl:1 at settings/],
    [
      'an unknown choice',
      { ...HEADER, choice: { ...HEADER.choice, walker: './evil.mjs' } },
      /at choice.walker/,
    ],
  ])('is refused with %s, with file and line', async (_, header, message) => {
    await expect(opened(header)).rejects.toThrow(message);
    await expect(opened(header)).rejects.toMatchObject({ fault: 'dataset' });
  });
});
