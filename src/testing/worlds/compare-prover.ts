import { buildGraph } from '../../domain/graph/build-graph.js';
import type { Graph } from '../../domain/graph/graph.js';
import { buildMoveGraph, type MoveGraph } from '../../domain/graph/move-graph.js';
import { compileMilestones } from '../../domain/milestones/milestone-progress.js';
import type { Mode } from '../../domain/mode.js';
import type { Certainty, Proof } from '../../domain/proof.js';
import { GraphEnvironment } from '../../environments/graph/graph-environment.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import { evaluateMilestones } from '../../evaluators/milestones.js';
import { confirmWitnesses } from '../../lint/confirm-witness.js';
import { Prover } from '../../lint/prove-tasks.js';
import { bruteForce, type BruteVerdict } from './brute-force.js';
import type { RandomTask } from './random-task.js';

/** Histories that are looked at: enough for every small world, and so few that most are not looked at whole. */
const [MANY_STATES, FEW_STATES] = [400_000, 40];
const TOLERANCE = 1e-9;
/** Best first. */
const ORDER: readonly Certainty[] = ['surely', 'almost-surely', 'by-luck', 'impossible'];

/** What the prover and the search that tries everything say of one task. */
export interface Comparison {
  readonly certainty: Certainty;
  /** What they disagree about, in words; empty where they agree. */
  readonly disagreements: readonly string[];
}

/** Has a task proved and tried, and the solution that the prover prints replayed by the environment and the evaluator. */
export async function compareWithBruteForce(random: RandomTask, mode: Mode): Promise<Comparison> {
  const brute = await bruteForce(random, mode);
  const graph = buildGraph(random.source);
  const moves = buildMoveGraph(graph, mode);
  const [proof] = await confirmed(graph, random, mode, proofOf(moves, random, MANY_STATES));
  if (proof === undefined) return { certainty: brute.certainty, disagreements: ['there is no proof'] };
  const rough = proofOf(moves, random, FEW_STATES);
  return {
    certainty: brute.certainty,
    disagreements: [...differences(proof, brute, random.budget), ...exaggerations(rough, brute)],
  };
}

function proofOf(moves: MoveGraph, { task, budget }: RandomTask, maxStates: number): Proof {
  const subject = {
    id: task.id,
    path: [],
    instructions: task.instructions,
    start: task.start ?? null,
    apps: [],
    optimalSteps: null,
    maxSteps: budget,
    milestones: [],
    rules: compileMilestones(task.milestones),
    hasEvaluators: false,
  };
  const prover = new Prover(moves, { maxStates });
  return prover.prove({ file: 'suite.json', tasks: [subject], languages: [], countsAnswers: true }, subject);
}

function confirmed(graph: Graph, { task }: RandomTask, mode: Mode, proof: Proof): Promise<Proof[]> {
  return confirmWitnesses(graph, [proof], {
    folder: '',
    mode,
    starts: new Map([[task.id, task.start ?? null]]),
    open: async (world, { starts, chooser }) =>
      new GraphEnvironment(new GraphWorld(world), { mode, startOf: (id) => starts.get(id), chooser }),
    judge: async (_, trajectory) => evaluateMilestones(task, trajectory).success,
    signal: new AbortController().signal,
  });
}

function differences(proof: Proof, brute: BruteVerdict, budget: number): string[] {
  const found: string[] = [];
  const compare = (what: string, proved: unknown, tried: unknown): void => {
    if (proved !== tried) found.push(`${what}: proved ${String(proved)}, tried ${String(tried)}`);
  };
  const near = (what: string, proved: number | null, tried: number): void => {
    if (proved === null || Math.abs(proved - tried) > TOLERANCE) compare(what, proved, tried);
  };
  compare('certainty', proof.certainty, brute.certainty);
  compare('steps for sure', proof.sureSteps, brute.sureSteps);
  const steps = proof.steps !== null && proof.steps <= budget ? proof.steps : null;
  compare('fewest steps', steps, brute.fewestSteps);
  near('chance', proof.chance, brute.chance);
  near('chance within the budget', proof.chanceInBudget, brute.chanceInBudget);
  compare('is exact', proof.chanceIsExact, true);
  if (proof.status === 'solved') compare('witness', proof.confirmed, true);
  return found;
}

/** Where a proof by few histories claims more than there is. */
function exaggerations(proof: Proof, brute: BruteVerdict): string[] {
  const found: string[] = [];
  const claim = (isTrue: boolean, what: string): void => {
    if (!isTrue) found.push(`by few histories: ${what}`);
  };
  const [proved, tried] = [proof.certainty, brute.certainty].map((certainty) =>
    certainty === null ? -1 : ORDER.indexOf(certainty),
  );
  claim((proved ?? -1) >= (tried ?? 0), `certainty ${proof.certainty}`);
  claim((proved === 3) === (tried === 3), `possible is ${proved !== 3}`);
  claim(
    proof.sureSteps === null || proof.sureSteps >= (brute.sureSteps ?? Infinity),
    `${proof.sureSteps} steps for sure`,
  );
  claim((proof.chance ?? 2) <= brute.chance + TOLERANCE, `chance ${proof.chance}`);
  const inBudget = proof.chanceInBudget ?? 2;
  claim(inBudget <= brute.chanceInBudget + TOLERANCE, `chance ${inBudget} within the budget`);
  claim(
    !proof.chanceIsExact || inBudget >= brute.chanceInBudget - TOLERANCE,
    `exactly ${inBudget} within the budget`,
  );
  return found;
}
