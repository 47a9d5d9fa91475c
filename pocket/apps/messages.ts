import { html, type Html } from '../html.js';
import { icon } from '../icon.js';
import type { MiniApp, Page } from '../mini-app.js';
import { hold, isTold, tap, to, type Target } from '../place.js';
import { face, field, tool, topBar } from './parts.js';
import { THREADS, threadOf, type Thread } from './conversations.js';
import { PEOPLE } from './people.js';

const last = (thread: Thread): string => (thread.said.at(-1) ?? '').replace(/^> /, 'You: ');

/** Conversations that a held row offers to mute. */
const MUTABLE = ['hikers'];

const list: Page = ({ muted = '' }) => ({
  title: 'Messages',
  activity: '.ConversationsActivity',
  body: html`<header class="bar head">
      <h1 data-id="toolbar_title">Messages</h1>
      ${tool('search', 'Search messages', to('messages.search'))}
    </header>
    <ul class="scroll" data-scroll data-id="conversation_list">
      ${THREADS.map(
        (thread) =>
          html`<li
            class="row talk"
            data-id="conversation"
            ${tap(to('messages.thread', { with: thread.id }))}
            ${MUTABLE.includes(thread.id) ? hold(to('messages.menu', { of: thread.id })) : null}
          >
            ${face(thread.initials, thread.colour)}
            <div class="words">
              <span class="${thread.unread === undefined ? '' : 'strong'}" data-id="conversation_name"
                >${thread.name}</span
              >
              <p class="cut" data-id="snippet">${last(thread)}</p>
            </div>
            <div class="ends-of-row">
              <span class="quiet" data-id="date">${thread.time}</span>
              ${
                thread.id === muted
                  ? html`<i data-id="muted_mark" aria-label="Muted">${icon('mute')}</i>`
                  : thread.unread === undefined
                    ? null
                    : html`<b class="badge" data-id="unread">${thread.unread}</b>`
              }
            </div>
          </li>`,
      )}
    </ul>
    <button class="fab wide" data-id="start_chat" ${tap(to('messages.new'))}>
      ${icon('compose')}<span data-id="fab_text">Start chat</span>
    </button>`,
});

const menu: Page = ({ of = '' }) => {
  const thread = threadOf(of);
  return {
    title: `Options of ${thread.name}`,
    activity: '.ConversationsActivity',
    body: html`<div class="below">${list({}).body}</div>
      <div
        class="over sheet"
        data-window
        data-id="touch_outside"
        aria-label="Close sheet"
        ${tap(to('messages.list'))}
      >
        <div data-panel data-cover data-id="sheet">
          <div class="grip"></div>
          <div class="row" data-id="sheet_header">
            ${face(thread.initials, thread.colour)}<span class="strong" data-id="sheet_title"
              >${thread.name}</span
            >
          </div>
          <div
            class="row slim"
            data-id="menu_mute"
            aria-label="Mute notifications"
            ${tap(to('messages.list', { muted: of }))}
          >
            ${icon('mute')}<span data-id="menu_title">Mute notifications</span>
          </div>
          <div class="row slim" data-id="menu_open" ${tap(to('messages.thread', { with: of }))}>
            ${icon('chat')}<span data-id="menu_title">Open conversation</span>
          </div>
        </div>
      </div>`,
  };
};

const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  noor: ['noor hadley'],
  wren: ['door code', 'wren ashby'],
  tomas: ['dinner', 'tomas quill'],
  hikers: ['sunday hikers'],
};

const search: Page = ({ found = '' }) => {
  const thread = THREADS.find(({ id }) => id === found);
  const texts = Object.entries(SEARCHES).flatMap(([id, words]) =>
    words.map((word): [string, Target] => [word, to('messages.search', { found: id })]),
  );
  return {
    title: 'Search messages',
    activity: '.MessageSearchActivity',
    keyboard: { layout: 'text', action: 'search' },
    body: html`<header class="bar seek">
        ${tool('back', 'Navigate up', to('messages.list'), 'navigate_up')}
        ${field({
          id: 'search_field',
          hint: 'Search messages',
          value: SEARCHES[found]?.[0] ?? '',
          texts: Object.fromEntries(texts),
          ...(thread === undefined ? {} : { submit: to('messages.thread', { with: found }) }),
        })}
      </header>
      ${
        thread === undefined
          ? html`<div class="kinds">
              ${(['image', 'place', 'attach'] as const).map(
                (glyph, index) =>
                  html`<b class="kind" data-id="search_kind"
                    >${icon(glyph)}${['Photos', 'Places', 'Files'][index]}</b
                  >`,
              )}
            </div>`
          : html`<div class="found card" data-id="search_hit" ${tap(to('messages.thread', { with: found }))}>
              ${face(thread.initials, thread.colour)}
              <div class="words">
                <span class="strong" data-id="conversation_name">${thread.name}</span>
                <p class="quiet" data-id="snippet">
                  ${thread.said.find((text) => /code|Saturday|Tram|list/.test(text)) ?? last(thread)}
                </p>
              </div>
            </div>`
      }`,
  };
};

