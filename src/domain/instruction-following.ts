import { TouchstoneError } from '../errors.js';
import type { Action, Target } from './action.js';
import type { Box, Point } from './geometry.js';
import { parseHierarchy } from './hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from './hierarchy/ui-hierarchy.js';
import type { UiNode } from './hierarchy/ui-node.js';
import type { Screen } from './screen.js';
import type { Trajectory, TrajectoryStep } from './trajectory.js';

/** Measures of one episode's instruction following. */
export interface InstructionFollowing {
  /** Actions that an earlier one of the episode was equal to. */
  readonly repeated: number;
  /** Actions that could have repeated one: all but the first, up to three equal ones in a row. */
  readonly repeatable: number;
  /** Answers: actions that were done, and what nobody could read. */
  readonly actions: number;
  /** Answers that could not be read as they were given, those that another model put into form among them. */
  readonly formatErrors: number;
}

/** What must be equal of two touched elements. Source: SPHINX reference code, repetition. */
const SAME_ELEMENT = ['resource-id', 'class', 'text', 'content-desc', 'bounds'] as const;

/**
 * Repetition and format errors of one episode. Actions are equal when kind, text, key and place are; an element that was
 * named by its number or its attributes is a place by resource id, class, text, description and bounds, and everything else
 * by its position. The way of a swipe plays no part.
 *
 * Source: SPHINX paper, instruction following (repetition, format error); reference code for what is equal and for where
 * counting ends.
 * Deviation: the reference code breaks on positions; they are compared by their coordinates.
 */
export async function countInstructionFollowing(
  { steps }: Trajectory,
  { signal }: { readonly signal: AbortSignal },
): Promise<InstructionFollowing> {
  const done = steps.flatMap((step): DoneStep[] =>
    step.action === null ? [] : [doneStep(step, step.action)],
  );
  const keys = await keysOf(done, signal);
  const unread = steps.filter(({ formatError }) => formatError !== undefined).length;
  const repaired = steps.filter(({ repaired }) => repaired !== undefined).length;
  const answers = { actions: keys.length + unread, formatErrors: unread + repaired };
  const seen = new Set(keys.slice(0, 1));
  let repeated = 0;
  for (let index = 1; index < keys.length; index += 1) {
    const key = keys[index] ?? '';
    if (seen.has(key)) repeated += 1;
    seen.add(key);
    if (index >= 2 && key === keys[index - 1] && key === keys[index - 2]) {
      return { ...answers, repeated, repeatable: index };
    }
  }
  return { ...answers, repeated, repeatable: Math.max(0, keys.length - 1) };
}

interface DoneStep {
  readonly screen: Screen;
  /** Kind, text and key. */
  readonly what: string;
  readonly place: unknown;
  /** The element that was named by its number. */
  readonly named: { readonly element: number; readonly box: Box } | null;
}

function doneStep({ screen }: TrajectoryStep, action: Action): DoneStep {
  const target = 'target' in action ? action.target : undefined;
  const named =
    target?.type === 'point' && target.element !== undefined && target.box !== undefined
      ? { element: target.element, box: target.box }
      : null;
  return { screen, what: whatOf(action), place: placeOf(action, target), named };
}

/**
 * Equal for actions that do the same. Screens are read only where two actions name elements in one place, which may still
 * be two: one that was replaced by another, or whose text has changed.
 */
async function keysOf(steps: readonly DoneStep[], signal: AbortSignal): Promise<string[]> {
  const coarse = steps.map(({ what, place, named }) => JSON.stringify([what, named?.box ?? place]));
  const seen = new Map<string, number>();
  for (const key of coarse) seen.set(key, (seen.get(key) ?? 0) + 1);
  const hierarchies = new Map<string, Promise<UiHierarchy | null>>();
  const keys: string[] = [];
  for (const [index, { screen, what, named }] of steps.entries()) {
    const key = coarse[index] ?? '';
    if (named === null || (seen.get(key) ?? 0) < 2) {
      keys.push(key);
      continue;
    }
    const content = screen.hierarchy?.hash ?? screen.id;
    const hierarchy = hierarchies.get(content) ?? readHierarchy(screen, signal);
    hierarchies.set(content, hierarchy);
    const node = nodeOf(await hierarchy, named);
    keys.push(node === null ? key : JSON.stringify([what, attributesOf((name) => node.attribute(name))]));
  }
  return keys;
}

/** The element with that number where numbers are widget indices, else the first that fills its box. */
function nodeOf(
  hierarchy: UiHierarchy | null,
  { element, box }: NonNullable<DoneStep['named']>,
): UiNode | null {
  if (hierarchy === null) return null;
  const fills = ({ bounds }: UiNode): boolean => bounds.every((side, index) => side === box[index]);
  const widget = hierarchy.widgets[element];
  if (widget !== undefined && fills(widget)) return widget;
  const all = hierarchy.nodes.filter(fills);
  return all.find(({ isInteractable }) => isInteractable) ?? all[0] ?? null;
}

/** Null where there is none that can be read: positions have to do. */
async function readHierarchy({ id, hierarchy }: Screen, signal: AbortSignal): Promise<UiHierarchy | null> {
  if (hierarchy === null) return null;
  try {
    return parseHierarchy(await hierarchy.load({ signal }), { file: id });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TouchstoneError) || error.fault === 'bug') throw error;
    return null;
  }
}

function whatOf(action: Action): string {
  switch (action.type) {
    case 'type':
      return JSON.stringify([action.type, action.text]);
    case 'key':
      return JSON.stringify([action.type, action.key]);
    case 'open_app':
      return JSON.stringify([action.type, action.app]);
    case 'open_url':
      return JSON.stringify([action.type, action.url]);
    case 'answer':
    case 'ask_user':
    case 'memo':
      return JSON.stringify([action.type, action.text ?? null]);
    case 'foreign':
      return JSON.stringify([action.type, action.native.name, action.native.arguments, action.native.text]);
    default:
      return action.type;
  }
}

function placeOf(action: Action, target: Target | undefined): unknown {
  if (target?.type === 'selector') {
    const { attributes } = target;
    return attributesOf((name) => (Object.hasOwn(attributes, name) ? attributes[name] : undefined));
  }
  const place = target?.type === 'point' ? pointOf(target.point) : (target ?? null);
  return action.type === 'swipe' ? [pointOf(action.from ?? action.at), place] : place;
}

function pointOf(point: Point | undefined): unknown {
  return point === undefined ? null : (point.resolved ?? [point.x, point.y, point.space]);
}

function attributesOf(valueOf: (name: string) => string | undefined): (string | null)[] {
  return SAME_ELEMENT.map((name) => valueOf(name) ?? null);
}
