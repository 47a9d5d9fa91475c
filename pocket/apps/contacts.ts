import { html, type Html } from '../html.js';
import { icon, type IconName } from '../icon.js';
import type { MiniApp, Page } from '../mini-app.js';
import { isTold, tap, to, type State, type Target } from '../place.js';
import { face, field, searchBar, tool, topBar } from './parts.js';
import { BUSINESSES, businessOf, NEW_BUSINESS, NEW_PERSON, PEOPLE, personOf } from './people.js';

const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name.localeCompare(b.name, 'en');
const EVERYBODY = [...PEOPLE, ...BUSINESSES].sort(byName);

/** Page of somebody's card. */
function cardOf(id: string): Target {
  return [...BUSINESSES, NEW_BUSINESS].some((one) => one.id === id)
    ? to('contacts.business', { who: id })
    : to('contacts.person', { who: id });
}

function tabs(now: 'list' | 'favourites'): Html {
  const tab = (id: 'list' | 'favourites', glyph: IconName, title: string): Html =>
    html`<div
      data-id="tab_${id}"
      aria-selected="${now === id ? 'true' : 'false'}"
      ${now === id ? html`data-press` : tap(to(`contacts.${id}`))}
    >
      ${icon(glyph)}<span data-id="tab_title">${title}</span>
    </div>`;
  return html`<nav class="nav" data-id="bottom_navigation">
    ${tab('list', 'person', 'Contacts')}${tab('favourites', 'star', 'Favourites')}
  </nav>`;
}

/** Everybody that the phone knows, by name. */
function everybody(state: State): typeof EVERYBODY {
  const fresh = [NEW_PERSON, NEW_BUSINESS].filter(({ id }) => isTold(state, 'contacts', id));
  return [...EVERYBODY, ...fresh].sort(byName);
}

const list: Page = (state) => ({
  title: 'Contacts',
  activity: '.ContactsActivity',
  body: html`${searchBar('Search contacts', to('contacts.search'))}
    <ul class="scroll" data-scroll data-id="contact_list">
      ${everybody(state).map((one, index, all) => {
        const letter = one.name.slice(0, 1);
        const first = all[index - 1]?.name.slice(0, 1) !== letter;
        return html`${first ? html`<h3 class="letter" data-id="letter">${letter}</h3>` : null}
          <li class="row" data-id="contact" ${tap(cardOf(one.id))}>
            ${face(one.initials, one.colour)}<span class="words" data-id="contact_name">${one.name}</span>
          </li>`;
      })}
    </ul>
    <button class="fab above-nav" data-id="add_contact" aria-label="Add contact" ${tap(to('contacts.edit'))}>
      ${icon('add')}
    </button>
    ${tabs('list')}`,
});

const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  lin: ['lin yue', '林悦'],
  mira: ['mira solberg'],
  noor: ['noor hadley'],
  otto: ['otto brandt', 'plumber'],
};

const search: Page = ({ found = '' }) => {
  const one = EVERYBODY.find(({ id }) => id === found);
  const texts = Object.entries(SEARCHES).flatMap(([id, words]) =>
    words.map((word): [string, Target] => [word, to('contacts.search', { found: id })]),
  );
  return {
    title: 'Search contacts',
    activity: '.ContactSearchActivity',
    keyboard: { layout: 'text', action: 'search' },
    body: html`<div class="searchbar" data-id="search_box">
        ${tool('back', 'Navigate up', to('contacts.list'), 'navigate_up')}
        ${field({
          id: 'search_field',
          hint: 'Name or trade',
          value: SEARCHES[found]?.[0] ?? '',
          texts: Object.fromEntries(texts),
          ...(one === undefined ? {} : { submit: cardOf(found) }),
        })}
        ${found === '' ? null : tool('close', 'Clear', to('contacts.search'), 'clear')}
      </div>
      ${
        one === undefined
          ? html`<p class="quiet pad" data-id="search_hint">Type a name to find somebody.</p>`
          : html`<p class="quiet pad" data-id="search_count">1 contact</p>
              <div class="row hit" data-id="search_hit" ${tap(cardOf(found))}>
                ${face(one.initials, one.colour)}
                <div class="words">
                  <span data-id="contact_name">${one.name}</span>
                  <p data-id="contact_phone">${one.phone}</p>
                </div>
              </div>`
      }`,
  };
};

