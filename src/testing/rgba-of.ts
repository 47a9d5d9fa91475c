import sharp from 'sharp';

/** Pixels of a picture file as clients see them: red, green, blue and alpha as the file has them, without its colour profile. */
export function rgbaOf(file: Uint8Array): Promise<Buffer> {
  return sharp(file, { ignoreIcc: true }).toColourspace('srgb').ensureAlpha().raw().toBuffer();
}

/** Whether two picture files, of any format, show the same pixels. */
export async function isSamePicture(one: Uint8Array, other: Uint8Array): Promise<boolean> {
  const [size, otherSize] = await Promise.all([one, other].map((file) => sharp(file).metadata()));
  if (size?.width !== otherSize?.width || size?.height !== otherSize?.height) return false;
  return (await rgbaOf(one)).equals(await rgbaOf(other));
}
