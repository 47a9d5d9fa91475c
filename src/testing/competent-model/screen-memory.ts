import type { Box, Size } from '../../domain/geometry.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import { resizedSize } from '../../domain/coordinates/resize-rule.js';
import type { Screen } from '../../domain/screen.js';
import type { Dialect } from '../../models/dialects/dialect.js';
import { coordinateSpan } from '../../models/dialects/reading/resolve-position.js';
import { elementText } from '../../observations/elements/element-text.js';
import { markSet } from '../../observations/marks/mark-set.js';
import type { SeenScreen } from './say-action.js';

/** A screen as a dialect shows it. */
export interface KnownScreen extends SeenScreen {
  readonly hierarchy: UiHierarchy | null;
  /** Its elements in words; null where the dialect does not ask for them. */
  readonly text: string | null;
  readonly size: Size | null;
  /** Size of its picture as it is sent. */
  readonly sent: Size | null;
}

/** The screens of a phone as one dialect shows them, each worked out when it is first thought of. */
export class ScreenMemory {
  readonly #screens: ReadonlyMap<string, Screen>;
  readonly #dialect: Dialect;
  readonly #known = new Map<string, Promise<KnownScreen | null>>();

  constructor(screens: ReadonlyMap<string, Screen>, dialect: Dialect) {
    this.#screens = screens;
    this.#dialect = dialect;
  }

  /** Null for a screen nobody has seen. */
  look(id: string): Promise<KnownScreen | null> {
    let known = this.#known.get(id);
    if (known === undefined) {
      const screen = this.#screens.get(id);
      known = screen === undefined ? Promise.resolve(null) : learn(screen, this.#dialect);
      this.#known.set(id, known);
    }
    return known;
  }

  /**
   * Screens whose elements the text lists: those with the longest list, for a short one may be part of a longer; where it
   * lists none, those that have nothing to list.
   */
  async recogniseText(text: string): Promise<readonly string[]> {
    let best: { ids: string[]; length: number } = { ids: [], length: 0 };
    for (const id of this.#screens.keys()) {
      const words = (await this.look(id))?.text?.trim() ?? null;
      if (words === null || words.length < best.length || !text.includes(words)) continue;
      if (words.length === best.length) best.ids.push(id);
      else best = { ids: [id], length: words.length };
    }
    return best.ids;
  }
}

async function learn(screen: Screen, { observation, coordinates }: Dialect): Promise<KnownScreen> {
  const { size } = screen;
  const hierarchy = await hierarchyOf(screen);
  const { resize } = observation.picture;
  const resized = size === null || resize === null ? null : resizedSize(size, resize);
  const sent = resized?.type === 'size' ? resized.size : size;
  const hasPicture = observation.screenshot || observation.marked !== null;
  if (hierarchy === null)
    return { hierarchy, text: null, elements: null, areas: [], focused: null, size, sent };
  const range = coordinateSpan(coordinates, { screen: size, sent: hasPicture ? sent : null });
  const described =
    observation.text === null ? null : elementText(hierarchy, observation.text, { screen: size, range });
  const marks =
    observation.marked === null || size === null ? null : markSet(observation.marked, hierarchy, size);
  return {
    hierarchy,
    text: described?.text ?? null,
    elements: marks?.elements ?? described?.elements ?? null,
    areas: hierarchy.widgets.map(({ bounds }) => bounds),
    focused: focusedField(hierarchy),
    size,
    sent,
  };
}

/** What is on each screen, whichever dialect asks for it. */
const HIERARCHIES = new WeakMap<Screen, Promise<UiHierarchy | null>>();

function hierarchyOf(screen: Screen): Promise<UiHierarchy | null> {
  const known = HIERARCHIES.get(screen) ?? readHierarchy(screen);
  HIERARCHIES.set(screen, known);
  return known;
}

async function readHierarchy(screen: Screen): Promise<UiHierarchy | null> {
  if (screen.hierarchy === null) return null;
  const xml = await screen.hierarchy.load({ signal: new AbortController().signal });
  return parseHierarchy(xml, { file: screen.id });
}

/** Box of the field that has the keyboard; null where none has. */
function focusedField({ nodes }: UiHierarchy): Box | null {
  return nodes.find((node) => node.attribute('focused') === 'true')?.bounds ?? null;
}
