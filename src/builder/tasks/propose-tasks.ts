import { buildMoveGraph } from '../../domain/graph/move-graph.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { Task } from '../../domain/task.js';
import type { Ask } from '../../models/asking/model-question.js';
import { eachAsked } from '../asking/each-asked.js';
import { withoutNearDuplicates, type Instruction } from '../curate/near-duplicates.js';
import { tellingElements } from '../rules/telling-element.js';
import type { WorldScreens } from '../screens/world-screens.js';
import { GoalProver, type ProvenGoal } from './prove-draft.js';
import { sampleRoutes } from './sample-routes.js';
import { proposalRequest, readProposal, readWordingCheck, wordingRequest } from './task-prompts.js';
import { wordingFaults } from './wording-faults.js';

/** Roles that proposals of tasks ask. */
export const TASK_ROLES = [
  { name: 'writer', does: 'chooses goals among screens and words tasks' },
  { name: 'checker', does: 'checks whether an instruction says what its goals need' },
] as const;

/** Answers of each question at most that cannot be read. */
const RETRIES = 1;

export interface ProposeTasksOptions {
  /** Null: goals are the ends of the routes, words come from titles. */
  readonly ask: Ask | null;
  readonly language: string;
  /** Routes that are looked at; each gives one proposal at most. */
  readonly count: number;
  /** States of a route at most. */
  readonly length: number;
  /** Actions that a task takes at least. */
  readonly leastSteps: number;
  readonly seed: number;
  /** Overlap from which two instructions are near-duplicates, 0–1. */
  readonly threshold: number;
  /** Instructions that there are already. */
  readonly existing: readonly Instruction[];
  /** Ids of tasks that there are already, and are none of these. */
  readonly taken: ReadonlySet<string>;
  readonly concurrency: number;
  readonly onProgress: (total: number) => void;
  readonly signal: AbortSignal;
}

/** Why a proposal became no task. */
export type ProposalEnd =
  | 'kept'
  | 'unproven'
  | 'too-short'
  | 'same-goal'
  | 'wording'
  | 'near-duplicate'
  | 'unreadable'
  | 'refused'
  | 'broken'
  | 'left';

/** What became of a route. */
export interface TaskProposal {
  readonly number: number;
  /** Ids of the route's states. */
  readonly route: readonly string[];
  /** Ids of the states that are to be reached. */
  readonly goals: readonly string[];
  readonly instruction: string | null;
  readonly end: ProposalEnd;
  /** A sentence, where it was not kept; faults of the wording by name. */
  readonly reason: string;
  readonly task: Task | null;
}

/**
 * Tasks of a recorded world: a model chooses what is to be reached on a walk and says it in words, the graph proves that it can be, and
 * what is ill-worded or there already is left out. Same answers, same tasks.
 */
export async function proposeTasks(
  screens: WorldScreens,
  options: ProposeTasksOptions,
): Promise<readonly TaskProposal[]> {
  const { graph } = screens.world;
  const moves = buildMoveGraph(graph, 'corrected');
  const start = graph.root;
  const { count, length, seed, concurrency, signal } = options;
  const routes = sampleRoutes(moves, { start, count, length, seed });
  const prover = new GoalProver(moves, start);
  const proposer = new Proposer(screens, prover, options);
  const found: TaskProposal[] = [];
  let number = 0;
  for await (const asked of eachAsked([...routes.entries()], { concurrency, signal }, (route) =>
    proposer.propose(...route),
  )) {
    options.onProgress(routes.length);
    const route = routes[number] ?? [];
    found.push(
      asked.type === 'done'
        ? asked.value
        : asked.type === 'broken'
          ? { ...proposer.frame(number, route), end: 'broken', reason: asked.message }
          : {
              ...proposer.frame(number, route),
              end: 'left',
              reason: `${asked.why === 'budget' ? 'the budget is spent' : 'the model could not be reached'}: ${asked.message}`,
            },
    );
    number += 1;
  }
  return apart(found, options);
}

class Proposer {
  readonly #screens: WorldScreens;
  readonly #prover: GoalProver;
  readonly #options: ProposeTasksOptions;
  readonly #names: readonly string[];

  constructor(screens: WorldScreens, prover: GoalProver, options: ProposeTasksOptions) {
    this.#screens = screens;
    this.#prover = prover;
    this.#options = options;
    this.#names = screens.world.graph.nodes.map(({ id }) => id);
  }

