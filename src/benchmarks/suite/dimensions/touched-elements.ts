import { createHash } from 'node:crypto';
import type { EdgeAction, Graph } from '../../../domain/graph/graph.js';
import { transition } from '../../../domain/graph/transition.js';
import type { UiHierarchy } from '../../../domain/hierarchy/ui-hierarchy.js';
import type { NodeAction, UiNode } from '../../../domain/hierarchy/ui-node.js';
import type { Mode } from '../../../domain/mode.js';
import type { GroundingTruth } from '../../../domain/questions/question-truth.js';
import { smallestAt } from './smallest-at.js';

/** One action on one screen, in words and as it is done. */
export interface GroundedAction {
  /** Built from its kind and its words: `click-1a2b3c4d`. */
  readonly name: string;
  readonly instruction: string;
  readonly truth: GroundingTruth;
  /** Of the element that is touched, or of any where none is. */
  readonly widgetIndex: number;
  /** Which way a finger moves. */
  readonly direction: 'up' | 'down' | 'left' | 'right' | null;
}

/** Longest words that an instruction names an element by, UTF-16 units. */
const LONGEST_WORDS = 60;
/** What an action of the grounding grammar ends a text with. Source: SPHINX, action grammar. */
const UNTYPABLE = /[[\]`\n]/;

const BACK = { action_type: 'system_button', button: 'back' };

/** Actions on a node's screen, described by words that only the touched element has there. */
export function groundedActions(
  graph: Graph,
  mode: Mode,
  node: number,
  hierarchy: UiHierarchy,
): readonly GroundedAction[] {
  if (hierarchy.widgets.length === 0) return [];
  const edges = graph.nodes[node]?.edges ?? [];
  const found = edges.flatMap(({ actions }) => actions).flatMap((action) => edgeAction(action, hierarchy));
  const goesBack = transition(graph, mode, [graph.root, node], BACK).rule === 'back';
  return goesBack && node !== graph.root
    ? [...found, grounded('back', 'Press the back key of the phone.', null, hierarchy)]
    : found;
}

function edgeAction(action: EdgeAction, hierarchy: UiHierarchy): GroundedAction[] {
  switch (action.type) {
    case 'click':
    case 'long_press':
      return touch(action, hierarchy);
    case 'type':
      return typing(action.text, hierarchy);
    case 'swipe': {
      if (action.direction === null || action.box !== null) return [];
      const lists = hierarchy.widgets.filter((widget) => widget.actions.includes('swipe'));
      const list = lists.length === 1 ? (lists[0] ?? null) : null;
      const asked = grounded('swipe', `Swipe ${action.direction} on this page.`, list, hierarchy);
      return [{ ...asked, direction: action.direction }];
    }
    case 'key':
      return action.key === 'ENTER' ? [grounded('enter', 'Press the enter key.', null, hierarchy)] : [];
    default:
      return [];
  }
}

/** A touch of an element that takes it, has no other one in it, and words of its own. */
function touch(
  { type, box }: Extract<EdgeAction, { type: 'click' | 'long_press' }>,
  hierarchy: UiHierarchy,
): GroundedAction[] {
  if (box === null) return [];
  const kind: NodeAction = type === 'click' ? 'click' : 'longclick';
  const taking = hierarchy.widgets.filter((widget) => widget.actions.includes(kind));
  const widget = smallestAt(taking, [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]);
  if (widget === null || descendants(widget).some((inner) => inner.isInteractable)) return [];
  const words = uniqueWords(widget, hierarchy);
  if (words === null) return [];
  const instruction = kind === 'click' ? `Tap “${words}”.` : `Press and hold “${words}”.`;
  return [grounded(kind, instruction, widget, hierarchy)];
}

/** Text goes into the field that has the focus, or the only one. */
function typing(text: string, hierarchy: UiHierarchy): GroundedAction[] {
  const fields = hierarchy.widgets.filter((widget) => widget.actions.includes('text'));
  const field =
    fields.find((widget) => widget.attribute('focused') === 'true') ??
    (fields.length === 1 ? fields[0] : undefined);
  if (field === undefined || UNTYPABLE.test(text)) return [];
  const words = [field.description, field.attribute('hint') ?? ''].find((said) => said !== '');
  if (words === undefined && fields.length > 1) return [];
  const place = words === undefined ? 'the text field' : `the field “${words}”`;
  return [grounded('input', `Type “${text}” into ${place}.`, field, hierarchy, text)];
}

function grounded(
  action: string,
  instruction: string,
  widget: UiNode | null,
  hierarchy: UiHierarchy,
  message: string | null = null,
): GroundedAction {
  return {
    name: `${action}-${createHash('sha256').update(instruction).digest('hex').slice(0, 8)}`,
    instruction,
    truth: { action, bounds: widget?.bounds ?? null, message },
    widgetIndex: widget === null ? 0 : (hierarchy.widgetIndex(widget) ?? 0),
    direction: null,
  };
}

/** The first words on the element or in it, where nothing else on the screen says them; null otherwise. */
function uniqueWords(widget: UiNode, hierarchy: UiHierarchy): string | null {
  const inside = [widget, ...descendants(widget)];
  const words = inside.flatMap(wordsOf)[0];
  if (words === undefined || words.length > LONGEST_WORDS) return null;
  const within = new Set(inside);
  const isElsewhere = hierarchy.nodes.some((node) => !within.has(node) && wordsOf(node).includes(words));
  return isElsewhere ? null : words;
}

function wordsOf({ description, text }: UiNode): string[] {
  return [description, text].filter((words) => words !== '');
}

function descendants({ children }: UiNode): UiNode[] {
  return children.flatMap((child) => [child, ...descendants(child)]);
}
