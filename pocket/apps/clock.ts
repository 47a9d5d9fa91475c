import { html, type Html } from '../html.js';
import { icon, type IconName } from '../icon.js';
import type { MiniApp, Page } from '../mini-app.js';
import { isTold, tap, to, type State, type Target } from '../place.js';
import { field, tool, toggle, topBar } from './parts.js';

function tabs(now: string): Html {
  const tab = (page: string, glyph: IconName, title: string): Html =>
    html`<div
      data-id="tab_${page}"
      aria-selected="${now === page ? 'true' : 'false'}"
      ${now === page ? html`data-press` : tap(to(`clock.${page}`))}
    >
      ${icon(glyph)}<span data-id="tab_title">${title}</span>
    </div>`;
  return html`<nav class="nav" data-id="bottom_navigation">
    ${tab('alarms', 'alarm', 'Alarms')}${tab('world', 'globe', 'World clock')}${tab('timer', 'timer', 'Timer')}
  </nav>`;
}

interface Alarm {
  readonly id: string;
  readonly time: string;
  readonly days: string;
  readonly on: boolean;
}

const ALARMS: readonly Alarm[] = [
  { id: 'swim', time: '06:15', days: 'Saturday · Swim', on: false },
  { id: 'work', time: '07:30', days: 'Weekdays', on: false },
  { id: 'late', time: '09:00', days: 'Sunday', on: true },
];

/** Time a new alarm may be set to; it starts at 08:00. */
export const NEW_ALARM = '06:45';
const FIRST_TIME = '08:00';
const REPEATS = { once: 'Once', week: 'Weekdays' } as const;
type Repeat = keyof typeof REPEATS;

const alarms: Page = ({ added = '', days = 'once', flipped = '', ...state }) => {
  const fresh: readonly Alarm[] =
    added === ''
      ? []
      : [
          {
            id: 'new',
            time: added === 'early' ? NEW_ALARM : FIRST_TIME,
            days: REPEATS[days as Repeat],
            on: true,
          },
        ];
  const shown = [...ALARMS, ...fresh].sort((a, b) => (a.time < b.time ? -1 : 1));
  return {
    title: 'Alarms',
    activity: '.AlarmsActivity',
    body: html`<header class="bar"><h1 data-id="toolbar_title">Alarms</h1></header>
      <div class="scroll" data-id="alarm_list">
        ${shown.map((alarm) => {
          const isOther = alarm.id !== flipped && isTold(state, 'flipped', alarm.id);
          const on = alarm.id === flipped || isOther ? !alarm.on : alarm.on;
          const next: State = isOther
            ? { flipped, off: alarm.id }
            : { flipped: alarm.id === flipped ? '' : alarm.id };
          const flip =
            added === ''
              ? tap(to('clock.alarms', next))
              : isTold(state, 'live', 'on')
                ? tap(to('clock.alarms', { added, days, ...next }))
                : null;
          return html`<article
            class="card alarm ${on ? '' : 'idle'}"
            data-id="${alarm.id === 'new' ? 'alarm_card_new' : 'alarm_card'}"
            aria-label="${alarm.time}, ${alarm.days}, ${on ? 'on' : 'off'}"
          >
            <div class="words">
              <b data-id="alarm_time">${alarm.time}</b>
              <p data-id="alarm_days">${alarm.days}</p>
            </div>
            <div class="hit" ${flip} data-id="alarm_toggle">
              ${toggle('alarm_switch', on, `Alarm ${alarm.time}`)}
            </div>
          </article>`;
        })}
        ${added === '' ? null : html`<p class="quiet note" data-id="alarm_hint">The alarm is set.</p>`}
      </div>
      <button
        class="fab above-nav middle"
        data-id="add_alarm"
        aria-label="Add alarm"
        ${tap(to('clock.alarm'))}
      >
        ${icon('add')}
      </button>
      ${tabs('alarms')}`,
  };
};

