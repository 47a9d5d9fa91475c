import { stop, type Action } from '../domain/action.js';
import type { Graph } from '../domain/graph/graph.js';
import { scriptedChooser, type ChooserFactory } from '../domain/graph/chooser.js';
import type { Mode } from '../domain/mode.js';
import type { Observation } from '../domain/screen.js';
import type { Trajectory, TrajectoryStep, Transition } from '../domain/trajectory.js';
import { TouchstoneError } from '../errors.js';
import type { Proof } from '../domain/proof.js';

/** What a witness is replayed on; every environment on a graph fits. */
export interface WitnessEnvironment extends AsyncDisposable {
  readonly state: string | null;
  reset(
    start: { readonly task: string; readonly repeat: number; readonly seed: number },
    options: { signal: AbortSignal },
  ): Promise<Observation>;
  step(
    action: Action,
    options: { signal: AbortSignal },
  ): Promise<
    | { readonly type: 'observed'; readonly observation: Observation; readonly transition: Transition }
    | { readonly type: 'ended'; readonly transition: Transition; readonly answer?: string }
  >;
}

/** What an environment is opened with. */
export interface WitnessStage {
  /** Folder of the world, for pictures and hierarchies. */
  readonly folder: string;
  readonly mode: Mode;
  /** Start node of each task; null stands for the root. */
  readonly starts: ReadonlyMap<string, string | null>;
  readonly signal: AbortSignal;
}

/** Opens an environment of a graph whose draws the chooser decides. */
export type OpenWitnessEnvironment = (
  graph: Graph,
  stage: WitnessStage & { readonly chooser: ChooserFactory },
) => Promise<WitnessEnvironment>;

/** How witnesses are replayed and judged, by the environment and the scoring that runs use. */
export interface WitnessCourt extends WitnessStage {
  readonly open: OpenWitnessEnvironment;
  /** Whether the benchmark scores the trajectory as a success; null where something that it needs is not there. */
  judge(task: string, trajectory: Trajectory): Promise<boolean | null>;
}

/** The proofs, with what the environment and the scoring say of each witness. */
export async function confirmWitnesses(
  graph: Graph,
  proofs: readonly Proof[],
  court: WitnessCourt,
): Promise<Proof[]> {
  const wanted = { node: -1, screen: 0 };
  const chooser: ChooserFactory = () =>
    scriptedChooser((kind) => (kind === 'screen' ? wanted.screen : wanted.node));
  await using environment = await court.open(graph, { ...court, chooser });
  const confirmed: Proof[] = [];
  for (const proof of proofs) {
    if (proof.status !== 'solved') {
      confirmed.push(proof);
      continue;
    }
    try {
      const trajectory = await replay(environment, graph, proof, wanted, court);
      const success = await court.judge(proof.task, trajectory);
      if (success === null) confirmed.push(proof);
      else
        confirmed.push({
          ...proof,
          confirmed: success,
          reason: success ? null : 'it is scored as a failure',
        });
    } catch (error) {
      court.signal.throwIfAborted();
      if (!(error instanceof TouchstoneError)) throw error;
      confirmed.push({ ...proof, confirmed: false, reason: error.message });
    }
  }
  return confirmed;
}

async function replay(
  environment: WitnessEnvironment,
  graph: Graph,
  proof: Proof,
  wanted: { node: number; screen: number },
  options: { signal: AbortSignal },
): Promise<Trajectory> {
  wanted.screen = proof.startScreen;
  let { screen } = await environment.reset({ task: proof.task, repeat: 0, seed: 0 }, options);
  let state = environment.state;
  const steps: TrajectoryStep[] = [];
  for (const { action, next, screen: number } of withStop(proof.witness)) {
    wanted.node = next === null ? -1 : (graph.nodeIndex.get(next) ?? -1);
    wanted.screen = number;
    const result = await environment.step(action, options);
    const { transition } = result;
    if (result.type === 'ended') {
      const answer = result.answer === undefined ? {} : { answer: result.answer };
      return { steps: [...steps, { screen, state, action, transition, ...answer }] };
    }
    steps.push({ screen, state, action, transition });
    ({ screen } = result.observation);
    state = environment.state;
  }
  return { steps: [...steps, { screen, state, action: null }] };
}

/** Every agent ends by saying so; rules about the last page count on it. */
function withStop(witness: Proof['witness']): Proof['witness'] {
  if (witness.at(-1)?.next === null) return witness;
  return [...witness, { action: stop('success'), next: null, screen: 0 }];
}
