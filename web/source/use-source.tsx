import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, type ReactNode } from 'react';
import type { RunCard } from '../../src/report/view/run-card.js';
import { renewIndexes } from './renew-indexes.js';
import { RunPace } from './run-pace.js';
import type { ViewerSource } from './viewer-source.js';

const SourceContext = createContext<ViewerSource | null>(null);

/** Keys under which what a source answered is kept; what an event makes old is asked for again. */
export const QUERY = {
  runs: ['runs'],
  index: (runs: readonly string[]) => ['index', ...runs],
  episode: (run: string, item: string, repeat: number) => ['episode', run, item, repeat],
  /** What a route says of labels of some runs. */
  labels: (runs: readonly string[], route: string) => ['labels', ...runs, route],
} as const;

/** Gives everything inside a source, and keeps what was asked of it up to date with what it says happens. */
export function SourceProvider({
  source,
  children,
}: {
  readonly source: ViewerSource;
  readonly children: ReactNode;
}): ReactNode {
  const client = useQueryClient();
  useEffect(() => {
    const changed = new RunPace((run) => void renewIndexes(client, run));
    let wasHeard = false;
    const hear = (): void => {
      if (wasHeard) void client.invalidateQueries();
      else void askForRuns(client, source);
      wasHeard = true;
    };
    const stop = source.listen((event) => {
      switch (event.type) {
        case 'run': {
          client.setQueryData<readonly RunCard[]>(QUERY.runs, (runs) => withCard(runs, event.run));
          changed.note(event.run.id);
          // Its folder may have been away.
          void client.invalidateQueries({
            predicate: ({ state, queryKey }) => state.status === 'error' && queryKey.includes(event.run.id),
          });
          break;
        }
        case 'run-gone':
          client.setQueryData<readonly RunCard[]>(QUERY.runs, (runs) =>
            runs?.filter(({ id }) => id !== event.id),
          );
          break;
        case 'episode':
          void client.invalidateQueries({ queryKey: QUERY.episode(event.run, event.item, event.repeat) });
          break;
        case 'labels':
          void client.invalidateQueries({
            predicate: ({ queryKey: [kind, ...runs] }) => kind === 'labels' && runs.includes(event.run),
          });
          break;
        default:
          event satisfies never;
      }
    }, hear);
    return () => {
      stop();
      changed.close();
    };
  }, [client, source]);
  return <SourceContext value={source}>{children}</SourceContext>;
}

/** Runs that were found between the first answer and the first event are in neither. */
async function askForRuns(client: QueryClient, source: ViewerSource): Promise<void> {
  try {
    const runs = await source.runs();
    // An answer under way may be older.
    await client.cancelQueries({ queryKey: QUERY.runs });
    client.setQueryData<readonly RunCard[]>(QUERY.runs, runs);
  } catch {
    // The page that shows them asks as well, and says what is wrong.
  }
}

export function useSource(): ViewerSource {
  const source = useContext(SourceContext);
  if (source === null) throw new Error('There is no source around this component');
  return source;
}

/** With one more card, or another one in the place of its old one; the order is that of the start. */
function withCard(runs: readonly RunCard[] | undefined, card: RunCard): readonly RunCard[] | undefined {
  if (runs === undefined) return undefined;
  const others = runs.filter(({ id }) => id !== card.id);
  return [...others, card].toSorted((a, b) => (a.startedAt ?? '').localeCompare(b.startedAt ?? ''));
}
