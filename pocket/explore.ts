import type { Direction } from '../src/domain/geometry.js';
import { arrive, placeId, type Place, type Target } from './place.js';
import type { MiniApp, View } from './mini-app.js';
import type { Drawn } from './render/phone-page.js';
import type { Bounds, Reading } from './render/reading.js';
import { separate } from './render/separate.js';
import type { World } from './world.js';

/** What leads from one node to the next, as `graph.json` writes it. */
export type EdgeTrigger =
  | { readonly type: 'click' | 'long_press'; readonly box: Box }
  | { readonly type: 'swipe'; readonly direction: Direction }
  | { readonly type: 'type'; readonly text: string }
  | { readonly type: 'key'; readonly key: 'ENTER' }
  | { readonly type: 'wait' };

/** Pixels of the picture, all four sides inclusive. */
type Box = [number, number, number, number];

/** One recorded screen. */
export interface ExploredNode {
  readonly id: string;
  readonly place: Place;
  readonly app: MiniApp;
  readonly view: View;
  readonly reading: Reading;
  /** Null where no picture of it was asked for. */
  readonly screenshot: Uint8Array | null;
  readonly edges: readonly { readonly to: string; readonly actions: readonly EdgeTrigger[] }[];
}

/** Draws a place's view. @param id of its screen */
export type Draw = (app: MiniApp, view: View, scroll: number, id: string) => Promise<Drawn>;

/** Every screen that can be reached from the launcher and the apps' entries, breadth first. */
export async function explore(world: World, draw: Draw): Promise<ExploredNode[]> {
  const nodes: ExploredNode[] = [];
  const known = new Map<string, string>();
  const queue: Place[] = [];
  const discover = (place: Place, from: string): string => {
    const id = placeId(place);
    const content = JSON.stringify([
      place.page,
      Object.entries(place.state).map(String).sort(),
      place.scroll,
    ]);
    const seen = known.get(id);
    if (seen === undefined) {
      known.set(id, content);
      queue.push(place);
    } else if (seen !== content) {
      throw new Error(`${from} leads to ${content}, but ${id} already stands for ${seen}`);
    }
    return id;
  };
  const start: Place = { page: '', state: {}, scroll: 0 };
  for (const app of [world.launcher, ...world.apps]) discover(arrive(app.entry, start), app.name);
  for (let place = queue.shift(); place !== undefined; place = queue.shift()) {
    const id = placeId(place);
    const { app, page } = world.page(place.page);
    const view = page(place.state);
    const drawn = await draw(app, view, place.scroll, id);
    const here = place;
    nodes.push({
      id,
      place,
      app,
      view,
      ...drawn,
      edges: edgesOf(id, here, drawn.reading, (target) => discover(arrive(target, here), id)),
    });
  }
  return nodes;
}

function edgesOf(
  id: string,
  here: Place,
  reading: Reading,
  discover: (target: Target) => string,
): ExploredNode['edges'] {
  const edges = new Map<string, EdgeTrigger[]>();
  const add = (target: Target, trigger: EdgeTrigger): void => {
    const to = discover(target);
    if (to === id) return;
    edges.set(to, [...(edges.get(to) ?? []), trigger]);
  };
  if (here.scroll > reading.positions) throw new Error(`${id} cannot be scrolled that far`);
  for (const kind of ['tap', 'hold'] as const) {
    const touches = reading.touches.filter((touch) => touch.kind === kind || touch.kind === 'cover');
    separate(touches).forEach((bounds, index) => {
      const touch = touches[index];
      if (touch === undefined || touch.target === null) return;
      // What mostly lies under something else cannot be touched; another scroll position shows it whole.
      if (bounds === null) return;
      add(touch.target, { type: kind === 'tap' ? 'click' : 'long_press', box: inclusive(bounds) });
    });
  }
  for (const [text, target] of reading.typed) add(target, { type: 'type', text });
  if (reading.enter !== null) {
    add(reading.enter, { type: 'key', key: 'ENTER' });
    if (reading.enterKey !== null) add(reading.enter, { type: 'click', box: inclusive(reading.enterKey) });
  }
  if (here.scroll < reading.positions) {
    add({ ...here, scroll: here.scroll + 1 }, { type: 'swipe', direction: 'up' });
  }
  if (here.scroll > 0) add({ ...here, scroll: here.scroll - 1 }, { type: 'swipe', direction: 'down' });
  for (const { direction, target } of reading.swipes) add(target, { type: 'swipe', direction });
  if (reading.wait !== null) add(reading.wait, { type: 'wait' });
  return [...edges].map(([to, actions]) => ({ to, actions }));
}

/** The same area with all sides inside it. */
export function inclusive([x1, y1, x2, y2]: Bounds): Box {
  return [x1, y1, x2 - 1, y2 - 1];
}
