import type { Screen } from '../../../domain/screen.js';
import type { Trajectory, TrajectoryStep } from '../../../domain/trajectory.js';

/** Steps in which the agent did or said something, and the screen behind them where one was taken. */
export function actedSteps({ steps }: Trajectory): {
  readonly steps: readonly TrajectoryStep[];
  readonly last: Screen | null;
} {
  const end = steps.at(-1);
  const isLook = end !== undefined && end.action === null && end.formatError === undefined;
  return isLook ? { steps: steps.slice(0, -1), last: end.screen } : { steps, last: null };
}
