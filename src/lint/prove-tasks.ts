import type { Action } from '../domain/action.js';
import type { Finding } from '../domain/finding.js';
import { nodesReachableFrom, onlySureMoves, type MoveGraph } from '../domain/graph/move-graph.js';
import { fromGraphAction } from '../domain/graph/native-action.js';
import type { Obstacle } from '../domain/graph/shortest-solution.js';
import { judgeTask, type TaskVerdict } from '../domain/graph/solving/task-odds.js';
import type { SolutionStep } from '../domain/graph/solution.js';
import { choicesOf, MOST_CHOICES } from '../domain/milestones/milestone-choices.js';
import type { Proof } from '../domain/proof.js';
import { chanceText } from '../domain/text/chance-text.js';
import { found } from './rules.js';
import { startOf } from './task-rules/milestone-rules.js';
import type { TaskSubject, TasksSubject } from './task-subject.js';

/** Finds the shortest solution of each task, or why there is none. */
export class Prover {
  readonly #moves: MoveGraph;
  readonly #sure: MoveGraph;
  readonly #reached = new Map<number, ReadonlySet<number>>();
  /** By what decides the answer: two files often hold the same tasks. */
  readonly #known = new Map<string, Proof>();

  readonly #maxStates: number | undefined;

  /** @param options.maxStates most histories to look at where chance decides; a few thousand unless given */
  constructor(moves: MoveGraph, options: { readonly maxStates?: number } = {}) {
    this.#moves = moves;
    this.#maxStates = options.maxStates;
    this.#sure = onlySureMoves(moves);
  }

  get moves(): MoveGraph {
    return this.#moves;
  }

  /** Nodes that ways lead to from a node. */
  reachedFrom(start: number): ReadonlySet<number> {
    const reached = this.#reached.get(start) ?? nodesReachableFrom(this.#moves, start);
    this.#reached.set(start, reached);
    return reached;
  }

  prove(subject: TasksSubject, task: TaskSubject): Proof {
    const leaves = task.rules.leaves.map(({ milestone, requires }) => [
      milestone.type === 'screen' ? milestone.screens : milestone.accepted,
      milestone.type,
      String(requires),
    ]);
    const groups = task.rules.alternatives.map(({ children }) => children.map(String));
    const key = JSON.stringify([task.start, task.maxSteps, subject.countsAnswers, leaves, groups]);
    const known = this.#known.get(key);
    if (known !== undefined) return { ...known, file: subject.file, task: task.id };
    const proof = this.#prove(subject, task);
    this.#known.set(key, proof);
    return proof;
  }

  #prove(subject: TasksSubject, task: TaskSubject): Proof {
    const { graph } = this.#moves;
    const nothing: Proof = {
      file: subject.file,
      task: task.id,
      status: 'unknown',
      certainty: null,
      steps: null,
      probability: null,
      sureSteps: null,
      chance: null,
      chanceInBudget: null,
      chanceIsExact: false,
      budget: task.maxSteps,
      confirmed: null,
      reason: null,
      milestones: task.rules.leaves.length,
      obstacles: [],
      startScreen: 0,
      witness: [],
    };
    const impossible = {
      ...nothing,
      status: 'unsolvable',
      certainty: 'impossible',
      chance: 0,
      chanceInBudget: 0,
      chanceIsExact: true,
    } as const;
    const start = startOf(task, graph);
    if (start === null) return { ...impossible, reason: 'its start is not in the graph' };
    const verdict = this.#judge(subject, task, start);
    switch (verdict.type) {
      case 'unknown':
        return { ...nothing, reason: verdict.reason };
      case 'unsolvable': {
        const obstacles = verdict.obstacles.map(({ leaf, reason }) => ({ milestone: leaf, reason }));
        return { ...impossible, obstacles, reason: reasonOf(verdict.obstacles) };
      }
      case 'solved': {
        const { shortest, odds } = verdict;
        return {
          ...nothing,
          status: 'solved',
          certainty: odds.certainty,
          steps: shortest.steps.length,
          probability: shortest.probability,
          sureSteps: odds.sureSteps,
          chance: odds.chance,
          chanceInBudget: odds.chanceInBudget,
          chanceIsExact: odds.isExact,
          startScreen: shortest.startScreen,
          witness: shortest.steps.map(({ action, to, screen }) => ({
            action: unifiedAction(action),
            next: graph.nodes[to]?.id ?? null,
            screen,
          })),
        };
      }
      default:
        return verdict satisfies never;
    }
  }

  /** The verdict on the alternative that takes the fewest steps; what an agent could do by changing its mind is left aside. */
  #judge(subject: TasksSubject, task: TaskSubject, start: number): TaskVerdict {
    const choices = choicesOf(task.rules);
    if (choices === null) {
      return { type: 'unknown', reason: `its alternatives combine in more than ${MOST_CHOICES} ways` };
    }
    const verdicts = choices.map((rules) =>
      judgeTask(this.#moves, rules, start, {
        countsAnswers: subject.countsAnswers,
        reached: this.reachedFrom(start),
        sure: this.#sure,
        budget: task.maxSteps,
        ...(this.#maxStates === undefined ? {} : { maxProcessStates: this.#maxStates }),
      }),
    );
    const [only] = verdicts;
    if (only !== undefined && verdicts.length === 1) return only;
    const [best] = verdicts
      .flatMap((verdict) => (verdict.type === 'solved' ? [verdict] : []))
      .toSorted((a, b) => a.shortest.steps.length - b.shortest.steps.length);
    if (best !== undefined) return { ...best, odds: { ...best.odds, isExact: false } };
    const unknown = verdicts.find(({ type }) => type === 'unknown');
    // Its obstacles are numbered within one choice.
    return unknown ?? { type: 'unsolvable', obstacles: [] };
  }
}

