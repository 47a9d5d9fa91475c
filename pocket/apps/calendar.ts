import { html, type Html } from '../html.js';
import { icon } from '../icon.js';
import type { MiniApp, Page } from '../mini-app.js';
import { isTold, tap, to, toldOf, type State, type Target } from '../place.js';
import { field, tool, topBar } from './parts.js';

interface Appointment {
  readonly id: string;
  readonly day: number;
  readonly time: string;
  readonly title: string;
  readonly place?: { readonly name: string; readonly target: Target };
  readonly note: string;
  readonly colour: string;
  /** `offer` where the title is one that another app offered. */
  readonly as?: string;
}

/** What the calendar holds from the beginning. October 2026, today is Wednesday the 14th. */
const APPOINTMENTS: readonly Appointment[] = [
  {
    id: 'lunch',
    day: 15,
    time: '12:30',
    title: 'Lunch with Noor',
    note: 'Bring the map.',
    colour: '#c2622d',
  },
  {
    id: 'ferry',
    day: 15,
    time: '7:45',
    title: 'Ferry to Skerry Point',
    note: 'Pier 2, booking HB-220',
    colour: '#1d8fa8',
  },
  {
    id: 'concert',
    day: 16,
    time: '20:00',
    title: 'Concert: Tides',
    place: { name: 'Old Mill Theatre', target: to('maps.place', { at: 'mill' }) },
    note: 'Row 6, seat 11',
    colour: '#7b2d3b',
  },
  { id: 'book', day: 17, time: '15:00', title: 'Book club', note: 'Chapters 9 to 14', colour: '#5c7f2b' },
];

/** Appointments that tasks add: title, day, time. */
export const NEW_APPOINTMENTS = {
  callotto: { title: 'Call Otto', day: 16, time: '10:00' },
  dentist: { title: 'Dentist', day: 22, time: '15:30' },
  dinner: { title: 'Dinner with Tomas', day: 17, time: '19:00' },
} as const;
type NewId = keyof typeof NEW_APPOINTMENTS;

/** Titles under which other apps offer an appointment. */
const OFFERED: Readonly<Record<string, string>> = {
  dentist: 'Check-up, Pia Lorne',
  dinner: 'Dinner at the Copper Kettle',
};
const NEW_IDS = Object.keys(NEW_APPOINTMENTS) as NewId[];

const TODAY = 14;
const DAYS = [14, 15, 16, 17, 22];
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const weekday = (day: number): string => WEEKDAYS[(day + 2) % 7] ?? '';
const dayState = (day: number): string => (day === TODAY ? '' : String(day));

/** October as six rows of seven; the 1st is a Thursday. */
function grid(selected: number, lead: (day: number) => Target | null): Html {
  const cells = Array.from({ length: 35 }, (_, index) => index - 2);
  return html`<div class="month" data-id="month_grid">
    ${WEEKDAYS.map((name) => html`<i class="head" data-skip>${name.slice(0, 1)}</i>`)}
    ${cells.map((day) => {
      if (day < 1 || day > 31) return html`<i data-skip></i>`;
      const target = lead(day);
      const busy = APPOINTMENTS.some((one) => one.day === day);
      return html`<div
        class="day ${day === selected ? 'now' : ''} ${busy ? 'busy' : ''}"
        data-id="day"
        aria-selected="${day === selected ? 'true' : 'false'}"
        ${target === null ? null : tap(target)}
      >
        ${day}
      </div>`;
    })}
  </div>`;
}

/** The appointments of a day; a live calendar also has those that were added, and not those that were deleted. */
function appointmentsOn(day: number, state: State): Appointment[] {
  const added = toldOf(state, 'events').flatMap((word): Appointment[] => {
    const [id = '', offer = ''] = word.split('.');
    const one = appointmentOf(id, offer);
    return one === undefined ? [] : [one];
  });
  const kept = APPOINTMENTS.filter(({ id }) => !isTold(state, 'cancelled', id));
  return [...kept, ...added].filter((one) => one.day === day).sort(byTime);
}

