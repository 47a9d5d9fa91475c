import { element } from '../element.js';

/** Rows made beyond either edge, so that slow scrolling meets no gap. */
const MARGIN = 4;

export interface VirtualListOptions {
  readonly label: string;
  /** Head row; stays in sight. */
  readonly head: HTMLElement;
  /** Class of the grid, which says how wide columns are. */
  readonly className: string;
  /** Pixels; all rows are equally high. */
  readonly rowHeight: () => number;
  /** The row at an index; made again when it comes back into sight. */
  readonly row: (index: number) => HTMLElement;
  readonly onActive: (index: number) => void;
}

/** A scrolling list that keeps only the rows in sight in the document. */
export interface VirtualList {
  readonly element: HTMLElement;
  readonly active: number;
  /** Shows this many rows anew. */
  show(count: number, active: number): void;
  /** Makes the row again, where it is in sight. */
  refresh(index: number): void;
  /** Moves the mark, bringing it into sight. */
  activate(index: number): void;
  scrollTop: number;
  dispose(): void;
}

export function virtualList(options: VirtualListOptions): VirtualList {
  const made = new Map<number, HTMLElement>();
  const rows = element('div', { class: 'rows', role: 'rowgroup' });
  const grid = element(
    'div',
    {
      class: `virtual ${options.className}`,
      role: 'grid',
      tabindex: '0',
      'aria-label': options.label,
      onscroll: schedule,
    },
    options.head,
    rows,
  );
  let count = 0;
  let active = 0;
  let height = options.rowHeight();
  let waiting = 0;
  /** Measured when the size changes, not when something scrolls: asking makes the browser lay everything out. */
  let windowHeight = 0;
  let headHeight = 0;
  const watcher = new ResizeObserver(() => {
    measure();
    const now = options.rowHeight();
    if (now !== height) setRowHeight(now);
    draw();
  });
  watcher.observe(grid);

  function schedule(): void {
    if (waiting === 0) waiting = requestAnimationFrame(draw);
  }

  function measure(): void {
    windowHeight = grid.clientHeight;
    headHeight = options.head.offsetHeight;
  }

  function setRowHeight(now: number): void {
    height = now;
    for (const row of made.values()) row.remove();
    made.clear();
    rows.style.setProperty('height', `${count * height}px`);
  }

  function draw(): void {
    waiting = 0;
    const top = grid.scrollTop;
    const first = Math.max(0, Math.floor((top - headHeight) / height) - MARGIN);
    const last = Math.min(count, Math.ceil((top + windowHeight) / height) + MARGIN);
    for (const [index, row] of made) {
      if (index >= first && index < last) continue;
      row.remove();
      made.delete(index);
    }
    for (let index = first; index < last; index += 1) if (!made.has(index)) place(index);
  }

  function place(index: number): void {
    const row = options.row(index);
    row.classList.add('row');
    row.id = `row-${index}`;
    row.setAttribute('role', 'row');
    row.setAttribute('aria-rowindex', String(index + 2));
    row.style.setProperty('height', `${height}px`);
    row.style.setProperty('top', `${index * height}px`);
    mark(row, index === active);
    made.set(index, row);
    rows.append(row);
  }

  function mark(row: HTMLElement | undefined, isActive: boolean): void {
    row?.setAttribute('aria-selected', String(isActive));
  }

  function activate(index: number): void {
    const next = Math.max(0, Math.min(count - 1, index));
    mark(made.get(active), false);
    active = next;
    bringIntoSight();
    draw();
    mark(made.get(active), true);
    if (count > 0) grid.setAttribute('aria-activedescendant', `row-${active}`);
    else grid.removeAttribute('aria-activedescendant');
    options.onActive(active);
  }

  function bringIntoSight(): void {
    const top = active * height;
    if (top < grid.scrollTop) grid.scrollTop = top;
    const bottom = top + height + headHeight;
    if (bottom > grid.scrollTop + windowHeight) grid.scrollTop = bottom - windowHeight;
  }

  return {
    element: grid,
    get active() {
      return active;
    },
    show(shown, marked) {
      count = shown;
      grid.setAttribute('aria-rowcount', String(count + 1));
      setRowHeight(options.rowHeight());
      measure();
      activate(marked);
    },
    refresh(index) {
      const row = made.get(index);
      if (row === undefined) return;
      row.remove();
      made.delete(index);
      place(index);
    },
    activate,
    get scrollTop() {
      return grid.scrollTop;
    },
    set scrollTop(top: number) {
      grid.scrollTop = top;
      draw();
    },
    dispose() {
      watcher.disconnect();
      cancelAnimationFrame(waiting);
    },
  };
}
