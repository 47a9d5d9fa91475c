import { findTerm, GLOSSARY, type GlossaryTerm } from '../../../domain/text/glossary.js';
import { element, type Child } from '../element.js';
import type { Strings } from '../strings.js';

/** Space between a word and its explanation, and between that and the edge of the window; pixels. */
const GAP = 6;

/** A word of the glossary; what it means shows on hover, on keyboard focus and on a tap. */
export function term(strings: Strings, name: GlossaryTerm, word: string): HTMLElement {
  const meaning = GLOSSARY[name][strings.glossary];
  const button = element(
    'button',
    {
      type: 'button',
      class: 'term',
      'aria-description': meaning,
      onmouseenter: () => show(button, meaning),
      onmouseleave: hide,
      onfocus: () => show(button, meaning),
      onblur: hide,
      onclick: () => show(button, meaning),
      onkeydown: (event: KeyboardEvent) => {
        // Enter opens nothing else, and Escape closes the explanation before it leaves the page.
        if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
        if (event.key !== 'Escape' || open === null) return;
        event.stopPropagation();
        hide();
      },
    },
    word,
  );
  return button;
}

/** A heading or a cell: explained where the glossary has it, else as it is. */
export function termOr(strings: Strings, text: string): Child {
  const name = findTerm(text);
  return name === null ? text : term(strings, name, text);
}

/** The explanation on show; one for the whole page, since tables cut off what reaches over their edge. */
let open: HTMLElement | null = null;

function show(word: HTMLElement, meaning: string): void {
  hide();
  const box = word.getBoundingClientRect();
  const tip = element('div', { class: 'tip', 'aria-hidden': 'true' }, meaning);
  document.body.append(tip);
  open = tip;
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.max(GAP, Math.min(box.left, innerWidth - width - GAP));
  const below = box.bottom + GAP;
  const top = below + height + GAP <= innerHeight ? below : box.top - height - GAP;
  tip.style.setProperty('left', `${left}px`);
  tip.style.setProperty('top', `${Math.max(GAP, top)}px`);
  addEventListener('scroll', hide, { once: true, capture: true });
  addEventListener('hashchange', hide, { once: true });
}

function hide(): void {
  open?.remove();
  open = null;
}