function fact(glyph: IconName, id: string, value: string, label: string, target: Target | null = null): Html {
  return html`<div class="row fact" data-id="${id}_row" ${target === null ? null : tap(target)}>
    ${icon(glyph)}
    <div class="words">
      <span data-id="${id}">${value}</span>
      <p data-id="${id}_label">${label}</p>
    </div>
  </div>`;
}

const person: Page = ({ who = '', star = '' }) => {
  const one = personOf(who);
  const starred = one.favourite === true || star !== '';
  const up = star === '' ? to('contacts.list') : to('contacts.favourites', { added: who });
  return {
    title: one.name,
    activity: '.PersonActivity',
    body: html`${topBar(
        '',
        up,
        one.favourite === true || who === NEW_PERSON.id
          ? one.favourite === true
            ? html`<i data-id="favourite_mark" aria-label="Favourite" class="gold">${icon('starred')}</i>`
            : null
          : starred
            ? tool('starred', 'Remove from favourites', to('contacts.person', { who }), 'action_favourite')
            : tool(
                'star',
                'Add to favourites',
                to('contacts.person', { who, star: 'star' }),
                'action_favourite',
              ),
      )}
      <div class="center portrait">
        <b class="face" data-skip style="background:${one.colour}">${one.initials}</b>
        <h1 data-id="person_name">${one.name}</h1>
      </div>
      <div class="deeds">
        ${
          who === NEW_PERSON.id
            ? null
            : html`<button
                class="deed"
                data-id="action_message"
                aria-label="Message"
                ${tap(to('messages.thread', { with: who }))}
              >
                ${icon('chat')}<span data-id="deed_title">Message</span>
              </button>`
        }
        ${
          one.address === undefined
            ? null
            : html`<button
                class="deed"
                data-id="action_directions"
                aria-label="Directions"
                ${tap(to('maps.place', { at: who }))}
              >
                ${icon('directions')}<span data-id="deed_title">Directions</span>
              </button>`
        }
      </div>
      <div class="card facts">
        ${fact('call', 'phone', one.phone, 'Mobile')}
        ${one.mail === '' ? null : fact('mail', 'mail', one.mail, 'Private')}
        ${one.address === undefined ? null : fact('place', 'address', one.address, 'Home', to('maps.place', { at: who }))}
        ${one.birthday === undefined ? null : fact('gift', 'birthday', one.birthday, 'Birthday')}
      </div>`,
  };
};

const business: Page = ({ who = '' }) => {
  const one = businessOf(who);
  return {
    title: one.name,
    activity: '.BusinessActivity',
    body: html`<div class="banner" style="background:${one.colour}">
        ${topBar('', to('contacts.list'))}
        <h1 data-id="business_name">${one.name}</h1>
        <p data-id="business_trade">${one.trade}</p>
      </div>
      <div class="columns">
        <div class="card half" data-id="phone_card">
          <p class="quiet" data-id="phone_label">Phone</p>
          <b data-id="phone">${one.phone}</b>
        </div>
        ${
          one.hours === ''
            ? null
            : html`<div class="card half" data-id="hours_card">
                <p class="quiet" data-id="hours_label">Open</p>
                <b data-id="hours">${one.hours}</b>
              </div>`
        }
      </div>
      ${
        one.mail === '' || who === 'library'
          ? null
          : html`<div class="card letterbox" data-id="mail_card">
              <p class="quiet" data-id="mail_label">Mail</p>
              <span data-id="mail">${one.mail}</span>
              <button class="button plain" data-id="action_mail" ${tap(to('mail.compose', { to: who }))}>
                Write a mail
              </button>
            </div>`
      }`,
  };
};

