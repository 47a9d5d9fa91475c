import type { ViewerAbout } from '../../src/report/view/viewer-about.js';
import { ServerSource } from './server-source.js';
import { useSource } from './use-source.js';

/** Who looks, where the server is shared by several people; null elsewhere. */
export function useUser(): ViewerAbout['user'] {
  const source = useSource();
  return source instanceof ServerSource ? source.facts.user : null;
}
