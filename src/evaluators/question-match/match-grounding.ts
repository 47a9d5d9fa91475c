import type { Action } from '../../domain/action.js';
import type { Box, Size } from '../../domain/geometry.js';
import { nodeContains } from '../../domain/hierarchy/find-node.js';
import { centreOf, parseBounds } from '../../domain/hierarchy/bounds.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import type { Mode } from '../../domain/mode.js';
import type { GroundingTruth } from '../../domain/questions/question-truth.js';
import {
  extractAction,
  extractGroundedActionAsReference,
} from '../../models/dialects/bracketed/extract-action.js';
import {
  parseBracketedAction,
  type BracketedActionResult,
} from '../../models/dialects/bracketed/bracketed-action.js';
import { unreadableReply, type QuestionMatch } from './question-match.js';
import { traceAction } from '../tree-rules/trace-action.js';
import type { TraceAction } from '../tree-rules/trace.js';

type Pixel = readonly [number, number];

export interface GroundingScreen {
  readonly hierarchy: UiHierarchy;
  /** Of the source picture; null when nobody recorded it. */
  readonly size: Size | null;
}

/**
 * Reads the action of a reply to a grounding question, in the bracketed grammar.
 *
 * Source: SPHINX paper, grounding. `reference`: the last but one piece between triple backticks, untrimmed, with the index of
 * an element. `corrected`: the first pair of backticks behind the final phrase, trimmed; positions in pixels are read too.
 */
export function readGroundedAction(
  reply: string,
  widgets: number,
  mode: Mode,
):
  | { readonly type: 'action'; readonly action: Action }
  | { readonly type: 'unreadable'; readonly message: string } {
  const text = mode === 'reference' ? referenceText(reply) : correctedText(reply);
  if ('error' in text) return { type: 'unreadable', message: text.error };
  const read = readAction(text.action, widgets, mode);
  return read.type === 'action' ? read : { type: 'unreadable', message: read.error.message };
}

/**
 * Matches a reply that names an action in the bracketed grammar: its type is the truth's, the middle of its element lies in
 * the truth's bounds, and what is typed is exactly the truth's. Directions of swipes do not count, and neither does what the
 * element supports.
 */
export function matchGrounding(
  truth: GroundingTruth,
  reply: string,
  screen: GroundingScreen,
  mode: Mode,
): QuestionMatch {
  const read = readGroundedAction(reply, screen.hierarchy.widgets.length, mode);
  return read.type === 'unreadable'
    ? unreadableReply(read.message)
    : matchGroundedAction(truth, read.action, screen, mode);
}

/**
 * Matches an action from any dialect (an extension: published questions ask for indices alone). A position
 * has to lie in the truth's bounds. `corrected`: or the smallest interactable element under it has to be one whose index would be right;
 * a swipe without a place is one on the middle of the screen; text without a place goes where the grammar puts it.
 */
export function matchGroundedAction(
  truth: GroundingTruth,
  action: Action,
  screen: GroundingScreen,
  mode: Mode,
): QuestionMatch {
  const done = traceAction(action, screen.size);
  const judged = (isRight: boolean, explanation: string): QuestionMatch => ({
    isRight,
    isReadable: true,
    explanation,
  });
  if (done.type !== truth.action) return judged(false, `${done.type} in place of ${truth.action}`);
  if (truth.action === 'input' && done.message !== truth.message) {
    return judged(false, `types ${quoted(done.message)} in place of ${quoted(truth.message)}`);
  }
  const { bounds } = truth;
  if (bounds === null) return judged(true, `${done.type}, as it should`);
  const place = placeOf(done, screen, mode);
  if (place === null) {
    const goesAnywhere = mode === 'corrected' && done.type === 'input';
    return judged(goesAnywhere, goesAnywhere ? 'types the right text, without a place' : 'names no place');
  }
  const isHit =
    contains(bounds, place.point) ||
    (mode === 'corrected' && place.isPosition && smallestHits(bounds, place.point, screen.hierarchy));
  const at = `[${place.point.map((value) => Math.round(value)).join(',')}]`;
  return judged(isHit, `${done.type} at ${at}, ${isHit ? 'within' : 'outside'} [${bounds.join(',')}]`);
}

function referenceText(reply: string): { action: string } | { error: string } {
  return extractGroundedActionAsReference(reply);
}

function correctedText(reply: string): { action: string } | { error: string } {
  const found = extractAction(reply);
  return found === null ? { error: 'no action between triple backticks' } : { action: found.text };
}

function readAction(text: string, widgets: number, mode: Mode): BracketedActionResult {
  const byWidget = parseBracketedAction(text, { by: 'widget', widgets }, mode);
  if (mode === 'reference' || byWidget.type === 'action') return byWidget;
  const byPoint = parseBracketedAction(text, { by: 'point' }, mode);
  return byPoint.type === 'action' ? byPoint : byWidget;
}

/** Where an action goes; `isPosition` when it named coordinates. */
function placeOf(
  { type, target }: TraceAction,
  { hierarchy, size }: GroundingScreen,
  mode: Mode,
): { readonly point: Pixel; readonly isPosition: boolean } | null {
  switch (target?.type) {
    case 'point':
      return { point: target.point, isPosition: true };
    case 'widget': {
      const widget = hierarchy.widgets[target.index];
      return widget === undefined ? null : { point: widget.centre, isPosition: false };
    }
    case 'element': {
      const box = parseBounds(target.attributes['bounds'] ?? '');
      return box === null ? null : { point: centreOf(box), isPosition: false };
    }
    case undefined: {
      if (mode === 'reference' || type !== 'swipe' || size === null) return null;
      return { point: [size.width / 2, size.height / 2], isPosition: true };
    }
    default:
      return target satisfies never;
  }
}

function smallestHits(bounds: Box, point: Pixel, { widgets }: UiHierarchy): boolean {
  let smallest: UiNode | null = null;
  for (const widget of widgets) {
    if (!nodeContains(widget, point)) continue;
    // Of two of one size the later one lies deeper.
    if (smallest === null || areaOf(widget.bounds) <= areaOf(smallest.bounds)) smallest = widget;
  }
  return smallest !== null && contains(bounds, smallest.centre);
}

function areaOf([x1, y1, x2, y2]: Box): number {
  return (x2 - x1) * (y2 - y1);
}

function contains([x1, y1, x2, y2]: Box, [x, y]: Pixel): boolean {
  return x1 <= x && x <= x2 && y1 <= y && y <= y2;
}

function quoted(text: string | null | undefined): string {
  return JSON.stringify((text ?? '').slice(0, 80));
}
