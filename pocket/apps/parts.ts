import { html, type Html, type HtmlValue } from '../html.js';
import { icon, type IconName } from '../icon.js';
import { enter, tap, typed, type Target } from '../place.js';

/** A round button that is only an icon. Without a target it is drawn but leads nowhere. */
export function tool(glyph: IconName, label: string, target: Target | null, id?: string): Html {
  const leads = target === null ? html`data-press` : tap(target);
  return html`<button class="tool" data-id="${id ?? `action_${glyph}`}" aria-label="${label}" ${leads}>
    ${icon(glyph)}
  </button>`;
}

/** Bar at the top of a page that was opened from another one. */
export function topBar(title: HtmlValue, up: Target, tools: HtmlValue = null): Html {
  return html`<header class="bar" data-id="toolbar">
    ${tool('back', 'Navigate up', up, 'navigate_up')}
    ${title === '' ? html`<span class="space"></span>` : html`<h1 data-id="toolbar_title">${title}</h1>`}
    ${tools}
  </header>`;
}

/** A line that stands for a field and opens the search page. */
export function searchBar(hint: string, target: Target): Html {
  return html`<div class="searchbar" data-id="search_bar" ${tap(target)}>
    ${icon('search')}<span data-id="search_bar_text">${hint}</span>
  </div>`;
}

export interface FieldOptions {
  readonly id: string;
  readonly hint: string;
  readonly value?: string;
  /** Where tapping the field leads while it is not focused. */
  readonly focus?: Target;
  /** Texts it takes while it is focused. */
  readonly texts?: Readonly<Record<string, Target>>;
  /** What ENTER leads to while it is focused. */
  readonly submit?: Target;
  readonly password?: boolean;
}

/** A text field. It is focused when it takes texts or submits. */
export function field(options: FieldOptions): Html {
  const { id, hint, value, focus, texts, submit, password } = options;
  const focused = texts !== undefined || submit !== undefined;
  return html`<div
    class="field"
    role="textbox"
    data-id="${id}"
    placeholder="${hint}"
    ${focus === undefined ? null : tap(focus)}
    ${texts === undefined ? null : typed(texts)}
    ${submit === undefined ? null : enter(submit)}
    ${focused ? html`data-focused` : null}
    ${password === true ? html`data-password` : null}
  >
    ${value === undefined || value === '' ? html`<span class="hint" data-skip>${hint}</span>` : value}
  </div>`;
}

/** Switch that shows a fact. */
export function toggle(id: string, on: boolean, label: string): Html {
  return html`<i
    role="switch"
    data-id="${id}"
    aria-checked="${on ? 'true' : 'false'}"
    aria-label="${label}"
  ></i>`;
}

/** Round picture with a person's initials. */
export function face(initials: string, colour: string): Html {
  return html`<b class="face" data-skip style="background:${colour}">${initials}</b>`;
}
