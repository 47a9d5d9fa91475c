import { html, Html as Markup, type Html } from '../html.js';
import { icon, type IconName } from '../icon.js';
import type { MiniApp, Page } from '../mini-app.js';
import { swipe, tap, to, type Target } from '../place.js';
import { field, tool, topBar } from './parts.js';

interface Spot {
  readonly name: string;
  readonly kind: string;
  readonly address: string;
  readonly phone?: string;
  readonly hours?: string;
  /** Where its needle stands on the drawn map. */
  readonly at: readonly [number, number];
  readonly minutes: readonly [number, number, number];
}

const SPOTS: Readonly<Record<string, Spot>> = {
  bakery: {
    name: 'Saffron Bakery',
    kind: 'Bakery',
    address: '9 Canal Street',
    phone: '555-0171',
    hours: 'Open until 18:00',
    at: [120, 190],
    minutes: [6, 18, 11],
  },
  crumb: {
    name: 'Crumb & Co',
    kind: 'Bakery',
    address: '41 Orchard Row',
    phone: '555-0166',
    hours: 'Closed today',
    at: [250, 140],
    minutes: [9, 27, 16],
  },
  mill: {
    name: 'Old Mill Theatre',
    kind: 'Theatre',
    address: '1 Weir Bridge',
    phone: '555-0120',
    hours: 'Box office until 20:00',
    at: [210, 250],
    minutes: [12, 38, 17],
  },
  mira: {
    name: '14 Juniper Lane',
    kind: 'Address',
    address: 'Harborough, Eastside',
    at: [285, 215],
    minutes: [8, 24, 13],
  },
};

/** Places whose entry can be saved. */
const SAVABLE = ['bakery', 'crumb'];

const MODES = ['car', 'walk', 'bus'] as const;
type Mode = (typeof MODES)[number];
const MODE_NAMES: Readonly<Record<Mode, string>> = { car: 'Drive', walk: 'Walk', bus: 'Transit' };
const MODE_ICONS: Readonly<Record<Mode, IconName>> = { car: 'truck', walk: 'walk', bus: 'bus' };

/** Streets, water and parks of an invented town; needles and a route on top. */
function town(height: number, extra = ''): Html {
  return new Markup(`<svg viewBox="0 0 360 ${height}" width="360" height="${height}" preserveAspectRatio="xMidYMin slice">
    <rect width="360" height="700" fill="#eef0ea"/>
    <path d="M0 330 Q90 300 150 350 T300 400 T360 390 V470 Q300 480 240 450 T100 420 T0 430z" fill="#b9dcec"/>
    <rect x="20" y="40" width="90" height="70" rx="14" fill="#cfe6c8"/><path d="M250 500h90v110h-130z" fill="#cfe6c8"/>
    <g stroke="#fff" stroke-width="12" fill="none"><path d="M0 150H360M0 260H360M60 0V700M180 0V700M300 0V700M0 560H360M0 20L360 120"/></g>
    <g stroke="#fff" stroke-width="6" fill="none"><path d="M0 200H360M120 120V330M240 60V330M120 450V700M240 470V700M0 620H360"/></g>
    <path d="M0 300L360 60" stroke="#f6d98a" stroke-width="14" fill="none"/>${extra}</svg>`);
}

const needle = ([x, y]: readonly [number, number], colour: string): string =>
  `<path d="M${x} ${y}c-16-20-22-28-22-40a22 22 0 0 1 44 0c0 12-6 20-22 40z" fill="${colour}"/><circle cx="${x}" cy="${y - 40}" r="8" fill="#fff"/>`;

const HERE: readonly [number, number] = [66, 292];
const position = `<circle cx="${HERE[0]}" cy="${HERE[1]}" r="16" fill="#2a6df433"/><circle cx="${HERE[0]}" cy="${HERE[1]}" r="8" fill="#2a6df4" stroke="#fff" stroke-width="3"/>`;

const map: Page = () => ({
  title: 'Map',
  activity: '.MapActivity',
  body: html`<div class="ground" data-id="map" aria-label="Map" data-class="android.view.View">
      ${town(680, position)}
    </div>
    <div class="top">
      <div class="searchbar" data-id="search_bar" ${tap(to('maps.search'))}>
        ${icon('search')}<span data-id="search_bar_text">Search here</span>
      </div>
      <div class="chips">
        <button class="chip" data-id="chip_bakeries" ${tap(to('maps.nearby'))}>Bakeries</button>
        <button class="chip" data-id="chip_saved" ${tap(to('maps.saved'))}>
          ${icon('bookmark')}<span data-id="chip_text">Saved</span>
        </button>
        <button class="chip" data-id="chip_parking" data-press>Parking</button>
      </div>
    </div>
    <button class="fab" data-id="my_location" aria-label="My location" data-press>${icon('place')}</button>`,
});

const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  bakery: ['saffron bakery'],
  mira: ['14 juniper lane'],
  mill: ['old mill theatre', '1 weir bridge'],
};