/** @param as `offer` where its title is the one that another app offered */
function appointmentOf(id: string, as: string): Appointment | undefined {
  const fresh = NEW_APPOINTMENTS[id as NewId];
  if (fresh === undefined) return APPOINTMENTS.find((one) => one.id === id);
  const { day, time, title } = fresh;
  const offered = as === 'offer' ? OFFERED[id] : undefined;
  return {
    id,
    day,
    time,
    title: offered ?? title,
    note: '',
    colour: '#2457d6',
    ...(as === '' ? {} : { as }),
  };
}

function slot(one: Appointment): Html {
  return html`<div
    class="slot"
    data-id="event"
    style="border-color:${one.colour}"
    ${tap(to('calendar.event', { of: one.id, as: one.as ?? '' }))}
  >
    <b data-id="event_title">${one.title}</b><span class="quiet" data-id="event_time">${one.time}</span>
  </div>`;
}

const byTime = (a: Appointment, b: Appointment): number =>
  a.day - b.day || Number.parseInt(a.time) - Number.parseInt(b.time);

const month: Page = ({ day = String(TODAY), without = '', ...state }) => {
  const selected = Number(day);
  const events = appointmentsOn(selected, state).filter(({ id }) => id !== without);
  return {
    title: `October, ${weekday(selected)} ${selected}`,
    activity: '.MonthActivity',
    body: html`<header class="bar">
        <h1 data-id="toolbar_title">October 2026</h1>
        ${tool('search', 'Search events', to('calendar.search'))}
        ${tool('list', 'Agenda', to('calendar.agenda'))}
      </header>
      ${grid(selected, (one) => (DAYS.includes(one) && one !== selected ? to('calendar.month', { day: dayState(one) }) : null))}
      <div class="tray">
        <h2 data-id="day_title">${weekday(selected)} ${selected} October</h2>
        ${events.length === 0 ? html`<p class="quiet" data-id="no_events">Nothing planned</p>` : events.map(slot)}
      </div>
      <button class="fab wide" data-id="add_event" ${tap(to('calendar.edit', { day: dayState(selected) }))}>
        ${icon('add')}<span data-id="fab_text">Event</span>
      </button>
      ${without === '' ? null : html`<div class="toast left" data-id="snackbar"><span data-id="snackbar_text">Event deleted</span></div>`}`,
  };
};

const agenda: Page = (state) => ({
  title: 'Agenda',
  activity: '.AgendaActivity',
  body: html`${topBar('Agenda', to('calendar.month'))}
    <div class="agenda scroll" data-id="agenda_list">
      ${DAYS.map((day) => {
        const events = appointmentsOn(day, state);
        return html`<div class="stretch">
          <div class="when">
            <b data-id="agenda_day">${day}</b
            ><span class="quiet" data-id="agenda_weekday">${weekday(day)}</span>
          </div>
          <div class="what">
            ${events.length === 0 ? html`<p class="quiet nothing" data-id="no_events">Nothing planned</p>` : events.map(slot)}
          </div>
          ${tool('add', `Add event on ${day} October`, to('calendar.edit', { day: dayState(day) }), 'add_on_day')}
        </div>`;
      })}
    </div>`,
});

const event: Page = ({ of = '', as = '' }) => {
  const fresh = NEW_APPOINTMENTS[of as NewId];
  const one = appointmentOf(of, as);
  if (one === undefined) throw new Error(`there is no event ${of}`);
  return {
    title: one.title,
    activity: '.EventActivity',
    body: html`<div class="cover" style="background:${one.colour}">
        ${topBar('', to('calendar.month', { day: dayState(one.day) }), of === 'book' ? tool('trash', 'Delete event', to('calendar.delete', { of })) : null)}
        <h1 data-id="event_title">${one.title}</h1>
      </div>
      <div class="row tall">
        ${icon('clock')}
        <div class="words">
          <span data-id="event_date">${weekday(one.day)} ${one.day} October</span>
          <p data-id="event_time">${one.time}</p>
        </div>
      </div>
      ${
        one.place === undefined
          ? null
          : html`<div class="row tall" data-id="location_row" ${tap(one.place.target)}>
              ${icon('place')}
              <div class="words">
                <span class="linked" data-id="location">${one.place.name}</span>
                <p data-id="location_hint">Show on the map</p>
              </div>
            </div>`
      }
      ${one.note === '' ? null : html`<div class="row tall">${icon('note')}<span class="words" data-id="event_note">${one.note}</span></div>`}
      ${fresh === undefined ? null : html`<div class="toast" data-id="snackbar"><span data-id="snackbar_text">Event saved</span></div>`}`,
  };
};

