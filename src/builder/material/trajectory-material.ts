import type { Screen } from '../../domain/screen.js';
import type { Trajectory } from '../../domain/trajectory.js';
import { CaptureCollector } from './collect-captures.js';
import type { Material, WorldStep, WorldWalk } from './material.js';

/** One attempt, and what it is called. */
export interface NamedTrajectory {
  readonly name: string;
  readonly trajectory: Trajectory;
}

/** Rules by which an environment says that an action did nothing, or that it is none. */
const IDLE_RULES: ReadonlySet<string> = new Set([
  'stay',
  'stay_dead_end',
  'invalid',
  'open_failed',
  'back_at_root',
]);

/** What attempts saw, a walk each: runs, and trajectories that were made elsewhere. Actions that are not of the phone are left out. */
export async function trajectoryMaterial(
  attempts: AsyncIterable<NamedTrajectory>,
  { signal }: { readonly signal: AbortSignal },
): Promise<Material> {
  const collected = new CaptureCollector(signal);
  const steps: WorldStep[] = [];
  const walks: WorldWalk[] = [];
  let size: Screen['size'] = null;
  for await (const { name, trajectory } of attempts) {
    signal.throwIfAborted();
    let last: { readonly at: number; readonly step: Trajectory['steps'][number] } | null = null;
    for (const step of trajectory.steps) {
      size ??= step.screen.size;
      const at = await collected.add(step.screen);
      if (last === null) walks.push({ first: at, of: name });
      // Without an action the phone was looked at twice.
      else steps.push({ from: last.at, to: at, ...doneOn(last.step) });
      last = { at, step };
    }
  }
  return { captures: collected.captures, steps, walks, size, warnings: collected.warnings };
}

function doneOn({ action, transition }: Trajectory['steps'][number]): Pick<WorldStep, 'actions' | 'isIdle'> {
  const isOfPhone = action !== null && !OF_AGENT.has(action.type);
  if (!isOfPhone) return { actions: [{ type: 'wait' }], isIdle: true };
  const isIdle = action.type === 'wait' || (transition !== undefined && IDLE_RULES.has(transition.rule));
  return { actions: [action], ...(isIdle ? { isIdle: true as const } : {}) };
}

/** What an agent does without touching the phone. */
const OF_AGENT: ReadonlySet<string> = new Set([
  'answer',
  'ask_user',
  'memo',
  'replan',
  'grid_overlay',
  'stop',
]);
