import { html, type Html } from '../html.js';
import { icon } from '../icon.js';
import type { MiniApp, Page } from '../mini-app.js';
import { hold, isTold, tap, to, type Target } from '../place.js';
import { field, searchBar, tool } from './parts.js';

interface Note {
  readonly id: string;
  readonly title: string;
  readonly paper: string;
  readonly lines: readonly string[];
  readonly list: boolean;
}

const NOTES: readonly Note[] = [
  {
    id: 'gifts',
    title: 'Gift ideas',
    paper: '#fde9c9',
    list: true,
    lines: [
      'Noor: map of the coast',
      'Wren: seed bombs',
      'Tomas: a good torch',
      'Lin: Tern mug, the blue one',
    ],
  },
  {
    id: 'books',
    title: 'Books to read',
    paper: '#e3e9fb',
    list: false,
    lines: ['Salt Roads, then the second part.', '《海边的灯塔》, ask Lin.'],
  },
  {
    id: 'packing',
    title: 'Packing list',
    paper: '#d9f0e3',
    list: true,
    lines: ['Rain jacket', 'Thermos', 'Head torch', 'Map and compass', 'Oat biscuits'],
  },
  {
    id: 'plants',
    title: 'Watering',
    paper: '#f6dfe6',
    list: false,
    lines: ['Fern: every two days. Cactus: leave it alone!'],
  },
  {
    id: 'groceries',
    title: 'Groceries',
    paper: '#fff6bf',
    list: true,
    lines: ['Rye bread', 'Six eggs', 'Lemons'],
  },
];

/** Notes that can be held, pinned and shared. */
const HANDLED = ['packing'];

/** Item that may be put on the groceries list, and the note that may be written. */
export const NEW_ITEM = 'Oat milk';
export const NEW_NOTE = { title: 'Door code', body: '7305' } as const;

function noteOf(id: string): Note {
  const note = NOTES.find((one) => one.id === id);
  if (note === undefined) throw new Error(`there is no note ${id}`);
  return note;
}

function card(
  note: Note,
  options: { readonly pinned?: boolean; readonly chosen?: boolean; readonly idle?: boolean },
): Html {
  return html`<article
    class="paper ${options.chosen === true ? 'chosen' : ''}"
    data-id="note_card"
    style="background:${note.paper}"
    aria-selected="${options.chosen === true ? 'true' : 'false'}"
    ${options.idle === true ? null : tap(to('notes.note', { of: note.id, pinned: options.pinned === true ? 'pinned' : '' }))}
    ${HANDLED.includes(note.id) && options.idle !== true && options.pinned !== true ? hold(to('notes.selected', { of: note.id })) : null}
  >
    ${options.pinned === true ? html`<i class="pinned small" data-id="pin_mark" aria-label="Pinned">${icon('pinned')}</i>` : null}
    <b data-id="note_title">${note.title}</b>
    ${note.lines.slice(0, 3).map((line) => html`<p data-id="note_line">${note.list ? `• ${line}` : line}</p>`)}
  </article>`;
}

const list: Page = ({ pinned = '', saved = '' }) => {
  const others = NOTES.filter((one) => one.id !== pinned);
  const top = NOTES.find((one) => one.id === pinned);
  const fresh: Note = {
    id: 'door',
    title: NEW_NOTE.title,
    paper: '#ffffff',
    list: false,
    lines: [NEW_NOTE.body],
  };
  const shown = [
    ...(saved === '' ? [] : [card(fresh, { idle: true })]),
    ...others.map((note) => card(note, {})),
  ];
  return {
    title: 'Notes',
    activity: '.NotesActivity',
    body: html`<h1 class="brand" data-id="page_title">Notes</h1>
      ${searchBar('Search notes', to('notes.search'))}
      ${
        top === undefined
          ? null
          : html`<h2 class="label quiet" data-id="pinned_label">Pinned</h2>
              <div class="solo">${card(top, { pinned: true })}</div>
              <h2 class="label quiet" data-id="others_label">Others</h2>`
      }
      <div class="wall scroll" data-id="note_wall">
        ${[0, 1].map((column) => html`<div class="lane">${shown.filter((_, index) => index % 2 === column)}</div>`)}
      </div>
      <button class="fab round" data-id="add_note" aria-label="New note" ${tap(to('notes.edit'))}>
        ${icon('add')}
      </button>`,
  };
};

const selected: Page = ({ of = '' }) => ({
  title: 'One note selected',
  activity: '.NotesActivity',
  body: html`<header class="bar picked" data-id="selection_bar">
      ${tool('close', 'End selection', to('notes.list'), 'end_selection')}
      <h1 data-id="selection_count">1 selected</h1>
      ${tool('pin', 'Pin', to('notes.list', { pinned: of }))} ${tool('share', 'Share', shareOf(of))}
      ${tool('trash', 'Delete', null)}
    </header>
    <div class="wall scroll" data-id="note_wall">
      ${[0, 1].map((column) => html`<div class="lane">${NOTES.filter((_, index) => index % 2 === column).map((note) => card(note, { idle: true, chosen: note.id === of }))}</div>`)}
    </div>`,
});

/** Only the packing list can be shared in this recording. */
function shareOf(id: string): Target | null {
  return id === 'packing' ? to('share.sheet', { what: 'packing' }) : null;
}

