import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { IndexCoverage } from '../../../src/report/view/served/index-coverage.js';
import { QUERY, useSource } from '../../source/use-source.js';

const AGAIN_MS = 500;
/** Said where the server cannot tell. */
const NOTHING_LACKS: IndexCoverage = { runs: 0, indexed: 0 };

/** How much of a folder its index has: asked until that is all of it. Null until it is known. */
export function useCoverage(): IndexCoverage | null {
  const source = useSource();
  const client = useQueryClient();
  const { data = null, isError } = useQuery({
    queryKey: ['coverage'],
    queryFn: async () => (await source.ask('coverage')) as IndexCoverage,
    refetchInterval: ({ state }) => (isPartial(state.data ?? null) ? AGAIN_MS : false),
  });
  const isBeingMade = isPartial(data);
  // The last of them may have come between two events.
  useEffect(() => {
    if (isBeingMade) return () => void client.invalidateQueries({ queryKey: QUERY.runs });
    return undefined;
  }, [client, isBeingMade]);
  return data ?? (isError ? NOTHING_LACKS : null);
}

function isPartial(coverage: IndexCoverage | null): boolean {
  return coverage !== null && coverage.indexed < coverage.runs;
}