const favourites: Page = ({ added = '', ...state }) => {
  const isAdded = (id: string): boolean => id === added || isTold(state, 'favourites', id);
  const shown = PEOPLE.filter((one) => one.favourite === true || isAdded(one.id));
  return {
    title: 'Favourites',
    activity: '.FavouritesActivity',
    body: html`<header class="bar"><h1 data-id="toolbar_title">Favourites</h1></header>
      <div class="faces scroll" data-id="favourite_grid">
        ${shown.map(
          (one) =>
            html`<article
              class="card"
              data-id="favourite"
              ${tap(to('contacts.person', { who: one.id, star: isAdded(one.id) ? 'star' : '' }))}
            >
              <b class="face" data-skip style="background:${one.colour}">${one.initials}</b>
              <span data-id="contact_name">${one.name}</span>
            </article>`,
        )}
      </div>
      ${tabs('favourites')}`,
  };
};

/** Contacts the form takes, by what is typed as the name. */
const DRAFTS = { [NEW_PERSON.id]: NEW_PERSON, [NEW_BUSINESS.id]: NEW_BUSINESS };

const edit: Page = ({ who = '', step = '' }) => {
  const draft = DRAFTS[who];
  const full = step === 'full';
  const saved = who === NEW_PERSON.id ? to('contacts.person', { who }) : to('contacts.business', { who });
  const digits = draft?.phone ?? '';
  return {
    title: 'New contact',
    activity: '.EditContactActivity',
    keyboard: step === '' ? { layout: 'text', action: 'next' } : { layout: 'number', action: 'done' },
    body: html`<header class="bar">
        ${tool('close', 'Discard', to('contacts.list'), 'discard')}
        <h1 data-id="toolbar_title">New contact</h1>
        ${
          full
            ? html`<button class="button ghost" data-id="save" ${tap(saved)}>Save</button>`
            : html`<button class="button ghost off" data-id="save" aria-disabled="true">Save</button>`
        }
      </header>
      <div class="entry ${step === '' ? 'now' : ''}">
        ${icon('person')}
        ${field({
          id: 'name_field',
          hint: 'Name',
          value: draft?.name ?? '',
          ...(step === ''
            ? {
                texts: Object.fromEntries(
                  Object.values(DRAFTS).map((one) => [one.name, to('contacts.edit', { who: one.id })]),
                ),
                ...(draft === undefined ? {} : { submit: to('contacts.edit', { who, step: 'phone' }) }),
              }
            : {}),
        })}
      </div>
      <div class="entry ${step === '' ? '' : 'now'}">
        ${icon('call')}
        ${field({
          id: 'phone_field',
          hint: 'Phone',
          value: full ? digits : '',
          ...(step === '' && draft !== undefined
            ? { focus: to('contacts.edit', { who, step: 'phone' }) }
            : {}),
          ...(step === 'phone'
            ? {
                texts: {
                  [digits]: to('contacts.edit', { who, step: 'full' }),
                  [digits.replace('-', '')]: to('contacts.edit', { who, step: 'full' }),
                },
              }
            : {}),
        })}
      </div>`,
  };
};

/** Contacts: people and businesses, favourites, search, and a form for new ones. */
export const contacts: MiniApp = {
  id: 'contacts',
  name: 'Contacts',
  aliases: ['People', '联系人', '通讯录'],
  package: 'com.pocket.contacts',
  entry: to('contacts.list'),
  icon: icon('person'),
  colours: ['#fde3d0', '#b3541e'],
  pages: {
    'contacts.list': list,
    'contacts.search': search,
    'contacts.person': person,
    'contacts.business': business,
    'contacts.favourites': favourites,
    'contacts.edit': edit,
  },
};
