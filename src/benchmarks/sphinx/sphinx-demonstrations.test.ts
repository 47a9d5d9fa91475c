import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  CLICK_NEXT,
  savedRunFiles,
  screenXml,
  temporaryFolder,
  writeFiles,
  writeSphinxData,
} from '../../../test/fixtures/sphinx-data.js';
import { sphinxBenchmark } from './sphinx-benchmark.js';

const CLICK = { action_type: 'CLICK', element: CLICK_NEXT.element };
const STOP = { action_type: 'STOP' };

/** Each demonstration in a few words: whose it is, what it was to do, its steps, whether it did. */
async function demonstrations(data: string, path: string, split: string | null = null): Promise<string[]> {
  const lines: string[] = [];
  const read = sphinxBenchmark.elsewhere?.demonstrations?.({
    path: join(data, path),
    dataDirectory: data,
    mode: null,
    split,
    signal: new AbortController().signal,
  });
  for await (const { key, instruction, trajectory, success } of read ?? []) {
    const actions = trajectory.steps.map(({ action }) => action?.type ?? 'nothing');
    lines.push(`${key.item}#${key.repeat} "${instruction}" ${actions.join(' ')} ${success}`);
  }
  return lines;
}

describe('sphinxDemonstrations', () => {
  it('gives the runs of a folder with their instructions, and leaves out what cannot be read', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    await writeFiles(join(data.path, 'runs'), { '1/clock/actions.json': '[{' });
    await writeFiles(
      join(data.path, 'runs/1/notes'),
      savedRunFiles([CLICK, CLICK, STOP], ['Home', 'List', 'Note']),
    );
    await writeFiles(join(data.path, 'runs/2/notes'), savedRunFiles([CLICK], ['Home', 'List']));
    await writeFiles(join(data.path, 'runs/9/spare'), savedRunFiles([CLICK, STOP], ['Home', 'End']));
    const expected = ['1/notes#0 "task 1" tap tap stop true', '2/notes#0 "task 2" tap stop false'];
    expect(await demonstrations(data.path, 'runs')).toEqual(expected);
    // A recording that no task file names has no instruction.
    expect(await demonstrations(data.path, 'runs', 'present')).toEqual(expected);
    expect(await demonstrations(data.path, 'runs', 'no-login')).toEqual(expected.slice(0, 1));
  });

  it('gives the attempts of a file', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    const steps = [
      { hierarchy: 'a.xml', action: { type: 'tap', target: { type: 'element', element: 0 } } },
      { hierarchy: 'b.xml', action: null },
    ];
    const lines = [
      { item: '1/notes', steps },
      { item: '1/notes', repeat: 1, steps: steps.slice(0, 1) },
    ];
    await writeFiles(data.path, {
      'own.jsonl': lines.map((line) => JSON.stringify(line)).join('\n'),
      'a.xml': screenXml('Home'),
      'b.xml': screenXml('Note'),
    });
    expect(await demonstrations(data.path, 'own.jsonl')).toEqual([
      '1/notes#0 "task 1" tap nothing true',
      '1/notes#1 "task 1" tap false',
    ]);
  });

  it('says that there is nothing to learn from', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    await writeFiles(data.path, { 'empty/readme.txt': 'x', 'broken/1/notes/actions.json': '[{' });
    await expect(demonstrations(data.path, 'empty')).rejects.toThrow(/empty: nothing here is a run/);
    await expect(demonstrations(data.path, 'broken')).rejects.toMatchObject({
      message: expect.stringContaining('none of the runs can be read') as string,
      hint: expect.stringContaining('1/notes') as string,
    });
    await expect(demonstrations(data.path, 'nowhere')).rejects.toThrow(/does not exist/);
    await expect(demonstrations(data.path, 'empty', 'most')).rejects.toThrow(/no split "most"/);
  });
});
