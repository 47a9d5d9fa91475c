import type { Action } from '../../domain/action.js';
import { nodeContains } from '../../domain/hierarchy/find-node.js';
import type { NodeAction } from '../../domain/hierarchy/ui-node.js';
import type { Point } from '../../domain/geometry.js';
import type { Screen } from '../../domain/screen.js';
import type { ScreenNodes } from '../screens/screen-nodes.js';

/** A touch, and what a node says that takes one. */
interface Touch {
  readonly at: Point;
  readonly takenBy: ReadonlySet<NodeAction>;
}

const TAPPED: ReadonlySet<NodeAction> = new Set(['click', 'text']);
const HELD: ReadonlySet<NodeAction> = new Set(['click', 'longclick', 'text']);
const SWIPED: ReadonlySet<NodeAction> = new Set(['swipe']);

/**
 * What recorded hierarchies offer to be touched: tells touches that nobody recorded of things on the screen from touches of
 * nothing. For the log alone; a phone shows nothing of it.
 */
export class OfferedTouches {
  readonly #nodes: ScreenNodes;

  constructor(nodes: ScreenNodes) {
    this.#nodes = nodes;
  }

  /** Whether something there takes such a touch; undefined for what is no touch, and where no hierarchy can be read. */
  async takes(action: Action, screen: Screen): Promise<boolean | undefined> {
    const touch = touchOf(action);
    if (touch === null || screen.hierarchy === null) return undefined;
    const nodes = await this.#nodes.of(screen);
    if (nodes === null) return undefined;
    const at = touch.at.resolved ?? [touch.at.x, touch.at.y];
    return nodes.widgets.some(
      (node) => nodeContains(node, at) && node.actions.some((action) => touch.takenBy.has(action)),
    );
  }
}

function touchOf(action: Action): Touch | null {
  switch (action.type) {
    case 'tap':
      return action.target.type === 'point' ? { at: action.target.point, takenBy: TAPPED } : null;
    case 'long_press':
      return action.target.type === 'point' ? { at: action.target.point, takenBy: HELD } : null;
    case 'swipe':
      return action.from === undefined ? null : { at: action.from, takenBy: SWIPED };
    default:
      return null;
  }
}
