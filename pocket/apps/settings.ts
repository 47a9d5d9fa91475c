import { html } from '../html.js';
import type { Html } from '../html.js';
import { icon } from '../icon.js';
import type { IconName } from '../icon.js';
import type { MiniApp, Page } from '../mini-app.js';
import { tap, to } from '../place.js';
import type { Target } from '../place.js';
import { field, searchBar, tool, toggle, topBar } from './parts.js';

interface Section {
  readonly title: string;
  readonly detail: string;
  readonly glyph: IconName;
  readonly colour: string;
  readonly target: Target;
}

const SECTIONS: readonly Section[] = [
  {
    title: 'Network & internet',
    detail: 'Wi-Fi, mobile, hotspot',
    glyph: 'wifi',
    colour: '#2f6fed',
    target: to('settings.network'),
  },
  {
    title: 'Connected devices',
    detail: 'Bluetooth, pairing',
    glyph: 'bluetooth',
    colour: '#1d8fa8',
    target: to('settings.bluetooth'),
  },
  {
    title: 'Sound & vibration',
    detail: 'Volume, do not disturb',
    glyph: 'sound',
    colour: '#b4478d',
    target: to('settings.sound'),
  },
  {
    title: 'Display',
    detail: 'Theme, screen timeout, text size',
    glyph: 'display',
    colour: '#d98214',
    target: to('settings.display'),
  },
  {
    title: 'Battery',
    detail: '84 % · about 1 day 6 h left',
    glyph: 'battery',
    colour: '#3a9a4b',
    target: to('settings.battery'),
  },
  {
    title: 'Storage',
    detail: '41 GB of 128 GB used',
    glyph: 'box',
    colour: '#7a58c9',
    target: to('settings.storage'),
  },
  {
    title: 'Languages',
    detail: 'English, 中文',
    glyph: 'globe',
    colour: '#4c6b8a',
    target: to('settings.language'),
  },
  {
    title: 'About phone',
    detail: 'Pocket One',
    glyph: 'phone',
    colour: '#c2463f',
    target: to('settings.about'),
  },
];

const list: Page = () => ({
  title: 'Settings',
  activity: '.SettingsActivity',
  body: html`<div class="scroll" data-scroll data-id="settings_scroll">
    <h1 class="large" data-id="page_title">Settings</h1>
    ${searchBar('Search settings', to('settings.search'))}
    <div class="owner" data-id="owner_card">
      <b class="face" data-skip>RV</b>
      <div class="words">
        <p class="strong" data-id="owner_name">Robin Vale</p>
        <p class="quiet" data-id="owner_mail">robin.vale@example.com</p>
      </div>
    </div>
    <div class="card sections">
      ${SECTIONS.map(
        (section) =>
          html`<div class="row" data-id="section" ${tap(section.target)}>
            <b class="disc" style="background:${section.colour}">${icon(section.glyph)}</b>
            <div class="words">
              <span data-id="title">${section.title}</span>
              <p data-id="summary">${section.detail}</p>
            </div>
          </div>`,
      )}
    </div>
  </div>`,
});

const RESULTS: Readonly<Record<string, readonly (readonly [string, string, Target])[]>> = {
  theme: [
    ['Dark theme', 'Display › Theme', to('settings.theme')],
    ['Theme', 'Display', to('settings.theme')],
  ],
  timeout: [['Screen timeout', 'Display', to('settings.timeout')]],
  wifi: [
    ['Wi-Fi', 'Network & internet', to('settings.network')],
    ['Wi-Fi hotspot', 'Network & internet', to('settings.network')],
  ],
  bluetooth: [
    ['Bluetooth', 'Connected devices', to('settings.bluetooth')],
    ['Pair a device', 'Connected devices › Bluetooth', to('settings.bluetooth')],
  ],
  model: [['Model number', 'About phone', to('settings.about')]],
};

