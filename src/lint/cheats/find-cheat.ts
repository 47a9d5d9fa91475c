import { stop, type Action } from '../../domain/action.js';
import type { MoveGraph, Way } from '../../domain/graph/move-graph.js';
import { fromGraphAction } from '../../domain/graph/native-action.js';
import { choicesOf } from '../../domain/milestones/milestone-choices.js';
import {
  answerWith,
  arriveAt,
  NO_MILESTONES,
  type MilestoneRules,
  type ReachedMilestones,
} from '../../domain/milestones/milestone-progress.js';

/** How far rules have come, as a text that is equal where nothing ahead can tell the two apart. */
export type WatchState = string;

/** Rules of a benchmark that are followed step by step. */
export interface RuleWatch {
  readonly start: WatchState;
  /** A node's page is shown. */
  page(state: WatchState, node: number): Promise<WatchState>;
  /** Something is done on it. */
  act(state: WatchState, node: number, action: Action): Promise<WatchState>;
  /** Whether all rules may hold; the benchmark's own scoring has the last word. */
  isMet(state: WatchState): boolean;
}

/** What a cheat may not do. */
export interface Forbidden {
  readonly node: (node: number) => boolean;
  readonly text: (text: string) => boolean;
}

export interface CheatStep {
  readonly action: Action;
  /** Node it leads to; null for the answer that ends the episode. */
  readonly to: number | null;
}

export interface CheatQuestion {
  readonly moves: MoveGraph;
  readonly start: number;
  readonly milestones: MilestoneRules;
  readonly countsAnswers: boolean;
  /** Null where milestones alone decide. */
  readonly watch: RuleWatch | null;
  readonly forbidden: Forbidden;
  /** Actions at most. */
  readonly budget: number;
  /** Asked of every sequence that may pass, the shortest first. */
  readonly passes: (steps: readonly CheatStep[]) => Promise<boolean>;
}

/** Most states of a search; what needs more is not found. */
const MOST_STATES = 20_000;
/** Most sequences that are scored in a search. */
const MOST_SCORED = 20;

/** Where a search is: what decides everything ahead, and the way there. */
interface Place {
  readonly node: number;
  readonly reached: ReachedMilestones;
  readonly watched: WatchState;
  readonly before: Place | null;
  readonly step: CheatStep | null;
  readonly length: number;
}

/**
 * The shortest sequence of edges, openings of apps and HOME that passes without doing what is forbidden; null where none was
 * found. Breadth first over node, milestones reached and how far the rules have come.
 */
export async function findCheat(question: CheatQuestion): Promise<readonly CheatStep[] | null> {
  const { start, milestones, watch, moves, forbidden, budget, passes } = question;
  if (forbidden.node(start) || isBarred(question)) return null;
  const ways = allowedWays(question);
  const seen = new Set<string>();
  const queue: Place[] = [];
  let scored = 0;
  /** How far the rules are once a place's page is shown. */
  const follow = async (from: Place | null, node: number, action: Action | null): Promise<WatchState> => {
    if (watch === null) return '';
    const before = from?.watched ?? watch.start;
    const acted = from === null || action === null ? before : await watch.act(before, from.node, action);
    return await watch.page(acted, node);
  };
  /** The place, where it is new. */
  const enter = (
    from: Place | null,
    node: number,
    action: Action | null,
    watched: WatchState,
  ): Place | null => {
    const { id, screens } = moves.graph.nodes[node] ?? { id: '', screens: [] };
    const reached = arriveAt(milestones, from?.reached ?? NO_MILESTONES, id, screens[0]?.id);
    const key = `${node} ${reached} ${watched}`;
    if (seen.has(key) || seen.size >= MOST_STATES) return null;
    seen.add(key);
    const step = action === null ? null : { action, to: node };
    const place = { node, reached, watched, before: from, step, length: (from?.length ?? -1) + 1 };
    queue.push(place);
    return place;
  };
  /** The sequence to a place, where that passes. */
  const ended = async (place: Place | null): Promise<readonly CheatStep[] | null> => {
    if (place === null) return null;
    for (const end of endsOf(place, question)) {
      if (scored >= MOST_SCORED) return null;
      scored += 1;
      if (await passes(end)) return end;
    }
    return null;
  };
  const atOnce = await ended(enter(null, start, null, await follow(null, start, null)));
  if (atOnce !== null) return atOnce;
  /** Where milestones alone decide, what can be done anywhere leads from all places that have come as far to the same ones. */
  const opened = new Set<ReachedMilestones>();
  // The list grows while it is walked through.
  for (const place of queue) {
    if (place.length >= budget) break;
    const isOpened = watch === null && opened.has(place.reached);
    opened.add(place.reached);
    for (const list of isOpened ? [ways.from(place.node)] : [ways.from(place.node), ways.anywhere]) {
      for (const { to, action } of list) {
        // Waiting for what is there at once takes as long as all the rest.
        const watched = watch === null ? '' : await follow(place, to, action);
        const next = enter(place, to, action, watched);
        const found = next === null ? null : await ended(next);
        if (found !== null) return found;
      }
    }
  }
  return null;
}

