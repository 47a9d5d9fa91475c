import type { Finding } from '../domain/finding.js';
import { nodesReachableFrom, onlySureMoves, type MoveGraph } from '../domain/graph/move-graph.js';
import { fromGraphAction } from '../domain/graph/native-action.js';
import { findShortestSolution, type Obstacle } from '../domain/graph/shortest-solution.js';
import type { Solution } from '../domain/graph/solution.js';
import type { Proof } from '../domain/proof.js';
import { found } from './rules.js';
import { startOf } from './task-rules/milestone-rules.js';
import type { TaskSubject, TasksSubject } from './task-subject.js';

/** Finds the shortest solution of each task, or why there is none. */
export class Prover {
  readonly #moves: MoveGraph;
  readonly #sure: MoveGraph;
  readonly #reached = new Map<MoveGraph, Map<number, ReadonlySet<number>>>();
  /** By what decides the answer: two files often hold the same tasks. */
  readonly #known = new Map<string, Proof>();

  constructor(moves: MoveGraph) {
    this.#moves = moves;
    this.#sure = onlySureMoves(moves);
  }

  get moves(): MoveGraph {
    return this.#moves;
  }

  /** Nodes that ways lead to from a node. */
  reachedFrom(start: number, moves = this.#moves): ReadonlySet<number> {
    const known = this.#reached.get(moves) ?? new Map<number, ReadonlySet<number>>();
    this.#reached.set(moves, known);
    const reached = known.get(start) ?? nodesReachableFrom(moves, start);
    known.set(start, reached);
    return reached;
  }

  prove(subject: TasksSubject, task: TaskSubject): Proof {
    const leaves = task.rules.leaves.map(({ milestone, requires }) => [
      milestone.type === 'screen' ? milestone.screens : milestone.accepted,
      milestone.type,
      String(requires),
    ]);
    const key = JSON.stringify([task.start, subject.countsAnswers, leaves]);
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
      steps: null,
      probability: null,
      sureSteps: null,
      confirmed: null,
      reason: null,
      milestones: task.rules.leaves.length,
      obstacles: [],
      startScreen: 0,
      witness: [],
    };
    const start = startOf(task, graph);
    if (start === null) return { ...nothing, status: 'unsolvable', reason: 'its start is not in the graph' };
    const options = { countsAnswers: subject.countsAnswers, reached: this.reachedFrom(start) };
    const result = findShortestSolution(this.#moves, task.rules, start, options);
    switch (result.type) {
      case 'unknown':
        return { ...nothing, reason: result.reason };
      case 'unsolvable': {
        const obstacles = result.obstacles.map(({ leaf, reason }) => ({ milestone: leaf, reason }));
        return { ...nothing, status: 'unsolvable', obstacles, reason: reasonOf(result.obstacles) };
      }
      case 'solved':
        return {
          ...nothing,
          status: 'solved',
          steps: result.steps.length,
          probability: result.probability,
          sureSteps: this.#sureSteps(subject, task, start, result),
          startScreen: result.startScreen,
          witness: result.steps.map(({ action, to, screen }) => ({
            action: fromGraphAction(action),
            next: graph.nodes[to]?.id ?? null,
            screen,
          })),
        };
      default:
        return result satisfies never;
    }
  }

  #sureSteps(subject: TasksSubject, task: TaskSubject, start: number, best: Solution): number | null {
    if (best.probability === 1) return best.steps.length;
    const options = { countsAnswers: subject.countsAnswers, reached: this.reachedFrom(start, this.#sure) };
    const sure = findShortestSolution(this.#sure, task.rules, start, options);
    return sure.type === 'solved' ? sure.steps.length : null;
  }
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
  if (proof.sureSteps === null) {
    const percent = ((proof.probability ?? 0) * 100).toPrecision(3);
    const message = `task ${task.id} has no solution without luck; its shortest comes true with ${Number(percent)} %`;
    findings.push(
      found('task/needs-luck', { ...where, message, details: { probability: proof.probability } }),
    );
  }
  if (proof.confirmed === false) {
    const message = `the witness of task ${task.id} fails: ${proof.reason ?? 'it is scored as a failure'}`;
    findings.push(found('task/witness-fails', { ...where, message }));
  }
  return findings;
}
