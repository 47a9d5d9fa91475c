import type { Action } from '../../domain/action.js';
import type { Size } from '../../domain/geometry.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { WorldCapture } from '../material/material.js';
import type { EarlierNodes } from './earlier-nodes.js';
import { writeAction } from './write-action.js';

/** A state of the graph in the making. */
export interface Place {
  readonly id: string;
  /** Its different screens; none for what was on display between two actions of one command. */
  readonly looks: Look[];
  /** What was done on it, each once. */
  readonly moves: Done[];
}

/** Something that was done on a state, and how often it led there. */
export interface Done extends Move {
  times: number;
}

/** One screen of a state. */
export interface Look {
  readonly capture: WorldCapture;
  readonly hierarchy: UiHierarchy | null;
}

/** Something that was done on a screen, and the screen after it. */
export interface Move {
  readonly place: Place;
  readonly action: Action;
  readonly to: Place;
  /** The screen that it was done on, or on which the command that it is part of began. */
  readonly capture: WorldCapture | null;
  /** Elements of that screen; null where it has none. */
  readonly hierarchy: UiHierarchy | null;
  /** First of its walk. */
  readonly begins: boolean;
}

/** Most screens that a state keeps. */
const MOST_LOOKS = 8;

/** The states as places, in the order in which they were first seen. */
export function placesOf<C extends WorldCapture>(
  captures: readonly C[],
  {
    states,
    hierarchyOf,
    earlier = null,
  }: {
    readonly states: readonly number[];
    readonly hierarchyOf: (capture: C) => UiHierarchy | null;
    /** Nodes that the world had before; a state that shows what one of them showed has its id. */
    readonly earlier?: EarlierNodes | null;
  },
): {
  readonly places: readonly Place[];
  /** Place of each capture. */
  readonly visits: readonly Place[];
  readonly placeOfState: ReadonlyMap<number, Place>;
  /** By earlier id: place that shows its first screen now. */
  readonly renamed: ReadonlyMap<string, string>;
} {
  const ids = new Map<number, string>();
  const stateOf = new Map<string, number>();
  for (const [index, capture] of captures.entries()) {
    const id = earlier?.of(capture) ?? null;
    const state = states[index] ?? 0;
    if (id === null || stateOf.has(id)) continue;
    stateOf.set(id, state);
    if (!ids.has(state)) ids.set(state, id);
  }
  let free = 0;
  const freeId = (): string => {
    do free += 1;
    while (earlier?.has(`screen-${free}`) === true);
    return `screen-${free}`;
  };
  const placeOfState = new Map<number, Place>();
  const known = new Set<string>();
  const visits = captures.map((capture, index) => {
    const state = states[index] ?? 0;
    let place = placeOfState.get(state);
    if (place === undefined) {
      place = { id: ids.get(state) ?? freeId(), looks: [], moves: [] };
      placeOfState.set(state, place);
    }
    const { picture, hierarchy, activity } = capture;
    const key = JSON.stringify([place.id, picture, hierarchy, activity]);
    if (place.looks.length < MOST_LOOKS && !known.has(key)) {
      known.add(key);
      place.looks.push({ capture, hierarchy: hierarchyOf(capture) });
    }
    return place;
  });
  const renamed = new Map(
    [...stateOf].flatMap(([id, state]) => {
      const place = placeOfState.get(state);
      return place === undefined || place.id === id ? [] : [[id, place.id] as const];
    }),
  );
  return { places: [...placeOfState.values()], visits, placeOfState, renamed };
}

/** What was on display between the things that one command did. */
export class Between {
  /** Screens that nobody saw. */
  readonly unseen: Place[] = [];
  readonly #size: Size;
  readonly #after = new Map<Place, Map<string, Place>>();

  constructor(size: Size) {
    this.#size = size;
  }

  /** Keeps where something led. */
  note({ place, action, to, capture, hierarchy }: Omit<Move, 'begins'>): void {
    const places = this.#after.get(place) ?? new Map<string, Place>();
    this.#after.set(place, places);
    const key = this.#keyOf(place, action, { capture, hierarchy });
    if (!places.has(key)) places.set(key, to);
  }

  /** The screen that something leads to: the one it was seen to lead to at another time, else one that nobody saw. */
  after(place: Place, action: Action): Place {
    const { capture, hierarchy } = place.looks[0] ?? { capture: null, hierarchy: null };
    const known = this.#after.get(place)?.get(this.#keyOf(place, action, { capture, hierarchy }));
    if (known !== undefined) return known;
    const to: Place = { id: `between-${this.unseen.length + 1}`, looks: [], moves: [] };
    this.unseen.push(to);
    this.note({ place, action, to, capture, hierarchy });
    return to;
  }

  /** The same for touches of one element, and for swipes in one direction. */
  #keyOf(place: Place, action: Action, { capture, hierarchy }: Pick<Move, 'capture' | 'hierarchy'>): string {
    const alone: Place = { ...place, moves: [] };
    const size = capture?.size ?? this.#size;
    return JSON.stringify(writeAction(action, { to: alone, place: alone, hierarchy, size }) ?? action);
  }
}
