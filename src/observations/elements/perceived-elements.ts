import type { Box, Size } from '../../domain/geometry.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import { isOnScreen } from './numbered-nodes.js';

/** Something that an eye would make out on a screen. */
export interface PerceivedElement {
  readonly kind: 'text' | 'icon';
  /** Pixels of the source picture. */
  readonly box: Box;
  /** The words of a text, or the name of an icon. */
  readonly words: string;
}

/**
 * What text recognition and an icon detector would find, taken from the UI hierarchy, in document order: every visible
 * node with a text; as icons what can be pressed and holds neither text nor another icon, and described pictures.
 */
export function perceivedElements({ roots }: UiHierarchy, screen: Size | null): PerceivedElement[] {
  const found: Candidate[] = [];
  for (const root of roots) perceive(root, null, { found, screen });
  return found.filter(({ isKept }) => isKept).map(perceivedOf);
}

interface Candidate {
  readonly kind: 'text' | 'icon';
  readonly node: UiNode;
  readonly words: string[];
  isKept: boolean;
}

interface Walk {
  readonly found: Candidate[];
  readonly screen: Size | null;
}

/** @returns whether anything is kept of the node and what lies within it. A hierarchy's depth is limited. */
function perceive(node: UiNode, button: Candidate | null, walk: Walk): boolean {
  const own = isOnScreen(node, walk.screen) ? candidateOf(node, button) : null;
  if (own !== null) walk.found.push(own);
  const inner = own?.kind === 'icon' ? own : button;
  let keeps = false;
  for (const child of node.children) keeps = perceive(child, inner, walk) || keeps;
  if (own === null) return keeps;
  if (own.kind === 'icon') own.isKept = !keeps;
  return true;
}

function candidateOf(node: UiNode, button: Candidate | null): Candidate | null {
  const { text, description } = node;
  if (text !== '') return { kind: 'text', node, words: [text], isKept: true };
  if (isPressable(node)) {
    return { kind: 'icon', node, words: description === '' ? [] : [description], isKept: true };
  }
  if (description === '') return null;
  if (button === null) return { kind: 'icon', node, words: [description], isKept: true };
  button.words.push(description);
  return null;
}

function isPressable({ actions }: UiNode): boolean {
  return actions.some((action) => action !== 'swipe');
}

function perceivedOf({ kind, node, words }: Candidate): PerceivedElement {
  const said = words.length > 0 ? words.join(', ') : nameOf(node);
  return { kind, box: node.bounds, words: said.replaceAll(/\s+/g, ' ') };
}

/** Of something that nobody describes: its resource name, else its class. */
function nameOf({ resourceName, className }: UiNode): string {
  if (resourceName !== '') return resourceName.replaceAll('_', ' ');
  return className.slice(className.lastIndexOf('.') + 1) || 'element';
}
