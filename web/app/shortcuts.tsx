import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';

/** Something that the reader can do from the keyboard, and from the palette. */
export interface Shortcut {
  /** Keys as browsers name them (`j`, `ArrowLeft`, `Enter`); the first is what help shows first. Empty: in the palette alone. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly run: () => void;
}

interface ShortcutRegistry {
  /** Those of all components on the page. */
  list(): readonly Shortcut[];
  add(shortcuts: { readonly current: readonly Shortcut[] }): () => void;
}

const ShortcutContext = createContext<ShortcutRegistry | null>(null);

/** Hears keys for everything inside: those of components that came last go first. */
export function ShortcutProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [groups] = useState(() => new Set<{ readonly current: readonly Shortcut[] }>());
  const registry = useMemo<ShortcutRegistry>(
    () => ({
      list: () => [...groups].toReversed().flatMap(({ current }) => current),
      add: (group) => {
        groups.add(group);
        return () => groups.delete(group);
      },
    }),
    [groups],
  );
  const isInDialog = useRef(false);
  // Before dialogs hear the key themselves: Escape closes one, and is no key of the page below it.
  useLayoutEffect(() => {
    const look = (): void => {
      isInDialog.current = document.querySelector('[role="dialog"]') !== null;
    };
    addEventListener('keydown', look, true);
    return () => removeEventListener('keydown', look, true);
  }, []);
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || isPress(event) || isOwnArrow(event) || isInDialog.current) return;
      const shortcut = registry.list().find(({ keys }) => keys.includes(event.key));
      if (shortcut === undefined) return;
      event.preventDefault();
      shortcut.run();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, [registry]);
  return <ShortcutContext value={registry}>{children}</ShortcutContext>;
}

/** Gives the page shortcuts for as long as the component is on it. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const registry = useRegistry();
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => registry.add(current), [registry]);
}

export function useRegistry(): ShortcutRegistry {
  const registry = useContext(ShortcutContext);
  if (registry === null) throw new Error('There are no shortcuts around this component');
  return registry;
}

/** A key that goes into a field, or that a control answers by itself. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type);
}

/** An arrow that chooses among radios, or scrolls the text that has the focus. */
function isOwnArrow({ key, target }: KeyboardEvent): boolean {
  if (!key.startsWith('Arrow')) return false;
  if (target instanceof HTMLInputElement) return target.type === 'radio';
  return target instanceof HTMLPreElement && target.scrollHeight > target.clientHeight;
}

/** A key that presses the button, link or fold that has the focus. */
function isPress({ key, target }: KeyboardEvent): boolean {
  return (
    (key === 'Enter' || key === ' ') &&
    target instanceof HTMLElement &&
    target.closest('button, a[href], summary, [role="option"]') === target
  );
}
