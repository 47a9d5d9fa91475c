import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Search } from '../../app/search.js';
import type { ListKind } from '../../report/addresses.js';
import { parseListQuery, type ListQuery } from '../../report/list-query.js';
import { useGo, useReport } from '../../report/use-report.js';

/**
 * What a list shows, and a way to change it. The address follows what is typed, and leads when somebody else changes it, such
 * as the browser's way back.
 */
export function useListQuery(kind: ListKind): readonly [ListQuery, (next: ListQuery) => void] {
  const { addresses } = useReport();
  const go = useGo();
  const search: Search = useSearch({ strict: false });
  const [query, setQuery] = useState(() => parseListQuery(search));
  const asked = addresses.list(kind, parseListQuery(search));
  /** Address that was last read from, or written to, the browser. */
  const known = useRef(asked);
  const isOwn = useRef(false);
  useEffect(() => {
    if (known.current === asked) isOwn.current = false;
    // While own changes are on their way the browser still names older ones.
    if (known.current === asked || isOwn.current) return;
    known.current = asked;
    setQuery(parseListQuery(search));
  }, [asked, search]);
  const change = (next: ListQuery): void => {
    setQuery(next);
    const address = addresses.list(kind, next);
    if (address === known.current) return;
    known.current = address;
    isOwn.current = true;
    go(address, { replace: true });
  };
  return [query, change];
}
