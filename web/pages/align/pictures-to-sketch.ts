/** Pictures that are looked at, and how many are left out because there are too many. */
export interface PicturesToSketch {
  readonly pictures: readonly string[];
  readonly left: number;
}

/**
 * Which pictures of some episodes are looked at, at most `most`: step by step through all of them, so that a bound cuts the ends of all
 * and not the last ones whole. A screen that nobody looked at is like no other.
 *
 * @param episodes addresses of the pictures of each, in the order of its steps
 */
export function picturesToSketch(
  episodes: readonly (readonly (string | null)[])[],
  most: number,
): PicturesToSketch {
  const found = new Set<string>();
  const longest = Math.max(0, ...episodes.map(({ length }) => length));
  for (let step = 0; step < longest; step += 1) {
    for (const pictures of episodes) {
      const picture = pictures[step] ?? null;
      if (picture !== null) found.add(picture);
    }
  }
  const all = [...found];
  return { pictures: all.slice(0, most), left: Math.max(0, all.length - most) };
}
