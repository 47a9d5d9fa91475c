/** A mail that has come in. */
export interface Letter {
  readonly id: string;
  readonly from: string;
  readonly address: string;
  readonly colour: string;
  readonly time: string;
  readonly subject: string;
  readonly lines: readonly string[];
  readonly unread?: boolean;
  /** People can be answered; newsletters are put away. */
  readonly kind: 'person' | 'newsletter' | 'notice';
  /** What an answer to it says. */
  readonly answer?: string;
}

/** Mails of the inbox, latest first. */
export const LETTERS: readonly Letter[] = [
  {
    id: 'theatre',
    from: 'Old Mill Theatre',
    address: 'box-office@oldmill.example.com',
    colour: '#7b2d3b',
    time: '9:02',
    subject: 'Your ticket for Friday',
    lines: ['Concert “Tides”, Friday 16 October, 20:00, stalls, row 6, seat 11.', 'Doors open at 19:30.'],
    unread: true,
    kind: 'notice',
  },
  {
    id: 'offers',
    from: 'Harbour Goods',
    address: 'news@shop.example.com',
    colour: '#1d6f6a',
    time: '8:30',
    subject: 'Warm things for autumn',
    lines: ['Blankets, lamps and tea: our autumn collection is here.', 'Free delivery until Sunday.'],
    kind: 'newsletter',
  },
  {
    id: 'pia',
    from: 'Pia Lorne',
    address: 'pia.lorne@dental.example.com',
    colour: '#9a4fc0',
    time: '8:11',
    subject: 'Your next appointment',
    lines: [
      'Dear Robin,',
      'We have kept Thursday 22 October at 15:30 for your check-up. Does that suit you?',
      'Kind regards, Pia Lorne',
    ],
    unread: true,
    kind: 'person',
    answer: 'Thursday works for me',
  },
  {
    id: 'gallery',
    from: 'Tidewater Gallery',
    address: 'hello@tidewater.example.com',
    colour: '#35618e',
    time: 'Tue',
    subject: 'New on our walls',
    lines: ['Forty small prints of big waves, until the end of the month.', 'Entry is free on Wednesdays.'],
    kind: 'notice',
  },
  {
    id: 'mira',
    from: 'Mira Solberg',
    address: 'mira@example.com',
    colour: '#b4478d',
    time: 'Tue',
    subject: 'Photos from the shore',
    lines: ['Hi Robin, I put the photos in our folder.', 'The one with the heron is my favourite!'],
    kind: 'notice',
  },
  {
    id: 'library',
    from: 'Kestrel Library',
    address: 'desk@library.example.com',
    colour: '#8a5a3c',
    time: 'Mon',
    subject: 'Two books are due soon',
    lines: [
      'Please bring back “Salt Roads” and “The Ferryman’s Clock” by 24 October.',
      'You may renew them once.',
    ],
    kind: 'newsletter',
  },
  {
    id: 'wren',
    from: 'Wren Ashby',
    address: 'wren.ashby@example.com',
    colour: '#5c7f2b',
    time: 'Sun',
    subject: 'Wi-Fi at the cabin',
    lines: [
      'There is a network after all!',
      'Name: Skerry Cabin',
      'Password: gullwing42',
      'See you soon, Wren',
    ],
    kind: 'person',
  },
  {
    id: 'support',
    from: 'Pocket Support',
    address: 'support@pocket.example.com',
    colour: '#4c6b8a',
    time: 'Sun',
    subject: 'Please tell us your model number',
    lines: [
      'Hello Robin, to send the right screen protector we need the model number of your phone.',
      'You will find it in the settings.',
    ],
    kind: 'person',
    answer: 'PK-1174',
  },
  {
    id: 'parcel',
    from: 'Parcel Point',
    address: 'service@parcel.example.com',
    colour: '#d98214',
    time: 'Sat',
    subject: 'Your parcel is on its way',
    lines: [
      'Sender: Harbour Goods',
      'Tracking number: QP-48213',
      'Expected on Friday between 10:00 and 12:00.',
    ],
    kind: 'notice',
  },
];

/** @throws {Error} when there is no such mail. */
export function letterOf(id: string): Letter {
  const letter = LETTERS.find((one) => one.id === id);
  if (letter === undefined) throw new Error(`there is no mail ${id}`);
  return letter;
}