const search: Page = ({ found = '' }) => ({
  title: 'Search settings',
  activity: '.SearchActivity',
  keyboard: { layout: 'text', action: 'search' },
  body: html`<header class="bar find">
      ${tool('back', 'Navigate up', to('settings.list'), 'navigate_up')}
      ${field({
        id: 'search_field',
        hint: 'Search settings',
        value: { theme: 'dark theme', timeout: 'screen timeout', wifi: 'wi-fi' }[found] ?? found,
        texts: {
          'dark theme': to('settings.search', { found: 'theme' }),
          'screen timeout': to('settings.search', { found: 'timeout' }),
          'wi-fi': to('settings.search', { found: 'wifi' }),
          wifi: to('settings.search', { found: 'wifi' }),
          bluetooth: to('settings.search', { found: 'bluetooth' }),
          'model number': to('settings.search', { found: 'model' }),
          'about phone': to('settings.search', { found: 'model' }),
        },
      })}
      ${found === '' ? null : tool('close', 'Clear', to('settings.search'), 'clear')}
    </header>
    <ul class="scroll hits" data-id="results">
      ${(RESULTS[found] ?? []).map(
        ([title, path, target]) =>
          html`<li class="row" data-id="result" ${tap(target)}>
            <div class="words">
              <span data-id="title">${title}</span>
              <p data-id="path">${path}</p>
            </div>
            ${icon('arrow')}
          </li>`,
      )}
    </ul>`,
});

const NETWORKS = [
  { id: 'home', name: 'Alder House', secured: true, bars: 4 },
  { id: 'harbor', name: 'Harbor Cafe', secured: true, bars: 3 },
  { id: 'tram', name: 'Tram Free Wi-Fi', secured: false, bars: 3 },
  { id: 'cabin', name: 'Skerry Cabin', secured: true, bars: 2 },
] as const;

/** Passwords of the networks one may join. */
export const WIFI_PASSWORDS = { harbor: 'tidepool9', cabin: 'gullwing42' } as const;

const network: Page = ({ joined = 'home' }) => ({
  title: 'Wi-Fi',
  activity: '.WifiActivity',
  body: html`${topBar('Wi-Fi', to('settings.list'))}
    <div
      class="hero-switch"
      data-id="wifi_switch_bar"
      ${tap(to('settings.network', { joined: joined === 'off' ? '' : 'off' }))}
    >
      <span class="strong">Use Wi-Fi</span>${toggle('wifi_switch', joined !== 'off', 'Use Wi-Fi')}
    </div>
    ${
      joined === 'off'
        ? html`<p class="empty" data-id="empty">Wi-Fi is off. Turn it on to see the networks nearby.</p>`
        : html`<ul class="scroll" data-id="network_list">
            ${NETWORKS.map((one) => networkRow(one, one.id === joined))}
          </ul>`
    }`,
});

function networkRow(one: (typeof NETWORKS)[number], joined: boolean): Html {
  const target = one.secured
    ? one.id === 'home'
      ? to('settings.network')
      : to('settings.password', { net: one.id })
    : to('settings.network', { joined: one.id });
  return html`<li
    class="row net"
    data-id="network"
    aria-label="${one.name}, ${joined ? 'connected' : one.secured ? 'secured' : 'open'}"
    ${joined ? null : tap(target)}
  >
    <svg class="bars" viewBox="0 0 24 20" width="24" height="20" data-skip>
      ${[1, 2, 3, 4].map(
        (bar) =>
          html`<rect
            x="${bar * 6 - 5}"
            y="${18 - bar * 4}"
            width="4"
            height="${bar * 4}"
            rx="1"
            opacity="${bar <= one.bars ? 1 : 0.2}"
          />`,
      )}
    </svg>
    <div class="words">
      <span data-id="network_name">${one.name}</span>
      ${joined ? html`<p class="good" data-id="network_state">Connected</p>` : null}
      ${!joined && one.id === 'home' ? html`<p data-id="network_state">Saved</p>` : null}
    </div>
    ${one.secured ? html`<i aria-label="Secured" data-id="lock" class="small">${icon('lock')}</i>` : null}
  </li>`;
}

