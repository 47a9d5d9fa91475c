import { centreOf, parseBounds } from '../../domain/hierarchy/bounds.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';

/** What a touch action was aimed at. */
export type TraceTarget =
  /** Pixels of the screen. */
  | { readonly type: 'point'; readonly point: readonly [number, number] }
  /** A node of the screen by its attributes as recorded, `bounds` among them. */
  | { readonly type: 'element'; readonly attributes: Readonly<Record<string, string>> }
  /** A node of the screen by its widget index. */
  | { readonly type: 'widget'; readonly index: number };

/**
 * What evaluator rules can see of an action: `type` as `action_type`, in the words of the recorded data (`click`, `input`,
 * …), and on `input` the typed text as `message`. Direction and end of a swipe, and whether a field was cleared, cannot
 * be tested.
 */
export interface TraceAction {
  readonly type: string;
  readonly message?: string;
  /** Where a swipe starts, what a touch hits; absent on actions without a place. */
  readonly target?: TraceTarget;
}

/** One screen and what was done on it. */
export interface TraceStep {
  /** Name of the foreground activity, without its package; null when nobody recorded it. */
  readonly activity: string | null;
  readonly action: TraceAction;
  /** The screen's UI hierarchy; read when first asked for, and once. @throws {TouchstoneError} when it cannot be had. */
  hierarchy(): Promise<UiHierarchy>;
}

/** A trajectory as evaluator rules see it: pages and actions in turn, `page 0, action 0, page 1, action 1, …`. */
export interface TraceEntry {
  readonly type: 'page' | 'action';
  /** Number of the step, from 0. */
  readonly index: number;
  readonly step: TraceStep;
}

/** The entries of a trajectory; two per step. */
export function traceEntries(steps: readonly TraceStep[]): TraceEntry[] {
  return steps.flatMap((step, index): TraceEntry[] => [
    { type: 'page', index, step },
    { type: 'action', index, step },
  ]);
}

/** Where an action hit the screen, and the attributes of the node it named, if it named one. */
export interface Aim {
  readonly point: readonly [number, number];
  readonly attribute: ((name: string) => string | undefined) | null;
}

/** What the action of a step hits; null for actions without a place, and for widgets the screen does not have. */
export async function aimOf(step: TraceStep): Promise<Aim | null> {
  const { target } = step.action;
  switch (target?.type) {
    case undefined:
      return null;
    case 'point':
      return { point: target.point, attribute: null };
    case 'element': {
      const { attributes } = target;
      const attribute = (name: string): string | undefined =>
        Object.hasOwn(attributes, name) ? attributes[name] : undefined;
      const box = parseBounds(attribute('bounds') ?? '');
      return box === null ? null : { point: centreOf(box), attribute };
    }
    case 'widget': {
      const widget = (await step.hierarchy()).widgets[target.index];
      if (widget === undefined) return null;
      return { point: widget.centre, attribute: (name) => widget.attribute(name) };
    }
    default:
      return target satisfies never;
  }
}
