/**
 * Gives drawn elements what whoever reads the page looks at: ids, what can be touched, and which part of the screen is in
 * front.
 */
export function decorate(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-id]'))
    element.id = element.dataset['id'] ?? '';
  for (const element of root.querySelectorAll<HTMLElement>('[data-tap], [data-press], [data-hold]')) {
    // A handler of the element's own is what tells that it can be touched.
    element.setAttribute('onclick', '');
  }
  for (const element of root.querySelectorAll('[data-skip], svg:not([aria-label]), #status svg'))
    hide(element);
  const front = [...root.querySelectorAll('[data-window]')].at(-1);
  for (let element = front; element !== undefined && element !== root;) {
    const parent: Element | null = element.parentElement;
    for (const other of parent?.children ?? []) {
      if (other !== element && !['status', 'keyboard'].includes(other.id)) hide(other);
    }
    element = parent ?? undefined;
  }
}

function hide(element: Element): void {
  element.setAttribute('aria-hidden', 'true');
}
