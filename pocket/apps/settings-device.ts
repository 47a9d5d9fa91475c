import { html } from '../html.js';
import { icon } from '../icon.js';
import type { Page } from '../mini-app.js';
import { isTold, tap, to } from '../place.js';
import { toggle, topBar } from './parts.js';

/** Volumes, and the way to do not disturb. */
export const sound: Page = (state) => ({
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
        <p data-id="summary">${isTold(state, 'dnd', 'on') ? 'On' : 'Off'}</p>
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

/** Do not disturb. */
export const dnd: Page = ({ on = '' }) => ({
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

/** Charge and battery saver. */
export const battery: Page = ({ saver = '' }) => ({
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

/** What fills the memory. */
export const storage: Page = () => ({
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

/** Languages, the first one first. */
export const language: Page = () => ({
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

/** Names and numbers of the phone. */
export const about: Page = () => ({
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
