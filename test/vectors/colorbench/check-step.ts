import { isDeepStrictEqual } from 'node:util';
import type { Graph } from '../../../src/domain/graph/graph.js';
import { advance, transition } from '../../../src/domain/graph/transition.js';

/** One recorded environment step. `candidates` is left out when it is exactly `[next]`. */
export interface RecordedStep {
  readonly action: unknown;
  readonly rule: string;
  readonly candidates?: readonly string[];
  readonly next: string | null;
  readonly answer?: string;
  readonly exception?: string;
}

/** Rules that draw, and therefore have candidates. */
const DRAWING = new Set(['edge', 'wait_fallback', 'open']);

/** What differs between a recorded step and ours, or null; on agreement the history moves on as the record does. */
export function checkStep(graph: Graph, history: number[], step: RecordedStep): string | null {
  const outcome = transition(graph, 'reference', history, step.action);
  const expected = DRAWING.has(step.rule) ? (step.candidates ?? [step.next]) : null;
  const ours = {
    rule: outcome.rule,
    candidates: outcome.candidates?.map((index) => graph.nodes[index]?.id) ?? null,
    answer: outcome.answer ?? null,
    exception: outcome.rule === 'raises' ? outcome.detail : null,
  };
  const theirs = {
    rule: step.rule,
    candidates: expected,
    answer: step.answer ?? null,
    exception: step.exception ?? null,
  };
  if (!isDeepStrictEqual(ours, theirs)) {
    return `expected ${JSON.stringify(theirs)}, got ${JSON.stringify(ours)}`;
  }
  const next = step.next === null ? -1 : (graph.nodeIndex.get(step.next) ?? -2);
  if (outcome.candidates === null ? outcome.target !== next : !outcome.candidates.includes(next)) {
    return `cannot go to ${String(step.next)}`;
  }
  if (next !== -1) advance(history, outcome, next, 'reference');
  return null;
}

/** Ids of the nodes of a history. */
export function idsOf(graph: Graph, history: readonly number[]): (string | undefined)[] {
  return history.map((index) => graph.nodes[index]?.id);
}