const search: Page = ({ found = '' }) => {
  const spot = SPOTS[found];
  const texts = Object.entries(SEARCHES).flatMap(([id, words]) =>
    words.map((word): [string, Target] => [word, to('maps.search', { found: id })]),
  );
  return {
    title: 'Search the map',
    activity: '.SearchActivity',
    keyboard: { layout: 'text', action: 'search' },
    body: html`<header class="bar find">
        ${tool('back', 'Navigate up', to('maps.map'), 'navigate_up')}
        ${field({
          id: 'search_field',
          hint: 'Place or address',
          value: spot === undefined ? '' : (SEARCHES[found]?.[0] ?? ''),
          texts: Object.fromEntries(texts),
          ...(spot === undefined ? {} : { submit: to('maps.place', { at: found }) }),
        })}
      </header>
      ${
        spot === undefined
          ? html`<div class="row" data-id="recent">
                ${icon('clock')}<span class="words" data-id="recent_text">Skerry Point pier</span>
              </div>
              <div class="row" data-id="recent">
                ${icon('clock')}<span class="words" data-id="recent_text">Harbour Square</span>
              </div>`
          : html`<div class="row" data-id="suggestion" ${tap(to('maps.place', { at: found }))}>
              ${icon('place')}
              <div class="words">
                <span data-id="place_name">${spot.name}</span>
                <p data-id="place_address">${spot.address}</p>
              </div>
            </div>`
      }`,
  };
};

const nearby: Page = () => ({
  title: 'Bakeries nearby',
  activity: '.NearbyActivity',
  body: html`<div class="strip-map" data-id="map" aria-label="Map" data-class="android.view.View">
      ${town(250, needle(SPOTS['bakery']?.at ?? [0, 0], '#c2463f') + needle(SPOTS['crumb']?.at ?? [0, 0], '#c2463f') + position)}
    </div>
    ${topBar('Bakeries', to('maps.map'))}
    ${['crumb', 'bakery'].map((id) => {
      const spot = SPOTS[id];
      return html`<div class="shop-card card" data-id="nearby_place" ${tap(to('maps.place', { at: id }))}>
        <div class="words">
          <span class="strong" data-id="place_name">${spot?.name}</span>
          <p class="quiet" data-id="place_address">${spot?.address}</p>
          <p class="${spot?.hours?.startsWith('Open') === true ? 'good' : 'bad'}" data-id="place_hours">
            ${spot?.hours}
          </p>
        </div>
        <b class="far" data-id="place_distance">${spot?.minutes[1]} min</b>
      </div>`;
    })}`,
});

const LISTS = { want: 'Want to go', fav: 'Favourites' } as const;

const place: Page = ({ at = '', saved = '' }) => {
  const spot = SPOTS[at];
  if (spot === undefined) throw new Error(`the map has no ${at}`);
  const list = LISTS[saved as keyof typeof LISTS];
  return {
    title: spot.name,
    activity: '.PlaceActivity',
    body: html`<div class="ground" data-id="map" aria-label="Map" data-class="android.view.View">
        ${town(680, position + needle(spot.at, '#c2463f'))}
      </div>
      <div class="top">
        <div class="searchbar">
          ${tool('back', 'Navigate up', to('maps.map'), 'navigate_up')}<span data-id="search_bar_text"
            >${spot.name}</span
          >
        </div>
      </div>
      <div class="bottom" data-id="place_sheet">
        <div class="grip" data-skip></div>
        <h1 data-id="place_name">${spot.name}</h1>
        <p class="quiet" data-id="place_kind">
          ${spot.kind}${spot.hours === undefined ? '' : ` · ${spot.hours}`}
        </p>
        <div class="deeds">
          ${at === 'crumb' ? null : html`<button class="button" data-id="action_directions" ${tap(to('maps.route', { at }))}>${icon('directions')}<span>Directions</span></button>`}
          ${
            SAVABLE.includes(at)
              ? list === undefined
                ? html`<button class="button plain" data-id="action_save" ${tap(to('maps.save', { at }))}>
                    ${icon('bookmark')}<span>Save</span>
                  </button>`
                : html`<button class="button plain" data-id="action_saved" ${tap(to('maps.save', { at }))}>
                    ${icon('bookmarked')}<span>${list}</span>
                  </button>`
              : null
          }
        </div>
        <div class="row" data-id="address_row">
          ${icon('place')}<span class="words" data-id="place_address">${spot.address}</span>
        </div>
        ${
          spot.phone === undefined
            ? null
            : html`<div class="row" data-id="phone_row">
                ${icon('call')}<span class="words" data-id="place_phone">${spot.phone}</span>
                ${at === 'bakery' ? html`<button class="button ghost" data-id="add_contact" ${tap(to('contacts.edit', { who: 'bakery', step: 'full' }))}>Add to contacts</button>` : null}
              </div>`
        }
      </div>`,
  };
};

