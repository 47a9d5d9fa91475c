import type { Action } from '../../domain/action.js';
import { nodeContains } from '../../domain/hierarchy/find-node.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { NodeAction, UiNode } from '../../domain/hierarchy/ui-node.js';
import type { Point } from '../../domain/geometry.js';
import type { Screen } from '../../domain/screen.js';

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
  /** The screen asked about last: whoever misses is likely to miss there again. */
  #last: { readonly screen: Screen; readonly widgets: readonly UiNode[] | null } | null = null;

  /** Whether something there takes such a touch; undefined for what is no touch, and where no hierarchy can be read. */
  async takes(action: Action, screen: Screen): Promise<boolean | undefined> {
    const touch = touchOf(action);
    if (touch === null || screen.hierarchy === null) return undefined;
    if (this.#last?.screen !== screen) this.#last = { screen, widgets: await widgetsOf(screen) };
    const { widgets } = this.#last;
    if (widgets === null) return undefined;
    const at = touch.at.resolved ?? [touch.at.x, touch.at.y];
    return widgets.some(
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

async function widgetsOf(screen: Screen): Promise<readonly UiNode[] | null> {
  try {
    const xml = await screen.hierarchy?.load({ signal: new AbortController().signal });
    return xml === undefined ? null : parseHierarchy(xml, { file: screen.id }).widgets;
  } catch {
    // A request for the dump gets this error.
    return null;
  }
}