const note: Page = ({ of = '', pinned = '', step = '', ...state }) => {
  const one = noteOf(of);
  const handled = HANDLED.includes(of);
  const at = (next: string): Target => to('notes.note', { of, step: next });
  const isAdded = step === 'added' || isTold(state, 'added', 'added');
  const lines = isAdded ? [...one.lines, NEW_ITEM] : one.lines;
  const writing = step === 'focus' || step === 'typed';
  return {
    title: one.title,
    activity: '.NoteActivity',
    ...(writing ? { keyboard: { layout: 'text', action: 'done' } as const } : {}),
    body: html`<div class="sheet-of-paper" style="background:${one.paper}">
      <header class="bar">
        ${tool('back', 'Navigate up', to('notes.list', { pinned: pinned === '' ? '' : of }), 'navigate_up')}
        <span class="space"></span>
        ${
          handled
            ? html`${pinned === '' ? tool('pin', 'Pin', to('notes.note', { of, pinned: 'pinned' })) : tool('pinned', 'Unpin', to('notes.note', { of }), 'action_pin')}
              ${tool('share', 'Share', shareOf(of))}`
            : null
        }
      </header>
      <h1 class="title" data-id="note_title">${one.title}</h1>
      ${lines.map((line) =>
        one.list
          ? html`<div class="item" data-id="item">
              <i data-skip></i><span data-id="item_text">${line}</span>
            </div>`
          : html`<p class="prose" data-id="note_text">${line}</p>`,
      )}
      ${
        of === 'groceries'
          ? html`<div class="item new">
              ${icon('add')}
              ${field({
                id: 'new_item_field',
                hint: 'Add an item',
                value: step === 'typed' ? NEW_ITEM : '',
                ...(writing ? { texts: { [NEW_ITEM]: at('typed') } } : { focus: at('focus') }),
                ...(step === 'typed' ? { submit: at('added') } : {}),
              })}
              ${step === 'typed' ? html`<button class="tool" data-id="confirm_item" aria-label="Add item" ${tap(at('added'))}>${icon('check')}</button>` : null}
            </div>`
          : null
      }
      <p class="edited quiet" data-id="edited">Edited ${isAdded ? 'just now' : 'yesterday'}</p>
    </div>`,
  };
};

const edit: Page = ({ step = '' }) => {
  const order = ['', 'titled', 'body', 'full'];
  const reached = order.indexOf(step);
  const at = (next: string): Target => to('notes.edit', { step: next });
  return {
    title: 'New note',
    activity: '.EditNoteActivity',
    keyboard: { layout: 'text', action: 'next' },
    body: html`<header class="bar">
        ${tool('close', 'Discard', to('notes.list'), 'discard')}
        <span class="space"></span>
        ${step === 'full' ? tool('check', 'Save', to('notes.list', { saved: 'door' }), 'save') : html`<button class="tool off" data-id="save" aria-label="Save" aria-disabled="true">${icon('check')}</button>`}
      </header>
      <div class="draft-title">
        ${field({
          id: 'title_field',
          hint: 'Title',
          value: reached > 0 ? NEW_NOTE.title : '',
          ...(reached < 2 ? { texts: { [NEW_NOTE.title]: at('titled') } } : {}),
          ...(step === 'titled' ? { submit: at('body') } : {}),
        })}
      </div>
      <div class="draft-body">
        ${field({
          id: 'body_field',
          hint: 'Note',
          value: step === 'full' ? NEW_NOTE.body : '',
          ...(step === 'titled' ? { focus: at('body') } : {}),
          ...(step === 'body' ? { texts: { [NEW_NOTE.body]: at('full') } } : {}),
        })}
      </div>`,
  };
};

const SEARCHES: Readonly<Record<string, string>> = {
  packing: 'packing list',
  groceries: 'groceries',
  gifts: 'gift ideas',
};

const search: Page = ({ found = '' }) => {
  const one = NOTES.find(({ id }) => id === found);
  return {
    title: 'Search notes',
    activity: '.SearchActivity',
    keyboard: { layout: 'text', action: 'search' },
    body: html`<header class="bar under">
        ${field({
          id: 'search_field',
          hint: 'Search notes',
          value: SEARCHES[found] ?? '',
          texts: Object.fromEntries(
            Object.entries(SEARCHES).map(([id, word]) => [word, to('notes.search', { found: id })]),
          ),
          ...(one === undefined ? {} : { submit: to('notes.note', { of: found }) }),
        })}
        <button class="button ghost" data-id="cancel" ${tap(to('notes.list'))}>Cancel</button>
      </header>
      ${one === undefined ? html`<p class="quiet tip" data-id="search_hint">Search in titles and lists.</p>` : html`<div class="solo">${card(one, {})}</div>`}`,
  };
};

/** Notes: a wall of notes and lists; some can be pinned, shared or extended. */
export const notes: MiniApp = {
  id: 'notes',
  name: 'Notes',
  aliases: ['Memo', '笔记', '备忘录', '便签'],
  package: 'com.pocket.notes',
  entry: to('notes.list'),
  icon: icon('note'),
  colours: ['#fff2b8', '#8a6a00'],
  pages: {
    'notes.list': list,
    'notes.selected': selected,
    'notes.note': note,
    'notes.edit': edit,
    'notes.search': search,
  },
};