const remove: Page = ({ of = '' }) => {
  const one = APPOINTMENTS.find(({ id }) => id === of);
  return {
    title: 'Delete event?',
    activity: '.EventActivity',
    body: html`<div class="below">${event({ of }).body}</div>
      <div class="over dialog" data-window>
        <div data-panel data-cover>
          <h2 data-id="alert_title">Delete event?</h2>
          <p class="quiet" data-id="alert_message">“${one?.title}” will be removed from your calendar.</p>
          <div class="ends">
            <button class="button ghost" data-id="button_keep" ${tap(to('calendar.event', { of }))}>
              Keep
            </button>
            <button
              class="button ghost"
              data-id="button_delete"
              ${tap(to('calendar.month', { day: dayState(one?.day ?? TODAY), without: of }))}
            >
              Delete
            </button>
          </div>
        </div>
      </div>`,
  };
};

const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  book: ['book club'],
  ferry: ['ferry'],
  concert: ['concert', 'tides'],
};

const search: Page = ({ found = '' }) => {
  const one = APPOINTMENTS.find(({ id }) => id === found);
  const texts = Object.entries(SEARCHES).flatMap(([id, words]) =>
    words.map((word): [string, Target] => [word, to('calendar.search', { found: id })]),
  );
  return {
    title: 'Search events',
    activity: '.SearchActivity',
    keyboard: { layout: 'text', action: 'search' },
    body: html`<header class="bar look">
        ${tool('back', 'Navigate up', to('calendar.month'), 'navigate_up')}
        ${field({
          id: 'search_field',
          hint: 'Search events',
          value: SEARCHES[found]?.[0] ?? '',
          texts: Object.fromEntries(texts),
          ...(one === undefined ? {} : { submit: to('calendar.event', { of: found }) }),
        })}
      </header>
      ${
        one === undefined
          ? html`<div class="center nowhere" data-skip>${icon('calendar')}</div>`
          : html`<div class="match" data-id="search_hit" ${tap(to('calendar.event', { of: found }))}>
              <div class="leaf" style="background:${one.colour}">
                <b data-id="hit_day">${one.day}</b><span data-id="hit_month">Oct</span>
              </div>
              <div class="words">
                <span class="strong" data-id="event_title">${one.title}</span>
                <p class="quiet" data-id="event_time">${weekday(one.day)}, ${one.time}</p>
              </div>
            </div>`
      }`,
  };
};

