/** How frames of a video are taken: as many as the share says, evenly spaced, or every so many. */
export type FrameChoice = 'even' | 'skip';

/**
 * Numbers of the frames that are looked at, at least the first and the last.
 *
 * Source: ColorBench reference code `pic2trajectory.py`, video mode: 1 % of the frames.
 *
 * @param share of the frames, above 0, at most 1
 */
export function chosenFrames(count: number, share: number, how: FrameChoice): readonly number[] {
  if (count <= 2) return Array.from({ length: count }, (_, index) => index);
  if (how === 'skip') {
    const stride = Math.max(1, Math.round(1 / share));
    const numbers = Array.from({ length: Math.ceil(count / stride) }, (_, index) => index * stride);
    return numbers.at(-1) === count - 1 ? numbers : [...numbers, count - 1];
  }
  const wanted = Math.min(count, Math.max(2, Math.round(count * share)));
  return Array.from({ length: wanted }, (_, index) => Math.round((index * (count - 1)) / (wanted - 1)));
}
