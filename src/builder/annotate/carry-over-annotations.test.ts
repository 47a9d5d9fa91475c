import { describe, expect, it } from 'vitest';
import { carriedOverAnnotations, type AnnotationsFile } from './carry-over-annotations.js';

function file(limit: number | null, sample: number | null, ...episodes: readonly string[]): AnnotationsFile {
  return {
    header: {
      format: 'touchstone-annotations',
      formatVersion: 1,
      sources: ['s'],
      settings: {
        data: null,
        split: null,
        mode: null,
        benchmarkOptions: {},
        language: null,
        limit,
        sample,
        seed: 1,
        maxSteps: null,
        runs: 'runs',
      },
      choice: {
        attempts: { outcome: 'passed', formatErrors: 'leave-out', repeats: 'all' },
        part: null,
        walker: 'oracle',
        walks: 1,
      },
    },
    episodes: episodes.map((episode) => ({ source: 's', episode, steps: [] })),
  };
}

describe('annotations of an earlier call', () => {
  it('stay where less is annotated again, and are still exported', () => {
    expect(carriedOverAnnotations(file(1, null, 'a'), file(3, null, 'a', 'b'))).toEqual(
      file(3, null, 'a', 'b'),
    );
    expect(carriedOverAnnotations(file(1, null), file(null, null, 'a', 'b'))).toEqual(
      file(null, null, 'a', 'b'),
    );
    expect(carriedOverAnnotations(file(null, 2, 'c'), file(2, null, 'a'))).toEqual(
      file(null, null, 'a', 'c'),
    );
    expect(carriedOverAnnotations(file(null, 2, 'c'), file(null, 2))).toEqual(file(null, 2, 'c'));
    expect(carriedOverAnnotations(file(1, null, 'a'), null)).toEqual(file(1, null, 'a'));
  });
});
