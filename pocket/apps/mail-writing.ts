import { html } from '../html.js';
import { icon } from '../icon.js';
import type { Page } from '../mini-app.js';
import { tap, to, type Target } from '../place.js';
import { field, tool, topBar } from './parts.js';
import { letterOf } from './letters.js';
import { BUSINESSES } from './people.js';

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

/** A mail to somebody new. */
export const compose: Page = ({ to: whom = '', step = '' }) => {
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

/** An answer. */
export const reply: Page = ({ of = '', step = '' }) => {
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

/** What was sent, the latest first. */
export const sent: Page = ({ to: whom = '' }) => {
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
