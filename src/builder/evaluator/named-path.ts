import { stop, type Action, type Target } from '../../domain/action.js';
import { toPixel, type Size } from '../../domain/geometry.js';
import { centreOf, parseBounds } from '../../domain/hierarchy/bounds.js';
import { nodeContains } from '../../domain/hierarchy/find-node.js';
import { touchedNode } from '../../domain/hierarchy/touched-node.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import type { RecordedEpisode, RecordedStep } from '../../domain/recordings/recorded-episode.js';
import type { Screen } from '../../domain/screen.js';
import { hierarchyOf } from '../screens/screen-words.js';

/** One screen of a path and what was done on it. */
export interface PathStep {
  readonly screen: Screen;
  /** What was done, aimed at an element by its attributes where it touches one. */
  readonly action: Action;
  readonly hierarchy: UiHierarchy;
  /** Places that the touch may be taken for, pixels: the recorded one, and the middle of the element. Empty for what touches nothing. */
  readonly points: readonly (readonly [number, number])[];
}

/**
 * A recording as rules see it: touches aimed at elements, a stop at the end. A sentence where no rules can be made of it.
 *
 * @throws {TouchstoneError} when a screen cannot be loaded
 */
export async function namedPath(
  { steps, lastScreen }: RecordedEpisode,
  options: { readonly signal: AbortSignal },
): Promise<readonly PathStep[] | string> {
  const all: readonly RecordedStep[] =
    steps.at(-1)?.action.type !== 'stop' && lastScreen !== undefined
      ? [...steps, { screen: lastScreen, action: stop('success') }]
      : steps;
  const last = all.at(-1)?.action;
  if (last?.type !== 'stop') return 'the screen after its last step was not recorded';
  if (last.status === 'infeasible' || last.status === 'failure')
    return 'it says that the task cannot be done';
  if (all.length < 2) return 'nothing is done in it';
  const path: PathStep[] = [];
  for (const [index, step] of all.entries()) {
    const hierarchy = await hierarchyOf(step.screen, options);
    if (hierarchy === null) return `the screen of step ${index} has no UI hierarchy`;
    path.push({ screen: step.screen, hierarchy, ...aimed(step, hierarchy) });
  }
  return path;
}

function aimed(
  { action, box, screen }: RecordedStep,
  hierarchy: UiHierarchy,
): Pick<PathStep, 'action' | 'points'> {
  if (action.type !== 'tap' && action.type !== 'long_press' && action.type !== 'type') {
    return { action, points: [] };
  }
  const point = pixelOf(action.target, screen.size);
  const own = hierarchy.nodes.findLast((node) => box !== undefined && String(node.bounds) === String(box));
  const node =
    action.type === 'type' && point === null ? fieldOf(hierarchy) : (own ?? nodeAt(hierarchy, point));
  if (node === null) return { action, points: point === null ? [] : [point] };
  const target: Target = { type: 'selector', attributes: Object.fromEntries(node.attributes()) };
  const places = [...(point === null ? [] : [point]), node.centre];
  return { action: { ...action, target }, points: places };
}

function pixelOf(target: Target | undefined, size: Size | null): readonly [number, number] | null {
  if (target?.type === 'selector') {
    const box = parseBounds(target.attributes['bounds'] ?? '');
    return box === null ? null : centreOf(box);
  }
  if (target?.type !== 'point') return null;
  if (target.point.space === 'pixel') return [target.point.x, target.point.y];
  return size === null ? null : toPixel(target.point, size);
}

function nodeAt(hierarchy: UiHierarchy, point: readonly [number, number] | null): UiNode | null {
  if (point === null) return null;
  const under = hierarchy.nodes.filter((node) => nodeContains(node, point));
  return touchedNode(hierarchy, point) ?? under.at(-1) ?? null;
}

/** The field that has the focus, or the only one. */
function fieldOf({ nodes }: UiHierarchy): UiNode | null {
  const fields = nodes.filter((node) => node.isVisible && node.actions.includes('text'));
  const focused = fields.find((node) => node.attribute('focused') === 'true');
  return focused ?? (fields.length === 1 ? (fields[0] ?? null) : null);
}
