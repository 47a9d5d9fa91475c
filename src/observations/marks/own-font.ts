import { createRequire } from 'node:module';
import type { createCanvas } from '@napi-rs/canvas';
import { BugError } from '../../errors.js';

/** Never a font of the system: what is written on a picture looks the same on every machine. */
const FONT = 'Touchstone Numbers';
const FONT_FILE = 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf';

/** What writes on pictures. */
export interface OwnFont {
  readonly createCanvas: typeof createCanvas;
  /** The font as a canvas names it. */
  readonly font: string;
}

/** @param size of the font, pixels */
export async function ownFont(size: number): Promise<OwnFont> {
  // Loaded on first use: most runs write on no pictures.
  const canvas = await import('@napi-rs/canvas');
  const { GlobalFonts } = canvas;
  if (!GlobalFonts.has(FONT)) {
    const file = createRequire(import.meta.url).resolve(FONT_FILE);
    if (GlobalFonts.registerFromPath(file, FONT) === null) throw new BugError(`no font at ${file}`);
  }
  return { createCanvas: canvas.createCanvas, font: `${size}px "${FONT}"` };
}
