import type { Box } from '../../domain/geometry.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import type { Screen } from '../../domain/screen.js';

/** An element of a screen as clients see it; what it lacks is left out. */
export interface ShownElement {
  /** `e1`, `e2`, …; of this screen alone. */
  readonly ref: string;
  /** Class of the view. */
  readonly type: string;
  readonly text?: string;
  /** Content description, or else the hint. */
  readonly label?: string;
  /** Resource id. */
  readonly identifier?: string;
  /** Upper left corner and size, in pixels of the screenshot. */
  readonly coordinates: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  readonly states: readonly ElementState[];
}

const STATES = ['focused', 'selected', 'checked', 'disabled'] as const;
type ElementState = (typeof STATES)[number];

/**
 * Elements with something to tell them by, in document order; none where nobody recorded a UI tree. Source: interchange.md 7.
 *
 * @throws {HierarchyParseError} for a tree that is none
 */
export async function shownElements(
  { hierarchy, id }: Pick<Screen, 'hierarchy' | 'id'>,
  signal: AbortSignal,
): Promise<readonly ShownElement[]> {
  if (hierarchy === null) return [];
  const { roots } = parseHierarchy(await hierarchy.load({ signal }), { file: id });
  const nodes: UiNode[] = [];
  const waiting = [...roots].toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isTold(node)) nodes.push(node);
    waiting.push(...node.children.toReversed());
  }
  return nodes.map((node, index) => shown(node, `e${index + 1}`));
}

/** Elements as lines of text, a header before them. */
export function elementLines(elements: readonly ShownElement[]): string {
  return ['Found these elements on screen:', ...elements.map(line)].join('\n');
}

/** Elements as JSON behind the same header. */
export function elementJson(elements: readonly ShownElement[]): string {
  const list = elements.map(({ states, ...element }) => ({
    ...element,
    ...Object.fromEntries(states.map((state) => [state, true])),
  }));
  return `Found these elements on screen: ${JSON.stringify(list)}`;
}

function isTold(node: UiNode): boolean {
  const [x1, y1, x2, y2] = node.bounds;
  if (x2 <= x1 || y2 <= y1) return false;
  const names = ['text', 'content-desc', 'hint', 'resource-id'];
  return names.some((name) => Boolean(node.attribute(name))) || node.attribute('checkable') === 'true';
}

function shown(node: UiNode, ref: string): ShownElement {
  const { text, className } = node;
  const label = node.description || (node.attribute('hint') ?? '');
  const identifier = node.attribute('resource-id') ?? '';
  return {
    ref,
    type: className || 'View',
    ...(text === '' ? {} : { text }),
    ...(label === '' ? {} : { label }),
    ...(identifier === '' ? {} : { identifier }),
    coordinates: coordinates(node.bounds),
    states: STATES.filter((state) =>
      state === 'disabled' ? node.attribute('enabled') === 'false' : node.attribute(state) === 'true',
    ),
  };
}

function coordinates([x, y, x2, y2]: Box): ShownElement['coordinates'] {
  return { x, y, width: x2 - x, height: y2 - y };
}

function line({ ref, type, text, label, identifier, coordinates: at, states }: ShownElement): string {
  const named = (name: string, value: string | undefined): readonly string[] =>
    // As JSON: a quote or the end of a line in it stays in the value.
    value === undefined ? [] : [`${name}=${JSON.stringify(value)}`];
  return [
    `@${ref}`,
    type,
    ...named('text', text),
    ...named('label', label),
    ...named('id', identifier),
    `at=${at.x},${at.y}`,
    `size=${at.width}x${at.height}`,
    ...states,
  ].join(' ');
}