const save: Page = ({ at = '' }) => ({
  title: 'Save to a list',
  activity: '.SaveActivity',
  body: html`<div class="below">${place({ at }).body}</div>
    <div
      class="over sheet"
      data-window
      data-id="touch_outside"
      aria-label="Close sheet"
      ${tap(to('maps.place', { at }))}
    >
      <div data-panel data-cover data-id="save_sheet">
        <div class="grip"></div>
        <h2 class="sheet-title" data-id="sheet_title">Save to</h2>
        ${(Object.keys(LISTS) as (keyof typeof LISTS)[]).map(
          (list) =>
            html`<div class="row" data-id="list_option" ${tap(to('maps.place', { at, saved: list }))}>
              <b class="disc" style="background:${list === 'want' ? '#2f8f6b' : '#c2463f'}"
                >${icon(list === 'want' ? 'flag' : 'heart')}</b
              >
              <div class="words">
                <span data-id="list_name">${LISTS[list]}</span>
                <p data-id="list_size">${list === 'want' ? '4 places' : '2 places'}</p>
              </div>
              ${icon('add')}
            </div>`,
        )}
      </div>
    </div>`,
});

const savedPage: Page = () => ({
  title: 'Saved places',
  activity: '.SavedActivity',
  body: html`${topBar('Saved places', to('maps.map'))}
    <div class="lists">
      ${[
        ['Want to go', '4 places', '#2f8f6b', 'flag'],
        ['Favourites', '2 places', '#c2463f', 'heart'],
      ].map(
        ([name, size, colour, glyph]) =>
          html`<div class="album" data-id="saved_list" style="background:${colour}">
            ${icon(glyph as IconName)}<b data-id="list_name">${name}</b
            ><span data-id="list_size">${size}</span>
          </div>`,
      )}
    </div>`,
});

const route: Page = ({ at = '', by = 'car' }) => {
  const spot = SPOTS[at];
  if (spot === undefined) throw new Error(`the map has no ${at}`);
  const [x, y] = spot.at;
  const line = `<path d="M${HERE[0]} ${HERE[1]}V200H${x}V${y}" fill="none" stroke="${by === 'walk' ? '#1f8a3d' : by === 'bus' ? '#c2622d' : '#2a6df4'}" stroke-width="7" stroke-linejoin="round" ${by === 'walk' ? 'stroke-dasharray="2 12" stroke-linecap="round"' : ''}/>`;
  const neighbour = (step: number): Mode | undefined => MODES[MODES.indexOf(by as Mode) + step];
  const go = (mode: Mode): Target => to('maps.route', { at, by: mode === 'car' ? '' : mode });
  const [before, after] = [neighbour(-1), neighbour(1)];
  return {
    title: `Directions to ${spot.name}`,
    activity: '.RouteActivity',
    body: html`<div class="ends-box" data-id="route_header">
        ${tool('back', 'Navigate up', to('maps.place', { at }), 'navigate_up')}
        <div class="words">
          <p class="from" data-id="route_start">Your position</p>
          <p class="goal" data-id="route_goal">${spot.name}</p>
        </div>
      </div>
      <div class="modes" data-id="mode_tabs">
        ${MODES.map(
          (mode, index) =>
            html`<button
              class="mode"
              data-id="mode_${mode}"
              aria-label="${MODE_NAMES[mode]}"
              aria-selected="${mode === by ? 'true' : 'false'}"
              ${mode === by ? null : tap(go(mode))}
            >
              ${icon(MODE_ICONS[mode])}<span data-id="mode_minutes">${spot.minutes[index]} min</span>
            </button>`,
        )}
      </div>
      <div class="way" data-id="map" aria-label="Map" data-class="android.view.View">
        ${town(420, line + position + needle(spot.at, '#c2463f'))}
      </div>
      <div
        class="summary"
        data-id="route_summary"
        ${after === undefined ? null : swipe('left', go(after))}
        ${before === undefined ? null : swipe('right', go(before))}
      >
        <b data-id="route_minutes">${spot.minutes[MODES.indexOf(by as Mode)]} min</b>
        <span data-id="route_mode">${MODE_NAMES[by as Mode]}</span>
        <p class="quiet" data-id="route_text">
          ${by === 'bus' ? 'Line 4 from Mill Row, every ten minutes' : by === 'walk' ? 'Mostly flat, along the canal' : 'Usual traffic over Weir Bridge'}
        </p>
      </div>`,
  };
};

/** Maps: an invented town with search, places, lists of saved places and routes. */
export const maps: MiniApp = {
  id: 'maps',
  name: 'Maps',
  aliases: ['Map', '地图'],
  package: 'com.pocket.maps',
  entry: to('maps.map'),
  icon: icon('place'),
  colours: ['#d9efdc', '#c2463f'],
  pages: {
    'maps.map': map,
    'maps.search': search,
    'maps.nearby': nearby,
    'maps.place': place,
    'maps.save': save,
    'maps.saved': savedPage,
    'maps.route': route,
  },
};
