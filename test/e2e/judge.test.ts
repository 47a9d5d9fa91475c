import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chatCompletion, openChatEndpoint, sendJson } from '../../src/testing/models/chat-endpoint.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { runTouchstone } from './run-touchstone.js';

interface Document {
  readonly judging: { readonly judged: number; readonly kept: number; readonly unknown: number };
  readonly tables: readonly { readonly id: string; readonly rows: readonly { readonly text: string }[][] }[];
}

describe('touchstone judge', () => {
  it('judges a run, twice by two judges, beside its rules, and asks nobody again', async () => {
    await using folder = await temporaryFolder();
    // Sees text and pictures alone: a long list of steps is a success, and cites its last.
    await using endpoint = await openChatEndpoint(({ body }, response) => {
      const text = JSON.stringify(body);
      const steps = [...text.matchAll(/step (\d+): /g)].map(([, number]) => Number(number));
      const last = Math.max(0, ...steps);
      const seen = (text.match(/data:image\//g) ?? []).length;
      const outcome = seen > 1 && last > 4 ? 'success' : 'failure';
      const answer = JSON.stringify({ outcome, steps: [last], blame: 'agent', reason: `${last} steps` });
      sendJson(response, 200, chatCompletion(`<think>Hm.</think>${answer}`));
    });
    const runs = ['--runs', folder.path];
    const model = ['--model', 'looker', '--base-url', endpoint.baseUrl];
    await runTouchstone(['run', 'pocket', '--agent', 'oracle', '--limit', '4', '--run-id', 'r', ...runs]);
    const first = await runTouchstone(['judge', 'r', ...model, ...runs, '--json']);
    expect(first.stderr).toBe('');
    expect(first.code).toBe(0);
    const document = JSON.parse(first.stdout) as Document;
    expect(document.judging).toMatchObject({ judged: 4, kept: 0, unknown: 0 });
    expect(endpoint.calls).toHaveLength(4);
    const again = await runTouchstone(['judge', 'r', ...model, ...runs, '--json']);
    expect((JSON.parse(again.stdout) as Document).judging).toMatchObject({ judged: 0, kept: 4 });
    expect(endpoint.calls).toHaveLength(4);

    const rubric = join(folder.path, 'rubric.json');
    await writeFile(
      rubric,
      JSON.stringify({ formatVersion: 1, criteria: [{ id: 'done', title: 'It is done' }] }),
    );
    const byRubric = await runTouchstone([
      'judge',
      'r',
      '--judge',
      'rubric',
      '--judge-option',
      `rubric=${rubric}`,
      ...model,
      ...runs,
      '--json',
    ]);
    // Its answers name no criterion: no verdict, and the bounds are wide.
    const second = JSON.parse(byRubric.stdout) as Document;
    expect(second.judging).toMatchObject({ judged: 4, unknown: 4 });
    const rows = second.tables
      .find(({ id }) => id === 'pass-scores')
      ?.rows.map((row) => row.map(({ text }) => text));
    expect(rows?.map(([name]) => name)).toEqual(['rubric.looker 1', 'screenshots.looker 1']);
    expect(rows?.[0]).toEqual(['rubric.looker 1', 'n/a', 'n/a', '0.0–100.0', '0', '0', '4']);
    const rates = await runTouchstone(['score', 'r', ...runs]);
    expect(rates.stdout).toContain('100.0');
    const calls = (await readdir(join(folder.path, 'r'))).filter((name) => name.startsWith('judge-calls'));
    const log = await readFile(join(folder.path, 'r', calls.at(-1) ?? ''), 'utf8');
    expect(log).toContain('sha256:');
    expect(log).not.toContain('data:image');
  });

  it('says what is missing', async () => {
    await using folder = await temporaryFolder();
    const runs = ['--runs', folder.path];
    await runTouchstone(['run', 'pocket', '--agent', 'oracle', '--limit', '1', '--run-id', 'r', ...runs]);
    const unknown = await runTouchstone(['judge', 'r', '--judge', 'rubrik', '--model', 'm', ...runs]);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('Did you mean rubric?');
    const noModel = await runTouchstone(['judge', 'r', ...runs]);
    expect(noModel.code).toBe(2);
    expect(noModel.stderr).toContain('--model');
  });
});