  /** A proposal of which nothing is known yet. */
  frame(number: number, route: readonly number[]): TaskProposal {
    return {
      number: number + 1,
      route: this.#ids(route),
      goals: [],
      instruction: null,
      end: 'kept',
      reason: '',
      task: null,
    };
  }

  async propose(number: number, route: readonly number[]): Promise<TaskProposal> {
    const frame = this.frame(number, route);
    const wanted = await this.#choose(number, route);
    if ('end' in wanted) return { ...frame, ...wanted };
    const { goals } = wanted;
    const titles = new Map<number, string | null>();
    for (const node of goals) titles.set(node, await this.#screens.title(node));
    const titleOf = (node: number): string | null =>
      titles.get(node) ?? this.#screens.world.graph.nodes[node]?.title ?? null;
    const known = { ...frame, goals: this.#ids(goals) };
    const proven = this.#prover.prove(goals, titleOf);
    if (typeof proven === 'string') {
      return { ...known, instruction: wanted.instruction, end: 'unproven', reason: proven };
    }
    if (proven.steps < this.#options.leastSteps) {
      const reason = `it takes ${proven.steps} of at least ${this.#options.leastSteps} actions`;
      return { ...known, instruction: wanted.instruction, end: 'too-short', reason };
    }
    const instruction =
      wanted.instruction ?? templateWording(goals.map(titleOf), this.#screens.app(goals.at(-1) ?? 0));
    if (instruction === null) return { ...known, end: 'wording', reason: 'its goals have no words' };
    const worded = { ...known, instruction };
    const faults = wordingFaults(instruction, { names: this.#names });
    if (faults.length > 0) return { ...worded, end: 'wording', reason: faults.join(', ') };
    const doubt = await this.#doubt(number, instruction, route[0] ?? 0, goals);
    if (doubt !== null) return { ...worded, ...doubt };
    return { ...worded, task: await this.#task(instruction, goals, proven) };
  }

  #ids(nodes: readonly number[]): readonly string[] {
    return nodes.map((node) => this.#names[node] ?? '');
  }

  /** What is to be reached, and in which words. */
  async #choose(
    number: number,
    route: readonly number[],
  ): Promise<
    | { readonly goals: readonly number[]; readonly instruction: string | null }
    | Pick<TaskProposal, 'end' | 'reason'>
  > {
    const { ask, language } = this.#options;
    if (ask === null) return this.#lastNamed(route);
    const shown = await Promise.all(
      route.map((node, index) => this.#screens.content(node, `Screen ${index + 1}`)),
    );
    const reply = await ask({
      role: 'writer',
      purpose: `task ${number + 1}`,
      request: proposalRequest(shown.flat(), language),
      read: (text) => readProposal(text, route.length),
      retries: RETRIES,
    });
    if (reply.type !== 'value') return unread(reply);
    const { goals, instruction } = reply.value;
    return { goals: goals.map((goal) => route[goal - 1] ?? 0), instruction };
  }

  /** The last state of a route whose title no other state has. */
  #lastNamed(
    route: readonly number[],
  ):
    | { readonly goals: readonly number[]; readonly instruction: null }
    | Pick<TaskProposal, 'end' | 'reason'> {
    const { nodes } = this.#screens.world.graph;
    const goal = route.slice(1).findLast((node) => {
      const title = nodes[node]?.title ?? null;
      return title !== null && nodes.filter((other) => other.title === title).length === 1;
    });
    if (goal === undefined) return { end: 'wording', reason: 'no state of the route has a title of its own' };
    return { goals: [goal], instruction: null };
  }

  /** Why the words do not fit what is to be reached; null where they do, and where nobody is asked. */
  async #doubt(
    number: number,
    instruction: string,
    start: number,
    goals: readonly number[],
  ): Promise<Pick<TaskProposal, 'end' | 'reason'> | null> {
    const { ask } = this.#options;
    if (ask === null) return null;
    const shown = [
      await this.#screens.content(start, 'Where it begins'),
      ...(await Promise.all(goals.map((goal) => this.#screens.content(goal, 'Wanted')))),
    ];
    const reply = await ask({
      role: 'checker',
      purpose: `wording of task ${number + 1}`,
      request: wordingRequest(instruction, shown.flat()),
      read: readWordingCheck,
      retries: RETRIES,
    });
    if (reply.type !== 'value') return unread(reply);
    const { says, complete, reveals, reason } = reply.value;
    const faults = [
      ...(says ? [] : ['says-something-else']),
      ...(complete ? [] : ['incomplete']),
      ...(reveals ? ['reveals-steps'] : []),
    ];
    return faults.length === 0 ? null : { end: 'wording', reason: `${faults.join(', ')}: ${reason}` };
  }

  async #task(
    instruction: string,
    goals: readonly number[],
    { milestones, steps, maxSteps, route }: ProvenGoal,
  ): Promise<Task> {
    const apps = goals.flatMap((goal) => this.#screens.app(goal) ?? []);
    const id = goals.map((goal) => slug(this.#names[goal] ?? '')).join('-and-');
    return {
      id,
      instructions: { [this.#options.language]: instruction },
      apps: [...new Set(apps)],
      tags: ['proposed'],
      // With the stop at the end.
      optimalSteps: steps + 1,
      maxSteps,
      milestones: [...milestones],
      evaluators: await this.#expectations(goals, route),
    };
  }

  /** One draft for each goal, so that a person confirms the task: what its screen shows and no screen of the way before it. */
  async #expectations(goals: readonly number[], route: readonly number[]): Promise<unknown[]> {
    const expectations: unknown[] = [];
    for (const goal of goals) {
      const title = (await this.#screens.title(goal)) ?? this.#names[goal] ?? '';
      const common = { type: 'expectation', expected: `“${title}” is reached` };
      const screen = await this.#screens.hierarchy(goal);
      const others: UiHierarchy[] = [];
      for (const node of new Set(route)) {
        const hierarchy = node === goal ? null : await this.#screens.hierarchy(node);
        if (hierarchy !== null) others.push(hierarchy);
      }
      const [rule] = screen === null ? [] : tellingElements(screen, others);
      expectations.push(
        rule === undefined
          ? { ...common, status: 'unfinished', note: 'proposed from the world; its milestones check it' }
          : {
              ...common,
              status: 'draft',
              note: 'proposed from the world, and proved by its graph',
              rule: { type: 'findelement', ...rule, check_type: 'equal', check_rules: {} },
            },
      );
    }
    return expectations;
  }
}

function unread(
  reply:
    | { readonly type: 'unreadable'; readonly problem: string }
    | { readonly type: 'refusal'; readonly text: string },
): Pick<TaskProposal, 'end' | 'reason'> {
  return reply.type === 'refusal'
    ? { end: 'refused', reason: 'the model refuses' }
    : { end: 'unreadable', reason: reply.problem };
}

/** Words for goals that have titles alone; null where one has none. */
export function templateWording(titles: readonly (string | null)[], app: string | null): string | null {
  const known = titles.flatMap((title) =>
    title === null || title.trim() === '' ? [] : [`“${title.trim()}”`],
  );
  if (known.length < titles.length || known.length === 0) return null;
  return `Bring the phone to ${known.join(' and to ')}${app === null ? '' : ` of ${app}`}.`;
}

function slug(id: string): string {
  const plain = id.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return plain.replaceAll(/^-|-$/g, '') || 'task';
}

/** Without those that want the same, and those whose words are too much like others'. */
function apart(
  proposals: readonly TaskProposal[],
  { language, threshold, existing, taken, ask }: ProposeTasksOptions,
): readonly TaskProposal[] {
  const ids = new Set(taken);
  const goals = new Map<string, number>();
  const kept: Instruction[] = [];
  return proposals.map((proposal): TaskProposal => {
    const { task, instruction, number } = proposal;
    if (task === null || instruction === null) return proposal;
    const key = proposal.goals.toSorted().join('\n');
    const same = goals.get(key);
    if (same !== undefined) {
      return { ...proposal, task: null, end: 'same-goal', reason: `proposal ${same} wants the same` };
    }
    const candidate = { id: `proposal ${number}`, language, instruction };
    // Words of a template differ in the titles alone.
    const limit = ask === null ? 1 : threshold;
    const [like] = withoutNearDuplicates([candidate], { against: [...existing, ...kept], limit }).removed;
    if (like !== undefined) {
      const reason = `its words are those of ${like.of} (overlap ${like.overlap.toFixed(2)})`;
      return { ...proposal, task: null, end: 'near-duplicate', reason };
    }
    goals.set(key, number);
    kept.push(candidate);
    return { ...proposal, task: { ...task, id: freeId(task.id, ids) } };
  });
}

function freeId(id: string, ids: Set<string>): string {
  let free = id;
  for (let number = 2; ids.has(free); number += 1) free = `${id}-${number}`;
  ids.add(free);
  return free;
}
