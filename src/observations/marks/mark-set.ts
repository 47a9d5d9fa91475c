import type { DetectedElement, Detections } from '../../domain/detections/detected-element.js';
import type { Box, Size } from '../../domain/geometry.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import {
  ACTION_MARKS,
  type ElementTable,
  type MarkStyle,
  type NumberedElement,
} from '../../domain/observation-rule.js';
import { appAgentElements } from '../elements/appagent-elements.js';
import { m3aElements } from '../elements/m3a-elements.js';
import { marksOf, type Colour } from './marks.js';
import { elementTableOf, hasPlace, numberNodes } from '../elements/numbered-nodes.js';
import { perceivedElements } from '../elements/perceived-elements.js';

/** A number that is to stand on a picture. */
export interface NumberMark {
  readonly number: number;
  /** The element, pixels. */
  readonly box: Box;
  /** Where its label would stand best, from the label's size: top left corner, pixels. */
  readonly place: (label: Size) => [x: number, y: number];
  readonly ground: Colour;
  /** Of the ground, 0 to 1. */
  readonly opacity: number;
}

/** Everything that is to be drawn on a screen, and what the numbers stand for. */
export interface MarkSet {
  readonly outlines: readonly { readonly box: Box; readonly colour: Colour }[];
  readonly numbers: readonly NumberMark[];
  readonly elements: ElementTable;
}

export interface MarkOptions {
  /** AppAgent: uids of elements that it has found to be of no use. */
  readonly useless?: ReadonlySet<string>;
}

/** The marks of a screen in a style. What lies off the picture has a number and no mark. */
export function markSet(
  style: MarkStyle,
  hierarchy: UiHierarchy,
  picture: Size,
  options: MarkOptions = {},
): MarkSet {
  switch (style) {
    case ACTION_MARKS:
      return actionMarks(hierarchy, picture);
    case 'appagent':
      return appAgentMarks(hierarchy, picture, options);
    case 'm3a':
      return m3aMarks(hierarchy, picture);
    case 'omniparser':
      return omniParserMarks(hierarchy, picture);
    default:
      return style satisfies never;
  }
}

/**
 * The marks of detected elements: numbered and drawn as AppAgent does in its style, in every other as OmniParser does.
 */
export function detectedMarks(style: MarkStyle, { count, elements }: Detections, picture: Size): MarkSet {
  const base = firstNumber(style);
  const numbered = elements.map((element) => numberedIn(element, base, picture));
  const drawn = style === 'appagent' ? appAgentDrawing(numbered, picture) : omniParserDrawing(numbered);
  return { ...drawn, elements: { base, count, elements: numbered } };
}

/** Number of a style's first mark. */
export function firstNumber(style: MarkStyle): number {
  return style === 'appagent' ? 1 : 0;
}

function numberedIn({ index, box }: DetectedElement, base: number, { width, height }: Size): NumberedElement {
  const [x1, y1, x2, y2] = box;
  return { index: index + base, box: [x1 * width, y1 * height, x2 * width, y2 * height] };
}

/** Ground around a text, pixels. Source: SPHINX reference code. */
const PADDING = 5;

/** Source: SPHINX reference code, annotated image: a label for every action, on the action's colour. */
function actionMarks(hierarchy: UiHierarchy, picture: Size): MarkSet {
  const marks = marksOf(hierarchy);
  return {
    outlines: marks
      .filter((mark) => mark.type === 'outline')
      .filter(({ bounds }) => hasPlace(bounds, picture))
      .map(({ bounds, colour }) => ({ box: bounds, colour })),
    numbers: marks
      .filter((mark) => mark.type === 'label')
      .map(({ index, x, y, background }): NumberMark => ({
        number: index,
        box: hierarchy.widgets[index]?.bounds ?? [x, y, x, y],
        place: () => [x - PADDING, y - PADDING],
        ground: background,
        opacity: 0.8,
      }))
      .filter(({ box }) => hasPlace(box, picture)),
    elements: elementTableOf(numberNodes(hierarchy.widgets)),
  };
}

const CHARCOAL: Colour = [10, 10, 10];

/** Source: AppAgent paper and reference code: numbers from 1 near the centres, no outlines. */
function appAgentMarks(hierarchy: UiHierarchy, picture: Size, options: MarkOptions): MarkSet {
  const elements = appAgentElements(hierarchy, options).map(({ box }, index) => ({ index: index + 1, box }));
  return { ...appAgentDrawing(elements, picture), elements: { base: 1, count: elements.length, elements } };
}

function appAgentDrawing(elements: readonly NumberedElement[], picture: Size): Omit<MarkSet, 'elements'> {
  return {
    outlines: [],
    numbers: elements
      .filter(({ box }) => hasPlace(box, picture))
      .map(({ index, box }) => ({
        number: index,
        box,
        // Right of and below the centre, so that an icon can still be made out.
        place: () => [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2],
        ground: CHARCOAL,
        opacity: 0.75,
      })),
  };
}

/** Source: AndroidWorld reference code, marks of M3A: green outlines, white labels in the top left corner. */
function m3aMarks(hierarchy: UiHierarchy, picture: Size): MarkSet {
  const { valid, count } = m3aElements(hierarchy, picture);
  return {
    outlines: valid.map(({ node }) => ({ box: node.bounds, colour: [0, 255, 0] })),
    numbers: valid.map(({ index, node: { bounds } }) => ({
      number: index,
      box: bounds,
      place: () => [bounds[0], bounds[1]],
      ground: [255, 255, 255],
      opacity: 1,
    })),
    elements: elementTableOf(valid, count),
  };
}

/** Dark enough for white numbers, and distinguishable to most eyes. */
const PALETTE: readonly Colour[] = [
  [178, 34, 34],
  [20, 90, 180],
  [0, 115, 60],
  [130, 50, 160],
  [165, 80, 0],
  [0, 110, 120],
  [190, 20, 110],
  [85, 85, 20],
];

/** Source: OmniParser paper: an outline around every element, its number above the top left corner in the same colour. */
function omniParserMarks(hierarchy: UiHierarchy, picture: Size): MarkSet {
  const elements = perceivedElements(hierarchy, picture).map(({ box }, index) => ({ index, box }));
  return { ...omniParserDrawing(elements), elements: { base: 0, count: elements.length, elements } };
}

function omniParserDrawing(elements: readonly NumberedElement[]): Omit<MarkSet, 'elements'> {
  const colourOf = (index: number): Colour => PALETTE[index % PALETTE.length] ?? CHARCOAL;
  return {
    outlines: elements.map(({ index, box }) => ({ box, colour: colourOf(index) })),
    numbers: elements.map(({ index, box }) => ({
      number: index,
      box,
      place: (label) => [box[0], box[1] - label.height],
      ground: colourOf(index),
      opacity: 1,
    })),
  };
}
