import { sketchScreen, type ScreenSketch } from '../../../src/metrics/alignment/screen-sketch.js';
import type { ViewerSource } from '../../source/viewer-source.js';

/** Pixels across of what is looked at, and how many pictures are. */
const WIDTH = 160;
const MOST = 400;

/** Looks at the pixels of pictures by their addresses. Those that the browser keeps from scripts are left out. */
export async function sketchPictures(
  source: ViewerSource,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, ScreenSketch>> {
  const found = new Map<string, ScreenSketch>();
  for (const address of [...new Set(addresses)].slice(0, MOST)) {
    const sketch = await sketchPicture(source.picture(address, WIDTH));
    if (sketch !== null) found.set(address, sketch);
  }
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
