import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type PointerEvent, type ReactNode } from 'react';
import { parseHierarchy } from '../../../../src/domain/hierarchy/parse-hierarchy.js';
import { useTexts } from '../../../texts/language.js';
import { EPISODE_TEXTS } from '../episode-texts.js';
import { hierarchyLines, nodeAt, type HierarchyLine } from '../step/hierarchy-nodes.js';
import { readText } from '../step/step-details.js';
import classes from '../episode.module.css';

const LINE = 24;

/** The nodes of a screen's UI hierarchy; null while there are none to show. */
export function useHierarchy(address: string | null): {
  readonly lines: readonly HierarchyLine[] | null;
  readonly error: Error | null;
} {
  const query = useQuery({
    queryKey: ['hierarchy', address],
    // Own parser: it knows nothing of entities and documents elsewhere, and stops at its limits.
    queryFn: async () => hierarchyLines(parseHierarchy(await readText(address ?? ''))),
    enabled: address !== null,
  });
  return { lines: query.data ?? null, error: query.error };
}

/** The boxes of all nodes over the screen, the chosen one marked; pointing at the screen chooses. */
export function HierarchyBoxes({
  lines,
  size: [width, height],
  chosen,
  onChoose,
}: {
  readonly lines: readonly HierarchyLine[];
  readonly size: readonly [number, number];
  readonly chosen: number | null;
  readonly onChoose: (id: number | null) => void;
}): ReactNode {
  const point = ({ clientX, clientY, currentTarget }: PointerEvent<SVGSVGElement>): void => {
    const frame = currentTarget.getBoundingClientRect();
    const [x, y] = [
      ((clientX - frame.left) / frame.width) * width,
      ((clientY - frame.top) / frame.height) * height,
    ];
    onChoose(nodeAt(lines, x, y)?.id ?? null);
  };
  const marked = lines.find(({ id }) => id === chosen);
  return (
    <svg
      className={classes['boxes']}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerMove={point}
      onPointerLeave={() => onChoose(null)}
    >
      <path d={lines.map(({ bounds }) => boxPath(bounds)).join('')} />
      {marked !== undefined && <path className={classes['chosenBox']} d={boxPath(marked.bounds)} />}
    </svg>
  );
}

function boxPath([left, top, right, bottom]: HierarchyLine['bounds']): string {
  return `M${left} ${top}H${right}V${bottom}H${left}z`;
}

/** The nodes as a list that is indented by depth. */
export function HierarchyTree({
  lines,
  error,
  chosen,
  onChoose,
}: {
  readonly lines: readonly HierarchyLine[] | null;
  readonly error: Error | null;
  readonly chosen: number | null;
  readonly onChoose: (id: number | null) => void;
}): ReactNode {
  const texts = useTexts(EPISODE_TEXTS);
  const frame = useRef<HTMLDivElement>(null);
  const isPointed = useRef(false);
  const virtual = useVirtualizer({
    count: lines?.length ?? 0,
    getScrollElement: () => frame.current,
    estimateSize: () => LINE,
    overscan: 10,
  });
  useEffect(() => {
    if (chosen !== null && !isPointed.current) virtual.scrollToIndex(chosen, { align: 'auto' });
  }, [chosen, virtual]);
  return (
    <section className={classes['part']} aria-label={texts.hierarchy}>
      <h3>{texts.hierarchy}</h3>
      {error !== null && <p>{`${texts.hierarchyFailed} ${error.message}`}</p>}
      {lines === null && error === null && <p>{texts.loading}</p>}
      {lines !== null && <p className={classes['muted']}>{texts.hierarchyNodes(lines.length)}</p>}
      <div
        ref={frame}
        className={classes['tree']}
        tabIndex={0}
        role={lines === null || lines.length === 0 ? 'region' : 'listbox'}
        aria-label={texts.hierarchy}
        aria-activedescendant={chosen === null ? undefined : nodeName(chosen)}
        onKeyDown={(event) => {
          const next = chosenByKey(event.key, chosen, lines?.length ?? 0);
          if (next === null) return;
          event.preventDefault();
          onChoose(next);
        }}
        onBlur={() => onChoose(null)}
        onPointerEnter={() => {
          isPointed.current = true;
        }}
        onPointerLeave={() => {
          isPointed.current = false;
          onChoose(null);
        }}
      >
        <div className={classes['reel']} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const line = lines?.[index];
            if (line === undefined) return null;
            return (
              <div
                key={index}
                id={nodeName(line.id)}
                role="option"
                aria-selected={line.id === chosen}
                className={classes['node']}
                data-chosen={line.id === chosen}
                style={{
                  transform: `translateY(${start}px)`,
                  paddingLeft: Math.min(line.depth, 20) * 10 + 4,
                }}
                onPointerEnter={() => onChoose(line.id)}
              >
                <code>{line.kind}</code> {line.words}
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}

function nodeName(id: number): string {
  return `node-${id}`;
}

/** The node that a key leads to in the list; null for keys that lead nowhere. */
function chosenByKey(key: string, chosen: number | null, count: number): number | null {
  if (count === 0) return null;
  const at = chosen ?? -1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, count - 1);
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
