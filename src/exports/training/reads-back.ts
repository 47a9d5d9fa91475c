import type { Action, ActionOf, Target } from '../../domain/action.js';
import {
  boxContains,
  pathDirection,
  resolvePoint,
  toPixel,
  type Point,
  type Size,
} from '../../domain/geometry.js';
import type { ElementTable } from '../../domain/observation-rule.js';

/** How what an answer says stands to the action that it was printed for. */
export interface ReadBack {
  /** Why it is another action; null when it is the same. */
  readonly problem: string | null;
  /** What the answer leaves unsaid. */
  readonly unsaid: readonly string[];
}

export interface ReadBackOptions {
  /** Size of the source picture; null where nobody knows it. */
  readonly screen: Size | null;
  /** Numbers of the model on both axes: positions are written to the nearest whole one. */
  readonly span: Size | null;
  readonly elements: ElementTable | null;
}

/** Compares the action that an answer is read as with the one it was printed for. */
export function readBack(read: Action, meant: Action, options: ReadBackOptions): ReadBack {
  const comparison = new Comparison(options);
  const problem = comparison.problem(read, meant);
  return { problem, unsaid: comparison.unsaid };
}

class Comparison {
  readonly unsaid: string[] = [];
  readonly #options: ReadBackOptions;

  constructor(options: ReadBackOptions) {
    this.#options = options;
  }

  problem(read: Action, meant: Action): string | null {
    if (meant.type === 'answer' || meant.type === 'stop') return this.#end(read, meant);
    if (read.type !== meant.type) return `it is read as ${read.type}`;
    switch (meant.type) {
      case 'tap':
        return this.#counted(read as ActionOf<'tap'>, meant) ?? this.#target(read as typeof meant, meant);
      case 'long_press':
        this.#note('durationMs', (read as typeof meant).durationMs, meant.durationMs);
        return this.#target(read as typeof meant, meant);
      case 'swipe':
        return this.#swipe(read as typeof meant, meant);
      case 'type':
        return this.#typed(read as typeof meant, meant);
      case 'key':
        return differs('key', (read as typeof meant).key, meant.key);
      case 'open_app':
        return differs('app', (read as typeof meant).app, meant.app);
      case 'open_url':
        return differs('address', (read as typeof meant).url, meant.url);
      case 'wait':
        this.#note('durationMs', (read as typeof meant).durationMs, meant.durationMs);
        return null;
      case 'ask_user':
      case 'memo':
        this.#note('text', (read as typeof meant).text, meant.text);
        return null;
      default:
        return null;
    }
  }

  /** The end of a task and its last answer are one thing in families that have one word for both. */
  #end(read: Action, meant: ActionOf<'answer'> | ActionOf<'stop'>): string | null {
    if (read.type !== 'answer' && read.type !== 'stop') return `it is read as ${read.type}`;
    const said = textOf(meant);
    if (said !== undefined && said !== '') {
      const heard = textOf(read);
      if (heard === undefined || heard === '') this.unsaid.push('answer');
      else if (heard !== said) return differs('answer', heard, said);
    }
    const [isFailure, wasFailure] = [endsBadly(read), endsBadly(meant)];
    if (isFailure !== wasFailure) return `the end is read as a ${isFailure ? 'failure' : 'success'}`;
    if (meant.type === 'stop' && meant.status !== 'success')
      this.#note('status', read.type === 'stop' ? read.status : undefined, meant.status);
    return null;
  }

  #counted(read: ActionOf<'tap'>, meant: ActionOf<'tap'>): string | null {
    return differs('number of taps', read.count ?? 1, meant.count ?? 1);
  }

  #typed(read: ActionOf<'type'>, meant: ActionOf<'type'>): string | null {
    this.#note('clear', read.clear, meant.clear);
    this.#note('submit', read.submit, meant.submit);
    const text = differs('text', read.text, meant.text);
    if (text !== null || meant.target === undefined) return text;
    if (read.target !== undefined) return this.#target({ target: read.target }, { target: meant.target });
    this.unsaid.push('target');
    return null;
  }

  #swipe(read: ActionOf<'swipe'>, meant: ActionOf<'swipe'>): string | null {
    const wrong = differs('direction', this.#direction(read), this.#direction(meant));
    if (wrong !== null) return wrong;
    for (const end of ['from', 'to'] as const) {
      const [there, here] = [read[end], meant[end]];
      if (here === undefined) continue;
      if (there === undefined) this.unsaid.push(end);
      else if (!this.#isNear(there, here)) return `it is read with another ${end}`;
    }
    return null;
  }

  #direction({ direction, from, to }: ActionOf<'swipe'>): string | null {
    if (direction !== null || from === undefined || to === undefined) return direction;
    return pathDirection(this.#pixels(from), this.#pixels(to));
  }

  #target({ target: read }: { target: Target }, { target: meant }: { target: Target }): string | null {
    if (meant.type === 'point') {
      if (read.type === 'point') {
        const isSame = this.#isNear(read.point, meant.point) || this.#isOn(read.element, meant.point);
        return isSame ? null : 'it is read at another position';
      }
      if (read.type === 'element' && this.#isOn(read.element, meant.point)) return null;
      return `its target is read as ${read.type}`;
    }
    if (meant.type !== read.type) return `its target is read as ${read.type}`;
    return differs('target', JSON.stringify(read), JSON.stringify(meant));
  }

  #isOn(element: number | undefined, point: Point): boolean {
    const box = this.#options.elements?.elements.find(({ index }) => index === element)?.box;
    return box !== undefined && boxContains(box, ...this.#pixels(point));
  }

  /** Within half a unit of the model's numbers, and the rounding of a pixel. */
  #isNear(read: Point, meant: Point): boolean {
    const { screen, span } = this.#options;
    const [x, y] = this.#pixels(read);
    const [wantedX, wantedY] = this.#pixels(meant);
    const slack = (side: 'width' | 'height'): number =>
      1 + (screen === null || span === null ? 0 : screen[side] / units(span[side]) / 2);
    return Math.abs(x - wantedX) <= slack('width') && Math.abs(y - wantedY) <= slack('height');
  }

  #pixels(point: Point): [number, number] {
    const { screen } = this.#options;
    if (screen === null) return point.resolved ?? [point.x, point.y];
    return point.resolved ?? resolvePoint(point, screen).resolved ?? toPixel(point, screen);
  }

  #note(name: string, read: unknown, meant: unknown): void {
    if (meant !== undefined && meant !== false && read !== meant) this.unsaid.push(name);
  }
}

/** Steps that a model's numbers take along a side: shares are written with four decimals. */
function units(span: number): number {
  return span <= 1 ? span * 10_000 : span;
}

function textOf(action: ActionOf<'answer'> | ActionOf<'stop'>): string | undefined {
  return action.type === 'answer' ? action.text : action.answer;
}

function endsBadly(action: ActionOf<'answer'> | ActionOf<'stop'>): boolean {
  return action.type === 'stop' && (action.status === 'failure' || action.status === 'infeasible');
}

function differs(what: string, read: unknown, meant: unknown): string | null {
  return read === meant ? null : `the ${what} is read as ${JSON.stringify(read)}`;
}
