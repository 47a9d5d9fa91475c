import { expect, it } from 'vitest';
import { AGENTS } from './agents.js';
import { BENCHMARKS } from './benchmarks.js';
import { AGENT_TITLES, BENCHMARK_NOTES, PUBLISHED_CAUSES } from './part-notes.js';

it('has the title of every agent', () => {
  expect([...AGENT_TITLES]).toEqual([...AGENTS.values()].map(({ name, title }) => [name, title]));
});

it('has what concerns those who show runs, of every benchmark', () => {
  const defined = [...BENCHMARKS.values()].map(({ name, protocol, showsPersonalData = false }) => [
    name,
    { protocol, showsPersonalData },
  ]);
  expect([...BENCHMARK_NOTES]).toEqual(defined);
});

it('has the causes of every paper', () => {
  expect(PUBLISHED_CAUSES).toEqual(
    [...BENCHMARKS.values()].flatMap(({ failureCauses = [] }) => failureCauses),
  );
});
