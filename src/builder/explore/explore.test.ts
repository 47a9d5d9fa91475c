import { describe, expect, it } from 'vitest';
import type { Action } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { Observation } from '../../domain/screen.js';
import { FORBIDDEN_KINDS } from '../../domain/task-fields/forbidden-kind.js';
import type { Environment, StepResult } from '../../environments/environment.js';
import { touchedElement } from '../../environments/guard/touched-element.js';
import type { SurveyEvent } from '../../formats/survey/survey-event.js';
import type { Ask } from '../../models/asking/model-question.js';
import { encodePng } from '../../observations/pictures/pixels.js';
import { BudgetSpentError } from '../../models/asking/budget-spent-error.js';
import type { ExplorationRecord, ExploreOptions } from './explore-options.js';
import { Exploration } from './explore.js';
import type { ScreenSketch } from './screen-sketch.js';

const SIZE = { width: 400, height: 800 };
const { signal } = new AbortController();

/** What a place of the fake app shows, by line: `label -> place`, `field name`, or a text. */
type App = Readonly<Record<string, readonly string[]>>;

/** An app in memory: places with buttons that lead to others, a counter on every screen, BACK. */
class FakeApp implements Environment {
  readonly capabilities = {
    snapshot: false,
    pictures: false,
    hierarchy: true,
    activity: true,
    deterministic: true,
    stable: true,
  };
  places: Readonly<Record<string, readonly string[] | undefined>>;
  readonly visited = new Set<string>();
  readonly done: string[] = [];
  #history: string[] = [];
  #views = 0;
  #typed = '';

  constructor(app: App) {
    this.places = app;
  }

  get state(): string {
    return this.#history.at(-1) ?? '';
  }

  async reset(): Promise<Observation> {
    this.#history = ['start'];
    this.#views = 0;
    this.#typed = '';
    return this.#show();
  }

  async observe(): Promise<Observation> {
    return this.#show();
  }

  async step(action: Action): Promise<StepResult> {
    const hierarchy = parseHierarchy(this.#xml());
    const element = touchedElement(action, hierarchy, SIZE);
    if (action.type === 'tap' && element !== null) {
      const [label = '', to] = (this.#lines()[Number(element.attribute('index'))] ?? '').split(' -> ');
      this.done.push(label);
      if (to === '!')
        throw new (await import('../../environments/chromium/chromium-errors.js')).ChromiumError('gone');
      if (to !== undefined && to !== '') {
        this.#history.push(to);
        this.#typed = '';
      }
    } else if (action.type === 'type') {
      this.#typed = action.text;
      this.done.push(`typed ${action.text}`);
      const to = `${this.state}:${action.text}`;
      if (this.places[to] !== undefined) this.#history.push(to);
    } else if (action.type === 'key' && action.key === 'BACK' && this.#history.length > 1)
      this.#history.pop();
    const observation = this.#show();
    return { type: 'observed', observation, transition: { rule: action.type, next: null } };
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #lines(): readonly string[] {
    return this.places[this.state] ?? [];
  }

  #xml(): string {
    const nodes = this.#lines().map((line, index) => {
      const [label = ''] = line.split(' -> ');
      const bounds = `[0,${100 + index * 50}][400,${145 + index * 50}]`;
      const isField = line.startsWith('field ');
      const kind = isField ? 'EditText' : line.includes(' -> ') ? 'Button' : 'TextView';
      const [name = '', held = ''] = label.slice('field '.length).split('=');
      const text = (isField ? this.#typed || held : label).replaceAll('&', '&amp;');
      const hint = isField ? ` hint="${name}"` : '';
      const clickable = kind !== 'TextView';
      return `<node index="${index}" text="${text}" class="android.widget.${kind}" clickable="${clickable}" bounds="${bounds}"${hint}/>`;
    });
    const counter = `<node text="${this.#views} views" class="android.widget.TextView" bounds="[0,60][400,90]"/>`;
    return `<hierarchy><node class="android.widget.FrameLayout" bounds="[0,0][400,800]">${counter}${nodes.join('')}</node></hierarchy>`;
  }

  #show(): Observation {
    this.#views += 1;
    this.visited.add(this.state);
    const xml = Buffer.from(this.#xml());
    const owner = this.state.startsWith('out') ? 'other.app' : 'fake.app';
    return {
      screen: {
        id: this.state,
        size: SIZE,
        activity: { package: owner, activity: '.Main' },
        picture: null,
        hierarchy: { mediaType: 'application/xml', load: async () => xml },
      },
    };
  }
}

/** A survey in memory. */
class Kept implements ExplorationRecord {
  readonly events: SurveyEvent[] = [];
  readonly files = new Map<number, Uint8Array | null>();
  #captures = 0;

