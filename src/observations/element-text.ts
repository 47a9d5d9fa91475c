import type { Size } from '../domain/geometry.js';
import type { UiHierarchy } from '../domain/hierarchy/ui-hierarchy.js';
import type { ElementTable, ElementText } from '../domain/observation-rule.js';
import { BugError } from '../errors.js';
import { simplifiedText, treeText } from './accessibility-text.js';
import { widgetText } from './node-text.js';

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

/** Most widgets listed; what a long feed adds beyond them is named as a number. */
const MAX_WIDGETS = 400;

/** The elements of a screen as a family's prompt lists them. */
export function elementText(
  hierarchy: UiHierarchy,
  style: ElementText,
  options: ElementTextOptions,
): DescribedElements {
  switch (style) {
    case 'list':
      return { text: listText(hierarchy, options), elements: widgetTable(hierarchy) };
    case 'sphinx_tree':
      return { text: treeText(hierarchy), elements: widgetTable(hierarchy) };
    case 'sphinx_simplified':
      return { text: simplifiedText(hierarchy, { leavesOnly: true }), elements: widgetTable(hierarchy) };
    default:
      throw new BugError(`elements cannot be written in the style ${style} yet`);
  }
}

/** Interactable nodes, numbered from 0 in node order. */
function widgetTable(hierarchy: UiHierarchy): ElementTable {
  const elements = hierarchy.widgets.map((widget, index) => ({ index, box: widget.bounds }));
  return { base: 0, count: elements.length, elements };
}

function listText(hierarchy: UiHierarchy, { screen, range }: ElementTextOptions): string {
  const shown = hierarchy.widgets.slice(0, MAX_WIDGETS);
  const lines = shown.map((widget, index) => {
    const [x, y] = toRange(widget.centre, screen, range);
    return `${widgetText(widget, index)} at (${x}, ${y})`;
  });
  const more = hierarchy.widgets.length - shown.length;
  if (more > 0) lines.push(`(${more} more elements)`);
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
