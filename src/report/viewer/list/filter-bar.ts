import { element, replaceChildren } from '../element.js';
import { OUTCOMES } from '../../view/outcome-numbers.js';
import type { Viewer } from '../page.js';
import { outcomeSign } from '../parts/outcome-mark.js';
import { reasonName } from '../reason-name.js';
import { EVERYTHING, NO_FILTER, type ListFilter, type ListQuery } from '../route.js';
import { cellItems } from '../select-rows.js';

/** The controls that narrow a list. */
export interface FilterBar {
  readonly element: HTMLElement;
  readonly search: HTMLInputElement;
  /** Shows what is chosen, and how much is left of all. */
  update(query: ListQuery, shown: string): void;
}

export function filterBar(viewer: Viewer, change: (part: Partial<ListFilter>) => void): FilterBar {
  const { strings, model } = viewer;
  const search = element('input', {
    type: 'search',
    class: 'search',
    placeholder: strings.searchHint,
    'aria-label': strings.search,
    autocomplete: 'off',
    spellcheck: 'false',
    oninput: () => change({ text: search.value }),
  });
  const seen = new Set(model.episodes.map(({ outcome }) => outcome));
  const outcomes = OUTCOMES.filter((outcome) => seen.has(outcome));
  let chosen: ListQuery = EVERYTHING;
  const chips = outcomes.map((outcome) => {
    const chip = element(
      'button',
      {
        type: 'button',
        class: 'chip',
        title: strings.outcomeHelp[outcome],
        onclick: () => {
          const others = chosen.outcomes.filter((other) => other !== outcome);
          change({ outcomes: others.length < chosen.outcomes.length ? others : [...others, outcome] });
        },
      },
      outcomeSign(outcome),
      strings.outcomes[outcome],
    );
    return { outcome, chip };
  });
  const app = choice(strings.app, strings.allApps, model.apps, (value) => change({ app: value }));
  const ability = choice(strings.ability, strings.allAbilities, model.abilities, (value) =>
    change({ ability: value }),
  );
  const run = choice(
    strings.run,
    strings.allRuns,
    model.runs.map(({ run }) => run.id),
    (value) => change({ run: value }),
    new Map(model.runs.map((view) => [view.run.id, `${view.letter} · ${view.run.label}`])),
  );
  const extra = element('div', { class: 'chips extra' });
  const count = element('output', { class: 'count', 'aria-live': 'polite' });
  const selects = element(
    'div',
    { class: 'selects' },
    model.runs.length > 1 && run,
    model.apps.length > 1 && app,
    model.abilities.length > 1 && ability,
  );
  const bar = element(
    'div',
    { class: 'filter-bar', role: 'search' },
    search,
    element(
      'div',
      { class: 'chips', role: 'group', 'aria-label': strings.outcome },
      chips.map(({ chip }) => chip),
    ),
    selects,
    extra,
    count,
  );

  function removable(name: string, part: Partial<ListFilter>): HTMLElement {
    return element(
      'button',
      {
        type: 'button',
        class: 'chip on',
        'aria-label': strings.removeFilter(name),
        onclick: () => change(part),
      },
      name,
      element('span', { 'aria-hidden': 'true' }, ' ×'),
    );
  }

  return {
    element: bar,
    search,
    update(query, shown) {
      chosen = query;
      if (search.value !== query.text) search.value = query.text;
      for (const { outcome, chip } of chips) {
        chip.setAttribute('aria-pressed', String(query.outcomes.includes(outcome)));
      }
      app.value = query.app ?? '';
      ability.value = query.ability ?? '';
      run.value = query.run ?? '';
      const cell = query.cell === null ? null : cellItems(model, query.cell);
      replaceChildren(
        extra,
        query.task !== null && removable(`${strings.task} ${query.task}`, { task: null }),
        query.reason !== null && removable(reasonName(strings, query.reason), { reason: null }),
        query.differs && removable(strings.onlyDiffering, { differs: false }),
        cell !== null && removable(strings.fromCell(cell.title), { cell: null }),
        isNarrowed(query) &&
          element(
            'button',
            { type: 'button', class: 'plain', onclick: () => change(NO_FILTER) },
            strings.clear,
          ),
      );
      count.textContent = shown;
    },
  };
}

/** Whether a filter leaves anything out. */
export function isNarrowed(query: ListQuery): boolean {
  return (
    query.text !== '' ||
    query.outcomes.length > 0 ||
    query.differs ||
    [query.app, query.ability, query.run, query.reason, query.task, query.cell].some(
      (value) => value !== null,
    )
  );
}

function choice(
  label: string,
  all: string,
  values: readonly string[],
  change: (value: string | null) => void,
  names: ReadonlyMap<string, string> = new Map(),
): HTMLSelectElement {
  const select: HTMLSelectElement = element(
    'select',
    {
      'aria-label': label,
      onchange: () => change(select.value === '' ? null : select.value),
    },
    element('option', { value: '' }, all),
    values.map((value) => element('option', { value }, names.get(value) ?? value)),
  );
  return select;
}
