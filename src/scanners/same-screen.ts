import type { TrajectoryStep } from '../domain/trajectory.js';

/**
 * Whether two steps show one screen, as far as the journal tells: by the environment's state where both have one, else by the
 * bytes of their pictures, else by the ids of their screens. Null where nothing tells: two looks at one screen of a live device
 * rarely have the same bytes, so that unequal pictures prove no difference.
 */
export function isSameScreen(a: TrajectoryStep, b: TrajectoryStep): boolean | null {
  if (a.state !== null && b.state !== null) return a.state === b.state;
  const [one, other] = [a.screen.picture?.hash, b.screen.picture?.hash];
  if (one !== undefined && other !== undefined && one === other) return true;
  if (a.screen.id !== '' && a.screen.id === b.screen.id) return true;
  return null;
}

/** A screen as far as the journal tells it from others; null where it does not. */
export function screenKey(step: TrajectoryStep): string | null {
  if (step.state !== null) return `state ${step.state}`;
  const hash = step.screen.picture?.hash;
  return hash === undefined ? null : `picture ${hash}`;
}