const password: Page = ({ net = '', typed = '' }) => {
  const name = NETWORKS.find((one) => one.id === net)?.name ?? '';
  const secret = WIFI_PASSWORDS[net as keyof typeof WIFI_PASSWORDS];
  return {
    title: `Password for ${name}`,
    activity: '.WifiPasswordActivity',
    keyboard: { layout: 'text', action: 'done' },
    body: html`<header class="bar">
        ${tool('close', 'Cancel', to('settings.network'), 'cancel')}
        <h1 data-id="dialog_title">${name}</h1>
      </header>
      <div class="boxed" data-id="password_box">
        <span class="quiet" data-id="password_label">Password</span>
        ${field({
          id: 'password_field',
          hint: 'Enter the password',
          value: typed === '' ? '' : secret,
          texts: { [secret]: to('settings.password', { net, typed: 'typed' }) },
          ...(typed === '' ? {} : { submit: to('settings.network', { joined: net }) }),
        })}
      </div>
      <div class="row">
        ${icon('key')}<span class="words" data-id="hint"
          >Ask whoever runs this network for its password.</span
        >
      </div>
      <div class="ends">
        <button class="button ghost" data-id="button_cancel" ${tap(to('settings.network'))}>Cancel</button>
        ${
          typed === ''
            ? html`<button class="button" data-id="button_connect" aria-disabled="true">Connect</button>`
            : html`<button
                class="button"
                data-id="button_connect"
                ${tap(to('settings.network', { joined: net }))}
              >
                Connect
              </button>`
        }
      </div>`,
  };
};

const DEVICES = [
  { id: 'buds', name: 'Fern Buds', kind: 'Earbuds' },
  { id: 'speaker', name: 'Kitchen Speaker', kind: 'Speaker' },
] as const;

const bluetooth: Page = ({ on = '', joined = '' }) => ({
  title: 'Connected devices',
  activity: '.BluetoothActivity',
  body: html`${topBar('Connected devices', to('settings.list'))}
    <article
      class="card radio"
      data-id="bluetooth_card"
      ${tap(to('settings.bluetooth', { on: on === '' ? 'on' : '' }))}
    >
      <div class="rings">${icon('bluetooth')}</div>
      <div class="words">
        <span class="strong" data-id="card_title">Bluetooth</span>
        <p class="quiet" data-id="card_state">${on === '' ? 'Off' : 'On, visible as “Robin’s Pocket”'}</p>
      </div>
      ${toggle('bluetooth_switch', on !== '', 'Bluetooth')}
    </article>
    ${
      on === ''
        ? null
        : html`<h2 class="label" data-id="label">Your devices</h2>
            <div class="tiles">
              ${DEVICES.map(
                (device) =>
                  html`<div
                    class="card device"
                    data-id="device"
                    aria-label="${device.name}, ${device.id === joined ? 'connected' : 'not connected'}"
                    ${device.id === joined ? null : tap(to('settings.bluetooth', { on: 'on', joined: device.id }))}
                  >
                    ${icon(device.id === 'buds' ? 'sound' : 'mic')}
                    <span class="strong" data-id="device_name">${device.name}</span>
                    <p class="${device.id === joined ? 'good' : 'quiet'}" data-id="device_state">
                      ${device.id === joined ? 'Connected' : 'Tap to connect'}
                    </p>
                  </div>`,
              )}
            </div>`
    }`,
});

const TIMEOUTS = { m2: '2 minutes', m5: '5 minutes', m10: '10 minutes' } as const;
type Timeout = keyof typeof TIMEOUTS;
const THEMES = { light: 'Light', dark: 'Dark' } as const;
type Theme = keyof typeof THEMES;

const night = (theme: string): string => (theme === 'dark' ? 'night' : '');

const display: Page = ({ theme = 'light', timeout = 'm2' }) => ({
  title: 'Display',
  activity: '.DisplayActivity',
  tone: night(theme),
  body: html`${topBar('Display', to('settings.list'))}
    <div class="brightness" data-id="brightness_box">
      <span data-id="brightness_label">Brightness</span>
      <div
        class="track"
        role="slider"
        data-class="android.widget.SeekBar"
        data-id="brightness_bar"
        aria-label="Brightness"
      >
        <i></i>
      </div>
    </div>
    <div class="card rows">
      <div
        class="row"
        data-id="theme_row"
        ${tap(to('settings.theme', { theme: theme === 'light' ? '' : theme }))}
      >
        ${icon('moon')}
        <div class="words">
          <span data-id="title">Theme</span>
          <p data-id="summary">${THEMES[theme as Theme]}</p>
        </div>
      </div>
      <div
        class="row"
        data-id="timeout_row"
        ${tap(to('settings.timeout', { timeout: timeout === 'm2' ? '' : timeout }))}
      >
        ${icon('timer')}
        <div class="words">
          <span data-id="title">Screen timeout</span>
          <p data-id="summary">${TIMEOUTS[timeout as Timeout]}</p>
        </div>
      </div>
      <div class="row" data-id="text_row">
        ${icon('compose')}
        <div class="words">
          <span data-id="title">Text size</span>
          <p data-id="summary">Normal</p>
        </div>
      </div>
    </div>`,
});

