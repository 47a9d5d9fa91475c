import type { Finding } from '../domain/finding.js';
import { isVoided } from '../domain/episode.js';
import type { ItemResult, NamedScore } from '../domain/score.js';
import { found } from './rules.js';

/** Results of one baseline on a benchmark. */
export interface BaselineResults {
  readonly agent: string;
  readonly results: readonly ItemResult[];
}

/** The baseline that does nothing at all: all its credit comes from the start state alone. */
const IDLE = 'no-op';

/**
 * What blind baselines are credited with that nobody should be: milestones and rules that doing nothing meets (errors),
 * and tasks that a baseline solves without looking (warnings). One finding each, however many repeats show it.
 */
export function auditFindings(baselines: readonly BaselineResults[]): Finding[] {
  const findings = new Map<string, Finding>();
  for (const { agent, results } of baselines) {
    for (const { key, outcome, result } of results) {
      if (isVoided(outcome)) continue;
      const where = { file: null, subjects: [key.item, agent] };
      for (const met of agent === IDLE ? metParts(result.scores, result.completion) : []) {
        const message = `task ${key.item}: ${met} is met by doing nothing`;
        findings.set(message, found('audit/met-by-doing-nothing', { ...where, message }));
      }
      if (result.success === true) {
        const message = `task ${key.item} is solved by ${agent}`;
        findings.set(message, found('audit/solved-blindly', { ...where, message }));
      }
    }
  }
  return [...findings.values()];
}

/** Milestones and rules that scores say are met, in words; the task as a whole where scores name no parts. */
function metParts(scores: readonly NamedScore[], completion: number | null): string[] {
  const parts = scores.flatMap(({ score }) => {
    if (score.status !== 'scored' || typeof score.details !== 'object' || score.details === null) return [];
    const { milestones, rules } = score.details as { milestones?: unknown; rules?: unknown };
    return [...metIn(milestones, 'milestone'), ...metIn(rules, 'rule')];
  });
  if (parts.length > 0) return parts;
  return completion !== null && completion > 0 ? ['part of it'] : [];
}

/** Scorers say that a part is met in one of three ways: it holds, it was hit, or it has a step that reached it. */
function metIn(value: unknown, word: string): string[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly unknown[]).flatMap((part, index) => {
    if (typeof part !== 'object' || part === null) return [];
    const { hit, holds, step } = part as { hit?: unknown; holds?: unknown; step?: unknown };
    const isMet = hit ?? holds ?? (step !== null && step !== undefined);
    return isMet === true ? [`${word} ${index + 1}`] : [];
  });
}
