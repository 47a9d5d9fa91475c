import { centreOf, parseBounds } from '../../../domain/hierarchy/bounds.js';
import type { UiHierarchy } from '../../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../../domain/hierarchy/ui-node.js';
import type { Box, Size } from '../../../domain/geometry.js';
import { SPHINX_SCREEN_SIZE } from '../recordings/screen-folder.js';

/** What names an element, whatever its place and state. */
const NAMING = ['resource-id', 'class', 'content-desc', 'text'] as const;

/** An element of a login script, and where it is looked for. */
export interface WantedElement {
  /** Attributes as they were recorded. */
  readonly element: Readonly<Record<string, string>>;
  /** It is typed into, so it may hold any text. */
  readonly isField: boolean;
  /** A password is typed into it. */
  readonly isSecret: boolean;
  /** Of the phone's screen, pixels. */
  readonly size: Size;
}

/**
 * Where the element is that is called as the recorded one; of several the one at its place, the smallest if they lie in each
 * other, else the nearest. What takes a password must hide it. Null where there is none.
 */
export function findElement({ nodes }: UiHierarchy, wanted: WantedElement): Box | null {
  return nearest(
    nodes.filter((node) => isAlike(node, wanted)),
    wanted,
  );
}

/**
 * The field for a password that is nearest to the recorded place: scripts may name what lies around it. Null where the screen
 * has none.
 */
export function findPasswordField({ nodes }: UiHierarchy, wanted: WantedElement): Box | null {
  return nearest(nodes.filter(isSecretField), wanted);
}

function isAlike(node: UiNode, { element, isField, isSecret }: WantedElement): boolean {
  const recorded = (name: string): string => element[name] ?? '';
  for (const name of NAMING) {
    if (recorded(name) === '' || (isField && name === 'text')) continue;
    if (node.attribute(name) !== recorded(name)) return false;
  }
  // Not every dump has hints.
  const hint = node.attribute('hint');
  if (recorded('hint') !== '' && hint !== undefined && hint !== recorded('hint')) return false;
  if (isSecret) return isSecretField(node);
  return recorded('password') === '' || isSecretField(node) === (recorded('password') === 'true');
}

function isSecretField(node: UiNode): boolean {
  return node.attribute('password') === 'true';
}

function nearest(nodes: readonly UiNode[], { element, size }: WantedElement): Box | null {
  const boxes = nodes.map(({ bounds }) => bounds).filter(([x1, y1, x2, y2]) => x2 > x1 && y2 > y1);
  const recorded = parseBounds(element['bounds'] ?? '');
  if (recorded === null) return boxes[0] ?? null;
  const [x, y] = centreOf(recorded);
  const at = [
    (x * size.width) / SPHINX_SCREEN_SIZE.width,
    (y * size.height) / SPHINX_SCREEN_SIZE.height,
  ] as const;
  const ordered = boxes.toSorted((a, b) => distance(a, at) - distance(b, at) || areaOf(a) - areaOf(b));
  return ordered[0] ?? null;
}

/** Pixels from a place to a box, 0 within. */
function distance([x1, y1, x2, y2]: Box, [x, y]: readonly [number, number]): number {
  return Math.hypot(Math.max(x1 - x, 0, x - x2), Math.max(y1 - y, 0, y - y2));
}

function areaOf([x1, y1, x2, y2]: Box): number {
  return (x2 - x1) * (y2 - y1);
}