const themePage: Page = ({ theme = 'light' }) => ({
  title: 'Theme',
  activity: '.ThemeActivity',
  tone: night(theme),
  body: html`${topBar('Theme', to('settings.display', { theme: theme === 'light' ? '' : theme }))}
    <div class="previews" role="radiogroup">
      ${(Object.keys(THEMES) as Theme[]).map(
        (one) =>
          html`<div
            class="preview ${one}"
            data-id="theme_option"
            ${one === theme ? null : tap(to('settings.theme', { theme: one === 'light' ? '' : one }))}
          >
            <div class="mini" data-skip><i></i><i></i><i></i></div>
            <span data-id="theme_name">${THEMES[one]}</span>
            <b
              class="dot"
              role="radio"
              data-id="theme_radio"
              aria-label="${THEMES[one]}"
              aria-checked="${one === theme ? 'true' : 'false'}"
            ></b>
          </div>`,
      )}
    </div>
    <p class="note quiet" data-id="note">The dark theme saves power and is kinder to the eyes at night.</p>`,
});

const timeoutPage: Page = ({ timeout = 'm2' }) => ({
  title: 'Screen timeout',
  activity: '.TimeoutActivity',
  body: html`${topBar('Screen timeout', to('settings.display', { timeout: timeout === 'm2' ? '' : timeout }))}
    <div class="picture" data-skip>${icon('display')}</div>
    <p class="note" data-id="note">Turn the screen off after it was not touched for</p>
    <ul data-id="timeout_list">
      ${(Object.keys(TIMEOUTS) as Timeout[]).map(
        (one) =>
          html`<li
            class="row slim"
            data-id="timeout_option"
            ${one === timeout ? null : tap(to('settings.timeout', { timeout: one === 'm2' ? '' : one }))}
          >
            <b
              class="dot"
              role="radio"
              data-id="timeout_radio"
              aria-label="${TIMEOUTS[one]}"
              aria-checked="${one === timeout ? 'true' : 'false'}"
            ></b>
            <span class="words" data-id="timeout_name">${TIMEOUTS[one]}</span>
          </li>`,
      )}
    </ul>`,
});

const sound: Page = () => ({
  title: 'Sound & vibration',
  activity: '.SoundActivity',
  body: html`${topBar('Sound & vibration', to('settings.list'))}
    ${[
      ['Media', 62],
      ['Calls', 80],
      ['Alarms', 90],
      ['Ring', 45],
    ].map(
      ([name, level]) =>
        html`<div class="volume" data-id="volume_row">
          <span data-id="volume_name">${name}</span>
          <div class="track" role="slider" data-id="volume_bar" aria-label="${name} volume, ${level} percent">
            <i style="width:${level}%"></i>
          </div>
        </div>`,
    )}
    <div class="row line" data-id="dnd_row" ${tap(to('settings.dnd'))}>
      ${icon('mute')}
      <div class="words">
        <span data-id="title">Do not disturb</span>
        <p data-id="summary">Off</p>
      </div>
      ${icon('forward')}
    </div>
    <div class="row line" data-id="ringtone_row">
      ${icon('bell')}
      <div class="words">
        <span data-id="title">Ringtone</span>
        <p data-id="summary">Low Tide</p>
      </div>
    </div>`,
});

const dnd: Page = ({ on = '' }) => ({
  title: 'Do not disturb',
  activity: '.DndActivity',
  body: html`${topBar('', to('settings.sound'))}
    <div class="center calm">
      <div class="orb ${on === '' ? '' : 'lit'}">${icon('mute')}</div>
      <h1 data-id="page_title">Do not disturb</h1>
      <p class="quiet" data-id="dnd_state">
        ${on === '' ? 'Off · calls and messages can ring' : 'On · only alarms and favourites can ring'}
      </p>
      <button
        class="button ${on === '' ? '' : 'plain'}"
        data-id="dnd_button"
        ${tap(to('settings.dnd', { on: on === '' ? 'on' : '' }))}
      >
        ${on === '' ? 'Turn on now' : 'Turn off now'}
      </button>
    </div>`,
});

