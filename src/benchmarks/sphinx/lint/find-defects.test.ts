import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  endsOn,
  temporaryFolder,
  writeFiles,
  writeSphinxData,
} from '../../../../test/fixtures/sphinx-data.js';
import { hierarchyXml } from '../../../testing/hierarchy-xml.js';
import { findSphinxDefects } from './find-defects.js';

async function defectsOf(folder: string): Promise<string[]> {
  const found: string[] = [];
  const options = { dataDirectory: folder, split: 'present', signal: new AbortController().signal } as const;
  for await (const { item, kind } of findSphinxDefects(options)) found.push(`${item} ${kind}`);
  return found;
}

describe('findSphinxDefects', () => {
  it('names each kind of defect', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    const twice = { type: 'rule', order: 'sequential', evaluators: [endsOn('Next'), endsOn('Next')] };
    await writeFiles(join(data.path, 'groundtruth'), {
      '1/notes/0.xml': hierarchyXml([]),
      '1/notes/evaluator.json': [twice],
      '1/notes/skills.json': [{ name: 'all', length: 2, start_index: 0, end_index: 0 }],
      '2/notes/skills.json': '[',
    });
    expect(await defectsOf(data.path)).toEqual([
      '1/clock fails-own-rules',
      '1/clock element-not-on-screen',
      '1/clock other-package',
      '1/notes repeated-rule',
      '1/notes empty-screen',
      '1/notes element-not-on-screen',
      '1/notes element-not-on-screen',
      '1/notes skills',
      '1/notes skills',
      '2/notes unreadable',
      '9/spare element-not-on-screen',
      '9/spare unknown-app',
    ]);
  });
});
