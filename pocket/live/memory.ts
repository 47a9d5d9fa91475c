import type { Place, State, Target } from '../place.js';

/** What was changed on the phone, by name, latest last. All pages share it; plain JSON. */
export type Memory = Readonly<Record<string, readonly string[]>>;

/** A fact of a page that outlives the page. `{of}` in a name stands for that fact of the page. */
interface KeptFact {
  readonly fact: string;
  readonly name: string;
  /** The one value that is kept, of a fact that says more. */
  readonly value?: string;
  /** Value in the memory, and the value of the fact that it stands for. */
  readonly stands?: readonly [remembered: string, shown: string];
  /** Several values hold at a time, as those of a list. */
  readonly many?: true;
  /** A page that is opened again does not show it as a fact; it is only told of it (`TOLD`). */
  readonly silent?: true;
}

const KEPT: Readonly<Record<string, readonly KeptFact[]>> = {
  'calendar.event': [{ fact: 'of', name: 'events', many: true, silent: true }],
  'calendar.month': [{ fact: 'without', name: 'cancelled', many: true, silent: true }],
  'clock.alarms': [
    { fact: 'added', name: 'alarm' },
    { fact: 'days', name: 'alarm-days' },
    { fact: 'flipped', name: 'flipped', many: true },
  ],
  'clock.timer': [
    { fact: 'length', name: 'timer' },
    { fact: 'running', name: 'timer-running' },
  ],
  'clock.world': [{ fact: 'added', name: 'cities', many: true }],
  'contacts.business': [{ fact: 'who', name: 'contacts', many: true, silent: true }],
  'contacts.favourites': [{ fact: 'added', name: 'favourites', many: true }],
  'contacts.person': [
    { fact: 'who', name: 'contacts', many: true, silent: true },
    { fact: 'star', name: 'star-{who}' },
  ],
  'home.shade': [{ fact: 'on', name: 'torch' }],
  'kite.post': [{ fact: 'done', name: 'marks-{of}', many: true }],
  'kite.profile': [{ fact: 'done', name: 'followed-{of}' }],
  'kite.search': [{ fact: 'done', name: 'followed-{found}' }],
  'mail.inbox': [{ fact: 'archived', name: 'archived', many: true, silent: true }],
  'maps.place': [{ fact: 'saved', name: 'saved-{at}' }],
  'messages.group': [{ fact: 'muted', name: 'muted', stands: ['hikers', 'muted'] }],
  'messages.list': [{ fact: 'muted', name: 'muted' }],
  'messages.thread': [{ fact: 'step', name: 'sent-{with}', value: 'sent' }],
  'notes.list': [
    { fact: 'pinned', name: 'pinned' },
    { fact: 'saved', name: 'note' },
  ],
  'notes.note': [
    { fact: 'pinned', name: 'pinned', stands: ['packing', 'pinned'] },
    { fact: 'step', name: 'added-{of}', value: 'added' },
  ],
  'settings.battery': [{ fact: 'saver', name: 'saver' }],
  'settings.bluetooth': [
    { fact: 'on', name: 'bluetooth' },
    { fact: 'joined', name: 'device' },
  ],
  'settings.display': [
    { fact: 'theme', name: 'theme' },
    { fact: 'timeout', name: 'timeout' },
  ],
  'settings.dnd': [{ fact: 'on', name: 'dnd' }],
  'settings.network': [{ fact: 'joined', name: 'wifi' }],
  'settings.theme': [{ fact: 'theme', name: 'theme' }],
  'settings.timeout': [{ fact: 'timeout', name: 'timeout' }],
  'shop.cart': [{ fact: 'with', name: 'cart', many: true }],
  'shop.product': [{ fact: 'done', name: 'wished-{of}', value: 'wished' }],
  'shop.wishes': [{ fact: 'added', name: 'wishes', many: true }],
};

/** What a page is told of besides its facts; a recorded screen shows none of it. */
const TOLD: Readonly<Record<string, readonly string[]>> = {
  'calendar.agenda': ['events', 'cancelled'],
  'calendar.month': ['events', 'cancelled'],
  'clock.alarms': ['flipped'],
  'clock.world': ['cities'],
  'contacts.favourites': ['favourites'],
  'contacts.list': ['contacts'],
  'home.shade': ['wifi', 'bluetooth'],
  'kite.post': ['marks-{of}'],
  'mail.inbox': ['archived'],
  'messages.thread': ['sent-{with}'],
  'notes.note': ['added-{of}'],
  'settings.sound': ['dnd'],
  'shop.cart': ['cart'],
  'shop.wishes': ['wishes'],
};

/** Facts that say of what a page is. */
const SUBJECTS = ['of', 'with', 'who', 'at', 'what', 'net', 'item'];

/** Whether two places are one page about one thing. */
export function isSamePage(a: Pick<Place, 'page' | 'state'>, b: Pick<Place, 'page' | 'state'>): boolean {
  return a.page === b.page && SUBJECTS.every((fact) => (a.state[fact] ?? '') === (b.state[fact] ?? ''));
}

