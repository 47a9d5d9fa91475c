import type { Action } from '../domain/action.js';
import type { TrajectoryStep } from '../domain/trajectory.js';
import { screenKey } from './same-screen.js';

/** Pixels within which two positions are one: fingers are not more exact, and models round. */
const GRID = 24;

/** An action without what does not change what it does (the model's own words, warnings); near positions are one. */
export function actionKey(action: Action): string {
  const { native, warnings: _, ...rest } = action;
  const said = action.type === 'foreign' ? { native } : {};
  return JSON.stringify({ ...rest, ...said }, (name, value: unknown) => {
    if (name === 'x' || name === 'y')
      return typeof value === 'number' && value > 1 ? Math.round(value / GRID) : value;
    return name === 'box' || name === 'description' ? undefined : value;
  });
}

/** What was done on which screen; null where the screen cannot be told, or nothing was done. */
export function deedKey(step: TrajectoryStep): string | null {
  const screen = screenKey(step);
  return screen === null || step.action === null ? null : `${screen} ${actionKey(step.action)}`;
}
