import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import { HierarchyParseError } from '../../../domain/hierarchy/hierarchy-parse-error.js';
import type { UiHierarchy } from '../../../domain/hierarchy/ui-hierarchy.js';
import type { Screen } from '../../../domain/screen.js';
import type { Trajectory, TrajectoryStep } from '../../../domain/trajectory.js';
import { invalidOperation, operationOf, pixelOf } from '../live/operation.js';
import { describeClick } from './describe-click.js';

/** What was done in one step, in words. */
export interface ProcessLine {
  /** Step of the trajectory, from 0. */
  readonly step: number;
  readonly text: string;
  readonly isClick: boolean;
}

/** What was done in an episode, step by step. */
export interface ProcessLines {
  readonly lines: readonly ProcessLine[];
  /** Clicks that nothing on the screen has words for, by reason of a missing hierarchy too. */
  readonly undescribed: number;
  /** Clicks on elements that take none. */
  readonly notClickable: number;
}

/**
 * The process information of an episode, by the Structure Description Converter: clicks by what they were on, on the screen on
 * which they were made, all else as it was answered.
 *
 * Source: ProBench paper, Process Provider.
 */
export async function processLines(
  { steps }: Trajectory,
  options: { readonly signal: AbortSignal },
): Promise<ProcessLines> {
  const lines: ProcessLine[] = [];
  let undescribed = 0;
  let notClickable = 0;
  for (const [index, step] of steps.entries()) {
    const click = clickOf(step);
    if (click === null) {
      const text = operationText(step);
      if (text !== null) lines.push({ step: index, text, isClick: false });
      continue;
    }
    const { text, found } = describeClick(await hierarchyOf(step.screen, options), click);
    if (found === 'unknown') undescribed += 1;
    if (found === 'other') notClickable += 1;
    lines.push({ step: index, text: `Click ${text}`, isClick: true });
  }
  return { lines, undescribed, notClickable };
}

/** The operation of a step as it stands in a history; null where nothing was done. */
export function operationText({ action, formatError, screen }: TrajectoryStep): string | null {
  if (formatError !== undefined) return invalidOperation(formatError);
  return action === null ? null : operationOf(action, screen.size);
}

/** Whole pixel of a click at a place; null for all else. */
export function clickOf({ action, screen }: TrajectoryStep): readonly [x: number, y: number] | null {
  if (action?.type !== 'tap' || action.target.type !== 'point') return null;
  return pixelOf(action.target.point, screen.size);
}

/** Null where the screen has none, or one that nobody can read. */
async function hierarchyOf(
  { id, hierarchy }: Screen,
  options: { readonly signal: AbortSignal },
): Promise<UiHierarchy | null> {
  if (hierarchy === null) return null;
  try {
    return parseHierarchy(await hierarchy.load(options), { file: id });
  } catch (error) {
    if (error instanceof HierarchyParseError) return null;
    throw error;
  }
}