const battery: Page = ({ saver = '' }) => ({
  title: 'Battery',
  activity: '.BatteryActivity',
  body: html`${topBar('Battery', to('settings.list'))}
    <div class="charge" data-id="charge"><b data-id="charge_percent">84 %</b><i></i></div>
    <svg class="curve" viewBox="0 0 328 110" width="328" height="110" data-skip>
      <path d="M0 10 L60 22 L110 30 L150 60 L190 74 L230 20 L270 26 L328 34 V110 H0z" fill="#d9f0dd" />
      <path
        d="M0 10 L60 22 L110 30 L150 60 L190 74 L230 20 L270 26 L328 34"
        fill="none"
        stroke="#3a9a4b"
        stroke-width="3"
      />
    </svg>
    <div class="row" data-id="saver_row" ${tap(to('settings.battery', { saver: saver === '' ? 'on' : '' }))}>
      ${icon('leaf')}
      <div class="words">
        <span data-id="title">Battery saver</span>
        <p data-id="summary">Fewer background updates</p>
      </div>
      ${toggle('saver_switch', saver !== '', 'Battery saver')}
    </div>`,
});

const storage: Page = () => ({
  title: 'Storage',
  activity: '.StorageActivity',
  body: html`${topBar('Storage', to('settings.list'))}
    <p class="used" data-id="used"><b>41 GB</b> of 128 GB used</p>
    <div class="stack" data-skip>
      <i style="width:14%;background:#7a58c9"></i><i style="width:9%;background:#2f6fed"></i
      ><i style="width:6%;background:#d98214"></i><i style="width:3%;background:#3a9a4b"></i>
    </div>
    ${[
      ['Photos & videos', '18 GB', '#7a58c9'],
      ['Apps', '12 GB', '#2f6fed'],
      ['System', '8 GB', '#d98214'],
      ['Documents', '3 GB', '#3a9a4b'],
    ].map(
      ([name, size, colour]) =>
        html`<div class="row slim" data-id="storage_row">
          <b class="bead" data-skip style="background:${colour}"></b
          ><span class="words" data-id="title">${name}</span><span class="quiet" data-id="size">${size}</span>
        </div>`,
    )}`,
});

const language: Page = () => ({
  title: 'Languages',
  activity: '.LanguageActivity',
  body: html`${topBar('Languages', to('settings.list'))}
    <ol class="tongues" data-id="language_list">
      ${[
        ['1', 'English', 'United Kingdom'],
        ['2', '简体中文', '中国'],
      ].map(
        ([number, name, region]) =>
          html`<div class="row" data-id="language">
            <b class="rank" data-id="rank">${number}</b>
            <div class="words">
              <span data-id="title">${name}</span>
              <p data-id="region">${region}</p>
            </div>
            ${icon('menu')}
          </div>`,
      )}
    </ol>
    <button class="button plain wide" data-id="add_language" data-press>
      ${icon('add')}<span>Add a language</span>
    </button>`,
});

const about: Page = () => ({
  title: 'About phone',
  activity: '.AboutActivity',
  body: html`${topBar('About phone', to('settings.list'))}
    <div class="center handset" data-skip>
      <div class="shape"><i></i></div>
    </div>
    <h1 class="name" data-id="device_name">Robin’s Pocket</h1>
    <dl class="facts">
      ${[
        ['Model', 'Pocket One'],
        ['Model number', 'PK-1174'],
        ['System version', 'Harbour 5.2'],
        ['Security update', '1 October 2026'],
        ['Serial number', '7QX2-0098'],
      ].map(
        ([name, value]) =>
          html`<div class="fact" data-id="fact">
            <span class="quiet" data-id="fact_name">${name}</span><b data-id="fact_value">${value}</b>
          </div>`,
      )}
    </dl>`,
});

/** Settings: networks, devices, display, sound, battery; each page is found in the list and by search. */
export const settings: MiniApp = {
  id: 'settings',
  name: 'Settings',
  aliases: ['设置', '系统设置'],
  package: 'com.pocket.settings',
  entry: to('settings.list'),
  icon: icon('sliders'),
  colours: ['#e3e7ee', '#3c4657'],
  pages: {
    'settings.list': list,
    'settings.search': search,
    'settings.network': network,
    'settings.password': password,
    'settings.bluetooth': bluetooth,
    'settings.display': display,
    'settings.theme': themePage,
    'settings.timeout': timeoutPage,
    'settings.sound': sound,
    'settings.dnd': dnd,
    'settings.battery': battery,
    'settings.storage': storage,
    'settings.language': language,
    'settings.about': about,
  },
};
