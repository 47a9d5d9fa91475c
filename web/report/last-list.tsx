import { createContext, useContext, useState, type ReactNode } from 'react';
import type { ListKind } from './addresses.js';
import type { EpisodeRow } from './model.js';

/** The list that was last on screen: where an episode leads back to, and what its neighbours are. */
export interface LastList {
  /** From `#` on; null before any list was opened. */
  address: string | null;
  kind: ListKind;
  rows: readonly EpisodeRow[];
  /** Row that was active, and how far the list was scrolled, in pixels. */
  active: number;
  scrollTop: number;
}

const LastListContext = createContext<LastList | null>(null);

/** Keeps the last list while pages come and go. */
export function LastListProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [list] = useState<LastList>(() => ({
    address: null,
    kind: 'tasks',
    rows: [],
    active: 0,
    scrollTop: 0,
  }));
  return <LastListContext value={list}>{children}</LastListContext>;
}

/** It changes without drawing anything anew. */
export function useLastList(): LastList {
  const list = useContext(LastListContext);
  if (list === null) throw new Error('There is no last list around this component');
  return list;
}
