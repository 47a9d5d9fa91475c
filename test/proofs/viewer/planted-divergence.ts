import type { RandomStream } from '../../../src/domain/random.js';
import {
  sketchScreen,
  type PictureData,
  type ScreenSketch,
} from '../../../src/metrics/alignment/screen-sketch.js';
import type { ScreenStep, StepAction } from '../../../src/metrics/alignment/screen-step.js';
import type { PocketScreen } from './pocket-screens.js';

export const PLANT_KINDS = ['insertion', 'deletion', 'loop', 'changed'] as const;
export type PlantKind = (typeof PLANT_KINDS)[number];

/** Runs of one way, one of which leaves it once. */
export interface PlantedDivergence {
  readonly runs: readonly (readonly ScreenStep[])[];
  readonly kind: PlantKind;
  /** The run that leaves it, and the last step that it shares with the others; of other texts the step that has them. */
  readonly run: number;
  readonly step: number;
  /** Steps that are more, or fewer. */
  readonly length: number;
}

export interface PlantOptions {
  readonly kind: PlantKind;
  /** What is known of the screens. */
  readonly sight: 'states' | 'pictures' | 'mixed';
  readonly runs: number;
}

/** A walk over Pocket, repeated by several runs with small noise, and one thing that one of them does otherwise. */
export function plantDivergence(
  screens: readonly PocketScreen[],
  { kind, sight, runs }: PlantOptions,
  random: RandomStream,
): PlantedDivergence {
  const way = walk(screens, 7 + random.below(8), random);
  const other = kind === 'changed' ? otherTextOnWay(screens, way, random) : null;
  // A way on which no text can be seen: another one.
  if (kind === 'changed' && other === null) return plantDivergence(screens, { kind, sight, runs }, random);
  // Of two runs it is the first that says what is too much and what is missing.
  const run = runs === 2 ? 1 : random.below(runs);
  const step = other?.step ?? 2 + random.below(way.length - 5);
  let length = 1 + random.below(2);
  let own: readonly number[] = way;
  const [before, after] = [way.slice(0, step + 1), way.slice(step + 1)];
  if (kind === 'insertion') {
    const more: number[] = [];
    while (more.length < length) {
      const one = random.below(screens.length);
      // A page that the way has would be a loop, or nothing new.
      if (isNew(screens, [...way, ...more], one)) more.push(one);
    }
    own = [...before, ...more, ...after];
  } else if (kind === 'deletion') {
    own = [...before, ...after.slice(length)];
  } else if (kind === 'loop') {
    length += 1;
    own = [...before, ...way.slice(step + 1 - length, step + 1), ...after];
  }
  // Now and then the phone does another thing although the same was asked of it.
  const isSameAction = random.next() < 0.3;
  const made = Array.from({ length: runs }, (_, number) => {
    const states = number === run ? own : way;
    return states.map((place, at): ScreenStep => {
      const screen = screens[place];
      if (screen === undefined) throw new Error('the walk leaves Pocket');
      const next = number === run && at === step && isSameAction ? way[step + 1] : states[at + 1];
      const look = lookAt(screen, number === run && at === step ? other : null, random);
      const isNamed = sight === 'states' || (sight === 'mixed' && number % 2 === 0);
      return {
        state: isNamed ? screen.state : null,
        picture: null,
        sketch: sight === 'states' ? null : look.sketch,
        texts: sight === 'states' ? look.texts : [],
        action: next === undefined ? null : actionTo(place, next, random),
      };
    });
  });
  return { runs: made, kind, run, step, length: kind === 'changed' ? 0 : length };
}

/** A way without returns over the edges, with a jump where there is none left. */
function walk(screens: readonly PocketScreen[], length: number, random: RandomStream): readonly number[] {
  const way = [random.below(screens.length)];
  while (way.length < length) {
    const ahead = (screens[way.at(-1) ?? 0]?.next ?? []).filter((place) => isNew(screens, way, place));
    const next = ahead[random.below(ahead.length)] ?? random.below(screens.length);
    if (isNew(screens, way, next)) way.push(next);
  }
  return way;
}

