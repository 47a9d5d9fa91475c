import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Label } from '../../domain/scores/label.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { blankLabelLine, labelLine, LABELS_HEADING } from './label-line.js';
import { readLabels, type LabelsFile } from './read-labels.js';

const { signal } = new AbortController();

async function read(text: string, known?: readonly string[]): Promise<LabelsFile> {
  await using folder = await temporaryFolder({ onDisk: true });
  const file = join(folder.path, 'labels.csv');
  await writeFile(file, text);
  return await readLabels(file, {
    signal,
    ...(known === undefined ? {} : { isKnown: ({ item }) => known.includes(item) }),
  });
}

describe('readLabels', () => {
  it('reads what was written, and counts rows that nobody has labelled yet', async () => {
    const labels: Label[] = [
      {
        key: { item: 'notes, "old"', repeat: 2 },
        label: 'unsure',
        labeller: 'Ana',
        pass: 'informed',
        at: '2026-01-02T03:04:05Z',
        note: 'first line,\n"second"',
      },
      { key: { item: 'b', repeat: 0 }, label: 'failure', labeller: 'Bo', pass: 'blind', at: null, note: '' },
    ];
    const text = `\uFEFF${LABELS_HEADING}${labels.map(labelLine).join('')}${blankLabelLine({ item: 'c', repeat: 0 }, 'blind')}`;
    expect(await read(text)).toEqual({ labels, blank: 1 });
  });

  it('takes columns in any order, and a blind first repeat unless said otherwise', async () => {
    expect(await read('Labeller,who cares,ITEM,label\nAna,x,a,Success\n\n')).toMatchObject({
      labels: [{ key: { item: 'a', repeat: 0 }, label: 'success', labeller: 'Ana', pass: 'blind', at: null }],
    });
  });

  it.each([
    ['item,label\na,success\n', /labels\.csv:1: the first row names no column labeller/],
    ['item,item,label,labeller\n', /labels\.csv:1: .*item twice/],
    ['item,label,labeller\na,perhaps,Ana\n', /labels\.csv:2: .*label: it must be one of success, failure/],
    ['item,label,labeller\na,success,\n', /labels\.csv:2: .*labeller/],
    ['item,label,labeller,repeat\na,success,Ana,1.5\n', /labels\.csv:2: .*repeat/],
    ['item,label,labeller,pass\na,success,Ana,both\n', /labels\.csv:2: .*pass/],
    ['item,label,labeller,at\na,success,Ana,yesterday\n', /labels\.csv:2: .*at/],
    [
      'item,label,labeller\na,success,Ana\nb,success,Ana\na,failure,Ana\n',
      /labels\.csv:4: .*on line 2 already/,
    ],
    [
      'item,label,labeller\na,success,Ana\nz,success,Ana\n',
      /labels\.csv:3: .*"z" is not among what was judged/,
    ],
    ['item,label,labeller\na,success,"Ana\n', /labels\.csv:2/],
  ])('refuses %j', async (text, message) => {
    await expect(read(text, ['a', 'b'])).rejects.toThrow(message);
  });

  it('takes one label of each person in each pass', async () => {
    const rows = ['a,success,Ana,blind', 'a,failure,Ana,informed', 'a,success,Bo,blind'];
    expect((await read(`item,label,labeller,pass\n${rows.join('\n')}\n`)).labels).toHaveLength(3);
  });
});
