import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import { wordsOf, type InstructionWords } from './instruction-words.js';

/** Something on the screen that can be tapped. */
export interface Offer {
  readonly node: UiNode;
  /** All its text. */
  readonly label: string;
  /** Weight of the instruction's words in it, less for each word that the instruction does not have. */
  readonly score: number;
}

/** What one word too many costs, in words that match: of two labels with the same match the shorter wins. */
const IDLE_COST = 0.05;

/** Tappable nodes (but the focused field) with words of the instruction, best first; equal ones in node order. */
export function offersOf(hierarchy: UiHierarchy, { words }: InstructionWords): Offer[] {
  return hierarchy.widgets
    .filter((node) => node.actions.includes('click') || node.actions.includes('text'))
    .filter((node) => !isFocusedField(node))
    .map((node): Offer => {
      const label = labelOf(node);
      const said = new Set(wordsOf(label));
      let score = 0;
      for (const word of said) score += words.get(word) ?? -IDLE_COST;
      return { node, label, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.node.position - b.node.position);
}

/** Description and text of a node and of everything in it. */
function labelOf(node: UiNode): string {
  return [node.description, node.text, ...node.children.map(labelOf)].filter((part) => part !== '').join(' ');
}

/** The field that takes what is typed, if there is one. */
export function focusedField(hierarchy: UiHierarchy): UiNode | undefined {
  return hierarchy.nodes.find(isFocusedField);
}

function isFocusedField(node: UiNode): boolean {
  return node.actions.includes('text') && node.attribute('focused') === 'true';
}

/** The first field that takes text but is not focused, if there is one. */
export function idleField(hierarchy: UiHierarchy): UiNode | undefined {
  return hierarchy.nodes.find(
    (node) => node.actions.includes('text') && node.attribute('focused') !== 'true',
  );
}

/** The first list that can be scrolled, if there is one. */
export function scrollable(hierarchy: UiHierarchy): UiNode | undefined {
  return hierarchy.nodes.find((node) => node.actions.includes('swipe'));
}

/** Distinguishes screens by their texts. */
export function screenMark(hierarchy: UiHierarchy): string {
  return hierarchy.nodes
    .map((node) => `${node.resourceName}:${node.text}:${node.attribute('checked') === 'true' ? 1 : 0}`)
    .join('|');
}