/** Whether a screen is another page than all of a way. */
function isNew(screens: readonly PocketScreen[], way: readonly number[], place: number): boolean {
  return way.every((before) => isOtherPage(screens[before], screens[place]));
}

/** A touch at a place that goes with where it leads, a little beside it each time. */
function actionTo(from: number, to: number, random: RandomStream): StepAction {
  const [x, y] = [((from * 31 + to * 17) % 90) / 100 + 0.05, ((from * 7 + to * 41) % 90) / 100 + 0.05];
  return { key: 'tap 1', place: [x + (random.next() - 0.5) * 0.03, y + (random.next() - 0.5) * 0.03] };
}

/** A screen with another text on it. */
interface OtherText {
  readonly text: number;
  readonly picture: PictureData;
}

/** A step within a way on whose screen another text can be seen. */
function otherTextOnWay(
  screens: readonly PocketScreen[],
  way: readonly number[],
  random: RandomStream,
): (OtherText & { readonly step: number }) | null {
  const first = random.below(way.length);
  for (let turn = 0; turn < way.length; turn += 1) {
    const step = (first + turn) % way.length;
    const screen = screens[way[step] ?? -1];
    const other = screen === undefined ? null : otherText(screen, random);
    if (other !== null) return { ...other, step };
  }
  return null;
}

/** What a run sees of a screen, with a little noise each time. */
function lookAt(
  screen: PocketScreen,
  other: OtherText | null,
  random: RandomStream,
): { readonly sketch: ScreenSketch; readonly texts: readonly string[] } {
  const grain = random.below(1000);
  const plain = other === null ? screen.sketch : sketchScreen(other.picture);
  return {
    sketch: plain.map((level, place) => Math.max(0, Math.min(255, level + ((place * 5 + grain) % 7) - 3))),
    texts: screen.texts.map((said, place) => (place === other?.text ? `other ${said}` : said)),
  };
}

/** Pixels that have to change, and by how much, for anybody to see it. */
const SEEN = { pixels: 25, levels: 60 };

/** A screen on which one text is another one that can be seen; null where no text can. */
function otherText(screen: PocketScreen, random: RandomStream): OtherText | null {
  const first = random.below(screen.texts.length);
  for (let turn = 0; turn < screen.texts.length; turn += 1) {
    const text = (first + turn) % screen.texts.length;
    const picture = withOtherText(screen, text);
    let seen = 0;
    for (let at = 0; at < screen.data.length; at += 3) {
      if (Math.abs((screen.data[at] ?? 0) - (picture.data[at] ?? 0)) >= SEEN.levels) seen += 1;
    }
    if (seen >= SEEN.pixels) return { text, picture };
  }
  return null;
}

/** The picture with the letters of one text the other way round, where they stand. */
function withOtherText(screen: PocketScreen, text: number): PictureData {
  const { width, height, data: before } = screen;
  const data = Uint8Array.from(before);
  const scale = width / screen.recordedWidth;
  const [left = 0, top = 0, right = 0, bottom = 0] = (screen.boxes[text] ?? []).map((at) =>
    Math.round(at * scale),
  );
  const rows = Array.from({ length: Math.max(0, Math.min(bottom, height) - top) }, (_, row) => top + row);
  const ground = before[(top * width + left) * 3] ?? 0;
  const isDrawn = (x: number): boolean =>
    rows.some((y) => Math.abs((before[(y * width + x) * 3] ?? 0) - ground) > 40);
  const drawn = Array.from({ length: right - left }, (_, column) => left + column).filter(isDrawn);
  const [first = 0, last = -1] = [drawn[0], drawn.at(-1)];
  for (const y of rows) {
    for (let x = first; x <= last; x += 1) {
      const from = (y * width + last - (x - first)) * 3;
      data.set(before.subarray(from, from + 3), (y * width + x) * 3);
    }
  }
  return { width, height, data, channels: 3 };
}

/** Whether two screens are two pages: few texts are on both. */
function isOtherPage(a: PocketScreen | undefined, b: PocketScreen | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const [left, right] = [new Set(a.texts), new Set(b.texts)];
  const both = [...left].filter((text) => right.has(text)).length;
  return both < 0.4 * (left.size + right.size - both);
}
