import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { NodeAction, UiNode } from '../../domain/hierarchy/ui-node.js';
import { choiceLetters } from '../../domain/questions/choice-letters.js';

/** Most of an element's words that a choice repeats, UTF-16 units. */
const LONGEST_WORDS = 120;
const VERBS: Readonly<Record<NodeAction, string>> = {
  click: 'click',
  longclick: 'long press',
  text: 'input text',
  swipe: 'swipe',
};

/**
 * The interactable nodes as lettered choices, `A. Save (Button: click)`, in the order of their widget indices.
 *
 * Source: SeeAct paper, textual choices; the form of a line is ours.
 */
export function seeactChoices(hierarchy: UiHierarchy): string[] {
  const words = wordsByWidget(hierarchy);
  return hierarchy.widgets.map((widget, index) => {
    const { className, resourceName } = widget;
    const kind = className.slice(className.lastIndexOf('.') + 1) || 'View';
    const said = (words.get(widget) ?? []).join(', ').replaceAll(/\s+/g, ' ').slice(0, LONGEST_WORDS);
    const name = said === '' ? resourceName.replaceAll('_', ' ') : said;
    const verbs = widget.actions.map((action) => VERBS[action]).join(', ');
    return `${choiceLetters(index)}. ${name === '' ? '' : `${name} `}(${kind}: ${verbs})`;
  });
}

/** The text of each widget itself, and that of elements within it that belong to no inner widget. */
function wordsByWidget(hierarchy: UiHierarchy): Map<UiNode, string[]> {
  const words = new Map<UiNode, string[]>();
  const waiting = hierarchy.roots.toReversed().map((node) => ({ node, owner: null as UiNode | null }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next;
    const isWidget = hierarchy.widgetIndex(node) !== undefined;
    if (isWidget) words.set(node, []);
    const speaker = isWidget ? node : next.owner;
    const said = [node.text, node.description].filter((text) => text !== '');
    if (speaker !== null && node.isVisible) words.get(speaker)?.push(...new Set(said));
    // A list that only scrolls is not named after everything in it.
    const owner = isWidget && node.actions.every((action) => action === 'swipe') ? null : speaker;
    for (const child of node.children.toReversed()) waiting.push({ node: child, owner });
  }
  return words;
}
