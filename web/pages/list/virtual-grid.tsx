import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useLayoutEffect, useRef, type ReactNode, type Ref } from 'react';

/** Rows made beyond either edge, so that slow scrolling meets no gap. */
const MARGIN = 4;
/** Height of the head row in pixels; the style sheet says the same. */
const HEAD = 36;

/** A scrolling list that keeps only the rows in sight in the document. All rows are equally high. */
export function VirtualGrid<T, M>({
  grid,
  label,
  className,
  head,
  rows,
  rowHeight,
  active,
  mark,
  initialTop,
  row,
  onOpen,
  onScroll,
}: {
  readonly grid: Ref<HTMLDivElement>;
  readonly label: string;
  /** Class that says how wide columns are. */
  readonly className: string;
  /** Head row; stays in sight. */
  readonly head: ReactNode;
  readonly rows: readonly T[];
  /** Pixels. */
  readonly rowHeight: number;
  readonly active: number;
  /** What only the active row is told; the others are not drawn anew when it changes. */
  readonly mark: M | null;
  /** How far it is scrolled to begin with, in pixels. */
  readonly initialTop: number;
  /** What a row shows; a new function draws every row anew. */
  readonly row: (row: T, mark: M | null) => ReactNode;
  readonly onOpen: (index: number) => void;
  readonly onScroll: (top: number) => void;
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: MARGIN,
    scrollMargin: HEAD,
    initialOffset: initialTop,
    // Rows are there at once: the browser lays the page out once, and not again when it has been measured.
    initialRect: { width: innerWidth, height: innerHeight },
  });
  const isFirst = useRef(true);
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useLayoutEffect(() => {
    const element = frame.current;
    // Where the reader comes back to, everything is where it was.
    if (element === null || isFirst.current) {
      isFirst.current = false;
      return;
    }
    const top = active * rowHeight;
    const bottom = top + rowHeight + HEAD;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight)
      element.scrollTop = bottom - element.clientHeight;
  }, [active, rowHeight]);
  return (
    <div
      ref={(element) => {
        frame.current = element;
        if (typeof grid === 'function') grid(element);
        else if (grid !== null) grid.current = element;
      }}
      className={`virtual ${className}`}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={rows.length > 0 ? `row-${active}` : undefined}
      onScroll={(event) => onScroll(event.currentTarget.scrollTop)}
    >
      {head}
      <div
        className="rows"
        role="rowgroup"
        style={{ height: rows.length * rowHeight }}
        onClick={({ target }) => {
          // A link inside the row, such as one repeat, leads where it says.
          if (!(target instanceof Element) || target.closest('a') !== null) return;
          const place = target.closest('[aria-rowindex]')?.getAttribute('aria-rowindex');
          if (typeof place === 'string') onOpen(Number(place) - 2);
        }}
      >
        {virtualizer.getVirtualItems().map(({ index }) => {
          const shown = rows[index];
          return (
            shown !== undefined && (
              <Row
                key={index}
                index={index}
                height={rowHeight}
                isActive={index === active}
                shown={shown}
                mark={index === active ? mark : null}
                content={row as Content}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

type Content = (row: unknown, mark: unknown) => ReactNode;

/** Drawn again only when something about it has changed: while the list scrolls, those that stay cost nothing. */
const Row = memo(function Row({
  index,
  height,
  isActive,
  shown,
  mark,
  content,
}: {
  readonly index: number;
  readonly height: number;
  readonly isActive: boolean;
  readonly shown: unknown;
  readonly mark: unknown;
  readonly content: Content;
}): ReactNode {
  return (
    <div
      className="row"
      id={`row-${index}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isActive}
      style={{ height, top: index * height }}
    >
      {content(shown, mark)}
    </div>
  );
});
