import { join } from 'node:path';
import type { ObjectStore } from '../../files/object-store.js';
import { connectStoreKind } from '../../files/open-object-store.js';
import type { AppContext } from '../app-context.js';
import { userFolder } from '../trust/user-folder.js';

/** Bytes of pictures from stores that are kept on this machine. */
const CACHE_BYTES = 2 * 1024 ** 3;

/** Says how this process reaches stores that are no folders: by the keys and the endpoint of its environment. Nothing is loaded yet. */
export function connectStores(environment: AppContext['environment']): void {
  const opened = new Map<string, Promise<ObjectStore>>();
  connectStoreKind('s3', (place) => {
    let store = opened.get(place);
    if (store === undefined) {
      store = openS3(place, environment);
      opened.set(place, store);
      store.catch(() => opened.delete(place));
    }
    return store;
  });
}

async function openS3(place: string, environment: AppContext['environment']): Promise<ObjectStore> {
  const [{ S3Store }, { s3AccessOf }, { CachedStore }] = await Promise.all([
    import('../../storage/s3/s3-store.js'),
    import('../../storage/s3/s3-access.js'),
    import('../../files/cached-store.js'),
  ]);
  const store = new S3Store(place, s3AccessOf(environment));
  return new CachedStore(store, {
    folder: join(userFolder(environment), 'stored-pictures'),
    maxBytes: CACHE_BYTES,
  });
}
