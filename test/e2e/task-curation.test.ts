import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseProbenchTasks } from '../../src/benchmarks/probench/tasks/read-tasks.js';
import { chatCompletion, openChatEndpoint, sendJson } from '../../src/testing/models/chat-endpoint.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { runTouchstone } from './run-touchstone.js';

type Line = Record<string, unknown> & { readonly id: string; readonly status: string };

describe('touchstone tasks curate', () => {
  it('makes a validated task list of seeds, a model and a person', async () => {
    await using folder = await temporaryFolder();
    let isAway = false;
    // Reads the seed from the request, as a model would; of the alarm it writes one near-duplicate.
    await using endpoint = await openChatEndpoint(({ body }, response) => {
      const text = JSON.stringify(body);
      const isAlarm = text.indexOf('Set an alarm') < text.indexOf('exist as well');
      if (isAway && !isAlarm) {
        sendJson(response, 400, '{"error":{"message":"no"}}');
        return;
      }
      const tasks = isAlarm
        ? ['Set an alarm for eight', 'Delete the alarm of Sunday mornings']
        : ['Start a timer of five minutes', 'Show which city is ahead of Rome'];
      sendJson(response, 200, chatCompletion(`Here:\n${JSON.stringify(tasks)}`));
    });
    const at = (name: string): string => join(folder.path, name);
    const run = (...args: string[]) => runTouchstone(['tasks', ...args], { cwd: folder.path });
    await writeFile(at('seeds.txt'), 'Set an alarm for seven\nCount the laps of a run\n');
    const curate = ['curate', 'seeds.txt', '--out', 'review.jsonl', '--app', 'clock', '--language', 'en'];
    const model = ['--type', 'state', '--model', 'writer', '--base-url', endpoint.baseUrl];
    const all = [...curate, ...model, '--concurrency', '1'];

    isAway = true;
    expect((await run(...all)).code).not.toBe(0);
    isAway = false;
    await appendFile(at('review.jsonl'), '{"formatVersion":1,"id":"seed-1');
    const second = await run(...all, '--json');
    expect(second.code).toBe(0);
    expect(second.stderr).toContain('was removed');
    expect(JSON.parse(second.stdout)).toMatchObject({
      seeds: { given: 2, before: 1, expanded: 1 },
      added: 3,
      waiting: 5,
    });
    const asked = endpoint.calls.length;
    const third = await run(...all);
    expect(third.stdout).toContain('2 already were');
    expect(endpoint.calls).toHaveLength(asked);

    const lines = (await readFile(at('review.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    expect(lines.map(({ status }) => status)).toEqual([
      'proposed',
      'rejected',
      'proposed',
      'proposed',
      'proposed',
      'proposed',
    ]);
    expect(lines[1]).toMatchObject({ resembles: { id: lines[0]?.id, overlap: 0.8 } });
    const validate = ['validate', 'review.jsonl', '--out', 'tasks.json', '--reviewer', 'Ana'];
    const early = await run(...validate);
    expect(early.code).not.toBe(0);
    expect(early.stderr).toContain('review.jsonl:1');

    const decided = lines.map((line, index) => {
      if (line.status === 'rejected') return line;
      if (index === 2) return { ...line, instruction: 'Delete every alarm on weekends' };
      return { ...line, status: index === 5 ? 'rejected' : 'accepted' };
    });
    await writeFile(at('review.jsonl'), decided.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const done = await run(...validate);
    expect(done.stderr).toContain('4 tasks in tasks.json');
    expect(done.stdout).toMatch(/all +6 +3 +1 +2/);
    expect(JSON.parse(await readFile(at('tasks.history.json'), 'utf8'))).toMatchObject({
      counts: { proposed: 6, accepted: 3, edited: 1, rejected: 2 },
    });
    // What a run with --benchmark-option tasks=FILE reads.
    const file = { file: 'tasks.json', text: await readFile(at('tasks.json'), 'utf8') };
    const { tasks } = parseProbenchTasks([file], 'all');
    expect(tasks).toHaveLength(4);
    expect(tasks.map(({ instruction }) => instruction)).toContain('Delete every alarm on weekends');
  });
});
