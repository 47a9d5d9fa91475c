import { evaluateRule } from './evaluate-rule.js';
import type { TreeRule } from './rule.js';
import { traceEntries, type TraceEntry, type TraceStep } from './trace.js';
import { WindowCutFault, type RuleOptions } from './verdict.js';

/** What one of a task's rules came to on a whole trace. */
export interface RuleResult {
  readonly type: TreeRule['type'];
  /** null where the published evaluator breaks (see `exception`). */
  readonly holds: boolean | null;
  /** Position among the trace's entries (two per step) as the published evaluator returns it; null where it breaks. */
  readonly index: number | null;
  /** Step that decided it, from 0; null where nothing was found. */
  readonly step: number | null;
  /** A sentence that can be checked against the trace. */
  readonly explanation: string;
  /** Name of the exception the published evaluator raises here. */
  readonly exception?: 'KeyError' | 'AttributeError';
}

/** What a task's rules came to on a trace. */
export interface TraceResult {
  readonly rules: readonly RuleResult[];
  /** All rules hold; null when the evaluation broke before one failed. */
  readonly success: boolean | null;
  /** Share of the rules that hold, 0–1; null when the evaluation of one broke. */
  readonly completion: number | null;
}

/**
 * Every rule of a task, each on the whole trace. Screens are read only where a rule needs them.
 *
 * Source: SPHINX paper, SR and ACP; a rule that holds others counts as one.
 *
 * @throws {TouchstoneError} when a screen that a rule needs cannot be read.
 */
export async function evaluateTrace(
  rules: readonly TreeRule[],
  steps: readonly TraceStep[],
  options: RuleOptions,
): Promise<TraceResult> {
  const entries = traceEntries(steps);
  const results: RuleResult[] = [];
  for (const rule of rules) results.push(await ruleResult(rule, entries, options));
  const failed = results.findIndex(({ holds }) => holds === false);
  const broken = results.findIndex(({ holds }) => holds === null);
  const held = results.filter(({ holds }) => holds === true).length;
  return {
    rules: results,
    // The published code stops at the first rule that fails, and so never comes to those behind it.
    success: broken >= 0 && (failed < 0 || broken < failed) ? null : failed < 0,
    completion: broken >= 0 ? null : held / results.length,
  };
}

async function ruleResult(
  rule: TreeRule,
  entries: readonly TraceEntry[],
  options: RuleOptions,
): Promise<RuleResult> {
  const type = rule.type === 'rule' ? `rule (${rule.order})` : rule.type;
  try {
    const { holds, index, nowhere, reason } = await evaluateRule(rule, entries, options);
    const step = nowhere === true ? null : (entries[index]?.index ?? null);
    const place = step === null ? '' : ` (step ${step + 1})`;
    return { type: rule.type, holds, index, step, explanation: `${type}: ${reason}${place}` };
  } catch (error) {
    if (!(error instanceof WindowCutFault)) throw error;
    const explanation = `${type}: the published evaluator breaks here (${error.exception}): ${error.reason}`;
    return { type: rule.type, holds: null, index: null, step: null, explanation, exception: error.exception };
  }
}
