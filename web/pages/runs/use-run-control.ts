import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { QUERY, useSource } from '../../source/use-source.js';
import type { NewRunRequest } from './new-run-request.js';

/** Something that is done to runs. */
export type RunDeed =
  | { readonly type: 'start'; readonly request: NewRunRequest }
  | { readonly type: 'again' | 'stop'; readonly run: string }
  | { readonly type: 'resume'; readonly run: string; readonly retryVoided: boolean }
  | { readonly type: 'note'; readonly run: string; readonly tags: readonly string[]; readonly note: string };

/** Does things to runs, and gives the name of the run that it came to. Its error is the server's. */
export function useRunControl(): UseMutationResult<string, Error, RunDeed> {
  const source = useSource();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (deed: RunDeed) => {
      const done = (await source.ask(...routeOf(deed))) as { readonly run?: string };
      return done.run ?? '';
    },
    // The server tells of it too, a moment later.
    onSuccess: () => client.invalidateQueries({ queryKey: QUERY.runs }),
  });
}

function routeOf(deed: RunDeed): [route: string, body: unknown, method?: 'PUT'] {
  if (deed.type === 'start') return ['runs', deed.request];
  const run = `runs/${encodeURIComponent(deed.run)}`;
  switch (deed.type) {
    case 'again':
    case 'stop':
      return [`${run}/${deed.type}`, {}];
    case 'resume':
      return [`${run}/resume`, { retryVoided: deed.retryVoided }];
    case 'note':
      return [`${run}/notes`, { tags: deed.tags, note: deed.note }, 'PUT'];
    default:
      return deed satisfies never;
  }
}
