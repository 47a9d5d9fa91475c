import { describe, expect, it } from 'vitest';
import type { ResultRow } from '../../metrics/result-row.js';
import {
  chooseMetric,
  lackingMetricNote,
  otherMetric,
  MetricUnknownError,
  type MetricRun,
} from './choose-metric.js';

function run(name: string, metric: string | null): MetricRun {
  const row: ResultRow = {
    key: { item: 'a', repeat: 0 },
    outcome: 'passed',
    completion: 1,
    steps: 1,
    ...(metric === null
      ? {}
      : {
          metric: { name: metric, label: metric, unit: 'step', average: 'pooled', value: { sum: 1, of: 1 } },
        }),
  };
  return { name, directory: `runs/${name}`, rows: [row] };
}

describe('chooseMetric', () => {
  it('knows the numbers of every benchmark, and its main metric in any case', () => {
    const runs = [run('a', 'AMS'), run('b', 'AMS')];
    expect(chooseMetric('success', runs, '--metric')).toBe('success');
    expect(chooseMetric('Completion', [run('a', null)], '--metric')).toBe('completion');
    expect(chooseMetric('ams', runs, '--metric')).toBe('main');
    expect(chooseMetric('AMS', runs, '--metric')).toBe('main');
  });

  it('names what there is instead of what there is not', () => {
    expect(() => chooseMetric('amz', [run('a', 'AMS')], '--metric')).toThrow(MetricUnknownError);
    expect(() => chooseMetric('amz', [run('a', 'AMS')], '--metric')).toThrow(
      expect.objectContaining({
        hint: expect.stringContaining('--metric is one of success, completion, AMS.'),
      }),
    );
    expect(() => chooseMetric('ams', [run('old', null)], '--metric')).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('touchstone score RUN') }),
    );
  });

  it('asks for new scores of a run that was scored before', () => {
    const runs = [run('new', 'AMS'), run('old', null)];
    expect(() => chooseMetric('ams', runs, '--metric')).toThrow(/Run old was scored before ams was kept/);
    expect(otherMetric('success', runs)).toBeNull();
    expect(lackingMetricNote(runs)).toContain('touchstone score runs/old');
  });
});

describe('otherMetric', () => {
  it('is the main metric next to success, and the other way round', () => {
    expect(otherMetric('success', [run('a', 'AMS')])).toBe('main');
    expect(otherMetric('success', [run('a', null)])).toBeNull();
    expect(otherMetric('main', [run('a', 'AMS')])).toBe('success');
    expect(otherMetric('completion', [run('a', 'AMS')])).toBeNull();
    expect(lackingMetricNote([run('a', 'AMS')])).toBeNull();
    expect(lackingMetricNote([run('a', null)])).toBeNull();
  });
});
