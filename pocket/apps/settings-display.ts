import { html } from '../html.js';
import { icon } from '../icon.js';
import type { Page } from '../mini-app.js';
import { tap, to } from '../place.js';
import { topBar } from './parts.js';

const TIMEOUTS = { m2: '2 minutes', m5: '5 minutes', m10: '10 minutes' } as const;
type Timeout = keyof typeof TIMEOUTS;
const THEMES = { light: 'Light', dark: 'Dark' } as const;
type Theme = keyof typeof THEMES;

const night = (theme: string): string => (theme === 'dark' ? 'night' : '');

/** What the screen looks like. */
export const display: Page = ({ theme = 'light', timeout = 'm2' }) => ({
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

/** Light or dark. */
export const themePage: Page = ({ theme = 'light' }) => ({
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

/** When the screen turns off by itself. */
export const timeoutPage: Page = ({ timeout = 'm2' }) => ({
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
