import { UserError, TouchstoneError } from '../../../errors.js';
import { itemKeyText, type ItemKey } from '../../../domain/episode.js';
import type { Screen } from '../../../domain/screen.js';
import type { TrajectoryStep } from '../../../domain/trajectory.js';
import { readEpisodes } from '../../../formats/run/read-episodes.js';
import { indexRun, type RunIndex } from '../../../formats/run/run-index.js';
import { actionMarks } from '../../../report/html/action-marks.js';
import { mayShowPersonalData } from '../../report/may-show-personal-data.js';
import { openOfRun } from '../../run/run-benchmark.js';
import {
  drawAnimation,
  MOST_FRAMES,
  type AnimationFrame,
  type DrawAnimationOptions,
} from './draw-animation.js';
import { privateScreens } from './private-screens.js';

/** An animation and what it shows. */
export interface ExportedAnimation {
  readonly bytes: Uint8Array;
  readonly steps: number;
  /** Steps after those that are shown. */
  readonly leftOut: number;
  /** Screens of which there was no picture. */
  readonly withoutPicture: number;
}

/**
 * One episode of a run as an animated picture: its screens with what was done on them, numbered.
 *
 * @throws {UserError} where the run has no such complete episode, or its screens show people's data
 * @throws {RunError} where the folder is no run
 */
export async function exportAnimation(
  directory: string,
  key: ItemKey,
  options: DrawAnimationOptions,
): Promise<ExportedAnimation> {
  const { signal } = options;
  const index = await indexRun(directory, { signal });
  const wanted = itemKeyText(key);
  if (!index.items.has(wanted)) throw unknownItem(index, key);
  const opened = await worldOf(directory, signal);
  try {
    // As reports and viewer have it: what a benchmark shows that cannot be opened is only known in part.
    if (opened?.isPrivate ?? mayShowPersonalData(index)) throw privateScreens(directory);
    const screen = opened?.screen;
    const items = new Set([wanted]);
    for await (const { episode } of readEpisodes(index, {
      items,
      signal,
      ...(screen === undefined ? {} : { screen }),
    })) {
      const { steps } = episode.trajectory;
      const frames: AnimationFrame[] = [];
      for (const [number, step] of steps.slice(0, MOST_FRAMES).entries()) {
        frames.push(await frameOf(step, `${number + 1} / ${steps.length}`, signal));
      }
      return {
        bytes: await drawAnimation(frames, options),
        steps: frames.length,
        leftOut: steps.length - frames.length,
        withoutPicture: frames.filter(({ picture }) => picture === null).length,
      };
    }
    throw unknownItem(index, key);
  } finally {
    await opened?.close();
  }
}

async function frameOf(
  { screen, action }: TrajectoryStep,
  caption: string,
  signal: AbortSignal,
): Promise<AnimationFrame> {
  // A picture that is lost leaves its step in place.
  const picture = await screen.picture?.load({ signal }).catch((error: unknown) => {
    if (error instanceof TouchstoneError) return null;
    throw error;
  });
  return {
    picture: picture ?? null,
    size: screen.size === null ? null : [screen.size.width, screen.size.height],
    marks: actionMarks(action, screen.size),
    caption,
  };
}

/** The world that the run was made in, for pictures that do not lie with it; null where it cannot be opened. */
async function worldOf(
  directory: string,
  signal: AbortSignal,
): Promise<{
  readonly isPrivate: boolean;
  readonly screen: (id: string) => Screen | null;
  close(): Promise<void>;
} | null> {
  try {
    const { definition, benchmark } = await openOfRun(directory, { signal });
    return {
      isPrivate: definition.showsPersonalData === true,
      screen: (id) => benchmark.world?.screen(id) ?? null,
      close: async () => benchmark[Symbol.asyncDispose](),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TouchstoneError)) throw error;
    return null;
  }
}

function unknownItem({ directory, items }: RunIndex, { item, repeat }: ItemKey): UserError {
  const [some] = items.values();
  return new UserError(`The run has no complete episode of ${item}, repeat ${repeat + 1}`, {
    place: { file: directory },
    ...(some === undefined
      ? {}
      : { hint: `It has ${some.key.item}, repeat ${some.key.repeat + 1}, for one.` }),
  });
}
