import { html, type Html } from '../../html.js';

/** Something that comes over the screen: what it says, and what closes it. */
interface Interruption {
  readonly title: string;
  readonly text: string;
  /** Buttons by id; each closes it. */
  readonly buttons: readonly (readonly [id: string, label: string])[];
}

const KINDS: Readonly<Record<string, Interruption>> = {
  ad: {
    title: 'Autumn sale at Harbour Goods',
    text: 'Ten percent off everything warm, today only.',
    buttons: [
      ['ad_open', 'See offers'],
      ['ad_close', 'Close'],
    ],
  },
  permission: {
    title: 'Allow access to your location?',
    text: 'The app wants to know where you are while you use it.',
    buttons: [
      ['permission_allow', 'While using the app'],
      ['permission_deny', 'Don’t allow'],
    ],
  },
  login: {
    title: 'Sign in again',
    text: 'Your session has ended. Sign in to keep your data up to date.',
    buttons: [
      ['login_now', 'Sign in'],
      ['login_later', 'Not now'],
    ],
  },
  update: {
    title: 'Harbour 5.3 is ready',
    text: 'Restart the phone to install the update.',
    buttons: [
      ['update_tonight', 'Tonight'],
      ['update_dismiss', 'Later'],
    ],
  },
  call: {
    title: 'Unknown number',
    text: 'Incoming call, 555-0199',
    buttons: [
      ['call_decline', 'Decline'],
      ['call_silence', 'Silence'],
    ],
  },
  message: {
    title: 'Parcel Point',
    text: 'How did you like our service?',
    buttons: [
      ['message_read', 'Mark as read'],
      ['message_dismiss', 'Dismiss'],
    ],
  },
};

/** The kind of an event; null where nothing here can show it. */
export function kindOf(event: unknown): string | null {
  if (typeof event !== 'object' || event === null || !('type' in event)) return null;
  return typeof event.type === 'string' && Object.hasOwn(KINDS, event.type) ? event.type : null;
}

/** An unexpected event as it is drawn over the screen. Every button closes it; BACK does too. */
export function interruption(kind: string): Html {
  const one = KINDS[kind];
  if (one === undefined) throw new Error(`nothing shows ${kind}`);
  const place = kind === 'call' || kind === 'message' ? 'heads-up' : 'dialog';
  return html`<div class="over ${place} interruption" data-window data-id="event_${kind}" data-cover>
    <div data-panel>
      <h2 data-id="event_title">${one.title}</h2>
      <p class="quiet" data-id="event_text">${one.text}</p>
      <div class="ends">
        ${one.buttons.map(
          ([id, label]) =>
            html`<button class="button ghost" data-id="${id}" data-dismiss data-press>${label}</button>`,
        )}
      </div>
    </div>
  </div>`;
}
