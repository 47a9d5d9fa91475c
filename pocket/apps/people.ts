/** Somebody the phone's owner knows. All names, numbers and addresses are invented. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly initials: string;
  readonly colour: string;
  readonly phone: string;
  readonly mail: string;
  readonly birthday?: string;
  /** Home, and the place on the map it is. */
  readonly address?: string;
  readonly favourite?: boolean;
}

/** Somebody whose services the owner uses. */
export interface Business {
  readonly id: string;
  readonly name: string;
  readonly initials: string;
  readonly colour: string;
  readonly phone: string;
  readonly mail: string;
  readonly trade: string;
  readonly hours: string;
}

export const PEOPLE: readonly Person[] = [
  {
    id: 'lin',
    name: 'Lin Yue 林悦',
    initials: '林',
    colour: '#2f8f6b',
    phone: '555-0127',
    mail: 'lin.yue@example.com',
    birthday: '21 October',
    favourite: true,
  },
  {
    id: 'mira',
    name: 'Mira Solberg',
    initials: 'MS',
    colour: '#b4478d',
    phone: '555-0112',
    mail: 'mira@example.com',
    birthday: '2 March',
    address: '14 Juniper Lane',
    favourite: true,
  },
  {
    id: 'noor',
    name: 'Noor Hadley',
    initials: 'NH',
    colour: '#c2622d',
    phone: '555-0154',
    mail: 'noor.hadley@example.com',
    birthday: '30 July',
  },
  {
    id: 'tomas',
    name: 'Tomas Quill',
    initials: 'TQ',
    colour: '#4566c9',
    phone: '555-0139',
    mail: 'tomas@example.com',
    birthday: '9 June',
  },
  {
    id: 'wren',
    name: 'Wren Ashby',
    initials: 'WA',
    colour: '#5c7f2b',
    phone: '555-0160',
    mail: 'wren.ashby@example.com',
    birthday: '17 December',
    favourite: true,
  },
];

export const BUSINESSES: readonly Business[] = [
  {
    id: 'library',
    name: 'Kestrel Library',
    initials: 'K',
    colour: '#8a5a3c',
    phone: '555-0105',
    mail: 'desk@library.example.com',
    trade: 'Public library',
    hours: 'Mon–Sat 10:00–19:00',
  },
  {
    id: 'otto',
    name: 'Otto Brandt',
    initials: 'OB',
    colour: '#3a6f8f',
    phone: '555-0183',
    mail: 'otto@plumbing.example.com',
    trade: 'Plumber',
    hours: 'Mon–Fri 7:00–16:00',
  },
  {
    id: 'pia',
    name: 'Pia Lorne',
    initials: 'PL',
    colour: '#9a4fc0',
    phone: '555-0191',
    mail: 'pia.lorne@dental.example.com',
    trade: 'Dentist',
    hours: 'Tue–Fri 8:30–17:00',
  },
];

/** People who appear only after a task created them. */
export const NEW_PERSON: Person = {
  id: 'iris',
  name: 'Iris Penn',
  initials: 'IP',
  colour: '#6b7280',
  phone: '555-0148',
  mail: '',
};

export const NEW_BUSINESS: Business = {
  id: 'bakery',
  name: 'Saffron Bakery',
  initials: 'SB',
  colour: '#c98a1b',
  phone: '555-0171',
  mail: '',
  trade: 'New contact',
  hours: '',
};

/** @throws {Error} when nobody has the id. */
export function personOf(id: string): Person {
  const person = [...PEOPLE, NEW_PERSON].find((one) => one.id === id);
  if (person === undefined) throw new Error(`nobody is called ${id}`);
  return person;
}

/** @throws {Error} when no business has the id. */
export function businessOf(id: string): Business {
  const business = [...BUSINESSES, NEW_BUSINESS].find((one) => one.id === id);
  if (business === undefined) throw new Error(`no business is called ${id}`);
  return business;
}