/**
 * What is remembered after a step of the user from one place to another. What the target says is so. What it leaves out was
 * taken back where it is the page that was open, and stays as it was where that is another.
 */
export function remember(memory: Memory, from: Place | null, target: Target): Memory {
  const isChange = from !== null && isSamePage(from, target);
  const next: Record<string, readonly string[]> = { ...memory };
  const set = (name: string, values: readonly string[]): void => {
    if (values.length === 0) delete next[name];
    else next[name] = values;
  };
  for (const kept of KEPT[target.page] ?? []) {
    const name = nameIn(kept.name, target.state);
    const known = next[name] ?? [];
    const value = remembered(kept, target.state[kept.fact] ?? '', target.state);
    const before = from === null || !isChange ? '' : (from.state[kept.fact] ?? '');
    if (value !== '')
      set(name, kept.many === true ? [...known.filter((one) => one !== value), value] : [value]);
    else if (isChange && kept.many === true)
      set(
        name,
        known.filter((one) => one !== before),
      );
    else if (isChange && takesBack(kept, target.state)) set(name, []);
  }
  const off = target.state['off'] ?? '';
  if (off !== '') {
    for (const { name, many } of KEPT[target.page] ?? []) {
      const own = nameIn(name, target.state);
      if (many === true)
        set(
          own,
          (next[own] ?? []).filter((one) => one !== off),
        );
    }
  }
  return linked(next, target, set);
}

/** Where a step leads, with what is remembered of the page filled in. */
export function recall(memory: Memory, from: Place | null, target: Target): Target {
  const state: Record<string, string> = { ...target.state };
  delete state['off'];
  const isChange = from !== null && isSamePage(from, target);
  for (const kept of KEPT[target.page] ?? []) {
    if (kept.silent === true || (state[kept.fact] ?? '') !== '' || (isChange && kept.many !== true)) continue;
    const value = shown(kept, memory[nameIn(kept.name, state)]?.at(-1) ?? '', state);
    if (value !== '') state[kept.fact] = value;
  }
  return { ...target, state };
}

/** A place as it is now, come back to after things were changed elsewhere. */
export function refresh(memory: Memory, place: Place): Place {
  const state: Record<string, string> = { ...place.state };
  for (const { fact, value } of KEPT[place.page] ?? []) {
    if (value === undefined && !SUBJECTS.includes(fact)) delete state[fact];
  }
  return { ...place, state: recall(memory, null, { ...place, state }).state };
}

/** The facts that a page is drawn from: its own, and what it is told of (`told` of `place.ts`). */
export function drawnState(memory: Memory, { page, state }: Pick<Place, 'page' | 'state'>): State {
  const told = (TOLD[page] ?? []).flatMap((pattern) => {
    const label = pattern.split('-')[0] ?? pattern;
    return (memory[nameIn(pattern, state)] ?? []).map((value) => `${label}:${value}`);
  });
  return { ...state, told: ['live:on', ...told].join(' ') };
}

function nameIn(pattern: string, state: State): string {
  return pattern.replace(/\{(\w+)\}/, (_, fact: string) => state[fact] ?? '');
}

function remembered({ fact, value, stands, name }: KeptFact, said: string, state: State): string {
  if (said === '') return '';
  if (value !== undefined && said !== value) return '';
  if (name === 'contacts' && !NEW_CONTACTS.includes(said)) return '';
  if (name === 'events')
    return NEW_EVENTS.includes(said) ? `${said}${state['as'] === 'offer' ? '.offer' : ''}` : '';
  if (stands === undefined) return said;
  return fact === 'pinned' && state['of'] !== stands[0] ? '' : stands[0];
}

function shown({ fact, stands }: KeptFact, known: string, state: State): string {
  if (stands === undefined || known === '') return known;
  return known !== stands[0] || (fact === 'pinned' && state['of'] !== stands[0]) ? '' : stands[1];
}

/** A fact that says more than what is kept takes it back only where it says nothing at all, and where that can be undone. */
function takesBack({ value, fact }: KeptFact, state: State): boolean {
  return value === undefined || (fact === 'done' && (state[fact] ?? '') === '');
}

const NEW_CONTACTS = ['iris', 'bakery'];
const NEW_EVENTS = ['callotto', 'dentist', 'dinner'];

/** What one step changes in other apps or lists. */
function linked(
  memory: Memory,
  { page, state }: Target,
  set: (name: string, values: readonly string[]) => void,
): Memory {
  const put = (name: string, value: string, isIn: boolean): void => {
    const others = (memory[name] ?? []).filter((one) => one !== value);
    set(name, isIn ? [...others, value] : others);
  };
  const { of = '', who = '', item = '' } = state;
  if (page === 'contacts.person' && who !== '')
    put('favourites', who, (memory[`star-${who}`] ?? []).length > 0);
  if (page === 'shop.product') {
    put('wishes', of, (memory[`wished-${of}`] ?? []).length > 0);
    const variant = of === 'mug' ? `mug-${(state['colour'] ?? '') === '' ? 'sand' : 'blue'}` : of;
    if (state['done'] === 'carted') put('cart', variant, true);
  }
  if (page === 'shop.placed') put('cart', item, false);
  return memory;
}
