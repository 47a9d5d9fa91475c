import { describe, expect, it } from 'vitest';
import { compareParts, type PartComparison } from '../../metrics/comparison/compare-parts.js';
import { comparedParts } from './compared-parts.js';
import type { DimensionRows } from './dimension-measures.js';
import type { Dimension, Modality } from './dimension.js';
import type { DimensionRow } from './dimension-row.js';

const SETS = 12;

interface Behaviour {
  readonly continues: boolean;
  /** Recordings whose last screen is taken for what it is. */
  readonly stops: number;
}

function row(item: string, right: boolean | null, more: Partial<DimensionRow>): DimensionRow {
  return {
    key: { item, repeat: 0 },
    dimension: 'goal',
    modality: null,
    kind: 'A',
    set: item,
    outcome: right === null ? 'model_error' : right ? 'passed' : 'failed',
    original: right === null ? null : Number(right),
    repaired: null,
    app: null,
    details: null,
    ...more,
  };
}

/** Questions of five items, recordings of three screens, and one item of each other kind; every other answer is right. */
function scripted({ continues, stops }: Behaviour): DimensionRows {
  const sets = Array.from({ length: SETS }, (_, set) => set);
  const questions = (dimension: Dimension): DimensionRow[] =>
    sets.flatMap((set) =>
      [0, 1, 2, 3, 4].map((item) =>
        row(`${dimension}/${set}/${item}`, (set + item) % 2 === 0, { dimension, set: `${dimension}/${set}` }),
      ),
    );
  const single = (dimension: Dimension, modality: Modality | null): DimensionRow[] =>
    sets.map((set) => row(`${dimension}/${set}`, set % 2 === 0, { dimension, modality }));
  const planning = sets.flatMap((set) =>
    [0, 1, 2].map((screen) =>
      row(`planning/text/${set}/${screen}`, screen < 2 ? continues : set < stops, {
        dimension: 'planning',
        modality: 'text',
        kind: screen < 2 ? 'continue' : 'stop',
        set: `planning/${set}`,
        details: { setSize: 3, said: '', readable: true, asked: false },
      }),
    ),
  );
  return {
    questions: [
      ...questions('goal'),
      ...questions('knowledge'),
      ...planning,
      ...single('grounding', 'text'),
      ...single('instructions', null),
    ],
    navigation: sets.map((set) => {
      const solved = row(`navigation/${set}`, set % 2 === 0, {
        dimension: 'navigation',
        set: `app ${set % 4}`,
      });
      return { app: solved.set, solved, completed: { ...solved, original: 0.5 }, instructionFollowing: null };
    }),
  };
}

function compared(a: DimensionRows, b: DimensionRows): PartComparison[] {
  const options = { mode: 'corrected', metric: 'success' } as const;
  return compareParts([
    { name: 'a', parts: comparedParts(a, options) },
    { name: 'b', parts: comparedParts(b, options) },
  ]);
}

describe('comparedParts', () => {
  const base = scripted({ continues: false, stops: SETS });

  it('shows a difference in planning alone where runs differ in planning alone', () => {
    const all = compared(base, scripted({ continues: true, stops: SETS }));
    expect(all.map(({ part, measure, verdict }) => [`${part} ${measure}`, verdict])).toEqual([
      ['goal original', 'not_shown'],
      ['knowledge original', 'not_shown'],
      ['planning, text continue', 'b_better'],
      ['planning, text stop', 'not_shown'],
      ['planning, text perfect', 'b_better'],
      ['grounding, text original', 'not_shown'],
      ['instructions original', 'not_shown'],
      ['navigation SR', 'not_shown'],
    ]);
  });

  it('counts questions, recordings and apps as the units', () => {
    const all = compared(base, base);
    expect(all.map(({ pairs, clusters }) => [pairs.length, clusters])).toEqual([
      [60, 12],
      [60, 12],
      [24, 12],
      [12, 12],
      [12, 12],
      [12, 12],
      [12, 12],
      [12, 4],
    ]);
    expect(all.every(({ difference, p }) => difference === 0 && p === 1)).toBe(true);
  });

  it('opposes what always continuing gains in Continue to what it loses in Stop', () => {
    const always = scripted({ continues: true, stops: 0 });
    const verdicts = compared(base, always).filter(({ part }) => part.startsWith('planning'));
    expect(verdicts.map(({ measure, difference, verdict }) => [measure, difference, verdict])).toEqual([
      ['continue', 1, 'b_better'],
      ['stop', -1, 'a_better'],
      ['perfect', 0, 'not_shown'],
    ]);
  });

  it('counts failed calls about planning as wrong in reference mode, and as unknown when corrected', () => {
    const questions = base.questions.map((one) =>
      one.kind === 'stop' ? { ...one, outcome: 'model_error' as const, original: null } : one,
    );
    const stop = (mode: 'reference' | 'corrected'): unknown =>
      comparedParts({ ...base, questions }, { mode, metric: 'success' })
        .find(({ measure }) => measure === 'stop')
        ?.rows.every(({ outcome }) => outcome === (mode === 'reference' ? 'failed' : 'judge_unknown'));
    expect([stop('reference'), stop('corrected')]).toEqual([true, true]);
  });

  it('compares navigation by the share of rules that hold when that is asked for', () => {
    const part = comparedParts(base, { mode: 'corrected', metric: 'completion' }).at(-1);
    expect(part).toMatchObject({ part: 'navigation', measure: 'ACP', metric: 'completion' });
    expect(part?.rows.every(({ completion }) => completion === 0.5)).toBe(true);
  });
});