const alarm: Page = ({ time = '', days = '', step = '' }) => {
  const writing = step === 'time';
  const at = (next: { time?: string; days?: string; step?: string }): Target =>
    to('clock.alarm', { time: next.time ?? time, days: next.days ?? days, step: next.step ?? '' });
  const value = time === '' ? FIRST_TIME : NEW_ALARM;
  return {
    title: 'New alarm',
    activity: '.EditAlarmActivity',
    ...(writing ? { keyboard: { layout: 'number', action: 'done' } as const } : {}),
    body: html`<header class="bar">
        ${tool('close', 'Discard', to('clock.alarms'), 'discard')}
        <h1 data-id="toolbar_title">New alarm</h1>
        <button
          class="button ghost"
          data-id="save_alarm"
          ${tap(to('clock.alarms', { added: time === '' ? 'eight' : 'early', days: days === '' ? 'once' : days }))}
        >
          Save
        </button>
      </header>
      <div class="face-time ${writing ? 'now' : ''}">
        ${field({
          id: 'time_field',
          hint: '00:00',
          value,
          ...(writing
            ? {
                texts: {
                  [NEW_ALARM]: at({ time: 'early' }),
                  [NEW_ALARM.slice(1)]: at({ time: 'early' }),
                  [NEW_ALARM.replace(':', '')]: at({ time: 'early' }),
                },
              }
            : { focus: at({ step: 'time' }) }),
        })}
      </div>
      <p class="quiet center" data-id="time_hint">
        ${writing ? 'Type the time, as in 21:15' : 'Tap the time to change it'}
      </p>
      <div class="chips repeat">
        ${(Object.keys(REPEATS) as Repeat[]).map((one) => {
          const now = (days === '' ? 'once' : days) === one;
          return html`<button
            class="chip"
            role="radio"
            data-id="repeat_${one}"
            aria-checked="${now ? 'true' : 'false'}"
            ${now || writing ? null : tap(at({ days: one === 'once' ? '' : one }))}
          >
            ${REPEATS[one]}
          </button>`;
        })}
      </div>
      ${
        writing
          ? null
          : html`<div class="row" data-id="sound_row">
              ${icon('bell')}
              <div class="words">
                <span data-id="sound_title">Sound</span>
                <p data-id="sound_name">Gulls at dawn</p>
              </div>
            </div>`
      }`,
  };
};

const CITIES = [
  { id: 'accra', name: 'Accra', time: '9:41' },
  { id: 'bergen', name: 'Bergen', time: '11:41' },
  { id: 'cusco', name: 'Cusco', time: '4:41' },
  { id: 'hanoi', name: 'Hanoi', time: '16:41' },
  { id: 'lima', name: 'Lima', time: '4:41' },
  { id: 'lisbon', name: 'Lisbon', time: '10:41' },
  { id: 'nairobi', name: 'Nairobi', time: '12:41' },
  { id: 'osaka', name: 'Osaka', time: '18:41' },
  { id: 'perth', name: 'Perth', time: '17:41' },
  { id: 'quito', name: 'Quito', time: '4:41' },
  { id: 'tampere', name: 'Tampere', time: '12:41' },
  { id: 'wuhan', name: 'Wuhan 武汉', time: '17:41' },
] as const;

/** Cities that can be added. */
const ADDABLE: readonly string[] = ['lima', 'lisbon'];
const addCity = (id: string): Target | null =>
  ADDABLE.includes(id) ? to('clock.world', { added: id }) : null;

const world: Page = ({ added = '', ...state }) => {
  const shown = CITIES.filter(
    ({ id }) => id === 'osaka' || id === 'bergen' || id === added || isTold(state, 'cities', id),
  );
  return {
    title: 'World clock',
    activity: '.WorldClockActivity',
    body: html`<div class="sky">
        <span class="quiet" data-id="local_label">Harborough, local time</span
        ><b data-id="local_time">9:41</b>
      </div>
      <div class="scroll">
        ${shown.map((city) => html`<div class="city" data-id="city"><span data-id="city_name">${city.name}</span><b data-id="city_time">${city.time}</b></div>`)}
      </div>
      <button class="fab above-nav" data-id="add_city" aria-label="Add city" ${tap(to('clock.cities'))}>
        ${icon('add')}
      </button>
      ${tabs('world')}`,
  };
};

