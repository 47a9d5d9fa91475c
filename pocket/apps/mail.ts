import { html } from '../html.js';
import type { Html } from '../html.js';
import { icon } from '../icon.js';
import type { MiniApp, Page } from '../mini-app.js';
import { hold, tap, to } from '../place.js';
import type { Target } from '../place.js';
import { field, tool, topBar } from './parts.js';
import { BUSINESSES } from './people.js';

interface Letter {
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
const LETTERS: readonly Letter[] = [
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
      'we have kept Thursday 22 October at 15:30 for your check-up. Does that suit you?',
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

function letterOf(id: string): Letter {
  const letter = LETTERS.find((one) => one.id === id);
  if (letter === undefined) throw new Error(`there is no mail ${id}`);
  return letter;
}

function inboxRow(letter: Letter): Html {
  return html`<li
    class="mail"
    data-id="mail_row"
    ${tap(to('mail.message', { of: letter.id }))}
    ${letter.kind === 'newsletter' ? hold(to('mail.selected', { of: letter.id })) : null}
  >
    <b class="stripe" data-skip style="background:${letter.colour}"></b>
    <div class="words">
      <div class="first">
        <span class="cut ${letter.unread === true ? 'strong' : ''}" data-id="sender">${letter.from}</span
        ><span class="quiet" data-id="date">${letter.time}</span>
      </div>
      <p class="cut ${letter.unread === true ? 'strong' : ''}" data-id="subject">${letter.subject}</p>
      <p class="quiet cut" data-id="snippet">${letter.lines[0]}</p>
    </div>
  </li>`;
}

const inbox: Page = ({ archived = '' }) => ({
  title: 'Inbox',
  activity: '.InboxActivity',
  body: html`<header class="bar top">
      <h1 data-id="toolbar_title">Inbox</h1>
      ${tool('search', 'Search mail', to('mail.search'))}
    </header>
    <ul class="scroll" data-scroll data-id="mail_list">
      ${LETTERS.filter((one) => one.id !== archived).map(inboxRow)}
    </ul>
    ${
      archived === ''
        ? html`<button class="fab" data-id="compose_button" aria-label="Compose" ${tap(to('mail.compose'))}>
            ${icon('compose')}
          </button>`
        : html`<div
            class="toast"
            data-id="snackbar"
            data-cover
            aria-label="Archived: ${letterOf(archived).subject}"
          >
            <span class="words" data-id="snackbar_text">Conversation archived</span
            ><button class="undo" data-id="snackbar_action" ${tap(to('mail.inbox'))}>Undo</button>
          </div>`
    }`,
});

const selected: Page = ({ of = '' }) => ({
  title: 'One mail selected',
  activity: '.InboxActivity',
  body: html`<header class="bar picked" data-id="selection_bar">
      ${tool('close', 'End selection', to('mail.inbox'), 'end_selection')}
      <h1 data-id="selection_count">1</h1>
      ${tool('archive', 'Archive', to('mail.inbox', { archived: of }))} ${tool('trash', 'Delete', null)}
      ${tool('mail', 'Mark as unread', null)}
    </header>
    <ul class="scroll" data-id="mail_list">
      ${LETTERS.slice(0, 8).map(
        (letter) =>
          html`<li
            class="mail ${letter.id === of ? 'chosen' : ''}"
            data-id="mail_row"
            aria-selected="${letter.id === of ? 'true' : 'false'}"
          >
            ${letter.id === of ? html`<b class="mark" data-id="selected_mark">${icon('check')}</b>` : html`<b class="stripe" data-skip style="background:${letter.colour}"></b>`}
            <div class="words">
              <span class="cut" data-id="sender">${letter.from}</span>
              <p class="cut" data-id="subject">${letter.subject}</p>
            </div>
          </li>`,
      )}
    </ul>`,
});

const message: Page = ({ of = '' }) => {
  const letter = letterOf(of);
  return {
    title: letter.subject,
    activity: '.MessageActivity',
    body: html`${topBar(
        '',
        to('mail.inbox'),
        letter.kind === 'newsletter' ? tool('archive', 'Archive', to('mail.inbox', { archived: of })) : null,
      )}
      <h1 class="subject" data-id="subject">${letter.subject}</h1>
      <div class="sender">
        <b class="face" data-skip style="background:${letter.colour}">${letter.from.slice(0, 1)}</b>
        <div class="words">
          <span class="strong" data-id="sender">${letter.from}</span>
          <p class="quiet" data-id="sender_address">${letter.address}</p>
        </div>
        <span class="quiet" data-id="date">${letter.time}</span>
      </div>
      <div class="scroll letter" data-id="body">
        ${of === 'theatre' ? html`<div class="ticket" data-id="ticket" aria-label="Ticket code">${ticketCode()}</div>` : null}
        ${letter.lines.map((line) => html`<p data-id="body_line">${line}</p>`)}
        ${
          of === 'pia'
            ? html`<div class="event" data-id="event_card">
                <div class="words">
                  <b data-id="event_title">Dentist</b>
                  <p class="quiet" data-id="event_time">Thu 22 Oct, 15:30</p>
                </div>
                <button
                  class="button plain"
                  data-id="add_to_calendar"
                  ${tap(to('calendar.edit', { day: '22', event: 'dentist', step: 'timed' }))}
                >
                  Add to calendar
                </button>
              </div>`
            : null
        }
      </div>
      ${
        letter.kind === 'person'
          ? html`<div class="answers">
              <button class="button plain" data-id="reply_button" ${tap(to('mail.reply', { of }))}>
                ${icon('reply')}<span>Reply</span>
              </button>
            </div>`
          : null
      }`,
  };
};

/** A made-up pattern in the manner of a ticket's code. */
function ticketCode(): Html {
  const cells = Array.from({ length: 121 }, (_, index) => index).filter(
    (index) => ((index * 7919 + Math.floor(index / 11) * 104729) % 1009) % 7 < 3,
  );
  return html`<svg viewBox="0 0 11 11" width="132" height="132">
    ${cells.map((cell) => html`<rect x="${cell % 11}" y="${Math.floor(cell / 11)}" width="1" height="1" />`)}
  </svg>`;
}

const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  parcel: ['parcel', 'tracking number'],
  pia: ['pia lorne', 'appointment'],
  wren: ['cabin', 'wren ashby'],
  library: ['kestrel library', 'books'],
  support: ['model', 'pocket support'],
};

const search: Page = ({ found = '' }) => {
  const letter = LETTERS.find(({ id }) => id === found);
  const texts = Object.entries(SEARCHES).flatMap(([id, words]) =>
    words.map((word): [string, Target] => [word, to('mail.search', { found: id })]),
  );
  return {
    title: 'Search mail',
    activity: '.SearchActivity',
    keyboard: { layout: 'text', action: 'search' },
    body: html`<div class="finder">
        ${tool('back', 'Navigate up', to('mail.inbox'), 'navigate_up')}
        ${field({
          id: 'search_field',
          hint: 'Search in mail',
          value: SEARCHES[found]?.[0] ?? '',
          texts: Object.fromEntries(texts),
          ...(letter === undefined ? {} : { submit: to('mail.message', { of: found }) }),
        })}
        ${found === '' ? null : tool('close', 'Clear', to('mail.search'), 'clear')}
      </div>
      ${
        letter === undefined
          ? html`<div class="chips">
              ${['From', 'Attachment', 'Date'].map((word) => html`<span class="chip" data-id="search_chip">${word}</span>`)}
            </div>`
          : html`<h2 class="quiet hits" data-id="results_label">Best match</h2>
              <ul data-id="results">
                ${inboxRow({ ...letter, kind: 'person' })}
              </ul>`
      }`,
  };
};

interface Draft {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  /** What it may say; nothing when no task needs it. */
  readonly text?: string;
}

const DRAFTS: readonly Draft[] = [
  ...BUSINESSES.filter((one) => one.id !== 'library').map((one): Draft => ({
    id: one.id,
    name: one.name,
    address: one.mail,
    ...(one.id === 'otto' ? { text: 'The sink is leaking again' } : {}),
  })),
  { id: 'support', name: 'Pocket Support', address: 'support@pocket.example.com', text: 'PK-1174' },
];

const compose: Page = ({ to: whom = '', step = '' }) => {
  const draft = DRAFTS.find(({ id }) => id === whom);
  const recipients = DRAFTS.map((one): [string, Target] => [one.address, to('mail.compose', { to: one.id })]);
  const done = to('mail.sent', { to: whom });
  return {
    title: 'New mail',
    activity: '.ComposeActivity',
    keyboard: { layout: 'text', action: 'next' },
    body: html`<header class="bar">
        ${tool('close', 'Discard', to('mail.inbox'), 'discard')}
        <h1 data-id="toolbar_title">New mail</h1>
        ${step === 'typed' ? tool('send', 'Send', done, 'send') : html`<button class="tool off" data-id="send" aria-label="Send" aria-disabled="true">${icon('send')}</button>`}
      </header>
      <div class="line">
        <span class="quiet" data-id="to_label">To</span>
        ${
          draft === undefined
            ? field({ id: 'to_field', hint: 'Mail address', texts: Object.fromEntries(recipients) })
            : html`<span class="chip" data-id="to_chip">${draft.name}</span>`
        }
      </div>
      <div class="line">
        <span class="quiet" data-id="from_label">From</span
        ><span data-id="from_address">robin.vale@example.com</span>
      </div>
      <div class="paper">
        ${field({
          id: 'body_field',
          hint: 'Write your mail',
          value: step === 'typed' ? (draft?.text ?? '') : '',
          ...(draft?.text === undefined
            ? {}
            : { texts: { [draft.text]: to('mail.compose', { to: whom, step: 'typed' }) } }),
        })}
      </div>`,
  };
};

const reply: Page = ({ of = '', step = '' }) => {
  const letter = letterOf(of);
  return {
    title: `Reply to ${letter.from}`,
    activity: '.ReplyActivity',
    keyboard: { layout: 'text', action: 'next' },
    body: html`<header class="bar answer-head">
        ${tool('back', 'Discard', to('mail.message', { of }), 'discard')}
        <div class="words">
          <h1 data-id="toolbar_title">${letter.from}</h1>
          <p class="quiet cut" data-id="reply_subject">Re: ${letter.subject}</p>
        </div>
        ${
          step === 'typed'
            ? html`<button class="button" data-id="send" ${tap(to('mail.sent', { to: of }))}>Send</button>`
            : html`<button class="button" data-id="send" aria-disabled="true">Send</button>`
        }
      </header>
      <div class="paper">
        ${field({
          id: 'reply_field',
          hint: 'Your answer',
          value: step === 'typed' ? (letter.answer ?? '') : '',
          texts:
            letter.answer === undefined ? {} : { [letter.answer]: to('mail.reply', { of, step: 'typed' }) },
        })}
      </div>
      <div class="quote" data-id="quoted_text">
        ${letter.lines.map((line) => html`<p data-id="quoted_line">${line}</p>`)}
      </div>`,
  };
};

const sent: Page = ({ to: whom = '' }) => {
  const draft = DRAFTS.find(({ id }) => id === whom);
  const text = whom === 'pia' ? letterOf('pia').answer : draft?.text;
  return {
    title: 'Sent',
    activity: '.SentActivity',
    body: html`${topBar('Sent', to('mail.inbox'))}
      <div class="card sent" data-id="sent_mail">
        <div class="first">
          <span class="strong" data-id="recipient">To: ${draft?.name}</span
          ><span class="quiet" data-id="date">9:41</span>
        </div>
        <p data-id="sent_text">${text}</p>
        <p class="good" data-id="sent_state">Sent just now</p>
      </div>
      <div class="card sent" data-id="sent_mail">
        <div class="first">
          <span data-id="recipient">To: Wren Ashby</span><span class="quiet" data-id="date">Sun</span>
        </div>
        <p data-id="sent_text">Thank you, we are looking forward to it!</p>
      </div>`,
  };
};

/** Mail: an inbox, search, answers, new mails, an archive. */
export const mail: MiniApp = {
  id: 'mail',
  name: 'Mail',
  aliases: ['Email', 'E-mail', '邮件', '邮箱'],
  package: 'com.pocket.mail',
  entry: to('mail.inbox'),
  icon: icon('mail'),
  colours: ['#dbe8ff', '#1f57b8'],
  pages: {
    'mail.inbox': inbox,
    'mail.selected': selected,
    'mail.message': message,
    'mail.search': search,
    'mail.compose': compose,
    'mail.reply': reply,
    'mail.sent': sent,
  },
};
