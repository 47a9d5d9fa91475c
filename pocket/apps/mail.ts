import { html, type Html } from '../html.js';
import { icon } from '../icon.js';
import type { MiniApp, Page } from '../mini-app.js';
import { hold, isTold, tap, to, type Target } from '../place.js';
import { field, tool, topBar } from './parts.js';
import { LETTERS, letterOf, type Letter } from './letters.js';
import { compose, reply, sent } from './mail-writing.js';

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

const inbox: Page = ({ archived = '', ...state }) => ({
  title: 'Inbox',
  activity: '.InboxActivity',
  body: html`<header class="bar top">
      <h1 data-id="toolbar_title">Inbox</h1>
      ${tool('search', 'Search mail', to('mail.search'))}
    </header>
    <ul class="scroll" data-scroll data-id="mail_list">
      ${LETTERS.filter((one) => one.id !== archived && !isTold(state, 'archived', one.id)).map(inboxRow)}
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
                  <b data-id="event_title">Check-up</b>
                  <p class="quiet" data-id="event_time">Thu 22 Oct, 15:30</p>
                </div>
                <button
                  class="button plain"
                  data-id="add_to_calendar"
                  ${tap(to('calendar.edit', { day: '22', event: 'dentist', step: 'offer' }))}
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
