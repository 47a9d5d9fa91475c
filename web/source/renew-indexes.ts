import type { QueryClient } from '@tanstack/react-query';

/**
 * Asks anew for indexes that a changed run is in, and for the ways that its episodes took. An answer under way is waited for, then asked for once more: where it takes longer than
 * the run rests between two changes, throwing it away would leave the page as it was, and the server with questions nobody waits for.
 */
export async function renewIndexes(client: QueryClient, run: string): Promise<void> {
  const predicate = ({ queryKey: [kind, ...runs] }: { readonly queryKey: readonly unknown[] }): boolean =>
    (kind === 'index' || kind === 'paths') && runs.includes(run);
  const isUnderWay = client.isFetching({ predicate }) > 0;
  await client.invalidateQueries({ predicate }, { cancelRefetch: false });
  if (isUnderWay) await client.invalidateQueries({ predicate }, { cancelRefetch: false });
}
