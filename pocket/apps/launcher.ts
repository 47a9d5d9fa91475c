import { html, type Html } from '../html.js';
import { icon, type IconName } from '../icon.js';
import type { MiniApp, Page } from '../mini-app.js';
import { hold, isTold, swipe, tap, to, type Target } from '../place.js';

/** Apps by where their icons stand; the dock is on both home screens. */
const FIRST_SCREEN = ['shop', 'maps', 'calendar', 'notes'];
const SECOND_SCREEN = ['clock', 'kite'];
const DOCK = ['contacts', 'messages', 'mail', 'settings'];

interface Shortcut {
  readonly title: string;
  readonly glyph: IconName;
  readonly target: Target;
}

/** What holding an icon offers. */
const SHORTCUTS: Readonly<Record<string, readonly Shortcut[]>> = {
  contacts: [
    { title: 'New contact', glyph: 'add', target: to('contacts.edit') },
    { title: 'Favourites', glyph: 'star', target: to('contacts.favourites') },
  ],
  messages: [{ title: 'New conversation', glyph: 'compose', target: to('messages.new') }],
  mail: [
    { title: 'Write a mail', glyph: 'compose', target: to('mail.compose') },
    { title: 'Search mail', glyph: 'search', target: to('mail.search') },
  ],
  calendar: [
    { title: 'Agenda', glyph: 'list', target: to('calendar.agenda') },
    { title: 'New event', glyph: 'add', target: to('calendar.edit') },
  ],
  notes: [{ title: 'New note', glyph: 'add', target: to('notes.edit') }],
  clock: [
    { title: 'New alarm', glyph: 'alarm', target: to('clock.alarm') },
    { title: 'Timer', glyph: 'timer', target: to('clock.timer') },
  ],
};

/** What the notification panel holds. */
const NOTICES = [
  {
    app: 'messages',
    title: 'Mira Solberg',
    text: 'You can follow them on Kite.',
    target: to('messages.thread', { with: 'mira' }),
  },
  {
    app: 'mail',
    title: 'Pia Lorne',
    text: 'Your next appointment',
    target: to('mail.message', { of: 'pia' }),
  },
  {
    app: 'calendar',
    title: 'Tomorrow',
    text: 'Ferry to Skerry Point, 7:45',
    target: to('calendar.event', { of: 'ferry' }),
  },
] as const;

/** The home screens, the panel pulled down over them, and the menus of held icons. */
export function launcherOf(apps: readonly MiniApp[]): MiniApp {
  const byId = new Map(apps.map((app) => [app.id, app]));
  const find = (ids: readonly string[]): MiniApp[] =>
    ids.map((id) => byId.get(id)).filter((app) => app !== undefined);

  const home: Page = () => ({
    title: 'Home screen',
    activity: '.HomeActivity',
    tone: 'wallpaper',
    body: html`<div
        class="screen"
        data-id="workspace"
        data-pan
        ${swipe('left', to('home.more'))}
        ${swipe('down', to('home.shade'))}
      >
        <div class="today" data-id="date_widget">
          <b data-id="clock_text">9:41</b>
          <span data-id="date_text">Wednesday, 14 October</span>
        </div>
        <div class="weather" data-id="weather_widget">
          <svg viewBox="0 0 48 48" width="48" height="48" data-skip>
            <circle cx="20" cy="20" r="11" fill="#ffc93c" />
            <path d="M16 38a8 8 0 0 1 1-16 10 10 0 0 1 19 2 7 7 0 0 1 0 14z" fill="#fff" />
          </svg>
          <div><b data-id="temperature">13°</b><span data-id="weather_text">Fair, light wind</span></div>
        </div>
        <div class="apps" data-id="app_grid">${find(FIRST_SCREEN).map((app) => rootIcon(app))}</div>
        <div class="pages" data-skip><i class="now"></i><i></i></div>
      </div>
      <div class="dock" data-id="hotseat">${find(DOCK).map((app) => rootIcon(app))}</div>`,
  });

  const more: Page = () => ({
    title: 'Home screen, second page',
    activity: '.HomeActivity',
    tone: 'wallpaper',
    body: html`<div
        class="screen"
        data-id="workspace"
        data-pan
        ${swipe('right', to('home.screen'))}
        ${swipe('down', to('home.shade'))}
      >
        <div class="memo" data-id="photo_widget" aria-label="Photo of the week">
          <svg viewBox="0 0 312 200" width="312" height="200">
            <rect width="312" height="200" fill="#8fc7d8" />
            <circle cx="240" cy="56" r="26" fill="#ffe3a1" />
            <path d="M0 130 L70 80 L130 128 L190 70 L312 140 V200 H0z" fill="#3f7a8c" />
            <path d="M0 168 Q80 146 160 166 T312 160 V200 H0z" fill="#24525f" />
          </svg>
        </div>
        <div class="apps" data-id="app_grid">${find(SECOND_SCREEN).map((app) => plainIcon(app))}</div>
        <div class="pages" data-skip><i></i><i class="now"></i></div>
      </div>
      <div class="dock" data-id="hotseat">${find(DOCK).map((app) => plainIcon(app))}</div>`,
  });

  const menu: Page = ({ of = '' }) => {
    const app = byId.get(of);
    return {
      title: `Shortcuts of ${app?.name ?? of}`,
      activity: '.HomeActivity',
      tone: 'wallpaper',
      body: html`<div class="below">${(SECOND_SCREEN.includes(of) ? more : home)({}).body}</div>
        <div
          class="over shortcuts"
          data-window
          data-id="popup_outside"
          aria-label="Close menu"
          ${tap(SECOND_SCREEN.includes(of) ? to('home.more') : to('home.screen'))}
        >
          <div data-panel data-cover>
            <div class="held" data-id="app_title">
              ${app === undefined ? null : glyph(app)}<span data-id="app_name">${app?.name}</span>
            </div>
            ${(SHORTCUTS[of] ?? []).map(
              (shortcut) =>
                html`<div class="row slim" data-id="shortcut" ${tap(shortcut.target)}>
                  ${icon(shortcut.glyph)}<span data-id="shortcut_title">${shortcut.title}</span>
                </div>`,
            )}
            <div class="row slim" data-id="shortcut" ${app === undefined ? null : tap(app.entry)}>
              ${icon('arrow')}<span data-id="shortcut_title">Open ${app?.name}</span>
            </div>
          </div>
        </div>`,
    };
  };

  const rootIcon = (app: MiniApp): Html =>
    html`<div
      class="app"
      data-id="icon"
      data-press
      data-app="${app.name}"
      aria-label="${app.name}"
      ${holdOf(app)}
    >
      ${glyph(app)}<span data-id="icon_title">${app.name}</span>
    </div>`;
  const plainIcon = (app: MiniApp): Html =>
    html`<div class="app" data-id="icon" aria-label="${app.name}" ${tap(app.entry)} ${holdOf(app)}>
      ${glyph(app)}<span data-id="icon_title">${app.name}</span>
    </div>`;

  return {
    id: 'home',
    name: 'Home',
    aliases: [],
    package: 'com.pocket.home',
    entry: to('home.screen'),
    icon: icon('house'),
    colours: ['#ffffff', '#000000'],
    pages: { 'home.screen': home, 'home.more': more, 'home.menu': menu, 'home.shade': shadeOf(byId) },
  };
}

