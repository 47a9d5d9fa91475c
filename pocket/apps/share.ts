import { html, type Html } from '../html.js';
import { icon, type IconName } from '../icon.js';
import type { MiniApp, Page } from '../mini-app.js';
import { tap, to, type Target } from '../place.js';
import { personOf } from './people.js';

interface Thing {
  readonly title: string;
  readonly detail: string;
  readonly glyph: IconName;
  readonly colour: string;
  /** Where closing the sheet leads back to. */
  readonly from: Target;
}

/** What can be handed from one app to people. */
const THINGS: Readonly<Record<string, Thing>> = {
  lanterns: {
    title: 'Lantern festival at Harbour Square',
    detail: 'Post on Kite by Harborough Events',
    glyph: 'image',
    colour: '#c2463f',
    from: to('kite.post', { of: 'lanterns' }),
  },
  mug: {
    title: 'Tern mug',
    detail: 'Harbour Goods · £ 14.00',
    glyph: 'shop',
    colour: '#1d6f6a',
    from: to('shop.product', { of: 'mug' }),
  },
  packing: {
    title: 'Packing list',
    detail: 'Note · 5 items',
    glyph: 'note',
    colour: '#8a6a00',
    from: to('notes.note', { of: 'packing' }),
  },
};

const RECEIVERS: readonly {
  readonly id: string;
  readonly name: string;
  readonly initials: string;
  readonly colour: string;
}[] = [
  personOf('mira'),
  { id: 'hikers', name: 'Sunday Hikers', initials: 'SH', colour: '#7a58c9' },
  personOf('lin'),
];

/** The sheet; `below` draws the page it was opened from. */
const sheet =
  (below: (what: string) => Html): Page =>
  ({ what = '', sent = '' }) => {
    const thing = THINGS[what];
    if (thing === undefined) throw new Error(`nobody shares ${what}`);
    return {
      title: `Share ${thing.title}`,
      activity: '.ShareActivity',
      body: html`${below(what)}
        <div
          class="over sheet"
          data-window
          data-id="touch_outside"
          aria-label="Close sheet"
          ${tap(thing.from)}
        >
          <div data-panel data-cover data-id="share_sheet">
            <div class="grip"></div>
            <div class="preview" data-id="share_preview">
              <b class="disc" style="background:${thing.colour}">${icon(thing.glyph)}</b>
              <div class="words">
                <span class="strong" data-id="share_title">${thing.title}</span>
                <p class="quiet" data-id="share_detail">${thing.detail}</p>
              </div>
            </div>
            <h2 class="quiet" data-id="share_label">Send with Messages</h2>
            ${RECEIVERS.map((one) => receiver(one, what, sent))}
            <div class="ways">
              ${(['copy', 'bluetooth', 'image'] as const).map(
                (glyph, index) =>
                  html`<div class="way" data-id="share_way">
                    <b class="disc plain" data-skip>${icon(glyph)}</b
                    ><span data-id="way_name">${['Copy link', 'Nearby', 'Save image'][index]}</span>
                  </div>`,
              )}
            </div>
          </div>
        </div>`,
    };
  };

function receiver(one: (typeof RECEIVERS)[number], what: string, sent: string): Html {
  const button =
    sent === ''
      ? html`<button
          class="button"
          data-id="send_to"
          aria-label="Send to ${one.name}"
          ${tap(to('share.sheet', { what, sent: one.id }))}
        >
          Send
        </button>`
      : one.id === sent
        ? html`<button
            class="button plain"
            data-id="undo_send"
            aria-label="Undo sending to ${one.name}"
            ${tap(to('share.sheet', { what }))}
          >
            Sent · Undo
          </button>`
        : html`<button class="button" data-id="send_to" aria-label="Send to ${one.name}" aria-disabled="true">
            Send
          </button>`;
  return html`<div class="row receiver" data-id="${one.id === sent ? 'receiver_sent' : 'receiver'}">
    <b class="face" data-skip style="background:${one.colour}">${one.initials}</b>
    <span class="words" data-id="receiver_name">${one.name}</span>
    ${button}
  </div>`;
}

/** The system's share sheet, which several apps open. It has no icon of its own. */
export const shareOf = (apps: readonly MiniApp[]): MiniApp => ({
  id: 'share',
  name: 'Share',
  aliases: [],
  package: 'com.pocket.share',
  entry: to('home.screen'),
  icon: icon('share'),
  colours: ['#ffffff', '#000000'],
  pages: {
    'share.sheet': sheet((what) => {
      const from = THINGS[what]?.from;
      const app = apps.find(({ pages }) => from !== undefined && Object.hasOwn(pages, from.page));
      const page = from === undefined ? undefined : app?.pages[from.page];
      if (from === undefined || app === undefined || page === undefined)
        throw new Error(`nobody shares ${what}`);
      return html`<div class="below app-${app.id}">${page(from.state).body}</div>`;
    }),
  },
});