/** By node, what may be done there; made once for each. */
function allowedWays({ moves, forbidden }: CheatQuestion): AllowedWays {
  const isAllowed = ({ to, action: { text, app } }: Way): boolean =>
    !forbidden.node(to) &&
    !(typeof text === 'string' && forbidden.text(text)) &&
    !(typeof app === 'string' && forbidden.text(app));
  const allowed = (list: readonly Way[]): AllowedWay[] =>
    list.filter(isAllowed).map((way) => ({ to: way.to, action: actionOf(way) }));
  const known = new Map<number, readonly AllowedWay[]>();
  return {
    anywhere: allowed(moves.anywhere),
    from: (node) => {
      const own = known.get(node) ?? allowed(moves.from[node] ?? []);
      known.set(node, own);
      return own;
    },
  };
}

/** The unified form of what each way wants: searches of many tasks go the same ways. */
const ACTIONS = new WeakMap<Way, Action>();

function actionOf(way: Way): Action {
  const known = ACTIONS.get(way) ?? fromGraphAction(way.action);
  ACTIONS.set(way, known);
  return known;
}

interface AllowedWays {
  /** What can be done at every node: opening apps, HOME. */
  readonly anywhere: readonly AllowedWay[];
  /** What can be done at one besides. */
  readonly from: (node: number) => readonly AllowedWay[];
}

interface AllowedWay {
  readonly to: number;
  readonly action: Action;
}

/** Whether some milestone can only be reached by what is forbidden, whichever alternative is chosen. */
function isBarred({ moves, milestones, forbidden, countsAnswers }: CheatQuestion): boolean {
  const choices = choicesOf(milestones);
  return choices?.every((rules) => isOneBarred(rules, { moves, forbidden, countsAnswers })) ?? false;
}

function isOneBarred(
  { leaves }: MilestoneRules,
  { moves, forbidden, countsAnswers }: Pick<CheatQuestion, 'moves' | 'forbidden' | 'countsAnswers'>,
): boolean {
  return leaves.some(({ milestone }) =>
    milestone.type === 'answer'
      ? !countsAnswers || milestone.accepted.every((text) => forbidden.text(text))
      : milestone.screens.every((id) => {
          const node = moves.nodeOf.get(id);
          return node === undefined || forbidden.node(node);
        }),
  );
}

/** Sequences that may pass here: stopping, or giving an answer that a milestone accepts. */
function* endsOf(
  place: Place,
  { milestones, watch, countsAnswers, forbidden }: CheatQuestion,
): Generator<CheatStep[]> {
  if (watch !== null && !watch.isMet(place.watched)) return;
  if (place.reached === milestones.all) {
    yield stepsTo(place);
    return;
  }
  if (!countsAnswers) return;
  for (const { milestone } of milestones.leaves) {
    if (milestone.type !== 'answer') continue;
    const answer = milestone.accepted.find((text) => !forbidden.text(text));
    if (answer === undefined || answerWith(milestones, place.reached, answer) !== milestones.all) continue;
    yield [...stepsTo(place), { action: stop('success', answer), to: null }];
  }
}

function stepsTo(place: Place): CheatStep[] {
  const steps: CheatStep[] = [];
  for (let at: Place | null = place; at?.step != null; at = at.before) steps.push(at.step);
  return steps.toReversed();
}
