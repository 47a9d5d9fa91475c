import { describe, expect, it } from 'vitest';
import { OUTCOMES } from '../view/outcome-numbers.js';
import type { ReportIndex } from '../view/report-index.js';
import { reportMarkdown } from './report-markdown.js';
import { resultsTable } from './results-table.js';
import { tableCsv } from '../table-csv.js';

const RATE = { value: 0.25, n: 4, low: 0.05, high: 0.7, worst: 0.2, best: 0.4 };

/** A report of one run whose episodes came out so; the sixth and later failed. */
function report(episodes: number, why = 'never got to the shop'): ReportIndex {
  const rows = Array.from({ length: episodes }, (_, row) => row);
  const outcomes = ['passed', 'failed', 'model_error', 'not_run', 'judge_unknown'] as const;
  return {
    touchstone: '1.2.3',
    writtenAt: '2026-03-01T12:00:00.000Z',
    title: null,
    language: null,
    runs: [
      {
        id: 'run-1',
        label: 'direct · vl | 7b',
        kind: 'agent',
        agent: 'direct 1',
        agentTitle: null,
        models: ['main: vl'],
        benchmark: 'demo (version 1)',
        mode: 'corrected',
        language: null,
        startedAt: null,
        status: 'complete',
        planned: episodes,
        inDimensions: false,
        summary: {
          success: RATE,
          completion: RATE,
          main: null,
          passAll: RATE,
          passAny: RATE,
          tasks: 2,
          passRepeats: 3,
          repeats: 3,
          notRun: 1,
          meanSteps: 4.25,
          durationMs: 1000,
          calls: 0,
          inputTokens: null,
          outputTokens: null,
          costUsd: null,
        },
        abilities: [],
        tables: [],
        identity: [],
        identityHash: 'abc',
        problems: [{ kind: 'unfinished', place: 'run-1', message: null, hint: null, counts: [4, 5] }],
        warnings: [],
        gate: null,
      },
    ],
    tasks: [
      {
        id: 'task',
        benchmark: 'demo',
        instructions: { en: 'Buy `milk` | <b>2 l</b> @somebody' },
        apps: [],
        abilities: [],
        optimalSteps: null,
      },
    ],
    episodes: {
      run: rows.map(() => 0),
      task: rows.map(() => 0),
      item: rows.map((row) => `task-${row}`),
      repeat: rows.map(() => 0),
      outcome: rows.map((row) => OUTCOMES.indexOf(outcomes[row] ?? 'failed')),
      reason: rows.map(() => -1),
      steps: rows.map(() => 3),
      completion: rows.map(() => null),
      durationMs: rows.map(() => 0),
      costUsd: rows.map(() => null),
      tokens: rows.map(() => null),
      formatErrors: rows.map(() => 0),
      findings: rows.map(() => []),
      attempts: rows.map(() => 1),
      why: rows.map(() => why),
      otherMode: rows.map(() => null),
      stepsAt: rows.map(() => null),
      verdictAt: rows.map(() => null),
      otherVerdictAt: rows.map(() => null),
    },
    scanners: [],
    reasons: [],
    comparisons: [],
    splits: [],
    partComparisons: [],
    uncompared: [],
    problems: [],
  };
}

describe('reportMarkdown', () => {
  it('says results with their words, what is missing, and what did not pass', () => {
    const text = reportMarkdown(report(5));
    expect(text).toContain('# Touchstone: demo (version 1)\n');
    expect(text).toContain(
      '| direct · vl \\| 7b | 25.0 | 5.0–70.0 | 4 | 20.0–40.0 | 25.0 | 25.0 | 25.0 | 4.3 | 2 | 1 |',
    );
    expect(text).toContain('| pass\\@3 (%) | pass^3 (%) |');
    expect(text).toContain('Voided: not judged, since');
    expect(text).toContain('- run-1: 4 of 5 episodes are done');
    expect(text).toContain('## Not passed: 4 episodes');
    expect(text).toContain('| model outage | 3 | never got to the shop |');
  });

  it('begins with what the gate says', () => {
    const one = report(1);
    const gate = { met: false, sentences: ['Gate missed: success 25.0 % (n 4), 60.0 % asked for.'] };
    const text = reportMarkdown({ ...one, runs: one.runs.map((run) => ({ ...run, gate })) });
    expect(text).toContain(
      '# Touchstone: demo (version 1)\n\n- Gate missed: success 25.0 % (n 4), 60.0 % asked for.',
    );
    expect(reportMarkdown(one)).not.toContain('Gate');
  });

  it('says of a run that stands in no comparison why', () => {
    const text = reportMarkdown({ ...report(1), uncompared: [{ run: 0, why: 'oracle' }] });
    expect(text).toContain(
      '## Comparison\n\n- direct · vl \\| 7b: compared with no other: it is shown the way',
    );
  });

  it('counts repeats from 1, each of a run that has some', () => {
    const one = report(3);
    const text = reportMarkdown({ ...one, episodes: { ...one.episodes, repeat: [0, 0, 1] } });
    expect(text).toContain('| task-1, repeat 1: Buy');
    expect(text).toContain('| task-2, repeat 2: Buy');
    expect(text).not.toContain('\\#1');
  });

  it('makes no markup of what a model or a benchmark wrote', () => {
    const text = reportMarkdown(report(2, '<img src=x> [a](b)\n| c'));
    expect(text).toContain('Buy \\`milk\\` \\| &lt;b&gt;2 l&lt;/b&gt; \\@somebody');
    expect(text).toContain('&lt;img src=x&gt; \\[a\\](b) \\| c');
    expect(text).not.toContain('<img');
  });

  it('keeps below the limit of a job summary, and says how much is left out', () => {
    const whole = reportMarkdown(report(5000, 'x'.repeat(150)));
    expect(Buffer.byteLength(whole)).toBeLessThan(1024 * 1024);
    expect(whole).toMatch(/… and 4499 more; `touchstone report` shows all of them\./);
    const short = reportMarkdown(report(5000), 3000);
    expect(Buffer.byteLength(short)).toBeLessThanOrEqual(3000);
    expect(short).toMatch(/… and 49\d\d more;/);
  });
});

describe('resultsTable', () => {
  it('has a row per run, with names and units for scripts', () => {
    const [names = '', row = ''] = tableCsv(resultsTable(report(5))).split('\r\n');
    const values = Object.fromEntries(names.split(',').map((name, index) => [name, row.split(',')[index]]));
    expect(values).toMatchObject({
      run: 'run-1',
      mode: 'corrected',
      n: '4',
      success: '0.25',
      success_low: '0.05',
      success_worst: '0.2',
      pass_all: '0.25',
      voided: '2',
      not_run: '1',
      duration_ms: '1000',
      cost_usd: '',
    });
  });
});
