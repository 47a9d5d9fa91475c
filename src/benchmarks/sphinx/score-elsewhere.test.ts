import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles, writeSphinxData } from '../../../test/fixtures/sphinx-data.js';
import type { ElsewhereRequest } from '../elsewhere-scorer.js';
import { scoreSphinxElsewhere } from './score-elsewhere.js';

function request(dataDirectory: string, changes: Partial<ElsewhereRequest> = {}): ElsewhereRequest {
  return {
    path: null,
    dataDirectory,
    mode: null,
    split: null,
    level: null,
    label: null,
    published: false,
    evaluator: null,
    appClasses: null,
    listsItems: false,
    answerReader: async () => null,
    signal: new AbortController().signal,
    ...changes,
  };
}

describe('scoreSphinxElsewhere', () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    ['an empty folder', { 'runs/readme.txt': 'x' }, /runs: nothing here is a run of a pair/],
    ['a folder of broken runs', { 'runs/1/notes/actions.json': '[{' }, /runs: none of the runs can be read/],
    ['a file about other tasks', { runs: '{"item": "7/maps", "steps": []}' }, /nothing here is a run/],
    ['an empty file', { runs: '' }, /nothing here is a run/],
    ['runs of tasks that the data lack', { 'runs/2/clock/actions.json': [] }, /nothing here is a run/],
  ])('refuses %s, which would be 0 %%', async (_, files, message) => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    await writeFiles(data.path, files);
    const scored = scoreSphinxElsewhere(request(data.path, { path: join(data.path, 'runs') }));
    await expect(scored).rejects.toThrow(message);
  });
});
