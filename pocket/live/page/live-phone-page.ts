import { arrive, placeId, type Place, type Target } from '../../place.js';
import { phoneBody } from '../../render/phone-body.js';
import type { World } from '../../world.js';
import { follow } from '../journey.js';
import { drawnState, recall, refresh, remember, type Memory } from '../memory.js';
import { showRest, startedAt } from './countdown.js';
import { decorate } from './decorate.js';
import { interruption, kindOf } from './events.js';
import { putFields, type Typing } from './fields.js';
import { listIn, putAt } from './lists.js';
import { onMemoryChange, readMemory, writeMemory } from './stored-memory.js';
import { listen } from './touches.js';

/** Milliseconds after which a screen that goes on by itself does. */
const WAIT_MS = 700;

/** What a page of the phone is restored from; plain JSON. */
interface PageSnapshot {
  readonly journey: readonly Place[];
  readonly memory: Memory;
  readonly typing: Typing | null;
  readonly event: string | null;
}

/** The phone that opens apps from its home screen; the environment puts it there. */
interface Opener {
  readonly touchstoneOpen?: (app: string, fragment?: string) => void;
}

/**
 * One app of the phone in a page of the browser, or its home screen: a stack of places, each an entry of the page's history.
 * What is changed is remembered for all pages.
 */
export class LivePhonePage {
  readonly #world: World;
  #memory: Memory = {};
  #journey: readonly Place[] = [];
  #typing: Typing | null = null;
  /** Where the app was before what is typed led on. */
  #typedFrom: Place | null = null;
  #event: string | null = null;
  /** Steps back in the history that the page has taken itself, and what follows. */
  #afterBack: (() => void) | null = null;
  #timer = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** The node of the recorded phone that is on display; an event over it has a name of its own. */
  get stateName(): string {
    return this.#event === null ? placeId(this.#here) : `event.${this.#event}`;
  }

