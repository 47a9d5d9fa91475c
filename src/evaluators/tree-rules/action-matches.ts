import { findNode, valueMatches, type MatchType } from '../../domain/hierarchy/find-node.js';
import type { RuleMap } from './rule.js';
import { aimOf, type TraceAction, type TraceStep } from './trace.js';
import type { RuleOptions } from './verdict.js';

/** Keys of a rule that test the action; all others test a node under its point. */
export const ACTION_KEYS: ReadonlySet<string> = new Set(['action_type', 'message']);

/**
 * Whether the action of a step meets rules: its own fields do, and, where there are rules for elements, some node of the
 * screen under the action's point does. No rules hold for every action.
 *
 * The published evaluator never compares the node the action was aimed at: any node that contains the point counts, such
 * as a container behind a button. `ownElement` compares that node alone.
 */
export async function actionMatches(
  step: TraceStep,
  rules: RuleMap,
  type: MatchType,
  options: RuleOptions,
): Promise<boolean> {
  const element: Record<string, string> = {};
  for (const [key, expected] of Object.entries(rules)) {
    if (!ACTION_KEYS.has(key)) element[key] = expected;
    // Tested before any element, which may cost the reading of a screen.
    else if (!valueMatches(fieldOf(step.action, key), expected, type)) return false;
  }
  const expectations = Object.entries(element);
  if (expectations.length === 0) return true;
  const aim = await aimOf(step);
  if (aim === null) return false;
  const { attribute } = aim;
  if (options.ownElement === true && attribute !== null) {
    return expectations.every(([name, expected]) => valueMatches(attribute(name), expected, type));
  }
  return findNode(await step.hierarchy(), element, type, aim.point) !== undefined;
}

function fieldOf(action: TraceAction, key: string): string | undefined {
  return key === 'message' ? action.message : action.type;
}
