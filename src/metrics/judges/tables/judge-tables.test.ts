import { describe, expect, it } from 'vitest';
import type { Table } from '../../tables/table.js';
import { confusionCounts, confusionItems, type JudgedItem } from '../confusion.js';
import { correctRate } from '../correct-rate.js';
import { judgeRates } from '../judge-rates.js';
import { measuredShare } from '../measured-share.js';
import { measuredKappa } from '../kappa-interval.js';
import { correctedRateTable } from './corrected-rate-table.js';
import { judgeCard } from './judge-card.js';
import { judgeCorrectnessTable } from './judge-correctness-table.js';

const texts = ({ rows }: Table): string[][] => rows.map((row) => row.map(({ text }) => text));

const ITEMS: JudgedItem[] = [
  ...Array.from(
    { length: 8 },
    (_, at) => ({ item: `tp${at}`, verdict: 'success', label: 'success' }) as const,
  ),
  ...Array.from(
    { length: 2 },
    (_, at) => ({ item: `fn${at}`, verdict: 'failure', label: 'success' }) as const,
  ),
  ...Array.from(
    { length: 5 },
    (_, at) => ({ item: `tn${at}`, verdict: 'failure', label: 'failure' }) as const,
  ),
  { item: 'u', verdict: 'unknown', label: 'success' },
  { item: 'n', verdict: 'failure', label: null },
];

describe('judgeCard', () => {
  const items = confusionItems(ITEMS);
  const rates = judgeRates(confusionCounts(items));

  it('has each rate with its interval and items, and counts what is in none', () => {
    const card = judgeCard({
      judge: 'final-screen',
      measurement: { rates, passes: { blind: rates }, bias: null },
      measuredOn: 'run r',
      items,
      labels: { disagreed: 2, leftOut: 1, unsure: 0 },
    });
    expect(texts(card)).toEqual([
      ['Sensitivity (successes called so)', '80.0', '49.0–94.3', '8/10'],
      ['Specificity (failures called so)', '100.0', '56.6–100.0', '5/5'],
      ['Precision (of what it calls success)', '100.0', '67.6–100.0', '8/8'],
      ['Accuracy', '86.7', '62.1–96.3', '13/15'],
      ["Cohen's kappa", '0.73', expect.stringMatching(/^0\.\d\d to (0\.\d\d|1\.00)$/) as string, '15'],
      ['Labelled, verdict unknown', '1', '', ''],
      ['Without a label', '1', '', ''],
      ['Accuracy against blind labels', '86.7', '62.1–96.3', '13/15'],
      ["Cohen's kappa against blind labels", '0.73', expect.any(String) as string, '15'],
    ]);
    expect(card.rows[0]?.[1]?.items).toHaveLength(10);
    expect(card.rows[5]?.[1]?.items).toEqual(['u']);
    expect(card.notes.join(' ')).toMatch(/disagree on 2 items, 1 of them/);
  });

  it('says what showing the verdict did', () => {
    const bias = {
      n: 20,
      leftOut: 1,
      towards: measuredShare(6, 8),
      away: measuredShare(0, 12),
      shift: 0.3,
      p: 0.03125,
      kappa: measuredKappa(['a', 'b'], ['a', 'b']),
    };
    const card = judgeCard({ judge: 'j', measurement: { rates, passes: {}, bias }, measuredOn: 'run r' });
    expect(texts(card)).toContainEqual([
      'Labels changed to the verdict once it was shown',
      '75.0',
      '40.9–92.9',
      '6/8',
    ]);
    expect(card.notes.join(' ')).toMatch(/agree with the judge 30\.0 points more often .*p = 0\.031/);
  });
});

describe('correctedRateTable', () => {
  const calibration = confusionCounts(confusionItems(ITEMS));

  it('has the rate as judged, by each method, and bounds over what was not judged', () => {
    const rates = correctRate({ successes: 40, n: 80, unknown: 20, calibration, labels: 'random-part' });
    const table = correctedRateTable([{ agent: 'm3a', part: 'all', rates }]);
    expect(texts(table).map((row) => [row[2], row[3], row[6], row[7]])).toEqual([
      ['as judged', '50.0', '20', '40.0–60.0'],
      // Sensitivity 0.8, specificity 1: 0.5 / 0.8.
      ['corrected (Rogan-Gladen)', '62.5', '20', '50.0–70.0'],
      ['corrected (prediction-powered)', expect.any(String) as string, '20', expect.any(String) as string],
      ["people's labels alone", '68.8', '20', expect.any(String) as string],
    ]);
    expect(table.rows[1]?.[4]?.interval?.[0]).toBeLessThan(0.625);
  });

  it('says why a rate is not corrected', () => {
    const guess = {
      ...calibration,
      truePositives: 5,
      falseNegatives: 5,
      falsePositives: 5,
      trueNegatives: 5,
    };
    const rates = correctRate({
      successes: 40,
      n: 80,
      unknown: 0,
      calibration: guess,
      labels: 'other-items',
    });
    const table = correctedRateTable([{ agent: 'm3a', part: 'all', rates }]);
    expect(texts(table)[1]?.slice(2, 5)).toEqual(['corrected (Rogan-Gladen)', 'n/a', 'n/a']);
    expect(table.notes.join('\n')).toMatch(
      /m3a, all: not corrected \(Rogan-Gladen\), since the judge is uninformative/,
    );
  });
});

describe('judgeCorrectnessTable', () => {
  it('has the layout of the paper, with interval and n', () => {
    const table = judgeCorrectnessTable([
      { method: 'final screen', tasks: 'state-related', correct: measuredShare(96, 100) },
      { method: 'summariser', tasks: 'process-related', correct: measuredShare(0, 0) },
    ]);
    expect(texts(table)).toEqual([
      ['final screen', 'state-related', '96.0', '90.2–98.4', '96/100'],
      ['summariser', 'process-related', 'n/a', 'n/a', '0/0'],
    ]);
  });
});
