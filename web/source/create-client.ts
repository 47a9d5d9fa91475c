import { QueryClient } from '@tanstack/react-query';

/** What keeps answers of a source. */
export function createClient(): QueryClient {
  // A server on this machine, or the file itself, is there whether or not the browser has a network.
  const networkMode = 'always';
  return new QueryClient({
    defaultOptions: {
      // What changes is told by events; asking again each time a window comes to the front would only cost.
      queries: { staleTime: Infinity, refetchOnWindowFocus: false, retry: false, networkMode },
      mutations: { networkMode },
    },
  });
}