function holdOf(app: MiniApp): Html | null {
  return SHORTCUTS[app.id] === undefined ? null : hold(to('home.menu', { of: app.id }));
}

function glyph(app: MiniApp): Html {
  const [background, ink] = app.colours;
  return html`<b class="glyph" data-skip style="background:${background};color:${ink}">${app.icon}</b>`;
}

interface Tile {
  readonly id: string;
  readonly name: string;
  readonly glyph: IconName;
  readonly on: boolean;
  readonly target: Target | null;
  readonly held?: Target;
}

const shadeOf =
  (byId: ReadonlyMap<string, MiniApp>): Page =>
  ({ on = '', ...state }) => {
    const tiles: readonly Tile[] = [
      {
        id: 'wifi',
        name: 'Wi-Fi',
        glyph: 'wifi',
        on: !isTold(state, 'wifi', 'off'),
        target: to('settings.network'),
      },
      {
        id: 'bluetooth',
        name: 'Bluetooth',
        glyph: 'bluetooth',
        on: isTold(state, 'bluetooth', 'on'),
        target: to('settings.bluetooth'),
      },
      {
        id: 'torch',
        name: 'Torch',
        glyph: 'torch',
        on: on === 'torch',
        target: to('home.shade', { on: on === 'torch' ? '' : 'torch' }),
      },
      { id: 'battery', name: 'Battery', glyph: 'leaf', on: false, target: to('settings.battery') },
    ];
    return {
      title: 'Quick settings and notifications',
      activity: '.ShadeActivity',
      tone: 'pulled',
      body: html`<div class="panel" data-id="quick_panel" ${swipe('up', to('home.screen'))}>
          <p class="date" data-id="panel_date">Wed, 14 Oct</p>
          <div class="quick">
            ${tiles.map(
              (tile) =>
                html`<div
                  class="tile ${tile.on ? 'lit' : ''}"
                  data-id="tile_${tile.id}"
                  role="switch-tile"
                  aria-label="${tile.name}"
                  aria-checked="${tile.on ? 'true' : 'false'}"
                  data-class="android.widget.Switch"
                  ${tile.target === null ? null : tap(tile.target)}
                >
                  ${icon(tile.glyph)}<span data-id="tile_label">${tile.name}</span>
                </div>`,
            )}
          </div>
          <div class="track" role="slider" data-id="brightness_slider" aria-label="Display brightness">
            <i></i>
          </div>
        </div>
        <div class="notices" data-id="notification_list">
          ${NOTICES.map((notice) => {
            const app = byId.get(notice.app);
            return html`<div class="notice" data-id="notification" ${tap(notice.target)}>
              ${app === undefined ? null : glyph(app)}
              <div class="words">
                <span class="strong" data-id="notification_title">${notice.title}</span>
                <p class="quiet cut" data-id="notification_text">${notice.text}</p>
              </div>
            </div>`;
          })}
        </div>
        <div class="clear" data-id="clear_row">
          <button class="chip" data-id="close_panel" ${tap(to('home.screen'))}>Close</button>
        </div>`,
    };
  };