/** The form for an event: which day is set, which title was typed or offered, whether the time is set. */
const edit: Page = ({ day = String(TODAY), event: id = '', step = '' }) => {
  const draft = NEW_APPOINTMENTS[id as NewId];
  const number = Number(day);
  const rightDay = draft !== undefined && draft.day === number;
  const isOffer = step === 'offer';
  const isTimed = step === 'timed' || isOffer;
  const writing = draft === undefined || isOffer;
  const titles = NEW_IDS.filter((one) =>
    isOffer ? one === id : number === TODAY || NEW_APPOINTMENTS[one].day === number,
  );
  return {
    title: 'New event',
    activity: '.EditEventActivity',
    ...(writing ? { keyboard: { layout: 'text', action: 'done' } as const } : {}),
    body: html`<header class="bar">
        ${tool('close', 'Discard', to('calendar.month', { day: dayState(number) }), 'discard')}
        <h1 data-id="toolbar_title">New event</h1>
        ${
          isTimed
            ? html`<button
                class="button"
                data-id="save_event"
                ${tap(to('calendar.event', { of: id, as: isOffer ? step : '' }))}
              >
                Save
              </button>`
            : html`<button class="button" data-id="save_event" aria-disabled="true">Save</button>`
        }
      </header>
      <div class="heading ${writing ? 'now' : ''}">
        ${field({
          id: 'title_field',
          hint: 'Title',
          value: (isOffer ? OFFERED[id] : draft?.title) ?? '',
          ...(writing
            ? {
                texts: Object.fromEntries(
                  titles.map((one) => [
                    NEW_APPOINTMENTS[one].title,
                    to('calendar.edit', { day: dayState(number), event: one, step: isOffer ? 'timed' : '' }),
                  ]),
                ),
              }
            : {}),
        })}
      </div>
      <div class="row" data-id="date_row" ${isTimed ? null : tap(to('calendar.pick', { event: id }))}>
        ${icon('calendar')}<span class="words" data-id="date_label">Date</span
        ><b class="value" data-id="date_value">${weekday(number)}, ${number} Oct 2026</b>
      </div>
      <div
        class="row"
        data-id="time_row"
        ${rightDay && step === '' ? tap(to('calendar.time', { event: id })) : null}
      >
        ${icon('clock')}<span class="words" data-id="time_label">Time</span
        ><b class="value" data-id="time_value">${isTimed ? draft?.time : 'Set time'}</b>
      </div>
      ${writing ? null : html`<div class="row">${icon('bell')}<span class="words" data-id="reminder_label">Reminder</span><b class="value" data-id="reminder_value">30 minutes before</b></div>`}`,
  };
};

const pick: Page = ({ event: id = '' }) => {
  const draft = NEW_APPOINTMENTS[id as NewId];
  const open = draft === undefined ? DAYS : [draft.day];
  return {
    title: 'Choose a date',
    activity: '.EditEventActivity',
    body: html`<div class="below">${edit({ event: id }).body}</div>
      <div class="over dialog" data-window>
        <div data-panel data-cover>
          <h2 data-id="picker_title">October 2026</h2>
          ${grid(TODAY, (day) => (open.includes(day) ? to('calendar.edit', { day: dayState(day), event: id }) : null))}
          <div class="ends">
            <button class="button ghost" data-id="button_cancel" ${tap(to('calendar.edit', { event: id }))}>
              Cancel
            </button>
          </div>
        </div>
      </div>`,
  };
};

const time: Page = ({ event: id = '' }) => {
  const draft = NEW_APPOINTMENTS[id as NewId];
  const done = to('calendar.edit', { day: dayState(draft.day), event: id, step: 'timed' });
  return {
    title: 'Set time',
    activity: '.TimeActivity',
    keyboard: { layout: 'number', action: 'done' },
    body: html`<header class="bar">
        ${tool('close', 'Cancel', to('calendar.edit', { day: dayState(draft.day), event: id }), 'cancel')}
        <h1 data-id="toolbar_title">Set time</h1>
      </header>
      <div class="dial">
        ${field({ id: 'time_field', hint: '00:00', texts: { [draft.time]: done, [draft.time.replace(':', '')]: done } })}
      </div>
      <p class="quiet center" data-id="time_hint">Type the time, as in 18:30</p>`,
  };
};

/** Calendar: month, agenda, events, search, and a form for new events. */
export const calendar: MiniApp = {
  id: 'calendar',
  name: 'Calendar',
  aliases: ['日历'],
  package: 'com.pocket.calendar',
  entry: to('calendar.month'),
  icon: icon('calendar'),
  colours: ['#ffffff', '#c2463f'],
  pages: {
    'calendar.month': month,
    'calendar.agenda': agenda,
    'calendar.event': event,
    'calendar.delete': remove,
    'calendar.search': search,
    'calendar.edit': edit,
    'calendar.pick': pick,
    'calendar.time': time,
  },
};
