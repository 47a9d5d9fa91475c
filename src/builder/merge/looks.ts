import { sha256 } from '../../formats/run/canonical-json.js';
import type { Capture, Material } from '../material/material.js';

/** A screen as it looked: captures with the same contents are one look. */
export interface Look {
  /** Names the look by its contents, the same in every call. */
  readonly id: string;
  /** First capture that showed it. */
  readonly capture: Capture;
  /** Places of the captures that showed it. */
  readonly captures: readonly number[];
}

/** The different looks of what was seen, and which of them each capture is. */
export interface Looks {
  readonly looks: readonly Look[];
  /** By capture: place of its look. */
  readonly of: readonly number[];
}

/** Characters of a look's id; enough for millions. */
const ID_LENGTH = 16;

/** Finds which captures show the very same. A capture without any content is a look of its own. */
export function looksOf({ captures }: Pick<Material, 'captures'>): Looks {
  const known = new Map<string, number>();
  const looks: { id: string; capture: Capture; captures: number[] }[] = [];
  const of = captures.map((capture, index) => {
    const { picture, hierarchy, activity } = capture;
    const isKnown = picture !== null || hierarchy !== null;
    const content = [picture, hierarchy, activity?.package ?? null, activity?.activity ?? null];
    const id = sha256(JSON.stringify(isKnown ? content : ['unseen', index])).slice(0, ID_LENGTH);
    const place = known.get(id) ?? looks.length;
    if (place === looks.length) {
      known.set(id, place);
      looks.push({ id, capture, captures: [] });
    }
    looks[place]?.captures.push(index);
    return place;
  });
  return { looks, of };
}
