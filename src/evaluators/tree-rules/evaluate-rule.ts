import { findAction } from './find-action.js';
import { findElement } from './find-element.js';
import { findElementByAction } from './find-element-by-action.js';
import { lastAction } from './last-action.js';
import type { OrderRule, TreeRule } from './rule.js';
import { stoppage } from './stoppage.js';
import type { TraceEntry } from './trace.js';
import { notFound, type RuleOptions, type Verdict } from './verdict.js';

/** Entries in the window of a consecutive rule, the last match included. */
const WINDOW = 3;

/**
 * What a rule comes to on a list of entries, a whole trace or a slice of one.
 *
 * Source: SPHINX reference code, trajectory evaluators.
 *
 * @throws {WindowCutFault} in reference mode, where the published evaluator breaks.
 */
export function evaluateRule(
  rule: TreeRule,
  entries: readonly TraceEntry[],
  options: RuleOptions,
): Promise<Verdict> {
  switch (rule.type) {
    case 'stoppage':
      return stoppage(rule, entries, options);
    case 'lastaction':
      return lastAction(rule, entries, options);
    case 'findaction':
      return findAction(rule, entries, options);
    case 'findelement':
      return findElement(rule, entries, options);
    case 'findelementbyaction':
      return findElementByAction(rule, entries, options);
    case 'rule':
      return inOrder(rule, entries, options);
    default:
      return rule satisfies never;
  }
}

function inOrder(rule: OrderRule, entries: readonly TraceEntry[], options: RuleOptions): Promise<Verdict> {
  switch (rule.order) {
    case 'sequential':
      return sequential(rule.evaluators, entries, options);
    case 'consecutive':
      return consecutive(rule.evaluators, entries, options);
    case 'present':
      return present(rule.evaluators, entries, options);
    default:
      return rule.order satisfies never;
  }
}

/** Each child holds on what follows the match of the one before; in reference mode on that match itself too. */
async function sequential(
  children: readonly TreeRule[],
  entries: readonly TraceEntry[],
  options: RuleOptions,
): Promise<Verdict> {
  let start = 0;
  let index = 0;
  for (const [number, child] of children.entries()) {
    // `slice` takes -1, the index of an empty `present`, for the last entry, as Python does.
    const verdict = await evaluateRule(child, entries.slice(start), options);
    index = start + verdict.index;
    if (!verdict.holds) return { ...verdict, index, reason: childReason(number, child, verdict) };
    start = options.mode === 'reference' ? index : index + 1;
  }
  return { holds: true, index, reason: 'all hold one after the other' };
}

/** The children hold at some place, each within the two entries behind the match of the one before. */
async function consecutive(
  children: readonly TreeRule[],
  entries: readonly TraceEntry[],
  options: RuleOptions,
): Promise<Verdict> {
  for (const start of entries.keys()) {
    let index = start;
    let holds = true;
    for (const child of children) {
      const verdict = await evaluateRule(child, entries.slice(index, index + WINDOW), options);
      index += verdict.index;
      holds = verdict.holds;
      if (!holds) break;
    }
    if (holds) return { holds: true, index, reason: 'all hold close together' };
  }
  return notFound('nowhere do all hold close together');
}

/** Each child holds on the whole list. */
async function present(
  children: readonly TreeRule[],
  entries: readonly TraceEntry[],
  options: RuleOptions,
): Promise<Verdict> {
  let index = -1;
  for (const [number, child] of children.entries()) {
    const verdict = await evaluateRule(child, entries, options);
    index = Math.max(index, verdict.index);
    if (!verdict.holds) return { ...verdict, index, reason: childReason(number, child, verdict) };
  }
  return { holds: true, index, reason: 'all hold' };
}

function childReason(number: number, child: TreeRule, verdict: Verdict): string {
  return `part ${number + 1} (${child.type}): ${verdict.reason}`;
}
