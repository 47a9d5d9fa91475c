import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chatCompletion, openChatEndpoint, sendJson } from '../../src/testing/models/chat-endpoint.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { smallPng } from '../../src/testing/small-png.js';
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

  it('is measured against labels, and corrects runs of the very same judge alone', async () => {
    await using folder = await temporaryFolder();
    await using endpoint = await openChatEndpoint(({ body }, response) => {
      // Takes every third task for failed, whatever the pictures show.
      const isFailed = (JSON.stringify(body).match(/Task: .{1,40}/)?.[0] ?? '').length % 3 === 0;
      const outcome = isFailed ? 'failure' : 'success';
      sendJson(response, 200, chatCompletion(JSON.stringify({ outcome, steps: [1], reason: 'so it seems' })));
    });
    const runs = ['--runs', folder.path];
    const model = ['--model', 'm1', '--base-url', endpoint.baseUrl];
    const labels = join(folder.path, 'labels.csv');
    await runTouchstone(['run', 'pocket', '--agent', 'oracle', '--limit', '6', '--run-id', 'r', ...runs]);
    await runTouchstone(['judge', 'r', '--judge-option', 'pictures=1', ...model, ...runs]);
    const label = ['judge', 'label', 'r', '--labels', labels, '--labeller', 'ana', ...runs];
    const stopped = await runTouchstone(label, { input: 's\nperhaps\ns it was saved\n\nq\n' });
    expect(stopped.stderr).toContain('2 labels given, of 6');
    const page = await readFile(join(folder.path, 'labels.html'), 'utf8');
    expect(page.match(/<section/g)).toHaveLength(6);
    expect(page).not.toContain('The judge:');
    const rest = await runTouchstone(label, { input: 's\n'.repeat(4) });
    expect(rest.stderr).toContain('4 labels given, 2 before, of 6');
    const lines = (await readFile(labels, 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(7);
    expect(lines[2]).toContain('success,ana,blind');
    expect(lines[2]).toContain('it was saved');
    const early = await runTouchstone([...label, '--informed-by', 'screenshots.m1', '--sample', '1'], {
      input: 'f\n',
    });
    expect(early.stderr).toContain('1 label given, of 1');
    const stranger = label.map((word) => (word === 'ana' ? 'bo' : word));
    const unasked = await runTouchstone([...stranger, '--informed-by', 'screenshots.m1']);
    expect(unasked.stderr).toContain('bo has labelled nothing blind yet');
    const calibration = join(folder.path, 'calibration.json');
    const calibrated = await runTouchstone([
      'judge',
      'calibrate',
      'r',
      '--labels',
      labels,
      '--out',
      calibration,
      ...runs,
    ]);
    expect(calibrated.stderr).toBe('');
    expect(calibrated.stdout).toContain("Judge screenshots.m1 against people's labels");
    expect(calibrated.stdout).toContain('n/a');
    // The card stands beside the tables from now on.
    expect((await runTouchstone(['score', 'r', ...runs])).stdout).toContain("against people's labels");

    await runTouchstone(['run', 'pocket', '--agent', 'no-op', '--limit', '2', '--run-id', 'other', ...runs]);
    await runTouchstone(['judge', 'other', '--judge-option', 'pictures=1', ...model, ...runs]);
    // A run of the very same configuration is another run: labels of the first are no part of it.
    await runTouchstone(['run', 'pocket', '--agent', 'oracle', '--limit', '6', '--run-id', 'twin', ...runs]);
    await runTouchstone(['judge', 'twin', '--judge-option', 'pictures=1', ...model, ...runs]);
    const twin = await runTouchstone(['judge', 'correct', 'twin', '--calibration', calibration, ...runs]);
    expect(twin.stdout).toContain('the labels are of other items');
    const correct = ['judge', 'correct', 'other', '--calibration', calibration, ...runs];
    const corrected = await runTouchstone(correct);
    expect(corrected.stderr).toBe('');
    expect(corrected.stdout).toContain("without the judge's errors");
    await runTouchstone([
      'judge',
      'other',
      '--pass',
      'p2',
      '--judge-option',
      'pictures=2',
      ...model,
      ...runs,
    ]);
    const refused = await runTouchstone([...correct, '--pass', 'p2']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('pictures is 2, calibrated with 1');
    const foreign = join(folder.path, 'foreign.csv');
    await writeFile(foreign, 'item,label,labeller\nnobody,success,Ana\n');
    const wrong = await runTouchstone(['judge', 'calibrate', 'r', '--labels', foreign, ...runs]);
    expect(wrong.code).not.toBe(0);
    expect(wrong.stderr).toContain('foreign.csv:2');
  });

  it('sits an exam of labelled trajectories', async () => {
    await using folder = await temporaryFolder();
    await using endpoint = await openChatEndpoint(({ body }, response) => {
      const outcome = JSON.stringify(body).includes('milk') ? 'success' : 'failure';
      sendJson(response, 200, chatCompletion(JSON.stringify({ outcome, steps: [1], reason: 'r' })));
    });
    await writeFile(join(folder.path, 's.png'), smallPng({ width: 20, height: 40 }));
    const line = (id: string, instruction: string, label: string): string =>
      JSON.stringify({
        id,
        instruction,
        label,
        steps: [{ screenshot: 's.png', action: 'tap' }],
        final: { screenshot: 's.png' },
      });
    const exam = join(folder.path, 'exam.jsonl');
    const lines = [
      line('a', 'buy milk', 'success'),
      line('b', 'buy bread', 'success'),
      line('c', 'buy tea', 'failure'),
    ];
    await writeFile(exam, `${lines.join('\n')}\n`);
    const call = ['judge', 'exam', exam, '--model', 'm', '--base-url', endpoint.baseUrl];
    const out = ['--out', join(folder.path, 'out'), '--json'];
    const first = await runTouchstone([...call, ...out]);
    expect(first.stderr).toBe('');
    const { calibration } = JSON.parse(first.stdout) as {
      calibration: { measurement: { rates: { counts: object } } };
    };
    expect(calibration.measurement.rates.counts).toMatchObject({
      truePositives: 1,
      falseNegatives: 1,
      trueNegatives: 1,
      falsePositives: 0,
    });
    expect(endpoint.calls).toHaveLength(3);
    await runTouchstone([...call, ...out]);
    expect(endpoint.calls).toHaveLength(3);
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
