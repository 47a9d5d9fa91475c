import { pythonStrip } from '../../../../domain/hierarchy/python-strip.js';
import type { PredictedAction } from './predicted-action.js';
import type { RecordedAction } from './recorded-action.js';

/** Farthest that a touch may be off, in units of the 0–1 square. */
const RADIUS = 0.14;

/** What the evaluator says of one step. */
export interface AgentcpmVerdict {
  readonly isType: boolean;
  readonly isExact: boolean;
  readonly hasFormat: boolean;
  /** How alike typed texts are, 0–1; null unless both type. */
  readonly textRatio: number | null;
  /** In units of 1/1000 of the screen; null unless both touch in the same way. */
  readonly distance: number | null;
}

/**
 * Judges a step as the evaluator of AgentCPM-GUI does where there are no element boxes.
 *
 * @param predicted null for what is no valid action
 *
 * Source: AgentCPM-GUI, `eval/utils/evaluator.py`.
 */
export function judgeAgentcpm(recorded: RecordedAction, predicted: PredictedAction | null): AgentcpmVerdict {
  const verdict = {
    isType: false,
    isExact: false,
    hasFormat: predicted !== null,
    textRatio: null,
    distance: null,
  };
  if (predicted === null || predicted.kind !== recorded.kind) return verdict;
  const matched = { ...verdict, isType: true };
  switch (predicted.kind) {
    case 'click':
    case 'long_point': {
      if (recorded.kind !== predicted.kind) return verdict;
      const isExact = norm(recorded.x - predicted.x, recorded.y - predicted.y) <= RADIUS;
      // Multiplied before they are subtracted, unlike for the verdict.
      const distance = norm(predicted.x * 1000 - recorded.x * 1000, predicted.y * 1000 - recorded.y * 1000);
      return { ...matched, isExact, distance };
    }
    case 'scroll':
      return {
        ...matched,
        isExact: recorded.kind === 'scroll' && recorded.direction === predicted.direction,
      };
    case 'type': {
      if (recorded.kind !== 'type') return verdict;
      const [a, b] = [pythonStrip(predicted.text.toLowerCase()), pythonStrip(recorded.text.toLowerCase())];
      return { ...matched, isExact: a.includes(b) || b.includes(a), textRatio: indelRatio(a, b) };
    }
    case 'press':
      return { ...matched, isExact: recorded.kind === 'press' && recorded.key === predicted.key };
    case 'stop':
      return { ...matched, isExact: true };
    default:
      return predicted satisfies never;
  }
}

function norm(dx: number, dy: number): number {
  return Math.sqrt(dx * dx + dy * dy);
}

/** 1 − insertions and deletions over both lengths, in code points; 1 for two empty texts. */
function indelRatio(a: string, b: string): number {
  const [from, to] = [Array.from(a), Array.from(b)];
  const total = from.length + to.length;
  if (total === 0) return 1;
  return 1 - (total - 2 * commonLength(from, to)) / total;
}

/** Length of the longest common subsequence; two rows are held. */
function commonLength(from: readonly string[], to: readonly string[]): number {
  let row = new Uint32Array(to.length + 1);
  let next = new Uint32Array(to.length + 1);
  for (const character of from) {
    for (let index = 1; index <= to.length; index += 1) {
      const [diagonal = 0, above = 0, before = 0] = [row[index - 1], row[index], next[index - 1]];
      next[index] = to[index - 1] === character ? diagonal + 1 : Math.max(above, before);
    }
    [row, next] = [next, row];
  }
  return row[to.length] ?? 0;
}
