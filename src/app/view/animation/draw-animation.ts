import { UserError } from '../../../errors.js';
import { ownFont } from '../../../observations/marks/own-font.js';
import { withPicture } from '../../../observations/pictures/open-picture.js';
import type { ActionMark, MarkPoint } from '../../../report/view/action-mark.js';

export const ANIMATION_FORMATS = ['webp', 'gif'] as const;
export type AnimationFormat = (typeof ANIMATION_FORMATS)[number];

/** One screen of an animation. */
export interface AnimationFrame {
  /** Null where there is no picture: a grey screen stands for it. */
  readonly picture: Uint8Array | null;
  /** Pixels of the source picture; null when nobody recorded it. */
  readonly size: readonly [number, number] | null;
  readonly marks: readonly ActionMark[];
  /** Written below it; digits and Latin letters. */
  readonly caption: string;
}

export interface DrawAnimationOptions {
  readonly format: AnimationFormat;
  /** Pixels across. */
  readonly width: number;
  /** Time that each screen is shown. */
  readonly frameMs: number;
  readonly signal: AbortSignal;
}

/** Frames of one animation: more would take hundreds of megabytes to put together. */
export const MOST_FRAMES = 150;
/** Shape of a screen whose size nobody recorded. */
const USUAL_SIZE = [1080, 2340] as const;
const CAPTION = 28;
const GROUND = { r: 240, g: 240, b: 236, alpha: 1 };

type Context =
  ReturnType<Awaited<ReturnType<typeof ownFont>>['createCanvas']> extends {
    getContext(kind: '2d'): infer T;
  }
    ? T
    : never;

/**
 * Screens one after another, with what was done drawn on them and a caption below, all of the first one's shape.
 *
 * @throws {UserError} where there are no frames, or more than `MOST_FRAMES`
 * @throws {PictureError} for bytes that are no picture
 */
export async function drawAnimation(
  frames: readonly AnimationFrame[],
  { format, width, frameMs, signal }: DrawAnimationOptions,
): Promise<Uint8Array> {
  const [first] = frames;
  if (first === undefined || frames.length > MOST_FRAMES) {
    throw new UserError(`An animation shows 1 to ${MOST_FRAMES} screens, not ${frames.length}`);
  }
  const [wide, tall] = first.size ?? USUAL_SIZE;
  // However a screen is turned, the frame stays within what players show.
  const height = Math.max(40, Math.min(Math.round((width * tall) / wide), 4 * width));
  const drawn: Buffer[] = [];
  for (const frame of frames) {
    signal.throwIfAborted();
    drawn.push(await drawFrame(frame, width, height));
  }
  const { default: sharp } = await import('sharp');
  const delay = frames.map(() => frameMs);
  // One picture has nothing to be joined with.
  const joined = drawn.length === 1 ? sharp(drawn[0]) : sharp(drawn, { join: { animated: true } });
  return format === 'gif'
    ? joined.gif({ delay, loop: 0 }).toBuffer()
    : joined.webp({ delay, loop: 0, quality: 80 }).toBuffer();
}

async function drawFrame(
  { picture, size, marks, caption }: AnimationFrame,
  width: number,
  height: number,
): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  let shape = size;
  let screen: Buffer | null = null;
  if (picture !== null) {
    screen = await withPicture(picture, { file: '(screen)' }, async (open) => {
      const { width: wide, height: tall } = await open.metadata();
      shape ??= [wide, tall];
      return open.resize({ width, height, fit: 'fill' }).png().toBuffer();
    });
  }
  const { createCanvas, font } = await ownFont(15);
  const canvas = createCanvas(width, height + CAPTION);
  const context = canvas.getContext('2d');
  drawMarks(context, marks, { width, height, size: shape ?? USUAL_SIZE });
  context.fillStyle = '#1c2126';
  context.fillRect(0, height, width, CAPTION);
  context.fillStyle = '#ffffff';
  context.font = font;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(caption, width / 2, height + CAPTION / 2);
  const over = canvas.toBuffer('image/png');
  return sharp({ create: { width, height: height + CAPTION, channels: 4, background: GROUND } })
    .composite([
      ...(screen === null ? [] : [{ input: screen, left: 0, top: 0 }]),
      { input: over, left: 0, top: 0 },
    ])
    .png()
    .toBuffer();
}

/** Every line is drawn twice, dark on light, so that it shows on any picture. */
function drawMarks(
  context: Context,
  marks: readonly ActionMark[],
  {
    width,
    height,
    size,
  }: { readonly width: number; readonly height: number; readonly size: readonly [number, number] },
): void {
  const place = ({ x, y, unit }: MarkPoint): readonly [number, number] =>
    unit === 'fraction' ? [x * width, y * height] : [(x / size[0]) * width, (y / size[1]) * height];
  const stroke = (path: () => void): void => {
    for (const [colour, thick] of [
      ['#ffffff', Math.max(5, width / 45)],
      ['#e5322d', Math.max(2.5, width / 90)],
    ] as const) {
      context.strokeStyle = colour;
      context.lineWidth = thick;
      context.lineCap = 'round';
      context.beginPath();
      path();
      context.stroke();
    }
  };
  const ring = ([x, y]: readonly [number, number], radius: number): void =>
    stroke(() => context.arc(x, y, radius, 0, 2 * Math.PI));
  for (const mark of marks) {
    switch (mark.type) {
      case 'tap':
        ring(place(mark.at), width * 0.046);
        if (mark.count > 1) ring(place(mark.at), width * 0.074);
        break;
      case 'hold':
        ring(place(mark.at), width * 0.058);
        ring(place(mark.at), width * 0.02);
        break;
      case 'arrow': {
        const [[x1, y1], [x2, y2]] = [place(mark.from), place(mark.to)];
        const angle = Math.atan2(y2 - y1, x2 - x1);
        stroke(() => {
          context.moveTo(x1, y1);
          context.lineTo(x2, y2);
          for (const turn of [0.5, -0.5]) {
            context.moveTo(x2, y2);
            context.lineTo(
              x2 - width * 0.07 * Math.cos(angle + turn),
              y2 - width * 0.07 * Math.sin(angle + turn),
            );
          }
        });
        break;
      }
      case 'box': {
        const [[x1, y1], [x2, y2]] = [place(mark.from), place(mark.to)];
        stroke(() => context.rect(x1, y1, x2 - x1, y2 - y1));
        break;
      }
      default:
        mark satisfies never;
    }
  }
}
