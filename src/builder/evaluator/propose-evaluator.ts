import type { Action } from '../../domain/action.js';
import { nodeMatches } from '../../domain/hierarchy/find-node.js';
import { MASKED_TEXT } from '../record/mask-screen.js';
import { rulesAt, type ElementRule } from '../rules/element-rules.js';
import { tellingElements } from '../rules/telling-element.js';
import type { PathStep } from './named-path.js';

/** One entry of a list of rules; see docs/tree-rules.md. */
export type ProposedRule =
  | (ElementRule & {
      readonly type: 'findaction' | 'findelement';
      readonly check_type: 'equal';
      readonly check_rules: Readonly<Record<string, string>>;
    })
  | {
      readonly type: 'rule';
      readonly order: 'sequential' | 'present';
      readonly evaluators: readonly ProposedRule[];
    };

/** Whether rules hold on a path, as each mode has it. */
export type JudgePath = (
  rules: readonly ProposedRule[],
  path: readonly Pick<PathStep, 'screen' | 'action'>[],
) => Promise<{ readonly reference: boolean; readonly corrected: boolean }>;

/** How proposed rules did on paths that they have to accept or to reject. */
export interface EvaluatorProof {
  /** The recording itself is accepted. */
  readonly acceptsReference: boolean;
  /** Beginnings of the recording that were tried, by their number of steps, and those that were accepted all the same. */
  readonly prefixes: { readonly tried: number; readonly accepted: readonly number[] };
  /** Beginnings that end on a screen that looks like the last: where no step after them can be asked for, no rule tells them apart. */
  readonly alike: readonly number[];
  /** Pairs of steps whose order matters, tried in the other order, and those that were accepted all the same. */
  readonly orders: { readonly tried: number; readonly accepted: readonly (readonly [number, number])[] };
  readonly isProven: boolean;
}

/** A proposed trajectory evaluator. */
export interface ProposedEvaluator {
  readonly rules: readonly ProposedRule[];
  /** Steps that rules ask for, from 0. */
  readonly steps: readonly number[];
  readonly proof: EvaluatorProof;
}

/** What a step is asked for by. */
interface KeyStep {
  readonly step: number;
  readonly rule: ProposedRule;
}

/**
 * Rules that accept a recording and reject its beginnings and, where the order of its steps matters, other orders: what the last screen
 * alone shows, every text that was typed, the last touch, and further touches, from the last on, until that holds. Each is named by
 * attributes that stay. Where nothing proves them, the best are given with what they accept.
 */
export async function proposeEvaluator(
  path: readonly PathStep[],
  judge: JudgePath,
): Promise<ProposedEvaluator | string> {
  const known = path.slice(0, -1).flatMap((one, step): KeyStep[] => {
    const rule = actionRule(one);
    return rule === null ? [] : [{ step, rule }];
  });
  const end = endRule(path);
  if (known.length === 0 && end === null)
    return 'neither its steps nor its last screen can be named by attributes that stay';
  const needed = known.filter(({ step }, index) => isTyped(path[step]?.action) || index === known.length - 1);
  const further = known.filter((one) => !needed.includes(one)).toReversed();
  let best: ProposedEvaluator | null = null;
  for (let more = 0; more <= further.length; more += 1) {
    const keys = [...needed, ...further.slice(0, more)].toSorted((a, b) => a.step - b.step);
    const groups = groupsOf(keys, path);
    const rules = rulesOf(groups, end);
    const proof = await prove(rules, groups, path, judge);
    const proposed = { rules, steps: keys.map(({ step }) => step), proof };
    if (proof.isProven) return proposed;
    if (best === null || faultsOf(proof) < faultsOf(best.proof)) best = proposed;
  }
  return best ?? 'no rules can be made of it';
}

const WORDS: Readonly<Partial<Record<Action['type'], string>>> = {
  tap: 'click',
  long_press: 'longclick',
  type: 'input',
};

/** The rule for what a step did; null where nothing that stays names it. */
function actionRule({ action, hierarchy, points }: PathStep): ProposedRule | null {
  const type = WORDS[action.type];
  if (type === undefined) return null;
  const said: Record<string, string> =
    action.type === 'type' && !action.text.includes(MASKED_TEXT) ? { message: action.text } : {};
  const check = { check_type: 'equal', check_rules: {} } as const;
  const [first, ...others] = points;
  const [rule] =
    first === undefined
      ? []
      : rulesAt(hierarchy, first).filter((one) =>
          others.every((point) => rulesAt(hierarchy, point).some((other) => isSame(one, other))),
        );
  if (rule !== undefined) {
    const match_rules = { action_type: type, ...rule.match_rules, ...said };
    return { type: 'findaction', match_type: rule.match_type, match_rules, ...check };
  }
  if (Object.keys(said).length === 0) return null;
  return { type: 'findaction', match_type: 'equal', match_rules: { action_type: type, ...said }, ...check };
}