  get activity(): { readonly package: string; readonly activity: string } {
    const { app, page } = this.#world.page(this.#here.page);
    return { package: app.package, activity: page(drawnState(this.#memory, this.#here)).activity };
  }

  begin(): void {
    this.#memory = readMemory();
    this.#journey = [this.#placeOfAddress()];
    history.replaceState({ depth: 0 }, '');
    addEventListener('popstate', ({ state }: PopStateEvent) => this.#wentBack(state));
    addEventListener('hashchange', () => {
      if (history.state === null) this.#open(this.#placeOfAddress());
    });
    onMemoryChange(() => {
      this.#memory = readMemory();
      this.#replaceTop(refresh(this.#memory, this.#here));
      this.#draw();
    });
    listen(document.documentElement, {
      goTo: (target) => this.#go(target),
      openApp: (name) => this.#openApp(name),
      rested: (position) => this.#replaceTop({ ...this.#here, scroll: position }),
      dismiss: () => this.#dismiss(),
    });
    this.#draw();
  }

  /** The first of the home screens. */
  home(): void {
    const [first] = this.#journey;
    if (first !== undefined && (this.#journey.length > 1 || this.#event !== null)) {
      this.#event = null;
      this.#travel([first]);
    }
  }

  snapshot(): PageSnapshot {
    return { journey: this.#journey, memory: this.#memory, typing: this.#typing, event: this.#event };
  }

  restore(value: unknown): void {
    // Made by `snapshot` of a page like this one; the environment hands it over as it was.
    const { journey, memory, typing, event } = value as PageSnapshot;
    this.#memory = memory;
    writeMemory(memory);
    this.#journey = journey;
    this.#typing = typing;
    this.#event = null;
    journey.forEach((_, depth) => {
      if (depth === 0) history.replaceState({ depth }, '');
      else history.pushState({ depth }, '');
    });
    this.#draw();
    if (event !== null) this.interrupt({ type: event });
  }

  /** Shows an unexpected event over the screen; false where there is nothing to show it with. */
  interrupt(event: unknown): boolean {
    const kind = kindOf(event);
    if (kind === null || this.#event !== null) return false;
    this.#event = kind;
    history.pushState({ depth: this.#journey.length - 1, event: true }, '');
    this.#draw();
    return true;
  }

  get #here(): Place {
    const place = this.#journey.at(-1);
    if (place === undefined) throw new Error('the phone shows nothing');
    return place;
  }

  get #isHome(): boolean {
    return this.#world.page(this.#journey[0]?.page ?? '').app === this.#world.launcher;
  }

  #placeOfAddress(): Place {
    const start: Place = { page: '', state: {}, scroll: 0 };
    const fragment = decodeURIComponent(location.hash.slice(1));
    const apps = [this.#world.launcher, ...this.#world.apps];
    // What is no app's name was put there by the home screen.
    const target = apps.find(({ id }) => id === fragment)?.entry ?? (JSON.parse(fragment) as Target);
    return refresh(this.#memory, arrive(target, start));
  }

  #openApp(name: string): void {
    const app = this.#world.apps.find((one) => one.name === name);
    if (app !== undefined) this.#go(app.entry);
  }

  #go(target: Target): void {
    const { app } = this.#world.page(target.page);
    if (this.#isHome && app !== this.#world.launcher) {
      const { page, state } = app.entry;
      const isEntry = target.page === page && Object.keys(state).length === Object.keys(target.state).length;
      const fragment = isEntry ? undefined : encodeURIComponent(JSON.stringify(target));
      this.home();
      // The environment has put it there (docs/live.md).
      (window as unknown as Opener).touchstoneOpen?.(app.package, fragment);
      return;
    }
    const from = this.#here;
    this.#memory = startedAt(remember(this.#memory, from, target), target, Date.now());
    writeMemory(this.#memory);
    this.#open(arrive(recall(this.#memory, from, target), from));
  }

  #open(place: Place): void {
    if (history.state === null) {
      this.#journey = [...this.#journey, place];
      history.replaceState({ depth: this.#journey.length - 1 }, '');
      this.#draw();
    } else {
      this.#travel(follow(this.#journey, place));
    }
  }

  /** Makes the journey another one, and the page's history with it. */
  #travel(journey: readonly Place[]): void {
    const isEvent = (history.state as { event?: boolean } | null)?.event === true;
    const back = this.#journey.length - journey.length + (isEvent ? 1 : 0);
    this.#journey = journey;
    const depth = journey.length - 1;
    if (back < 0) history.pushState({ depth }, '');
    else if (back === 0) history.replaceState({ depth }, '');
    else {
      this.#afterBack = () => history.replaceState({ depth }, '');
      history.go(-back);
    }
    this.#draw();
  }

  #wentBack(state: unknown): void {
    const after = this.#afterBack;
    this.#afterBack = null;
    if (after !== null) return after();
    if (typeof state !== 'object' || state === null || !('depth' in state)) return;
    if (this.#event !== null) this.#event = null;
    else this.#journey = this.#journey.slice(0, Number(state.depth) + 1);
    this.#replaceTop(refresh(this.#memory, this.#here));
    this.#draw();
  }

  #dismiss(): void {
    if (this.#event === null) return;
    history.back();
  }

  #replaceTop(place: Place): void {
    this.#journey = [...this.#journey.slice(0, -1), place];
  }

  #draw(): void {
    clearTimeout(this.#timer);
    const place = this.#here;
    const { app, page } = this.#world.page(place.page);
    const view = page(drawnState(this.#memory, place));
    document.title = view.title;
    document.body.className = view.tone ?? '';
    document.body.innerHTML =
      phoneBody(app, view).text + (this.#event === null ? '' : interruption(this.#event).text);
    const list = listIn(document.body);
    if (list !== null) putAt(list, place.scroll);
    putFields(document.body, this.#typing, {
      typed: (typing, target) => this.#typed(typing, target),
      entered: (target) => this.#go(target),
    });
    if (document.querySelector(`#${CSS.escape(this.#typing?.field ?? 'none')}`) === null) this.#typing = null;
    decorate(document.body);
    const waits = document.querySelector<HTMLElement>('[data-wait]')?.dataset['wait'];
    if (waits !== undefined) {
      const target = JSON.parse(waits) as Target;
      this.#timer = window.setTimeout(() => this.#go(target), WAIT_MS);
    }
    if (place.page === 'clock.timer') this.#countDown();
  }

  #countDown(): void {
    if (showRest(this.#memory, Date.now())) this.#timer = window.setTimeout(() => this.#countDown(), 250);
  }

  #typed(typing: Typing, target: Target | null): void {
    const isSameField = this.#typing?.field === typing.field;
    const from = isSameField && this.#typedFrom !== null ? this.#typedFrom : this.#here;
    this.#typing = typing;
    this.#typedFrom = from;
    if (target !== null) this.#go(target);
    else if (placeId(from) !== placeId(this.#here)) this.#travel(follow(this.#journey, from));
  }
}
