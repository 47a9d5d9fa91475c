import { html, type Html } from '../html.js';
import type { MiniApp, View } from '../mini-app.js';
import { keyboardBody } from './keyboard.js';

/** What the phone's screen holds while it shows a view of an app: status bar, page, keyboard. */
export function phoneBody(app: MiniApp, view: View): Html {
  return html`<div id="status">
      <span>9:41</span>
      <svg viewBox="0 0 66 14" width="66" height="14">
        <path d="M1 13h3V9H1zM6 13h3V6H6zM11 13h3V3h-3z" />
        <path d="M30 13l-8-8a11.5 11.5 0 0 1 16 0z" />
        <rect x="46" y="3" width="17" height="10" rx="3" />
        <rect x="64" y="6" width="2" height="4" rx="1" />
      </svg>
    </div>
    <main id="app" class="app-${app.id}">${view.body}</main>
    ${view.keyboard === undefined ? null : html`<div id="keyboard">${keyboardBody(view.keyboard)}</div>`}
    <div id="pill"></div>`;
}
