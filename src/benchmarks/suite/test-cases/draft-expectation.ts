import { canonicalJson } from '../../../domain/text/canonical-json.js';
import type { Expectation } from '../../../evaluators/expectations/expectation.js';
import type { TreeRule } from '../../../evaluators/tree-rules/rule.js';
import { proposeRules } from './propose-rule.js';
import type { WorldPages } from './world-pages.js';

/** Where an expectation stands in its test case. */
export interface Written {
  /** From 1. */
  readonly step: number;
  readonly expected: string;
}

/**
 * An expectation for somebody to finish: a draft where its words say how it could be checked, unfinished otherwise.
 * Given a world, the draft is the first proposal that holds on a page of it, and the note says on how many.
 */
export function draftExpectation({ step, expected }: Written, world: WorldPages | null): Expectation {
  const { candidates, note } = proposeRules(expected);
  const [first] = candidates;
  const written = { type: 'expectation' as const, step, expected };
  if (first === undefined) return { ...written, status: 'unfinished', ...(note !== null && { note }) };
  const fitted = world === null ? { rule: first, note: null } : fitRule(candidates, first, world);
  const notes = [fitted.note, note].filter((one) => one !== null).join('; ');
  return { ...written, status: 'draft', ...(notes !== '' && { note: notes }), rule: fitted.rule };
}

/** Whether a rule is one that was proposed for these words, and nobody has changed it since. */
export function isProposed(expected: string, rule: TreeRule): boolean {
  const own = canonicalJson(withoutResourceId(rule));
  return proposeRules(expected).candidates.some((candidate) => canonicalJson(candidate) === own);
}

/** Whether a note is one that imports write. */
export function isProposedNote(expected: string, note: string | undefined): boolean {
  if (note === undefined) return true;
  const rest = note.replace(
    /^holds on (?:none|\d+) of (?:the|\d+) recorded pages(?:, the first one of all too)?(?:; )?/,
    '',
  );
  return rest === '' || rest === proposeRules(expected).note;
}

/** Without what imports add where a world tells it. */
function withoutResourceId(rule: TreeRule): TreeRule {
  if (rule.type === 'rule') return { ...rule, evaluators: rule.evaluators.map(withoutResourceId) };
  if (rule.type !== 'findelement') return rule;
  const { 'resource-id': _, ...rules } = rule.match_rules;
  return { ...rule, match_rules: rules };
}

function fitRule(
  candidates: readonly TreeRule[],
  first: TreeRule,
  world: WorldPages,
): { readonly rule: TreeRule; readonly note: string | null } {
  for (const candidate of candidates) {
    const fitted = fit(candidate, world);
    if (fitted === null) return { rule: first, note: null };
    if (fitted.pages === 0) continue;
    const on = `holds on ${fitted.pages} of ${world.size} recorded pages`;
    return { rule: fitted.rule, note: fitted.onStart ? `${on}, the first one of all too` : on };
  }
  return { rule: first, note: 'holds on none of the recorded pages' };
}

/** The candidate with what the world adds to it, and on how many pages it holds; null where pages say nothing of it. */
function fit(
  rule: TreeRule,
  world: WorldPages,
): { readonly rule: TreeRule; readonly pages: number; readonly onStart: boolean } | null {
  switch (rule.type) {
    case 'findelement': {
      const { pages, onStart, resourceId } = world.fit(rule);
      const isExact = rule.match_type === 'equal' && rule.match_rules['activity'] === undefined;
      if (!isExact || resourceId === null) return { rule, pages, onStart };
      const telling = { ...rule, match_rules: { 'resource-id': resourceId, ...rule.match_rules } };
      return { rule: telling, ...world.fit(telling) };
    }
    case 'rule': {
      const parts = rule.evaluators.map((part) => fit(part, world));
      const known = parts.filter((part) => part !== null);
      if (known.length < parts.length) return null;
      return {
        rule: { ...rule, evaluators: known.map((part) => part.rule) },
        pages: Math.min(...known.map(({ pages }) => pages)),
        onStart: known.every(({ onStart }) => onStart),
      };
    }
    default:
      return null;
  }
}
