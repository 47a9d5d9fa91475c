import { answerWith, type MilestoneRules } from '../../milestones/milestone-progress.js';
import type { MoveGraph } from '../move-graph.js';
import { MilestoneOrder, MOST_OPEN_MILESTONES, type OpenMilestones } from '../open-milestones.js';

/**
 * What is to be reached, as bits: one for each milestone on a screen, and one for the answer. Only the last answer of an
 * episode counts, so all milestones that want one are met by one text at one moment, or not at all.
 */
export interface Objective {
  readonly order: MilestoneOrder;
  /** Everything. */
  readonly all: OpenMilestones;
  /** The bit of the answer; 0 where none is wanted. */
  readonly answer: OpenMilestones;
  /** A text that all milestones accept that want one; null where none is wanted. */
  readonly text: string | null;
  /** By node, where any screen belongs to a milestone: those that each screen belongs to. */
  readonly screens: ReadonlyMap<number, readonly OpenMilestones[]>;
}

/** Why there is none: no text, or no moment, suits every milestone that wants an answer; or they are too many. */
export type NoObjective = 'answers' | 'too many';

export function objectiveOf(moves: MoveGraph, rules: MilestoneRules): Objective | NoObjective {
  if (rules.leaves.length >= MOST_OPEN_MILESTONES) return 'too many';
  const answers = rules.leaves.flatMap(({ milestone }, index) =>
    milestone.type === 'answer' ? [index] : [],
  );
  const answer = answers.length === 0 ? 0 : 1 << rules.leaves.length;
  const text = commonAnswer(rules);
  if (text === undefined) return 'answers';
  const bitsOf = (leaves: readonly number[]): OpenMilestones =>
    leaves.reduce((bits, leaf) => bits | (answers.includes(leaf) ? answer : 1 << leaf), 0);
  const needs = rules.leaves.map(({ requires }) =>
    bitsOf([...rules.leaves.keys()].filter((leaf) => ((requires >> BigInt(leaf)) & 1n) === 1n)),
  );
  // What any of them wants first must come before the one answer.
  const first = answers.reduce((bits, leaf) => bits | (needs[leaf] ?? 0), 0) & ~answer;
  if (answer !== 0 && wantsAnswer(needs, first, answer)) return 'answers';
  const order = new MilestoneOrder([...needs, first]);
  const screens = new Map<number, readonly OpenMilestones[]>();
  for (const place of rules.leavesOfScreen.keys()) {
    const index = moves.nodeOf.get(place);
    const node = index === undefined ? undefined : moves.graph.nodes[index];
    if (index === undefined || node === undefined || screens.has(index)) continue;
    const ofNode = rules.leavesOfScreen.get(node.id) ?? [];
    const sets = node.screens.map(({ id }) => bitsOf([...ofNode, ...(rules.leavesOfScreen.get(id) ?? [])]));
    // Nothing is sure but what every screen shows.
    screens.set(index, moves.onlySure ? [sets.reduce((all, set) => all & set)] : sets);
  }
  const all = bitsOf([...rules.leaves.keys()]);
  return { order, all, answer, text, screens };
}

/** A text that all milestones accept that want one; null where none does want one, undefined where there is no such text. */
function commonAnswer(rules: MilestoneRules): string | null | undefined {
  const wanted = rules.leaves.flatMap(({ milestone }) => (milestone.type === 'answer' ? [milestone] : []));
  const [first] = wanted;
  if (first === undefined) return null;
  const isAnswer = rules.leaves.map(({ milestone }) => milestone.type === 'answer');
  const screens = isAnswer.reduce((bits, is, leaf) => (is ? bits : bits | (1n << BigInt(leaf))), 0n);
  return first.accepted.find((text) => answerWith(rules, screens, text) === rules.all);
}

/** Whether one of these milestones wants the answer first, by itself or by what it wants. */
function wantsAnswer(
  needs: readonly OpenMilestones[],
  milestones: OpenMilestones,
  answer: OpenMilestones,
): boolean {
  let all = milestones;
  for (;;) {
    const more = needs.reduce((bits, need, leaf) => (((all >> leaf) & 1) === 1 ? bits | need : bits), all);
    if ((more & answer) !== 0) return true;
    if (more === all) return false;
    all = more;
  }
}
