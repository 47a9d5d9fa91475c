import sharp from 'sharp';

const SIDE = 24;
/** Mean difference of grey values, 0-255, up to which two frames show the same. */
const SAME = 1.5;
/** Largest difference of a single value: a dialog is small, a cursor smaller. */
const SAME_SPOT = 40;

/** Small grey picture of a frame, for comparison. */
export type FrameSketch = Uint8Array;

/** @throws where the bytes are no picture */
export async function sketchFrame(bytes: Uint8Array): Promise<FrameSketch> {
  return sharp(bytes)
    .resize(SIDE, SIDE * 2, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer();
}

/** Whether two frames show the same, noise apart. */
export function isNearlyIdentical(a: FrameSketch, b: FrameSketch): boolean {
  let [sum, most] = [0, 0];
  for (let index = 0; index < a.length; index += 1) {
    const apart = Math.abs((a[index] ?? 0) - (b[index] ?? 0));
    sum += apart;
    most = Math.max(most, apart);
  }
  return sum / a.length <= SAME && most <= SAME_SPOT;
}
