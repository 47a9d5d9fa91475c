import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  CLICK_NEXT,
  endsOn,
  recordingFiles,
  savedRunFiles,
  screenXml,
  STOP,
  temporaryFolder,
  writeFiles,
  writeSphinxData,
} from '../../../test/fixtures/sphinx-data.js';
import type { Mode } from '../../domain/mode.js';
import { DatasetError } from '../../errors.js';
import { sphinxResultRow, type SphinxPairResult } from './saved-runs/pair-result.js';
import { scoreSphinxRecordings, scoreSphinxSavedRuns } from './score-recordings.js';
import { scoreSphinxObserved } from './score-trajectories.js';
import type { SphinxSplit } from './splits.js';

const SAVED_CLICK = { action_type: 'CLICK', element: CLICK_NEXT.element };
const SAVED_STOP = { action_type: 'STOP' };

function options(dataDirectory: string, split: SphinxSplit = 'all', ...modes: Mode[]) {
  return {
    dataDirectory,
    split,
    modes: modes.length === 0 ? (['reference'] as const) : modes,
    signal: new AbortController().signal,
  };
}

/** Each result in a few words: its item, what became of it, and its completion. */
async function summaries(
  results: AsyncIterable<SphinxPairResult>,
  mode: Mode = 'reference',
): Promise<string[]> {
  const lines: string[] = [];
  for await (const result of results) {
    const { outcome, completion } = sphinxResultRow(result, mode);
    const what = result.type === 'scored' ? '' : ` (${result.type} ${result.what})`;
    lines.push(`${result.key.item} ${outcome} ${completion}${what}`);
  }
  return lines;
}

describe('scoreSphinxRecordings', () => {
  it('scores each recording by its own rules, and names those the data lack', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    expect(await summaries(scoreSphinxRecordings(options(data.path)))).toEqual([
      '1/notes passed 1',
      '1/clock failed 0.5',
      '2/notes passed 1',
      '2/clock not_run null (absent task)',
    ]);
    expect(await summaries(scoreSphinxRecordings(options(data.path, 'no-login')))).toEqual([
      '1/notes passed 1',
    ]);
    expect(await summaries(scoreSphinxRecordings(options(data.path, 'extra')))).toEqual(['9/spare passed 1']);
    expect(await summaries(scoreSphinxRecordings(options(data.path, 'present')))).toHaveLength(4);
  });

  it('voids a broken pair, and no other', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    await writeFiles(join(data.path, 'groundtruth'), {
      '1/notes/2.xml': '<hierarchy',
      '1/clock/evaluator.json': [{ ...endsOn('Clock'), match_type: 'like' }],
      '2/notes/meta.json': '[{"type": "click"',
    });
    const results: SphinxPairResult[] = [];
    for await (const result of scoreSphinxRecordings(options(data.path, 'present'))) results.push(result);
    expect(results.map(({ type }) => type)).toEqual(['broken', 'broken', 'broken', 'scored']);
    expect(results.map((result) => sphinxResultRow(result, 'reference').outcome).slice(0, 3)).toEqual(
      Array.from({ length: 3 }, () => 'invalid_task'),
    );
    const messages = results.map((result) => (result.type === 'broken' ? result.error.message : ''));
    expect(messages[0]).toContain('clock/evaluator.json:1');
    expect(messages[0]).toContain('match_type');
    expect(messages[1]).toContain('notes/2.xml:1:');
    expect(messages[2]).toContain('2/notes/meta.json:1:');
  });

  it('reads no screen that no rule needs', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    await writeFiles(join(data.path, 'groundtruth/1/notes'), { '1.xml': 'not XML at all' });
    expect(await summaries(scoreSphinxRecordings(options(data.path, 'no-login')))).toEqual([
      '1/notes passed 1',
    ]);
  });

  it('warns of surplus screens and of goals that are met before anything is done', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    await writeFiles(join(data.path, 'groundtruth/1/notes'), {
      '3.xml': screenXml('More'),
      'evaluator.json': [endsOn('Next')],
    });
    for await (const result of scoreSphinxRecordings(options(data.path, 'no-login'))) {
      expect(result.warnings).toEqual([
        '4 screens for 3 actions; the first 3 are used',
        'weak goal: to stop on the first screen would have passed as well',
      ]);
    }
  });

  it('refuses an app that names another folder', async () => {
    await using data = await temporaryFolder();
    await writeFiles(data.path, { 'task_info.json': [{ id: 1, description: 'x', apps: ['../../etc'] }] });
    await expect(summaries(scoreSphinxRecordings(options(data.path, 'no-login')))).rejects.toThrow(
      /task_info\.json:1:\d+ at \[0\]\.apps\[0\]/,
    );
  });

  it('names the file when the data are elsewhere', async () => {
    await using data = await temporaryFolder();
    for (const split of ['all', 'no-login', 'present', 'extra'] as const) {
      await expect(summaries(scoreSphinxRecordings(options(data.path, split)))).rejects.toThrow(DatasetError);
    }
  });

  it('stops when asked to', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    const stopping = { ...options(data.path), signal: AbortSignal.abort(new Error('stopped')) };
    await expect(summaries(scoreSphinxRecordings(stopping))).rejects.toThrow('stopped');
  });
});

