import type { Size } from '../../domain/geometry.js';
import { centreOf } from '../../domain/hierarchy/bounds.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import { NUMBERED_TEXTS, type ElementTable, type ElementText } from '../../domain/observation-rule.js';
import { leavesText, simplifiedText, treeText } from '../accessibility-text.js';
import { m3aElementText, m3aElements } from './m3a-elements.js';
import { widgetText } from './node-text.js';
import { elementTableOf, numberNodes } from './numbered-nodes.js';
import { perceivedElements } from './perceived-elements.js';
import { seeactChoices, seeactChoiceText } from './seeact-choices.js';
import { t3aElementText } from './t3a-element.js';

/** The elements of a screen in words, and what their numbers stand for. */
export interface DescribedElements {
  readonly text: string;
  readonly elements: ElementTable;
}

/** How positions within the text are written. */
export interface ElementTextOptions {
  /** Size of the source picture; null where nobody knows it. */
  readonly screen: Size | null;
  /** Largest numbers of the model on both axes; null where they are those of a picture whose size nobody knows. */
  readonly range: Size | null;
}

/** Most elements listed, where published code sets no limit of its own; what a long feed adds is named as a number. */
const MOST_LINES = 400;

/** The elements of a screen as a family's prompt lists them; numbers are those of the marks of the same style. */
export function elementText(
  hierarchy: UiHierarchy,
  style: ElementText,
  options: ElementTextOptions,
): DescribedElements {
  switch (style) {
    case 'list':
      return { text: listText(hierarchy, options), elements: widgetTable(hierarchy) };
    case NUMBERED_TEXTS.tree:
      return { text: treeText(hierarchy), elements: widgetTable(hierarchy) };
    case NUMBERED_TEXTS.simplified:
      return { text: simplifiedText(hierarchy), elements: widgetTable(hierarchy) };
    case NUMBERED_TEXTS.leaves:
      return { text: leavesText(hierarchy), elements: widgetTable(hierarchy) };
    case 'm3a':
    case 't3a': {
      const { valid, count } = m3aElements(hierarchy, options.screen);
      const line = style === 'm3a' ? m3aElementText : t3aElementText;
      return { text: valid.map(line).join('\n'), elements: elementTableOf(valid, count) };
    }
    case 'seeact': {
      const choices = seeactChoices(hierarchy);
      const elements = choices.map(({ node, description }, index) => ({
        index,
        box: node.bounds,
        words: description,
      }));
      return {
        text: choices.map(seeactChoiceText).join('\n'),
        elements: { base: 0, count: choices.length, elements },
      };
    }
    case 'perception':
      return perceptionText(hierarchy, options);
    default:
      return style satisfies never;
  }
}

/** Interactable nodes, numbered from 0 in node order. */
function widgetTable(hierarchy: UiHierarchy): ElementTable {
  return elementTableOf(numberNodes(hierarchy.widgets));
}

function listText(hierarchy: UiHierarchy, { screen, range }: ElementTextOptions): string {
  return linesOf(hierarchy.widgets, (widget, index) => {
    const [x, y] = toRange(widget.centre, screen, range);
    return `${widgetText(widget, index)} at (${x}, ${y})`;
  });
}

/**
 * One line per text and icon, `(540, 1200); text: Save`.
 *
 * Source: Mobile-Agent-v2 paper, perception; here the UI hierarchy stands in for text recognition and icon detection.
 */
function perceptionText(hierarchy: UiHierarchy, { screen, range }: ElementTextOptions): DescribedElements {
  const perceived = perceivedElements(hierarchy, screen);
  const text = linesOf(perceived, ({ kind, box, words }) => {
    const [x, y] = toRange(centreOf(box), screen, range);
    return `(${x}, ${y}); ${kind}: ${words}`;
  });
  const elements = perceived.map(({ box }, index) => ({ index, box }));
  return { text, elements: { base: 0, count: elements.length, elements } };
}

function linesOf<T>(items: readonly T[], line: (item: T, index: number) => string): string {
  const lines = items.slice(0, MOST_LINES).map(line);
  if (items.length > MOST_LINES) lines.push(`(${items.length - MOST_LINES} more elements)`);
  return lines.join('\n');
}

/** Pixels of the screen in the numbers of a model; unchanged where they are the same or a size is unknown. */
function toRange([x, y]: [number, number], size: Size | null, range: Size | null): [number, number] {
  if (size === null || range === null) return [x, y];
  if (range.width === size.width && range.height === size.height) return [x, y];
  const [scaledX, scaledY] = [(x * range.width) / size.width, (y * range.height) / size.height];
  if (range.width > 1) return [Math.round(scaledX), Math.round(scaledY)];
  // Three decimals serve a span of 1 as well.
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  return [round(scaledX), round(scaledY)];
}
