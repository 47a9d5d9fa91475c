import { pythonStrip } from '../../domain/hierarchy/python-strip.js';
import type { NodeAction, UiNode } from '../../domain/hierarchy/ui-node.js';

/** What a node is called by. */
export type NamedNode = Pick<UiNode, 'description' | 'resourceName' | 'text' | 'className'>;

/** A recorded element as words name it, from its attributes as its UI hierarchy gave them. */
export function namedElement(attributes: Readonly<Record<string, string>>): NamedNode {
  const valueOf = (name: string): string => (Object.hasOwn(attributes, name) ? (attributes[name] ?? '') : '');
  const id = valueOf('resource-id');
  return {
    description: pythonStrip(valueOf('content-desc')),
    resourceName: pythonStrip(id.slice(id.lastIndexOf('/') + 1)),
    text: pythonStrip(valueOf('text')),
    className: pythonStrip(valueOf('class')),
  };
}

/**
 * A node in words: `a View (content-desc: …, resource-id: …, text: …, class: …)`, empty parts left out.
 *
 * Source: SPHINX reference code, textual observations.
 */
export function nodeText({ description, resourceName, text, className }: NamedNode): string {
  // Joined by hand: a screen has hundreds of nodes, and a list of the parts of each takes a third longer.
  let parts = '';
  if (description !== '') parts += `, content-desc: ${description}`;
  if (resourceName !== '') parts += `, resource-id: ${resourceName}`;
  if (text !== '') parts += `, text: ${text}`;
  if (className !== '') parts += `, class: ${className}`;
  return parts === '' ? 'a View' : `a View (${parts.slice(2)})`;
}

/** An interactable node with its widget index and what can be done to it: `[3] a View (…) to click or swipe`. */
export function widgetText(node: UiNode, index: number): string {
  return `[${index}] ${nodeText(node)} to ${listed(node.actions)}`;
}

function listed(actions: readonly NodeAction[]): string {
  const last = actions.at(-1) ?? '';
  return actions.length < 2 ? last : `${actions.slice(0, -1).join(', ')} or ${last}`;
}
