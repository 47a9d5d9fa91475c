import type { RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import { TouchstoneError } from '../../errors.js';
import { decodePixels, type Pixels } from '../../observations/pictures/pixels.js';

/** Largest difference of a channel on a picture that shows nothing. */
const BLANK = 8;

/**
 * Why the pictures of an episode are not all there; null where they are: each loads, decodes, shows something, and is as large as the
 * others, turned or not; the
 * screen after the last step, where it was recorded, too.
 *
 * Source: GUIOdyssey paper, quality check, criterion i.
 */
export async function pictureFault(
  { steps, lastScreen }: RecordedEpisode,
  options: { readonly signal: AbortSignal },
): Promise<string | null> {
  let first: string | null = null;
  const screens = [
    ...steps.map(({ screen }, step) => ({ screen, name: `step ${step}` })),
    ...(lastScreen === undefined ? [] : [{ screen: lastScreen, name: 'the last screen' }]),
  ];
  for (const { screen, name } of screens) {
    options.signal.throwIfAborted();
    if (screen.picture === null) return `${name} has no picture`;
    let pixels: Pixels;
    try {
      pixels = await decodePixels(await screen.picture.load(options), { file: screen.id });
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof TouchstoneError)) throw error;
      return `the picture of ${name} cannot be read: ${error.message}`;
    }
    const { width, height } = pixels;
    const size = [width, height].toSorted((a, b) => a - b).join(' x ');
    first ??= size;
    if (size !== first) return `the picture of ${name} is ${width} x ${height}, others are ${first}`;
    const said = screen.size;
    if (said !== null && (said.width !== width || said.height !== height)) {
      return `the picture of ${name} is ${width} x ${height}, its screen ${said.width} x ${said.height}`;
    }
    if (isBlank(pixels)) return `the picture of ${name} is blank`;
  }
  return null;
}

function isBlank({ data }: Pixels): boolean {
  const least = [255, 255, 255];
  const most = [0, 0, 0];
  for (const [index, value] of data.entries()) {
    const channel = index % 3;
    if (value < (least[channel] ?? 0)) least[channel] = value;
    if (value > (most[channel] ?? 0)) most[channel] = value;
    if ((most[channel] ?? 0) - (least[channel] ?? 0) > BLANK) return false;
  }
  return true;
}
