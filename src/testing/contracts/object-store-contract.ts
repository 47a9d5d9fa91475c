import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict';
import { objectHash } from '../../files/object-hash.js';
import type { ObjectStore, StoredObject } from '../../files/object-store.js';
import type { ContractCase } from './agent-contract.js';

export interface ObjectStoreContractOptions {
  /** A fresh, empty store each time; `open` opens the same once more, as another process would. */
  readonly create: () => Promise<
    { readonly store: ObjectStore; readonly open: () => ObjectStore } & AsyncDisposable
  >;
  /** Puts other bytes under a hash, behind the store's back. */
  readonly spoil: (store: ObjectStore, hash: string) => Promise<void>;
}

/** What every store of contents promises: the same bytes come back, or an error says why not. */
export function objectStoreContract({ create, spoil }: ObjectStoreContractOptions): readonly ContractCase[] {
  const bytes = Buffer.from('a picture');
  const hash = objectHash(bytes);
  return [
    {
      name: 'gives back what was put, to others as well',
      run: async () => {
        await using made = await create();
        await made.store.prepare();
        const contents = [bytes, Buffer.alloc(0), Buffer.alloc(100_000, 7)];
        for (const content of contents) strictEqual(await made.store.put(content), objectHash(content));
        for (const store of [made.store, made.open()]) {
          for (const content of contents) {
            deepStrictEqual(Buffer.from(await store.get(objectHash(content))), content);
            strictEqual(await store.has(objectHash(content)), true);
          }
        }
      },
    },
    {
      name: 'lists each content once, however often it was put',
      run: async () => {
        await using made = await create();
        await made.store.prepare();
        await Promise.all([bytes, bytes, Buffer.from('b')].map((content) => made.store.put(content)));
        await made.open().put(bytes);
        const found: StoredObject[] = [];
        for await (const one of made.open().list()) found.push(one);
        deepStrictEqual(
          found.toSorted((a, b) => b.bytes - a.bytes),
          [
            { hash, bytes: 9 },
            { hash: objectHash(Buffer.from('b')), bytes: 1 },
          ],
        );
      },
    },
    {
      name: 'says that a content is missing',
      run: async () => {
        await using made = await create();
        await made.store.prepare();
        strictEqual(await made.store.has(hash), false);
        await rejects(made.store.get(hash), { code: 'OBJECT_MISSING', fault: 'dataset' });
      },
    },
    {
      name: 'never gives other bytes than the name says, and puts them right',
      run: async () => {
        await using made = await create();
        await made.store.prepare();
        await made.store.put(bytes);
        await spoil(made.store, hash);
        await rejects(made.open().get(hash), { code: 'OBJECT_DAMAGED', fault: 'dataset' });
        const store = made.open();
        await store.put(bytes);
        deepStrictEqual(Buffer.from(await store.get(hash)), bytes);
      },
    },
    {
      name: 'leads nowhere else by a name that is no hash',
      run: async () => {
        await using made = await create();
        await made.store.prepare();
        await rejects(made.store.get('../../etc/passwd'), { code: 'BUG' });
        await rejects(made.store.has('..'), { code: 'BUG' });
      },
    },
  ];
}
