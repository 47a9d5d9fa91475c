import type { Trajectory, TrajectoryStep } from '../domain/trajectory.js';
import { isSameScreen } from './same-screen.js';
import { defineScanner, type ScannerFinding } from './scanner.js';

/** Packages whose screens come up over an app and want an answer. */
const DIALOG_PACKAGE = /permissioncontroller|packageinstaller|com\.android\.systemui$/;
/** Steps in which nothing changes after it came up: one is a try that missed. */
const FEWEST_STEPS = 2;

/** Something came up over the app, and the agent went on as if it were not there. */
export const ignoredPopUpScanner = defineScanner({
  name: 'ignored-pop-up',
  version: '1',
  title: 'something comes up over the app, and actions on it change nothing',
  readsScreens: false,
  scan({ trajectory }) {
    const findings: ScannerFinding[] = [];
    let from = 0;
    while (from < trajectory.steps.length) {
      const name = whatCameUp(trajectory, from);
      const ignored = name === null ? [] : stepsWithoutEffect(trajectory, from);
      if (name !== null && ignored.length >= FEWEST_STEPS) {
        findings.push({
          message: `${name} came up, and ${ignored.length} actions on it change nothing`,
          steps: ignored,
        });
      }
      from += Math.max(1, ignored.length);
    }
    return findings;
  },
});

/** What is new at a step without the agent's doing; null where nothing is. */
function whatCameUp({ steps }: Trajectory, place: number): string | null {
  const before = steps[place - 1];
  const event = before?.transition?.events?.find(({ happened }) => happened);
  if (event !== undefined) return `The event ${event.id}`;
  const here = packageOf(steps[place]);
  if (here === null || !DIALOG_PACKAGE.test(here) || packageOf(before) === here) return null;
  return `A dialog of ${here}`;
}

function packageOf(step: TrajectoryStep | undefined): string | null {
  return step?.screen.activity?.package ?? null;
}

/** The steps from here on after each of which the screen is still the same one. */
function stepsWithoutEffect({ steps }: Trajectory, from: number): readonly number[] {
  const found: number[] = [];
  for (let place = from; place + 1 < steps.length; place += 1) {
    const [step, next] = [steps[place], steps[place + 1]];
    if (step === undefined || next === undefined || step.action === null) break;
    if (isSameScreen(step, next) !== true) break;
    found.push(place);
  }
  return found;
}