describe('scoreSphinxSavedRuns', () => {
  it('counts runs that are missing or broken as failed, and voids tasks the data lack', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    await writeFiles(
      join(data.path, 'runs/1/notes'),
      savedRunFiles([SAVED_CLICK, SAVED_CLICK, SAVED_STOP], ['Home', 'List', 'Note']),
    );
    await writeFiles(
      join(data.path, 'runs/1/clock'),
      savedRunFiles([SAVED_CLICK], ['Home', 'Clock'], { activities: 4 }),
    );
    const scoring = {
      ...options(data.path),
      runsDirectory: join(data.path, 'runs'),
      layout: 'auto' as const,
    };
    expect(await summaries(scoreSphinxSavedRuns(scoring))).toEqual([
      '1/notes passed 1',
      '1/clock failed 0 (broken run)',
      '2/notes failed 0 (absent run)',
      '2/clock not_run null (absent task)',
    ]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['stopped', savedRunFiles([SAVED_CLICK, SAVED_STOP], ['Home', 'Search'])],
    ['ended by a limit', savedRunFiles([SAVED_CLICK], ['Home', 'Search'])],
    ['cut before its last screen', savedRunFiles([SAVED_CLICK, SAVED_CLICK], ['Home', 'Search'])],
    ['of AppAgent', savedRunFiles([SAVED_CLICK], ['Home', 'Search'], { first: 1, activities: 1 })],
    ['without anything done', savedRunFiles([], ['Search'])],
  ])('scores a run that was %s', async (_, files) => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    await writeFiles(join(data.path, 'runs/2/notes'), files);
    const scoring = {
      ...options(data.path, 'present', 'reference', 'corrected'),
      runsDirectory: join(data.path, 'runs'),
      layout: 'auto' as const,
    };
    for (const mode of scoring.modes) {
      expect(await summaries(scoreSphinxSavedRuns(scoring), mode)).toContain('2/notes passed 1');
    }
  });

  it('judges the last action of a run without a last screen only when corrected', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    const rule = { type: 'lastaction', check_type: 'equal', check_rules: { action_type: 'back' } };
    await writeFiles(join(data.path, 'groundtruth/1/notes'), { 'evaluator.json': [rule] });
    const files = savedRunFiles([SAVED_CLICK, { action_type: 'BACK' }], ['Home', 'List']);
    await writeFiles(join(data.path, 'runs/1/notes'), files);
    const scoring = {
      ...options(data.path, 'no-login', 'reference', 'corrected'),
      runsDirectory: join(data.path, 'runs'),
      layout: 'sphinx' as const,
    };
    expect(await summaries(scoreSphinxSavedRuns(scoring), 'reference')).toEqual(['1/notes failed 0']);
    expect(await summaries(scoreSphinxSavedRuns(scoring), 'corrected')).toEqual(['1/notes passed 1']);
    for await (const { warnings } of scoreSphinxSavedRuns(scoring)) {
      expect(warnings).toEqual(['no screen was saved after the last action']);
    }
  });
});

describe('scoreSphinxObserved', () => {
  const steps = [
    { hierarchy: 'a.xml', action: { type: 'tap', target: { type: 'element', element: 0 } } },
    { hierarchy: 'sub/b.xml', action: null },
  ];

  it('scores attempts in our own form, repeats included', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    const lines = [
      { item: '1/notes', steps },
      { item: '1/notes', repeat: 1, steps: steps.slice(0, 1) },
      { item: '9/spare', steps },
      { item: '1/clock', steps: [{ hierarchy: '../secret.xml', action: null }] },
    ];
    await writeFiles(data.path, {
      'runs/own.jsonl': lines.map((line) => JSON.stringify(line)).join('\n'),
      'runs/a.xml': screenXml('Home'),
      'runs/sub/b.xml': screenXml('Note'),
    });
    const scoring = { ...options(data.path), file: join(data.path, 'runs/own.jsonl') };
    expect(await summaries(scoreSphinxObserved(scoring))).toEqual([
      '1/notes passed 1',
      '1/notes failed 0',
      '1/clock failed 0 (broken run)',
      '2/notes failed 0 (absent run)',
      '2/clock not_run null (absent task)',
    ]);
  });

  it('refuses a file whose lines say nothing of their item, or say it twice', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    await writeFiles(data.path, {
      'a.jsonl': '{"steps": []}',
      'b.jsonl': '{"item": "1/notes", "steps": []}\n{"item": "1/notes", "steps": []}',
      'c.jsonl': '{"item": "1/notes"',
    });
    for (const [name, line] of [
      ['a', 1],
      ['b', 2],
      ['c', 1],
    ] as const) {
      const scoring = { ...options(data.path), file: join(data.path, `${name}.jsonl`) };
      await expect(summaries(scoreSphinxObserved(scoring))).rejects.toThrow(
        new RegExp(`${name}\\.jsonl:${line}`),
      );
    }
  });
});

describe('readRecording', () => {
  it.each<[string, Record<string, unknown>]>([
    ['without a stop', { 'meta.json': [CLICK_NEXT] }],
    ['with two stops', { 'meta.json': [STOP, STOP] }],
    ['with too few activities', { 'activities.json': [] }],
    [
      'with a missing screen',
      {
        'meta.json': [CLICK_NEXT, CLICK_NEXT, CLICK_NEXT, STOP],
        'activities.json': [1, 2, 3, 4].map(() => ['p', 'a']),
      },
    ],
    ['with a touch of nothing', { 'meta.json': [{ type: 'click', element: null }, STOP, STOP] }],
    ['with an element without bounds', { 'meta.json': [{ type: 'click', element: { text: 'x' } }, STOP] }],
    ['with an unknown action', { 'meta.json': [{ type: 'fly' }, STOP] }],
    ['without rules', { 'evaluator.json': [] }],
  ])('refuses a recording %s', async (_, files) => {
    await using data = await temporaryFolder();
    await writeFiles(join(data.path, 'groundtruth/1/x'), {
      ...recordingFiles(['Home', 'List', 'End']),
      ...files,
    });
    expect(await summaries(scoreSphinxRecordings(options(data.path, 'present')))).toEqual([
      '1/x invalid_task null (broken task)',
    ]);
  });
});