const cities: Page = () => ({
  title: 'Choose a city',
  activity: '.CitiesActivity',
  body: html`${topBar('Choose a city', to('clock.world'), tool('search', 'Search cities', to('clock.find')))}
    <ul class="scroll" data-scroll data-id="city_list">
      ${CITIES.map((city) => {
        const target = addCity(city.id);
        return html`<li
          class="option"
          data-id="city_option"
          ${target === null ? html`data-press` : tap(target)}
        >
          <span data-id="city_name">${city.name}</span
          ><span class="quiet" data-id="city_time">${city.time}</span>
        </li>`;
      })}
    </ul>`,
});

const find: Page = ({ found = '' }) => {
  const city = CITIES.find(({ id }) => id === found);
  const target = addCity(found);
  return {
    title: 'Search cities',
    activity: '.CitiesActivity',
    keyboard: { layout: 'text', action: 'search' },
    body: html`<header class="bar round">
        ${tool('back', 'Navigate up', to('clock.cities'), 'navigate_up')}
        ${field({
          id: 'search_field',
          hint: 'City',
          value: city?.name ?? '',
          texts: Object.fromEntries(ADDABLE.map((id) => [id, to('clock.find', { found: id })])),
          ...(target === null ? {} : { submit: target }),
        })}
      </header>
      ${
        city === undefined || target === null
          ? html`<div class="center globe">${icon('globe')}</div>`
          : html`<div class="option found" data-id="city_option" ${tap(target)}>
              ${icon('add')}<span class="words" data-id="city_name">${city.name}</span
              ><span class="quiet" data-id="city_time">${city.time}</span>
            </div>`
      }`,
  };
};

const timer: Page = ({ length = '', running = '' }) => ({
  title: 'Timer',
  activity: '.TimerActivity',
  body: html`<div class="center ring ${running === '' ? '' : 'live'}">
      <div class="hoop">
        <b data-id="timer_value">${length === '' ? '0:00' : `${length}:00`}</b
        ><span class="quiet" data-id="timer_state">${running === '' ? 'Ready' : 'Running'}</span>
      </div>
    </div>
    <div class="presets">
      ${['10', '20'].map(
        (minutes) =>
          html`<button
            class="preset ${minutes === length ? 'now' : ''}"
            data-id="preset"
            aria-selected="${minutes === length ? 'true' : 'false'}"
            ${running === '' && minutes !== length ? tap(to('clock.timer', { length: minutes })) : null}
          >
            ${minutes} min
          </button>`,
      )}
    </div>
    <div class="center go">
      ${
        running === ''
          ? length === ''
            ? html`<button class="button" data-id="start_timer" aria-disabled="true">Start</button>`
            : html`<button
                class="button"
                data-id="start_timer"
                ${tap(to('clock.timer', { length, running: 'on' }))}
              >
                Start
              </button>`
          : html`<button
              class="button plain"
              data-id="stop_timer"
              aria-label="Stop the timer of ${length} minutes"
              ${tap(to('clock.timer', { length }))}
            >
              Stop
            </button>`
      }
    </div>
    <span class="space"></span>
    ${tabs('timer')}`,
});

/** Clock: alarms, world clock, timer. */
export const clock: MiniApp = {
  id: 'clock',
  name: 'Clock',
  aliases: ['Alarm', '时钟', '闹钟'],
  package: 'com.pocket.clock',
  entry: to('clock.alarms'),
  icon: icon('clock'),
  colours: ['#2a3350', '#ffd27a'],
  pages: {
    'clock.alarms': alarms,
    'clock.alarm': alarm,
    'clock.world': world,
    'clock.cities': cities,
    'clock.find': find,
    'clock.timer': timer,
  },
};
