import type { Box } from '../../domain/geometry.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';

/** An element as AppAgent labels and remembers it. */
export interface AppAgentElement {
  /** Name that survives a new visit to the screen; documents are kept under it. Several elements may share one. */
  readonly uid: string;
  /** Pixels of the source picture. */
  readonly box: Box;
  /** Which of its attributes made it an element. */
  readonly because: 'clickable' | 'focusable';
}

/** Elements whose centres are this close or closer are one, in pixels. */
const SAME_PLACE = 30;
/** Descriptions this long or longer depend too much on the content to name an element by. */
const LONG_DESCRIPTION = 20;

/**
 * The elements that AppAgent labels, in the order of their labels, which start at 1: everything clickable, then everything
 * focusable that is not near a clickable one, the status and navigation bars included (its action space has no Back).
 *
 * Source: AppAgent reference code as adapted by SPHINX, element collection. `useless` elements (by uid) are left out, and
 * still keep focusable ones near them away. Deviation: a top-level node's uid has no prefix, where the reference fails.
 */
export function appAgentElements(
  hierarchy: UiHierarchy,
  options: { readonly useless?: ReadonlySet<string> } = {},
): AppAgentElement[] {
  const { useless } = options;
  const clickables = new SparseNodes();
  const focusables = new SparseNodes();
  for (const node of inDocumentOrder(hierarchy.windows)) {
    if (node.attribute('clickable') === 'true') clickables.add(node);
    if (node.attribute('focusable') === 'true') focusables.add(node);
  }
  return [
    ...clickables.nodes.map((node) => elementOf(node, 'clickable')),
    ...focusables.nodes
      .filter((node) => !clickables.isNear(node))
      .map((node) => elementOf(node, 'focusable')),
  ].filter(({ uid }) => useless?.has(uid) !== true);
}

function elementOf(node: UiNode, because: AppAgentElement['because']): AppAgentElement {
  return { uid: uidOf(node), box: node.bounds, because };
}

function uidOf(node: UiNode): string {
  const own = `${nameOf(node)}_${node.attribute('index') ?? ''}`;
  return node.parent === null ? own : `${nameOf(node.parent)}_${own}`;
}

function nameOf(node: UiNode): string {
  const id = node.attribute('resource-id') ?? '';
  const [x1, y1, x2, y2] = node.bounds;
  const name =
    id === ''
      ? `${node.attribute('class') ?? ''}_${x2 - x1}_${y2 - y1}`
      : id.replaceAll(':', '.').replaceAll('/', '_');
  const description = node.attribute('content-desc') ?? '';
  if (description === '' || Array.from(description).length >= LONG_DESCRIPTION) return name;
  return `${name}_${description.replaceAll('/', '_').replaceAll(' ', '').replaceAll(':', '_')}`;
}

/** Depth first, without recursion: a hierarchy may be deep. */
function* inDocumentOrder(windows: readonly UiNode[]): Generator<UiNode> {
  const waiting = windows.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    for (const child of node.children.toReversed()) waiting.push(child);
  }
}

/** Nodes no two of which are at the same place: whoever comes first stays. */
class SparseNodes {
  readonly nodes: UiNode[] = [];
  /** Centres by the square of the screen they lie in; a near centre lies in the same square or in a neighbour. */
  readonly #squares = new Map<string, [number, number][]>();

  add(node: UiNode): void {
    if (this.isNear(node)) return;
    this.nodes.push(node);
    const { centre } = node;
    const key = squareOf(centre, 0, 0);
    const square = this.#squares.get(key);
    if (square === undefined) this.#squares.set(key, [centre]);
    else square.push(centre);
  }

  isNear({ centre }: UiNode): boolean {
    for (const right of [-1, 0, 1]) {
      for (const down of [-1, 0, 1]) {
        const square = this.#squares.get(squareOf(centre, right, down)) ?? [];
        const isSamePlace = ([x, y]: [number, number]): boolean =>
          (x - centre[0]) ** 2 + (y - centre[1]) ** 2 <= SAME_PLACE ** 2;
        if (square.some(isSamePlace)) return true;
      }
    }
    return false;
  }
}

function squareOf([x, y]: [number, number], right: number, down: number): string {
  return `${Math.floor(x / SAME_PLACE) + right},${Math.floor(y / SAME_PLACE) + down}`;
}
