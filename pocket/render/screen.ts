/** The phone's screen in CSS pixels, and how many pixels of the picture one of them takes. */
export const SCREEN = { width: 360, height: 780, ratio: 1.5, statusHeight: 30 } as const;

/** Size of every picture. */
export const PICTURE_SIZE = {
  width: SCREEN.width * SCREEN.ratio,
  height: SCREEN.height * SCREEN.ratio,
} as const;