const newChat: Page = () => ({
  title: 'New conversation',
  activity: '.NewConversationActivity',
  body: html`${topBar('New conversation', to('messages.list'))}
    <div class="to-line" data-id="recipient_line">
      <span class="quiet" data-id="recipient_label">To</span
      ><span class="quiet" data-id="recipient_hint">Choose somebody below</span>
    </div>
    <div class="people">
      ${PEOPLE.map(
        (one) =>
          html`<div
            class="pick"
            data-id="recipient"
            ${tap(to('messages.thread', { with: one.id, step: 'focus' }))}
          >
            ${face(one.initials, one.colour)}<span data-id="recipient_name">${one.name}</span>
          </div>`,
      )}
    </div>`,
});

const thread: Page = ({ with: who = '', step = '', ...state }) => {
  const one = threadOf(who);
  const isPerson = PEOPLE.some(({ id }) => id === who);
  const sent = step === 'sent' || isTold(state, 'sent', 'sent');
  const writing = step === 'focus' || step === 'typed';
  const details = who === 'hikers' ? to('messages.group') : isPerson ? to('contacts.person', { who }) : null;
  return {
    title: one.name,
    activity: '.ConversationActivity',
    ...(writing ? { keyboard: { layout: 'text', action: 'send' } as const } : {}),
    body: html`<header class="bar chat-head">
        ${tool('back', 'Navigate up', to('messages.list'), 'navigate_up')}
        <div class="who" data-id="conversation_header" ${details === null ? null : tap(details)}>
          ${face(one.initials, one.colour)}
          <h1 data-id="conversation_title">${one.name}</h1>
        </div>
      </header>
      <div class="scroll said" data-id="message_list">
        <span class="day" data-id="day">${one.time.includes(':') ? 'Today' : one.time}</span>
        ${one.said.map((text) => bubble(text))}
        ${
          one.link === undefined
            ? null
            : html`<div class="link" data-id="message_link" ${tap(one.link.target)}>
                ${icon('arrow')}<span data-id="link_title">${one.link.title}</span>
              </div>`
        }
        ${sent ? html`${bubble(`> ${one.text ?? ''}`)}<span class="state" data-id="delivery_state">Sent</span>` : null}
      </div>
      ${one.closed === true ? html`<p class="closed quiet" data-id="no_reply">You cannot answer this sender.</p>` : composer(one, step)}`,
  };
};

function bubble(text: string): Html {
  const mine = text.startsWith('> ');
  return html`<p class="bubble ${mine ? 'mine' : ''}" data-id="${mine ? 'message_out' : 'message_in'}">
    ${mine ? text.slice(2) : text}
  </p>`;
}

function composer(one: Thread, step: string): Html {
  const at = (next: string): Target => to('messages.thread', { with: one.id, step: next });
  const idle = step === '' || step === 'sent';
  return html`<div class="composer">
    ${idle ? tool('attach', 'Attach', null) : null}
    <div class="pen">
      ${field({
        id: 'compose_field',
        hint: 'Write a message',
        value: step === 'typed' ? (one.text ?? '') : '',
        ...(idle
          ? { focus: at('focus') }
          : { texts: one.text === undefined ? {} : { [one.text]: at('typed') } }),
        ...(step === 'typed' ? { submit: at('sent') } : {}),
      })}
    </div>
    ${
      step === 'typed'
        ? html`<button class="send" data-id="send_button" aria-label="Send" ${tap(at('sent'))}>
            ${icon('send')}
          </button>`
        : html`<button class="send off" data-id="send_button" aria-label="Send" aria-disabled="true">
            ${icon('send')}
          </button>`
    }
  </div>`;
}

const group: Page = ({ muted = '' }) => ({
  title: 'About Sunday Hikers',
  activity: '.GroupActivity',
  body: html`${topBar('', to('messages.thread', { with: 'hikers' }))}
    <div class="crew">
      <div class="cluster" data-skip>${PEOPLE.slice(1, 4).map((one) => face(one.initials, one.colour))}</div>
      <div>
        <h1 data-id="group_name">Sunday Hikers</h1>
        <p class="quiet" data-id="group_size">4 members</p>
      </div>
    </div>
    <div class="card opts">
      <div
        class="row slim"
        data-id="mute_row"
        aria-label="Mute notifications"
        ${tap(to('messages.group', { muted: muted === '' ? 'muted' : '' }))}
      >
        ${icon(muted === '' ? 'bell' : 'mute')}<span class="words" data-id="mute_title"
          >Mute notifications</span
        >
        <i
          role="switch"
          data-id="mute_switch"
          aria-checked="${muted === '' ? 'false' : 'true'}"
          aria-label="Mute notifications"
        ></i>
      </div>
    </div>
    <h2 class="quiet label" data-id="members_label">Members</h2>
    ${PEOPLE.slice(1, 4).map(
      (one) =>
        html`<div class="row slim" data-id="member" ${tap(to('contacts.person', { who: one.id }))}>
          ${face(one.initials, one.colour)}<span data-id="member_name">${one.name}</span>
        </div>`,
    )}`,
});

/** Messages: conversations with people and with a group. */
export const messages: MiniApp = {
  id: 'messages',
  name: 'Messages',
  aliases: ['SMS', '短信', '信息', '消息'],
  package: 'com.pocket.messages',
  entry: to('messages.list'),
  icon: icon('chat'),
  colours: ['#d7f0df', '#1f7a45'],
  pages: {
    'messages.list': list,
    'messages.menu': menu,
    'messages.search': search,
    'messages.new': newChat,
    'messages.thread': thread,
    'messages.group': group,
  },
};