  async capture(screen: Parameters<ExplorationRecord['capture']>[0]) {
    const capture = this.#captures;
    this.#captures += 1;
    this.files.set(capture, screen.hierarchy);
    const { size, activity } = screen;
    this.events.push({ type: 'capture', at: AT, capture, size, activity, picture: null, hierarchy: 'x' });
    return { capture };
  }

  append(event: Parameters<ExplorationRecord['append']>[0]): void {
    this.events.push({ ...event, at: AT });
  }

  async commit(): Promise<void> {}

  kinds(): string[] {
    return this.events.flatMap((event) => (event.type === 'note' ? [event.kind] : []));
  }
}

const AT = new Date(0).toISOString();

function explorationOf(
  environment: Environment,
  record: Kept,
  more: Partial<ExploreOptions> = {},
): Exploration {
  return new Exploration({
    environment,
    start: { task: 'x', repeat: 0, seed: 1 },
    record,
    forbid: new Set(FORBIDDEN_KINDS),
    app: null,
    isWholePhone: false,
    ask: null,
    maxSteps: 400,
    maxMs: 60_000,
    signal,
    ...more,
  });
}

const SHOP: App = {
  start: ['Shop', 'Books -> books', 'Settings -> settings', 'On the web -> out'],
  books: ['All books', 'First book -> first', 'Second book -> second', 'Delete -> deleted'],
  first: ['First', 'Read -> reading'],
  second: ['Second', 'Pay now -> paid'],
  reading: ['A long text'],
  settings: ['Settings', 'Search settings -> search'],
  search: ['Find', 'field Search'],
  'search:Settings': ['Found Settings', 'Open -> about'],
  about: ['About'],
  out: ['Elsewhere', 'More -> out.more'],
  deleted: ['Gone'],
  paid: ['Paid'],
};

describe('exploring', () => {
  it('sees all that can be reached, does nothing forbidden, stays in the app and ends', async () => {
    const app = new FakeApp(SHOP);
    const kept = new Kept();
    const end = await explorationOf(app, kept).run();
    expect(end).toBe('nothing-new');
    const wanted = Object.keys(SHOP).filter((place) => !['deleted', 'paid'].includes(place));
    expect([...app.visited].toSorted()).toEqual(wanted.toSorted());
    expect(app.done.filter((label) => ['Delete', 'Pay now', 'More'].includes(label))).toEqual([]);
    expect(new Set(kept.kinds())).toEqual(
      new Set(['elsewhere', 'forbidden', 'instead', 'left-app', 'no-picture']),
    );
  });

  it('takes a number that counts by itself for none', async () => {
    const exploration = explorationOf(new FakeApp(SHOP), new Kept());
    await exploration.run();
    expect(exploration.known.states.length).toBeLessThanOrEqual(Object.keys(SHOP).length + 2);
  });

  it('goes on with what a survey has, and asks no model twice', async () => {
    const asked: string[] = [];
    const answers = new Map<string, string>();
    const ask: Ask = async ({ purpose, request, read }) => {
      const key = `${purpose} ${JSON.stringify(request)}`;
      if (!answers.has(key)) asked.push(purpose);
      const text = '{"purpose": "finds", "elements": [{"element": 99, "does": "is not there"}], "texts": []}';
      answers.set(key, text);
      const reading = read(text);
      if (reading.type !== 'value') throw new Error(reading.error.message);
      return { type: 'value', value: reading.value, text, unreadable: 0 };
    };
    const whole = new Kept();
    await explorationOf(new FakeApp(SHOP), whole, { ask }).run();
    const before = asked.length;
    expect(before).toBeGreaterThan(0);
    for (const cut of [3, 20, 45]) {
      const kept = new Kept();
      const events = whole.events.slice(0, cut);
      const app = new FakeApp(SHOP);
      const earlier = {
        events,
        load: async ({ capture }: { readonly capture: number }) => ({
          hierarchy: whole.files.get(capture) ?? null,
          picture: null,
          mediaType: 'image/png',
        }),
      };
      const exploration = explorationOf(app, kept, { earlier, ask: null });
      // The captures of a survey that is gone on with are counted on.
      const base = events.filter(({ type }) => type === 'capture').length;
      const capture = kept.capture.bind(kept);
      kept.capture = async (screen) => ({ capture: base + (await capture(screen)).capture });
      expect(await exploration.run()).toBe('nothing-new');
      const seen = new Set([...events, ...kept.events].map(({ type }) => type));
      expect(seen).toContain('step');
      const all = explorationOf(new FakeApp(SHOP), new Kept());
      await all.run();
      expect(exploration.known.states.length).toBeGreaterThanOrEqual(all.known.states.length - 1);
    }
    expect(asked.length).toBe(before);
  });

  it('notes a crash, does not repeat it, and goes on', async () => {
    const app = new FakeApp({ start: ['Start', 'Crash -> !', 'Next -> next'], next: ['Next'] });
    const kept = new Kept();
    expect(await explorationOf(app, kept).run()).toBe('nothing-new');
    expect(app.done.filter((label) => label === 'Crash')).toHaveLength(1);
    expect(app.visited).toContain('next');
    expect(kept.kinds()).toContain('crash');
  });

  it('ends where its steps are spent', async () => {
    const exploration = explorationOf(new FakeApp(SHOP), new Kept(), { maxSteps: 5 });
    expect(await exploration.run()).toBe('steps');
    expect(exploration.steps).toBe(5);
  });

  it('goes on alone where the budget of its model is spent, and says so', async () => {
    const kept = new Kept();
    const app = new FakeApp(SHOP);
    const ask: Ask = () => Promise.reject(new BudgetSpentError('100 tokens are spent'));
    expect(await explorationOf(app, kept, { ask }).run()).toBe('nothing-new');
    expect(app.visited.size).toBeGreaterThan(8);
    expect(kept.kinds().filter((kind) => kind === 'alone')).toHaveLength(1);
  });

  it('notes what the phone refuses on its way', async () => {
    const app = new FakeApp(SHOP);
    const step = app.step.bind(app);
    // As a button that has moved under the finger.
    app.step = (action) =>
      app.state === 'settings' && action.type === 'tap'
        ? app.observe().then((observation) => ({
            type: 'observed' as const,
            observation,
            transition: { rule: 'refused', next: null, detail: 'delete: "Delete"' },
          }))
        : step(action);
    const kept = new Kept();
    expect(await explorationOf(app, kept).run()).toBe('nothing-new');
    expect(kept.events).toContainEqual(
      expect.objectContaining({ type: 'note', kind: 'forbidden', detail: 'delete: "Delete"' }),
    );
  });

  it('knows after a break what it knew before it: tries, ways, failures and crashes', async () => {
    // A text that changes by itself makes ways lead elsewhere, and one button crashes.
    const odd: App = { ...SHOP, settings: ['Settings', 'Crash -> !', 'Search settings -> search'] };
    for (const maxSteps of [9, 25, 60]) {
      const kept = new Kept();
      const first = explorationOf(new FakeApp(odd), kept, { maxSteps });
      await first.run();
      const second = explorationOf(new FakeApp(odd), new Kept(), {
        earlier: { events: kept.events, load: loadFrom(kept) },
      });
      await second.takeUp();
      expect(learned(second)).toEqual(learned(first));
      expect(second.steps).toBe(first.steps);
      expect(second.curve).toEqual(first.curve);
    }
  });

  it('leaves a feed that never ends, and sees the rest', async () => {
    const app = new FakeApp({ start: ['Feed 0', 'More -> feed.1', 'About -> about'], about: ['About'] });
    // Every page of the feed has one more entry.
    const feed = new Proxy(app.places, {
      get: (places, place: string) => {
        const page = /^feed\.(\d+)$/.exec(place)?.[1];
        if (page === undefined) return places[place];
        return [`Feed ${'I'.repeat(Number(page))}`, `More -> feed.${Number(page) + 1}`, 'Settings -> about'];
      },
    });
    app.places = feed;
    const exploration = explorationOf(app, new Kept(), { maxSteps: 2000 });
    expect(await exploration.run()).toBe('nothing-new');
    expect(app.visited).toContain('about');
    expect(exploration.steps).toBeLessThan(600);
  });

  it('tries a button that did nothing where another state has what it waits for', async () => {
    const cart = (goods: string, to: string): string[] => ['Cart', goods, `Check out -> ${to}`];
    const app = new FakeApp({
      start: ['Shop', 'Lamp -> lamp', 'Sofa -> sofa', 'Mug -> mug'],
      lamp: cart('A lamp', ''),
      sofa: cart('A sofa', ''),
      mug: cart('A mug', 'checkout'),
      checkout: ['Where to?'],
    });
    expect(await explorationOf(app, new Kept()).run()).toBe('nothing-new');
    expect(app.visited).toContain('checkout');
  });

  it('types into a field what the app put there on another screen', async () => {
    const app = new FakeApp({
      start: ['Contacts', 'Bakery -> bakery', 'New -> new'],
      bakery: ['Of a bakery', 'field Name=Saffron & Sons'],
      new: ['New contact', 'field Name'],
      'new:Saffron & Sons': ['New contact', 'Known already'],
    });
    expect(await explorationOf(app, new Kept()).run()).toBe('nothing-new');
    expect(app.visited).toContain('new:Saffron & Sons');
  });

  it('tries a branch where it is and nowhere else, and nothing forbidden', async () => {
    const app = new FakeApp(SHOP);
    const kept = new Kept();
    const exploration = explorationOf(app, kept);
    const tapAt = (row: number): Action => ({
      type: 'tap',
      target: { type: 'point', point: pixelPoint(200, 120 + row * 50) },
    });
    const titled = (title: string) => (sketch: ScreenSketch) => sketch.title === title;
    const toBooks = [tapAt(1)];
    expect(await exploration.tryAt(toBooks, tapAt(1), titled('All books'), 'first')).toBe(true);
    expect(app.state).toBe('first');
    expect(await exploration.tryAt(toBooks, tapAt(3), titled('All books'), 'delete')).toBe(false);
    expect(await exploration.tryAt(toBooks, tapAt(1), titled('Settings'), 'elsewhere')).toBe(false);
    expect(app.done).toEqual(['Books', 'First book', 'Books', 'Books']);
    expect(kept.kinds().filter((kind) => kind.endsWith('branch'))).toEqual([
      'branch',
      'no-branch',
      'no-branch',
    ]);
  });

  it('does not explore the launcher of an app that does not open', async () => {
    const app = new FakeApp({ start: ['Home', 'Shop -> start'] });
    const refused = explorationOf(app, new Kept(), { app: 'Shop' });
    await expect(refused.run()).rejects.toThrow('the app "Shop" does not open');
  });

  it('tells screens without a hierarchy apart by their pictures', async () => {
    const kept = new Kept();
    const app = new PictureApp();
    expect(await explorationOf(app, kept, { maxSteps: 120 }).run()).not.toBe('seconds');
    expect(app.visited).toEqual(new Set(['black', 'white']));
    expect(kept.kinds().filter((kind) => kind === 'no-hierarchy')).toHaveLength(1);
  });
});

function loadFrom(kept: Kept) {
  return async ({ capture }: { readonly capture: number }) => ({
    hierarchy: kept.files.get(capture) ?? null,
    picture: null,
    mediaType: 'image/png',
  });
}

/** What is known of each state. */
function learned({ known }: Exploration): unknown {
  return known.states.map(({ capture, tried, leads, visits, isVariant }) => ({
    capture,
    // What is forbidden is marked when it is chosen from, and found out anew.
    tried: [...tried].filter((id) => !/Delete|Pay now/.test(id)).toSorted(),
    leads: [...leads],
    visits,
    isVariant,
  }));
}

/** Two screens of which there are only pictures; the upper half of the first leads to the second. */
class PictureApp implements Environment {
  readonly capabilities = {
    snapshot: false,
    pictures: true,
    hierarchy: false,
    activity: true,
    deterministic: true,
    stable: true,
  };
  readonly visited = new Set<string>();
  #at: 'black' | 'white' = 'black';

  get state(): string {
    return this.#at;
  }

  async reset(): Promise<Observation> {
    this.#at = 'black';
    return await this.observe();
  }

  async step(action: Action): Promise<StepResult> {
    if (action.type === 'key' && action.key === 'BACK') this.#at = 'black';
    const point = action.type === 'tap' && action.target.type === 'point' ? action.target.point : null;
    if (point !== null && point.y < SIZE.height / 2) this.#at = 'white';
    const observation = await this.observe();
    return { type: 'observed', observation, transition: { rule: action.type, next: null } };
  }

  async observe(): Promise<Observation> {
    this.visited.add(this.#at);
    const shade = this.#at === 'white' ? 255 : 0;
    const bytes = await encodePng({ width: 40, height: 80, data: new Uint8Array(40 * 80 * 4).fill(shade) });
    return {
      screen: {
        id: this.#at,
        size: SIZE,
        activity: { package: 'fake.pictures', activity: '.Main' },
        picture: { mediaType: 'image/png', load: async () => bytes },
        hierarchy: null,
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
