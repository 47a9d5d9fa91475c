import type { Action } from '../../domain/action.js';
import type { RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import type { Screen } from '../../domain/screen.js';
import { TouchstoneError } from '../../errors.js';
import type { EpisodeFindings } from './episode-findings.js';
import type { Size } from '../../domain/geometry.js';

/** Many times the largest phone screen; more would be a file that wants the memory. */
const MOST_PIXELS = 64_000_000;

/** A screen is compared with the next one at this size: a switch that was turned is still some cells of it. */
const SMALL = { width: 48, height: 96 } as const;

/** Share of the rows, from the top, that a status bar may change by itself: clock, battery, icons. */
const STATUS_BAR = 0.05;

/** Grey values of a cell may differ by this much, of 255, before it looks different: a cursor that blinks, compression. */
const SAME_GREY = 6;

/** A picture whose cells differ by no more shows nothing. */
const BLANK_GREY = 2;

/** A picture as far as checks need it. */
interface SeenPicture {
  readonly size: Size;
  /** Grey values of the picture shrunk to `SMALL`, row by row. */
  readonly small: Uint8Array;
}

/** Pictures that are decoded at the same time; each takes some 15 MB while it is. */
const AT_ONCE = 4;

/**
 * Whether every screen of an episode has its picture, and what the pictures themselves show: whether every screenshot is
 * saved and regular, and actions without effect.
 *
 * Source: GUIOdyssey paper, quality check, first criterion.
 */
export async function lintPictures(
  episode: RecordedEpisode,
  findings: EpisodeFindings,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  const { steps, lastScreen } = episode;
  const screens = [...steps.map(({ screen }) => screen), ...(lastScreen === undefined ? [] : [lastScreen])];
  let before: SeenPicture | null = null;
  let sizeOfFirst: string | null = null;
  for (let start = 0; start < screens.length; start += AT_ONCE) {
    const batch = screens.slice(start, start + AT_ONCE);
    const looks = await Promise.all(batch.map((screen) => look(screen, signal)));
    for (const [offset, seen] of looks.entries()) {
      const step = start + offset;
      const at = Math.min(step, steps.length - 1);
      if (seen.type !== 'seen') {
        findings.atStep(`recording/${seen.type}`, at, `${screens[step]?.id ?? ''}: ${seen.why}`);
        before = null;
        continue;
      }
      const { picture } = seen;
      const shown = `${picture.size.width} × ${picture.size.height}`;
      const size = screens[step]?.size ?? null;
      const recorded: string | null = size === null ? sizeOfFirst : `${size.width} × ${size.height}`;
      if (recorded !== null && shown !== recorded) {
        findings.atStep(
          'recording/picture-size',
          at,
          `the picture has ${shown} pixels, the recording says ${recorded}`,
        );
      }
      sizeOfFirst ??= shown;
      if (isBlank(picture)) findings.atStep('recording/blank-picture', at, 'the picture shows nothing');
      const action: Action | undefined = steps[step - 1]?.action;
      if (before !== null && action !== undefined && action.type !== 'wait' && looksSame(before, picture)) {
        findings.atStep(
          'recording/same-screen',
          step - 1,
          `the screen after ${action.type} looks as it did before`,
        );
      }
      before = picture;
    }
  }
}

type Look =
  | { readonly type: 'seen'; readonly picture: SeenPicture }
  | { readonly type: 'missing-picture' | 'broken-picture'; readonly why: string };

async function look({ picture }: Screen, signal: AbortSignal): Promise<Look> {
  if (picture === null) return { type: 'missing-picture', why: 'no picture was recorded' };
  let bytes: Uint8Array;
  try {
    bytes = await picture.load({ signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TouchstoneError)) throw error;
    return { type: 'missing-picture', why: 'the picture is not there, or cannot be read' };
  }
  const seen = await lookAtPicture(bytes);
  return typeof seen === 'string'
    ? { type: 'broken-picture', why: `the picture cannot be decoded (${seen})` }
    : { type: 'seen', picture: seen };
}

/** Decodes a picture as a whole. Gives why it cannot be decoded instead. */
async function lookAtPicture(bytes: Uint8Array): Promise<SeenPicture | string> {
  // Loaded here: checks without pictures should not pay for it.
  const { default: sharp } = await import('sharp');
  const options = { failOn: 'error', limitInputPixels: MOST_PIXELS, sequentialRead: true } as const;
  try {
    const { width, height } = await sharp(bytes, options).metadata();
    const small = await sharp(bytes, options)
      .flatten({ background: '#ffffff' })
      .greyscale()
      .resize(SMALL.width, SMALL.height, { fit: 'fill', kernel: 'linear' })
      .raw()
      .toBuffer();
    return { size: { width, height }, small };
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}

/** Whether a picture is of one colour, as far as one can see. */
function isBlank({ small }: SeenPicture): boolean {
  let [low, high] = [255, 0];
  for (const grey of small) {
    if (grey < low) low = grey;
    if (grey > high) high = grey;
  }
  return high - low <= BLANK_GREY;
}

/** Whether two screens look the same, what the status bar shows left aside. */
function looksSame(a: SeenPicture, b: SeenPicture): boolean {
  if (a.size.width !== b.size.width || a.size.height !== b.size.height) return false;
  const from = Math.ceil(SMALL.height * STATUS_BAR) * SMALL.width;
  for (let cell = from; cell < a.small.length; cell += 1) {
    if (Math.abs((a.small[cell] ?? 0) - (b.small[cell] ?? 0)) > SAME_GREY) return false;
  }
  return true;
}