function isSame(a: ElementRule, b: ElementRule): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** What the last screen shows and none before it. */
function endRule(path: readonly PathStep[]): ProposedRule | null {
  const last = path.at(-1);
  if (last === undefined) return null;
  const before = path.slice(0, -1);
  const [rule] = tellingElements(
    last.hierarchy,
    before.map(({ hierarchy }) => hierarchy),
  );
  if (rule === undefined) return null;
  const activity = last.screen.activity?.activity ?? '';
  const isOwn = activity !== '' && before.every(({ screen }) => screen.activity?.activity !== activity);
  const check_rules: Record<string, string> = isOwn ? { activity } : {};
  return { type: 'findelement', ...rule, check_type: 'equal', check_rules };
}

/** Steps one after the other; neighbours that could be done in either order are together. */
function groupsOf(keys: readonly KeyStep[], path: readonly PathStep[]): readonly (readonly KeyStep[])[] {
  const groups: KeyStep[][] = [];
  for (const key of keys) {
    const group = groups.at(-1);
    const isFree = group?.every((other) => couldSwap(other, key, path)) === true;
    if (group !== undefined && isFree) group.push(key);
    else groups.push([key]);
  }
  return groups;
}

/** What the later one touches is there before the earlier one is done, and the other way round. */
function couldSwap(earlier: KeyStep, later: KeyStep, path: readonly PathStep[]): boolean {
  const isOn = ({ rule }: KeyStep, step: number): boolean => {
    const hierarchy = path[step]?.hierarchy;
    if (rule.type === 'rule' || hierarchy === undefined) return false;
    const { action_type: _, message: __, ...element } = rule.match_rules;
    if (Object.keys(element).length === 0) return false;
    return hierarchy.nodes.some((node) => nodeMatches(node, element, rule.match_type));
  };
  return isOn(later, earlier.step) && isOn(earlier, later.step);
}

/** The list of what has to be there and, where its order matters, that order. */
function rulesOf(groups: readonly (readonly KeyStep[])[], end: ProposedRule | null): readonly ProposedRule[] {
  const last = end === null ? [] : [end];
  const list = distinct([...groups.flat().map(({ rule }) => rule), ...last]);
  if (groups.length < 2) return list;
  const order = groups.map((group): ProposedRule => {
    const rules = distinct(group.map(({ rule }) => rule));
    const [only] = rules;
    return only !== undefined && rules.length === 1
      ? only
      : { type: 'rule', order: 'present', evaluators: rules };
  });
  return [...list, { type: 'rule', order: 'sequential', evaluators: [...order, ...last] }];
}

function distinct(rules: readonly ProposedRule[]): readonly ProposedRule[] {
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}

async function prove(
  rules: readonly ProposedRule[],
  groups: readonly (readonly KeyStep[])[],
  path: readonly PathStep[],
  judge: JudgePath,
): Promise<EvaluatorProof> {
  const whole = await judge(rules, path);
  const isAccepted = async (other: readonly Pick<PathStep, 'screen' | 'action'>[]): Promise<boolean> => {
    const { reference, corrected } = await judge(rules, other);
    return reference || corrected;
  };
  const end = path.at(-1);
  const lengths = path.slice(0, -1).map((_, index) => index);
  const accepted: number[] = [];
  for (const length of lengths) {
    const screen = path[length]?.screen;
    if (screen === undefined || end === undefined) continue;
    if (await isAccepted([...path.slice(0, length), { screen, action: end.action }])) accepted.push(length);
  }
  const swaps = groups.slice(1).flatMap((group, index): (readonly [number, number])[] => {
    const [a, b] = [groups[index]?.at(-1), group[0]];
    // Equal rules hold in any order.
    if (a === undefined || b === undefined || JSON.stringify(a.rule) === JSON.stringify(b.rule)) return [];
    return [[a.step, b.step]];
  });
  const wrong: (readonly [number, number])[] = [];
  for (const [a, b] of swaps) if (await isAccepted(swapped(path, a, b))) wrong.push([a, b]);
  const acceptsReference = whole.reference && whole.corrected;
  return {
    acceptsReference,
    prefixes: { tried: lengths.length, accepted },
    alike: accepted.filter((length) => isLikeEnd(path[length], end)),
    orders: { tried: swaps.length, accepted: wrong },
    isProven: acceptsReference && accepted.length === 0 && wrong.length === 0,
  };
}

function swapped<T>(path: readonly T[], a: number, b: number): readonly T[] {
  const [one, other] = [path[a], path[b]];
  if (one === undefined || other === undefined) return path;
  return path.with(a, other).with(b, one);
}

function isLikeEnd(step: PathStep | undefined, end: PathStep | undefined): boolean {
  if (step === undefined || end === undefined) return false;
  const { hierarchy, screen } = step;
  if (screen === end.screen) return true;
  if (hierarchy.nodes.length !== end.hierarchy.nodes.length) return false;
  return hierarchy.nodes.every((node, index) => {
    const other = end.hierarchy.nodes[index];
    return other !== undefined && JSON.stringify(node.attributes()) === JSON.stringify(other.attributes());
  });
}

function isTyped(action: Action | undefined): boolean {
  return action?.type === 'type';
}

function faultsOf({ acceptsReference, prefixes, orders }: EvaluatorProof): number {
  return (acceptsReference ? 0 : 1000) + prefixes.accepted.length + orders.accepted.length;
}
