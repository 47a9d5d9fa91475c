import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUALITY_CRITERIA, type QualityVerdict } from '../../formats/annotations/annotation-record.js';
import { countingVerdicts, whyNotKept, withoutWithdrawn } from './quality-filter.js';

const verdict = fc.record({
  source: fc.constant('s'),
  episode: fc.constant('e'),
  criterion: fc.constantFrom(...QUALITY_CRITERIA),
  passes: fc.constantFrom(true, false, null),
  reviewer: fc.constantFrom('rules', 'm-1', 'Ana'),
  kind: fc.constantFrom('rule', 'model', 'person'),
  at: fc.constant('2026-01-02T03:04:05Z'),
  reason: fc.constant('so'),
}) as fc.Arbitrary<QualityVerdict>;

describe('the filter by verdicts', () => {
  it('keeps what passes all criteria by who counts most, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(verdict, { maxLength: 12 }), (verdicts) => {
        const rank = ['rule', 'model', 'person'];
        const passes = QUALITY_CRITERIA.every((criterion) => {
          const own = verdicts.filter((one) => one.criterion === criterion);
          const best = Math.max(...own.map(({ kind }) => rank.indexOf(kind)));
          return own.findLast(({ kind }) => rank.indexOf(kind) === best)?.passes === true;
        });
        expect(whyNotKept(verdicts) === null).toBe(passes);
        // Pure: the same verdicts, the same end.
        expect(whyNotKept(verdicts)).toBe(whyNotKept([...verdicts]));
      }),
    );
  });

  it('lets a person overrule a model, and says who kept an episode out', () => {
    const of = (kind: QualityVerdict['kind'], passes: boolean, criterion: QualityVerdict['criterion']) =>
      ({ source: 's', episode: 'e', criterion, passes, reviewer: kind, kind, at: '', reason: 'so' }) as const;
    const good = QUALITY_CRITERIA.map((criterion) => of('rule', true, criterion));
    expect(whyNotKept(good)).toBeNull();
    const judged = [...good, of('model', false, 'completes')];
    expect(whyNotKept(judged)).toContain('completes (model): so');
    expect(
      whyNotKept([...judged, of('person', true, 'completes'), of('model', false, 'completes')]),
    ).toBeNull();
    expect(countingVerdicts([]).files).toBeNull();
  });

  it('forgets a decision that was set back to nothing, and no other', () => {
    const of = (kind: QualityVerdict['kind'], criterion: QualityVerdict['criterion']): QualityVerdict => {
      const common = { source: 's', episode: 'e', passes: true, reviewer: kind, at: '', reason: 'so' };
      return { ...common, criterion, kind };
    };
    const verdicts = [of('model', 'completes'), of('person', 'completes'), of('person', 'equivalent')];
    const [model, , other] = verdicts;
    const withdrawn = { source: 's', episode: 'e', criterion: 'completes', decision: '' } as const;
    expect(withoutWithdrawn(verdicts, [withdrawn])).toEqual([model, other]);
    expect(withoutWithdrawn(verdicts, [{ ...withdrawn, decision: 'pass' }])).toEqual(verdicts);
    expect(withoutWithdrawn(verdicts, [])).toEqual(verdicts);
  });
});
