import { html } from '../html.js';
import { icon, type IconName } from '../icon.js';
import type { MiniApp, Page } from '../mini-app.js';
import { tap, to, type Target } from '../place.js';
import { field, searchBar, tool } from './parts.js';
import { bluetooth, network, password } from './settings-connections.js';
import { about, battery, dnd, language, sound, storage } from './settings-device.js';
import { display, themePage, timeoutPage } from './settings-display.js';

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
