import {
  CoordinateMismatchDetector,
  coordinateMismatchWarning,
} from '../domain/coordinates/coordinate-mismatch.js';
import { defineScanner } from './scanner.js';

/** Positions that suggest another coordinate space than they are read in. */
export const coordinateSpanScanner = defineScanner({
  name: 'coordinate-span',
  version: '1',
  title: 'positions whose numbers suggest another coordinate space',
  readsScreens: false,
  scan({ trajectory, identity }) {
    const detector = new CoordinateMismatchDetector(identity);
    const aimed: number[] = [];
    for (const [place, { action, screen }] of trajectory.steps.entries()) {
      if (action === null) continue;
      detector.add(action, screen.size);
      if ('target' in action && action.target?.type === 'point' && action.target.inBounds === false)
        aimed.push(place);
    }
    return detector
      .findings()
      .map((finding) => ({ message: coordinateMismatchWarning(finding), steps: aimed }));
  },
});
