import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { readDeviceResults } from './read-device-results.js';

const signal = new AbortController().signal;

async function read(name: string, text: string) {
  await using folder = await temporaryFolder({ onDisk: true });
  const file = join(folder.path, name);
  await writeFile(file, text);
  return await readDeviceResults(file, { signal });
}

describe('readDeviceResults', () => {
  it('reads a table whose columns stand in any order, and passes over those that it does not know', async () => {
    const text =
      'Reason,Who, Task ,Same cause,Success\r\n"Tapped ""Buy"",\nnot Share",Li,3,yes,Failed\r\n,,3,,1\r\n,,,,\r\n';
    expect(await read('d.csv', text)).toEqual([
      { task: '3', passed: false, reason: 'Tapped "Buy",\nnot Share', sameCause: true, line: 2 },
      { task: '3', passed: true, reason: '', sameCause: null, line: 4 },
    ]);
  });

  it('reads JSON Lines and arrays', async () => {
    const one = { task: 3, success: false, reason: 'stopped', same_cause: 'no' };
    const two = { task: '打开微信', success: '成功', agent: 'mine' };
    const attempts = [
      { task: '3', passed: false, reason: 'stopped', sameCause: false, line: 1 },
      { task: '打开微信', passed: true, reason: '', sameCause: null, line: 2 },
    ];
    expect(await read('d.jsonl', `${JSON.stringify(one)}\n${JSON.stringify(two)}\n`)).toEqual(attempts);
    expect(await read('d.json', JSON.stringify([one, two]))).toMatchObject([
      { task: '3', passed: false },
      { task: '打开微信', passed: true },
    ]);
  });

  it.each([
    ['d.csv', 'name,outcome\n1,yes\n', /d\.csv:1: the first row names no column task and success/],
    ['d.csv', 'task,outcome\n1,yes\n', /names no column success$/],
    ['d.csv', 'task,success\n1,yes\n2,perhaps\n', /d\.csv:3: .*success: expected yes or no/],
    ['d.csv', 'task,success\n ,yes\n', /task: expected the id of a task/],
    ['d.csv', 'task,success\n1,yes,"open\n', /never closed/],
    ['d.csv', 'task,success\n', /holds no outcome/],
    ['d.csv', '', /holds no outcome/],
    ['d.jsonl', '{"task": 1}\n', /d\.jsonl:1: .*success: expected yes/],
    ['d.jsonl', '{"task": 1, "success": 2}\n', /d\.jsonl:1: .*success: expected yes/],
    ['d.jsonl', '{"task": ', /d\.jsonl/],
  ])('refuses %s %j', async (name, text, message) => {
    await expect(read(name, text)).rejects.toThrow(message);
  });
});
