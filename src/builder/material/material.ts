import type { Action } from '../../domain/action.js';
import type { ScreenContent } from '../../domain/screen.js';
import type { SurveyCapture } from '../../formats/survey/survey-event.js';

/** A screen that was looked at: what is known of it, with the hashes of its contents. */
export type WorldCapture = Pick<SurveyCapture, 'size' | 'activity' | 'picture' | 'file' | 'hierarchy'>;

/** What was done between two captures, by their places in the list of captures. */
export interface WorldStep {
  readonly from: number;
  readonly to: number;
  /** More than one where one command did several things: what was on display between them, nobody saw. */
  readonly actions: readonly [Action, ...Action[]];
  /** Nothing was done to the app, so that whatever changed did so by itself. */
  readonly isIdle?: true;
  /** How sure somebody is that this was done, 0-1; absent where it was seen. */
  readonly confidence?: number;
}

/** Captures without a step between them, which begin where the phone was brought by other means. */
export interface WorldWalk {
  /** Place of its first capture. */
  readonly first: number;
  /** Recording, task or file that it is of; null where nobody says. */
  readonly of: string | null;
}

/** What was seen of an app, whatever it was recorded with: captures, what led from one to the next, and the walks that they are of. */
export interface Material {
  readonly captures: readonly Capture[];
  readonly steps: readonly WorldStep[];
  /** In the order of the captures; the first begins at capture 0. */
  readonly walks: readonly WorldWalk[];
  /** Size of the phone's screen; null where no source knows it. */
  readonly size: SurveyCapture['size'];
  /** What could not be read or was left out. */
  readonly warnings: readonly string[];
}

/** A capture whose bytes can be had. */
export interface Capture extends WorldCapture {
  readonly pictureContent: ScreenContent | null;
  readonly hierarchyContent: ScreenContent | null;
}

/** All materials one after another, as if they had been recorded so. */
export function joinMaterials(materials: readonly Material[]): Material {
  const captures: Capture[] = [];
  const steps: WorldStep[] = [];
  const walks: WorldWalk[] = [];
  for (const material of materials) {
    const before = captures.length;
    for (const capture of material.captures) captures.push(capture);
    for (const step of material.steps) {
      steps.push({ ...step, from: step.from + before, to: step.to + before });
    }
    for (const walk of material.walks) walks.push({ ...walk, first: walk.first + before });
  }
  return {
    captures,
    steps,
    walks,
    size: materials.find(({ size }) => size !== null)?.size ?? null,
    warnings: materials.flatMap(({ warnings }) => warnings),
  };
}
