import { html, type Html } from '../html.js';
import { icon } from '../icon.js';
import type { Page } from '../mini-app.js';
import { tap, to } from '../place.js';
import { field, tool, toggle, topBar } from './parts.js';

const NETWORKS = [
  { id: 'home', name: 'Alder House', secured: true, bars: 4 },
  { id: 'harbor', name: 'Harbor Cafe', secured: true, bars: 3 },
  { id: 'tram', name: 'Tram Free Wi-Fi', secured: false, bars: 3 },
  { id: 'cabin', name: 'Skerry Cabin', secured: true, bars: 2 },
] as const;

/** Passwords of the networks one may join. */
const WIFI_PASSWORDS = { harbor: 'tidepool9', cabin: 'gullwing42' } as const;

/** Wi-Fi networks nearby. */
export const network: Page = ({ joined = 'home' }) => ({
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

/** Asks for the password of a network. */
export const password: Page = ({ net = '', typed = '' }) => {
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

/** Bluetooth and what it connects to. */
export const bluetooth: Page = ({ on = '', joined = '' }) => ({
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
