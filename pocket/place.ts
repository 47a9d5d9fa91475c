import { Html, escapeHtml } from './html.js';

/** Facts a page shows; values are short words that also name the node (`mug`, `blue`); empty ones are left out. */
export type State = Readonly<Record<string, string>>;

/** One screen of the phone: a page, the facts it shows, and how far its list is scrolled (0 is the top). */
export interface Place {
  readonly page: string;
  readonly state: State;
  readonly scroll: number;
}

/** Where an affordance leads. `scroll: 'keep'` stays at the present scroll position. */
export interface Target {
  readonly page: string;
  readonly state: State;
  readonly scroll: number | 'keep';
}

/** A place to go to. */
export function to(page: string, state: State = {}, scroll: number | 'keep' = 0): Target {
  const kept = Object.fromEntries(Object.entries(state).filter(([, value]) => value !== ''));
  return { page, state: kept, scroll };
}

/** The place a target means, seen from another place. */
export function arrive(target: Target, from: Place): Place {
  return { ...target, scroll: target.scroll === 'keep' ? from.scroll : target.scroll };
}

/** Node id of a place: the page, then `~` and its facts in order of their names, then the scroll position. */
export function placeId(place: Place): string {
  const facts = Object.entries(place.state)
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, value]) => value);
  if (place.scroll > 0) facts.push(`s${place.scroll}`);
  return facts.length === 0 ? place.page : `${place.page}~${facts.join('.')}`;
}

/** Whether a live page is told that this holds besides its facts, such as a mail that was archived before. */
export function isTold(state: State, name: string, value: string): boolean {
  return toldOf(state, name).includes(value);
}

/** What a live page is told of by that name, latest last; a recorded page is told of nothing. */
export function toldOf(state: State, name: string): string[] {
  const words = (state['told'] ?? '').split(' ');
  return words.filter((word) => word.startsWith(`${name}:`)).map((word) => word.slice(name.length + 1));
}

/** Page id of a node id. */
export function pageOf(nodeId: string): string {
  return nodeId.split('~')[0] ?? nodeId;
}

function attribute(name: string, value: unknown): Html {
  return new Html(`data-${name}="${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}"`);
}

/** Attribute of an element that leads to a place when tapped. */
export function tap(target: Target): Html {
  return attribute('tap', target);
}

/** Attribute of an element that leads to a place when held. */
export function hold(target: Target): Html {
  return attribute('hold', target);
}

/** Attribute of a focused field: the texts it takes, and where each leads. */
export function typed(texts: Readonly<Record<string, Target>>): Html {
  return attribute('typed', Object.entries(texts));
}

/** Attribute of a focused field whose text the ENTER key submits. */
export function enter(target: Target): Html {
  return attribute('enter', target);
}

/** Attribute of an element over which a swipe of the finger leads to a place. */
export function swipe(direction: 'up' | 'down' | 'left' | 'right', target: Target): Html {
  return attribute(`swipe-${direction}`, target);
}

/** Attribute of a screen that goes on by itself after a moment. */
export function wait(target: Target): Html {
  return attribute('wait', target);
}
