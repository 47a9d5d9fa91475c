import { element } from '../element.js';
import type { RunView } from '../model.js';

/** Colours that charts go through; letters tell runs apart where colours repeat or are not seen. */
export const RUN_COLOURS = 6;

/** The letter of a run on its colour. */
export function runBadge(run: RunView): HTMLElement {
  return element(
    'span',
    { class: `run-badge run-${run.index % RUN_COLOURS}`, title: run.run.label },
    run.letter,
  );
}

/** Letter and name. */
export function runName(run: RunView): HTMLElement {
  return element('span', { class: 'run-name' }, runBadge(run), element('span', {}, run.run.label));
}
