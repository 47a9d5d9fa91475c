import { to, type Target } from '../place.js';
import { PEOPLE } from './people.js';

/** A conversation. */
export interface Thread {
  readonly id: string;
  readonly name: string;
  readonly initials: string;
  readonly colour: string;
  readonly time: string;
  readonly unread?: number;
  /** Messages, oldest first; `me` wrote those that start with `> `. */
  readonly said: readonly string[];
  /** Something in the last message that leads on. */
  readonly link?: { readonly title: string; readonly target: Target };
  /** What may be written here. */
  readonly text?: string;
  readonly closed?: boolean;
}

const person = (id: string): Pick<Thread, 'id' | 'name' | 'initials' | 'colour'> => {
  const one = PEOPLE.find((each) => each.id === id);
  if (one === undefined) throw new Error(`nobody is called ${id}`);
  return { id, name: one.name, initials: one.initials, colour: one.colour };
};

/** Conversations, latest first. */
export const THREADS: readonly Thread[] = [
  {
    ...person('mira'),
    time: '9:28',
    unread: 2,
    said: [
      '> I still need a present for Lin.',
      'Then look at Clay & Cove, their bowls are lovely!',
      'You can follow them on Kite.',
    ],
    link: { title: 'Clay & Cove on Kite', target: to('kite.profile', { of: 'clay' }) },
    text: 'I am at the dentist on Thursday',
  },
  {
    id: 'hikers',
    name: 'Sunday Hikers',
    initials: 'SH',
    colour: '#7a58c9',
    time: '9:12',
    unread: 5,
    said: [
      'Noor: The ridge path is open again',
      'Tomas: What did we take along last time?',
      'Noor: Robin has the list',
    ],
  },
  {
    ...person('tomas'),
    time: '8:50',
    said: [
      'Dinner at the Copper Kettle, what do you think?',
      'Saturday 17 October at 19:00 would suit me.',
      'And please send me your parcel’s tracking number, I pass the depot today.',
    ],
    link: {
      title: 'Sat 17 Oct, 19:00 · Add to calendar',
      target: to('calendar.edit', { day: '17', event: 'dinner', step: 'offer' }),
    },
    text: 'QP-48213',
  },
  {
    ...person('lin'),
    time: 'Tue',
    said: ['周末的灯会你去吗？', '> 想去！地点在哪里？', '好像在海港广场，你看到消息就转给我吧。'],
  },
  {
    id: 'otto',
    name: 'Otto Brandt',
    initials: 'OB',
    colour: '#3a6f8f',
    time: 'Mon',
    said: ['The tap is mended. If anything leaks again, please write me a mail.'],
    closed: true,
  },
  {
    id: 'salon',
    name: 'Salon Vesper',
    initials: 'SV',
    colour: '#a8556b',
    time: 'Mon',
    said: ['Thank you for your visit. See you in November!'],
    closed: true,
  },
  {
    ...person('wren'),
    time: 'Sun',
    said: [
      'The cabin is yours from Friday on.',
      'The door code is 7305. Please keep it somewhere safe.',
      '> Thank you so much!',
    ],
  },
  {
    id: 'parcel',
    name: 'Parcel Point',
    initials: 'PP',
    colour: '#d98214',
    time: 'Sat',
    said: ['Your parcel has been handed in. All details have gone to you by mail.'],
    closed: true,
  },
  {
    ...person('noor'),
    time: 'Sat',
    said: ['Tram stop at ten tomorrow?', '> Yes, see you there.'],
    text: 'Running ten minutes late',
  },
];

/** @throws {Error} when there is no such conversation. */
export function threadOf(id: string): Thread {
  const thread = THREADS.find((one) => one.id === id);
  if (thread === undefined) throw new Error(`there is no conversation ${id}`);
  return thread;
}
