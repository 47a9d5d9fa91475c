import { sketchScreen, type ScreenSketch } from '../../../src/metrics/alignment/screen-sketch.js';
import type { ViewerSource } from '../../source/viewer-source.js';

/** Pixels across of what is looked at. */
const WIDTH = 160;
/** Pictures that are loaded at a time. */
const AT_ONCE = 6;
/** Pictures of which what was seen is kept. */
const MOST_KEPT = 2000;

/** What was seen, by address: of a running episode each step adds one picture. */
const seen = new Map<string, ScreenSketch>();

/** Looks at the pixels of pictures by their addresses. Those that the browser keeps from scripts are left out. */
export async function sketchPictures(
  source: ViewerSource,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, ScreenSketch>> {
  const found = new Map<string, ScreenSketch>();
  const open = addresses.values();
  const work = async (): Promise<void> => {
    for (const address of open) {
      const sketch = seen.get(address) ?? (await sketchPicture(source.picture(address, WIDTH)));
      if (sketch === null) continue;
      found.set(address, sketch);
      if (seen.size < MOST_KEPT) seen.set(address, sketch);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}

async function sketchPicture(address: string): Promise<ScreenSketch | null> {
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.min(WIDTH, image.naturalWidth);
    canvas.height = Math.round((canvas.width * image.naturalHeight) / image.naturalWidth);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) return null;
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    // Refused for files beside a page that was opened from disk.
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    return sketchScreen({ data, width, height, channels: 4 });
  } catch {
    return null;
  }
}
