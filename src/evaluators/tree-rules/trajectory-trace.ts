import type { Action } from '../../domain/action.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { Mode } from '../../domain/mode.js';
import type { Activity, Screen } from '../../domain/screen.js';
import type { Trajectory, TrajectoryStep } from '../../domain/trajectory.js';
import { DatasetError } from '../../errors.js';
import { traceAction } from './trace-action.js';
import type { TraceStep } from './trace.js';

/** A rule reads the UI hierarchy of a screen that has none: of a recording, unless whoever took the screen says otherwise. */
export class HierarchyMissingError extends DatasetError {}

/** The UI hierarchy of a screen. @throws {TouchstoneError} when it cannot be had. */
export type HierarchyReader = (screen: Screen) => Promise<UiHierarchy>;

/** Reads each screen once, however often it is asked for; let go of it to free what it has read. */
export function hierarchyReader(options: { readonly signal: AbortSignal }): HierarchyReader {
  const read = new Map<Screen, Promise<UiHierarchy>>();
  return (screen) => {
    const known = read.get(screen) ?? loadHierarchy(screen, options.signal);
    read.set(screen, known);
    return known;
  };
}

export interface TraceOptions {
  readonly mode: Mode;
  readonly hierarchies: HierarchyReader;
  /** The activity as the rules write it; as the screen has it where nothing is said. */
  readonly activityOf?: (activity: Activity | null) => string | null;
}

/**
 * A trajectory as rules see it. Screens are read when a rule first needs them.
 *
 * The rules take the final action for the stop. So a stop is added on the last screen where nothing was done (the episode
 * ended by a limit or an unreadable answer). A trajectory that ends with another action and no screen behind it is left
 * as it is in `reference` mode, as the published loader does; `corrected` adds the stop on the screen of that action.
 * Steps without an action that are not the last are left out.
 */
export function trajectoryTrace(trajectory: Trajectory, { mode, ...reading }: TraceOptions): TraceStep[] {
  const steps: TraceStep[] = [];
  let last: { screen: Screen; action: Action } | null = null;
  for (const step of trajectory.steps) {
    if (step.action === null) continue;
    last = { screen: step.screen, action: step.action };
    steps.push(traceStep(last.screen, last.action, reading));
  }
  if (last?.action.type === 'stop') return steps;
  const end = stopScreen(trajectory.steps.at(-1), mode);
  if (end !== null) steps.push(traceStep(end, { type: 'stop', status: 'unspecified' }, reading));
  return steps;
}

/** Where a stop is added to a trajectory without one, null where it is not. */
function stopScreen(lastStep: TrajectoryStep | undefined, mode: Mode): Screen | null {
  if (lastStep === undefined) return null;
  return lastStep.action === null || mode === 'corrected' ? lastStep.screen : null;
}

function traceStep(
  screen: Screen,
  action: Action,
  { hierarchies, activityOf = ownActivity }: Omit<TraceOptions, 'mode'>,
): TraceStep {
  return {
    activity: activityOf(screen.activity),
    action: traceAction(action, screen.size),
    hierarchy: () => hierarchies(screen),
  };
}

function ownActivity(activity: Activity | null): string | null {
  return activity?.activity ?? null;
}

/** What was parsed of bytes that somebody holds, such as those of a world whose screens are scored by the thousand. */
const PARSED = new WeakMap<Uint8Array, UiHierarchy>();

async function loadHierarchy(screen: Screen, signal: AbortSignal): Promise<UiHierarchy> {
  if (screen.hierarchy === null) {
    throw new HierarchyMissingError(`screen "${screen.id}" was recorded without a UI hierarchy`, {
      hint: 'Record UI hierarchies with the run, or leave this evaluator out.',
    });
  }
  const bytes = await screen.hierarchy.load({ signal });
  const known = PARSED.get(bytes) ?? parseHierarchy(bytes, { file: screen.id });
  PARSED.set(bytes, known);
  return known;
}
