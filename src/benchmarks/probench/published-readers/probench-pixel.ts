import type { Size } from '../../../domain/geometry.js';

/** A position of ProBench on the screen. */
export interface ProBenchPixel {
  /** Whole pixels within the screen. */
  readonly at: readonly [x: number, y: number];
  /** Whether it had to be moved by more than a pixel to get there. */
  readonly isOutside: boolean;
}

/**
 * A model's two numbers as a pixel: scaled, cut to whole pixels, moved into the screen.
 *
 * Source: ProBench paper, section 4.1, for the ranges of the models; rounding and clipping are our own rule.
 *
 * @param span largest numbers of the model on both axes
 */
export function proBenchPixel(x: number, y: number, span: Size, screen: Size): ProBenchPixel {
  const exact = [
    Math.trunc((x * screen.width) / span.width),
    Math.trunc((y * screen.height) / span.height),
  ] as const;
  const at = [within(exact[0], screen.width), within(exact[1], screen.height)] as const;
  return { at, isOutside: Math.abs(at[0] - exact[0]) > 1 || Math.abs(at[1] - exact[1]) > 1 };
}

function within(value: number, length: number): number {
  return Math.min(Math.max(value, 0), length - 1);
}
