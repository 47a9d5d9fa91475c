/** Parts of a page that a reader can be at, in an order that what was written and what the application draws share. */
const PARTS = 'a[href], button, select, details, [tabindex]';

/**
 * Notes what a reader did to rows that were written into a file, as long as they are on the page: where they scrolled to, what has the
 * focus, what was chosen and unfolded.
 *
 * @returns does the same to the page of the application, of which those rows are the beginning
 */
export function carryOver(written: HTMLElement): (application: HTMLElement) => void {
  const before = partsOf(written).map((part) => ({
    hasFocus: part === document.activeElement,
    scrolled: part.scrollLeft,
    isOpen: part instanceof HTMLDetailsElement && part.open,
    chosen: part instanceof HTMLSelectElement ? choiceOf(part) : null,
  }));
  const { scrollX, scrollY } = window;
  return (application) => {
    const parts = partsOf(application);
    for (const [place, { hasFocus, scrolled, isOpen, chosen }] of before.entries()) {
      const part = parts[place];
      if (part === undefined) continue;
      if (scrolled > 0) part.scrollLeft = scrolled;
      if (isOpen && part instanceof HTMLDetailsElement) part.open = true;
      if (hasFocus) part.focus({ preventScroll: true });
      if (chosen === null || !(part instanceof HTMLSelectElement)) continue;
      part.value = chosen;
      part.dispatchEvent(new Event('change', { bubbles: true }));
    }
    // Who has not scrolled may come back to where they left the page the last time.
    if (scrollX > 0 || scrollY > 0) window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
  };
}

function partsOf(root: HTMLElement): readonly HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(PARTS)];
}

/** What somebody chose, null where it is as it was written. */
function choiceOf({ selectedOptions: [option] }: HTMLSelectElement): string | null {
  return option === undefined || option.defaultSelected ? null : option.value;
}
