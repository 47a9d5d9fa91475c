import { html, type Html } from '../html.js';
import { icon } from '../icon.js';
import type { Keyboard } from '../mini-app.js';

const LETTERS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const NUMBERS = ['123', '456', '789', '*0#'];

const ACTION = {
  search: ['search', 'Search'],
  next: ['forward', 'Next'],
  done: ['check', 'Done'],
  send: ['send', 'Send'],
} as const;

/** Keys under a focused field. Single keys are drawn but, as on many phones, not part of the UI hierarchy. */
export function keyboardBody(keyboard: Keyboard): Html {
  const [glyph, label] = ACTION[keyboard.action];
  const action = html`<button class="key action" data-id="key_action" data-enter-key aria-label="${label}">
    ${icon(glyph)}
  </button>`;
  if (keyboard.layout === 'number') {
    return html`<div class="pad">
      <div class="pad-keys" data-skip>
        ${NUMBERS.map((row) => html`<div class="keys">${row.split('').map((key) => html`<b class="key">${key}</b>`)}</div>`)}
      </div>
      <div class="pad-side">
        <b class="key dark" data-skip data-key="erase">${icon('erase')}</b>
        ${action}
      </div>
    </div>`;
  }
  return html`<div class="suggest" data-skip><i></i><i></i></div>
    ${LETTERS.map(
      (row, index) =>
        html`<div class="keys" data-skip>
          ${index === 2 ? html`<b class="key dark">${icon('shift')}</b>` : null}
          ${row.split('').map((key) => html`<b class="key">${key}</b>`)}
          ${index === 2 ? html`<b class="key dark" data-key="erase">${icon('erase')}</b>` : null}
        </div>`,
    )}
    <div class="keys">
      <b class="key dark wide" data-skip>?123</b><b class="key" data-skip>,</b
      ><b class="key space" data-skip></b><b class="key" data-skip>.</b>${action}
    </div>`;
}
