import type { RandomStream } from '../../../src/domain/random.js';
import { sketchScreen, type PictureData } from '../../../src/metrics/alignment/screen-sketch.js';
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
  // Of two runs it is the first that says what is too much and what is missing.
  const run = runs === 2 ? 1 : random.below(runs);
  const step = 2 + random.below(way.length - 5);
  let length = 1 + random.below(2);
  let own: readonly number[] = way;
  const [before, after] = [way.slice(0, step + 1), way.slice(step + 1)];
  if (kind === 'insertion') {
    const more: number[] = [];
    while (more.length < length) {
      const one = random.below(screens.length);
      // Where it had been before it would be a loop; where the others go next it would be none.
      if (!way.includes(one)) more.push(one);
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
      const isPlanted = number === run && kind === 'changed' && at === step;
      const next = number === run && at === step && isSameAction ? way[step + 1] : states[at + 1];
      const look = lookAt(screen, isPlanted, random);
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
    const ahead = (screens[way.at(-1) ?? 0]?.next ?? []).filter((place) => !way.includes(place));
    const next = ahead[random.below(ahead.length)] ?? random.below(screens.length);
    if (!way.includes(next)) way.push(next);
  }
  return way;
}

/** A touch at a place that goes with where it leads, a little beside it each time. */
function actionTo(from: number, to: number, random: RandomStream): StepAction {
  const [x, y] = [((from * 31 + to * 17) % 90) / 100 + 0.05, ((from * 7 + to * 41) % 90) / 100 + 0.05];
  return { key: 'tap 1', place: [x + (random.next() - 0.5) * 0.03, y + (random.next() - 0.5) * 0.03] };
}

/** What a run sees of a screen: a little noise each time, at times a badge; `isChanged` writes other texts on it. */
function lookAt(
  screen: PocketScreen,
  isChanged: boolean,
  random: RandomStream,
): { readonly sketch: readonly number[]; readonly texts: readonly string[] } {
  const plain = isChanged ? sketchScreen(withOtherTexts(screen, random)) : screen.sketch;
  const badge = random.next() < 0.3 ? random.below(plain.length) : -1;
  const sketch = plain.map((level, cell) =>
    cell === badge ? random.below(256) : Math.max(0, Math.min(255, level + random.below(7) - 3)),
  );
  if (!isChanged) return { sketch, texts: screen.texts };
  const at = random.below(screen.texts.length);
  return { sketch, texts: screen.texts.map((text, place) => (place === at ? `other ${text}` : text)) };
}

/** Two lines of another text: strokes on a ground, as letters are. */
function withOtherTexts(screen: PocketScreen, random: RandomStream): PictureData {
  const { width, height } = screen;
  const data = Uint8Array.from(screen.data);
  const fill = (left: number, top: number, right: number, bottom: number, level: number): void => {
    for (let y = top; y < bottom; y += 1) data.fill(level, (y * width + left) * 3, (y * width + right) * 3);
  };
  for (let line = 0; line < 2; line += 1) {
    const top = Math.floor(height * (0.25 + 0.2 * line)) + random.below(8);
    const right = Math.floor(width * (0.4 + random.next() * 0.5));
    fill(8, top, right, top + 7, 252);
    for (let x = 9; x < right - 2; x += 3) fill(x, top + 1, x + 1 + random.below(2), top + 6, 40);
  }
  return { width, height, data, channels: 3 };
}