/** An answer that does not end the episode has no native form of its own. */
function unifiedAction(action: SolutionStep['action']): Action {
  const { action_type: type, text } = action;
  if (type === 'answer' && typeof text === 'string') return { type: 'answer', text, terminal: false };
  return fromGraphAction(action);
}

function reasonOf(obstacles: readonly Obstacle[]): string {
  const sentence = (reason: Obstacle['reason'], one: string, many: string): string[] => {
    const own = obstacles.filter((obstacle) => obstacle.reason === reason).map(({ leaf }) => leaf + 1);
    if (own.length === 0) return [];
    return [own.length === 1 ? `milestone ${own[0]} ${one}` : `milestones ${own.join(', ')} ${many}`];
  };
  const parts = [
    ...sentence('absent', 'names no state of the graph', 'name no state of the graph'),
    ...sentence('unreachable', 'is on states that nothing leads to', 'are on states that nothing leads to'),
    ...sentence('answer', 'wants an answer that does not count', 'want answers that do not count'),
  ];
  return parts.length === 0 ? 'its milestones cannot be reached in one episode' : parts.join('; ');
}

/** What the proofs of a file's tasks say about the tasks. */
export function lintProofs(subject: TasksSubject, proofs: readonly Proof[]): Finding[] {
  const byTask = new Map(proofs.map((proof) => [proof.task, proof]));
  return subject.tasks.flatMap((task) => {
    const proof = byTask.get(task.id);
    return proof === undefined ? [] : lintProof(subject, task, proof);
  });
}

function lintProof(subject: TasksSubject, task: TaskSubject, proof: Proof): Finding[] {
  const where = { file: subject.file, path: task.path, subjects: [task.id] };
  const { steps } = proof;
  if (proof.status === 'unsolvable') {
    const message = `task ${task.id} cannot be solved: ${proof.reason}`;
    return [found('task/unsolvable', { ...where, message, details: { obstacles: proof.obstacles } })];
  }
  if (proof.status === 'unknown' || steps === null) {
    // A task without any success rule has a finding of its own.
    if (task.milestones.length === 0 && !task.hasEvaluators) return [];
    const message = `task ${task.id} was not proved: ${proof.reason ?? 'it has no milestones'}`;
    return [found('task/not-provable', { ...where, message })];
  }
  const findings: Finding[] = [];
  if (steps > task.maxSteps) {
    const message = `task ${task.id} takes ${steps} steps at least, and ${task.maxSteps} are allowed`;
    findings.push(
      found('task/over-budget', { ...where, message, details: { steps, budget: task.maxSteps } }),
    );
  }
  if (task.optimalSteps !== null && steps + 1 < task.optimalSteps) {
    const message = `task ${task.id} is labelled with ${task.optimalSteps} steps, and ${steps + 1} with the final stop solve it`;
    findings.push(
      found('task/label-beaten', { ...where, message, details: { steps, label: task.optimalSteps } }),
    );
  }
  if (proof.chanceInBudget !== null && proof.chanceInBudget < 1 && steps <= task.maxSteps) {
    const details = {
      chance: proof.chance,
      chanceInBudget: proof.chanceInBudget,
      sureSteps: proof.sureSteps,
    };
    findings.push(found('task/needs-luck', { ...where, message: luckMessage(task.id, proof), details }));
  }
  if (proof.confirmed === false) {
    const message = `the witness of task ${task.id} fails: ${proof.reason ?? 'it is scored as a failure'}`;
    findings.push(found('task/witness-fails', { ...where, message }));
  }
  return findings;
}

function luckMessage(
  task: string,
  { certainty, chance, chanceInBudget, chanceIsExact, sureSteps, budget }: Proof,
): string {
  const within = `${chanceIsExact ? '' : 'at least '}${chanceText(chanceInBudget ?? 0)} within its ${budget} steps`;
  switch (certainty) {
    case 'surely':
      return `task ${task} is sure to be solved within ${sureSteps} steps only; an agent that does its best has ${within}`;
    case 'almost-surely':
      return `task ${task} is solved for sure only by trying again and again; an agent that does its best has ${within}`;
    default:
      return `task ${task} is solved by luck alone: an agent that does its best has ${chanceText(chance ?? 0)}, and ${within}`;
  }
}
