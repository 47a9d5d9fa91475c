import { pictureSize } from '../../domain/coordinates/picture-size.js';
import type { Size } from '../../domain/geometry.js';
import type { Screen } from '../../domain/screen.js';
import { TouchstoneError } from '../../errors.js';
import { withPicture } from '../../observations/pictures/open-picture.js';
import { pictureMediaType } from '../../observations/pictures/picture-media-type.js';
import type { LeftOutOfSource } from '../source-export.js';

/** Why an episode is not written. */
export type Unwritten = Pick<LeftOutOfSource, 'step' | 'reason' | 'action' | 'message'>;

/** What is thrown where a screen keeps its episode from being written. */
export class ScreenProblem {
  readonly problem: Unwritten;
  constructor(problem: Unwritten) {
    this.problem = problem;
  }
}

/**
 * A step's screenshot as PNG: as it is recorded, or converted.
 *
 * @throws {ScreenProblem} where there is none, or it cannot be read
 */
export async function screenPng(
  screen: Screen | undefined,
  step: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const bytes = await pictureOf(screen, step, signal);
  if (pictureMediaType(bytes) === 'image/png') return bytes;
  try {
    return await withPicture(bytes, { file: screen?.id ?? '' }, (picture) => picture.png().toBuffer());
  } catch (error) {
    throw unreadable(error, step);
  }
}

/**
 * Pixels of a step's screen, of its screenshot where the recording does not say them.
 *
 * @throws {ScreenProblem}
 */
export async function screenSize(screen: Screen, step: number, signal: AbortSignal): Promise<Size> {
  const size = screen.size ?? pictureSize(await pictureOf(screen, step, signal));
  if (size !== null) return size;
  const message = 'the picture does not say how large it is';
  throw new ScreenProblem({ step, reason: 'unreadable-screen', action: null, message });
}

async function pictureOf(screen: Screen | undefined, step: number, signal: AbortSignal): Promise<Uint8Array> {
  const picture = screen?.picture ?? null;
  if (picture === null) {
    const message = 'its screen has no picture';
    throw new ScreenProblem({ step, reason: 'no-picture', action: null, message });
  }
  try {
    return await picture.load({ signal });
  } catch (error) {
    throw unreadable(error, step);
  }
}

function unreadable(error: unknown, step: number): unknown {
  if (!(error instanceof TouchstoneError)) return error;
  return new ScreenProblem({ step, reason: 'unreadable-screen', action: null, message: error.message });
}
