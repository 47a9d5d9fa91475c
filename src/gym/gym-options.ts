/** What an observation holds of the picture: nothing · the bytes in base64 · a path of the same server. */
export const GYM_PICTURES = ['none', 'inline', 'url'] as const;
export type GymPictures = (typeof GYM_PICTURES)[number];

/** Space of all positions on the wire: pixels of the screenshot, thousandths of its sides, or shares of them. */
export const GYM_COORDINATES = ['pixel', 'permille', 'unit'] as const;
export type GymCoordinates = (typeof GYM_COORDINATES)[number];
