import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import type { ExamItem } from './exam-trajectory.js';
import { readJudgeExam } from './read-judge-exam.js';

const { signal } = new AbortController();
const TAP = { type: 'tap', target: { type: 'point', point: { x: 1, y: 2, space: 'pixel' } } };

async function read(name: string, text: string): Promise<ExamItem[]> {
  await using folder = await temporaryFolder({ onDisk: true });
  const file = join(folder.path, name);
  await writeFile(file, text);
  const items: ExamItem[] = [];
  for await (const item of readJudgeExam(file, { signal })) items.push(item);
  return items;
}

const LINE = {
  id: 't1',
  instruction: 'Open the notes',
  language: 'en',
  apps: ['Notes'],
  label: 'failure',
  labeller: 'Ana',
  steps: [
    { screenshot: 'p/0.jpg', action: TAP, thought: 'the icon' },
    { screenshot: 'p/1.png', hierarchy: 'p/1.xml', action: 'tapped the second note', answer: 'done' },
  ],
  final: { screenshot: 'p/2.png' },
};
const TABLE = [
  'id,instruction,language,apps,label,labeller,screenshot,hierarchy,action,thought,answer',
  `t1,Open the notes,en,Notes,Failure,Ana,p/0.jpg,,"${JSON.stringify(TAP).replaceAll('"', '""')}",the icon,`,
  't1,,,,,,p/1.png,p/1.xml,tapped the second note,,done',
  't1,,,,,,p/2.png,,,,',
  '',
].join('\n');

describe('readJudgeExam', () => {
  it('gives the same task and episode from JSON Lines and from CSV', async () => {
    const [fromLines, fromTable] = [
      await read('exam.jsonl', `${JSON.stringify(LINE)}\n`),
      await read('exam.csv', TABLE),
    ];
    const plain = (items: readonly ExamItem[]): unknown =>
      JSON.parse(JSON.stringify(items.map((item) => ({ ...item, line: 0 }))));
    expect(plain(fromTable)).toEqual(plain(fromLines));
    const [item] = fromLines;
    expect(item).toMatchObject({
      key: { item: 't1', repeat: 0 },
      label: 'failure',
      labeller: 'Ana',
      line: 1,
      task: { id: 't1', instructions: { en: 'Open the notes' }, apps: ['Notes'] },
      episode: { end: { reason: 'agent_stop' } },
    });
    expect(item?.episode.trajectory.steps).toMatchObject([
      { action: TAP, thought: 'the icon', screen: { picture: { mediaType: 'image/jpeg' }, hierarchy: null } },
      { action: { type: 'foreign', native: { text: 'tapped the second note' } }, answer: 'done' },
      { action: null },
    ]);
  });

  it('reads pictures when somebody looks, within its folder', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    await mkdir(join(folder.path, 'p'));
    await writeFile(join(folder.path, 'p/0.jpg'), 'picture');
    const file = join(folder.path, 'exam.jsonl');
    await writeFile(file, `${JSON.stringify(LINE)}\n`);
    for await (const { episode } of readJudgeExam(file, { signal })) {
      const [first, second] = episode.trajectory.steps;
      expect(Buffer.from((await first?.screen.picture?.load({ signal })) ?? []).toString()).toBe('picture');
      await expect(second?.screen.picture?.load({ signal })).rejects.toThrow(/1\.png/);
    }
  });

  it('is content with an instruction and one screen', async () => {
    const [item] = await read(
      'exam.jsonl',
      '{"id":"a","instruction":"x","steps":[],"final":{},"completed":false,"unknown":1}\n',
    );
    expect(item).toMatchObject({
      label: null,
      labeller: null,
      task: { instructions: { und: 'x' } },
      episode: { end: { reason: 'step_budget' } },
    });
  });

  const line = (more: object): string => `${JSON.stringify({ ...LINE, ...more })}\n`;
  it.each([
    ['exam.jsonl', line({}) + line({}), /exam\.jsonl:2: trajectory "t1" is on line 1 already/],
    ['exam.jsonl', line({ label: 'perhaps' }), /exam\.jsonl:1 at label: it must be one of success/],
    ['exam.jsonl', line({ formatVersion: 2 }), /format 2 is newer/],
    [
      'exam.jsonl',
      line({ steps: [{ screenshot: '../a.png', action: 'x' }] }),
      /:1 at steps\[0\]\.screenshot/,
    ],
    ['exam.jsonl', line({ steps: [{ action: { type: 'fly' } }] }), /:1 at steps\[0\]\.action/],
    ['exam.jsonl', line({ steps: [], final: null }), /:1: the trajectory has neither/],
    ['exam.jsonl', '{"id": ', /exam\.jsonl:1/],
    ['exam.jsonl', '[]\n', /exam\.jsonl:1/],
    ['exam.jsonl', '', /holds no trajectory/],
    ['exam.csv', 'id,action\na,x\n', /exam\.csv:1: .*instruction/],
    ['exam.csv', 'id,instruction,action\na,x,tap\nb,y,tap\na,x,tap\n', /exam\.csv:4: .*on line 2 already/],
    ['exam.csv', 'id,instruction,action\na,x,tap\na,z,tap\n', /exam\.csv:3: instruction is not what/],
    ['exam.csv', 'id,instruction,action\na,x,\na,,tap\n', /exam\.csv:2: a step without an action/],
    ['exam.csv', 'id,instruction,action\na,x,{tap\n', /exam\.csv:2: the action begins like JSON/],
    ['exam.csv', 'id,instruction,action,completed\na,x,tap,maybe\n', /exam\.csv:2 at completed/],
  ])('refuses %s %j', async (name, text, message) => {
    await expect(read(name, text)).rejects.toThrow(message);
  });
});
