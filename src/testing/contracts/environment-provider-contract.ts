import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { EnvironmentIdentitySchema } from '../../domain/run.js';
import type { Environment } from '../../environments/environment.js';
import type { EnvironmentProvider } from '../../environments/environment-provider.js';
import type { ContractCase } from './agent-contract.js';

export interface EnvironmentProviderContractOptions<Item> {
  /** A fresh provider, configured alike every time. */
  readonly create: () => EnvironmentProvider<Item>;
  /** Something that it gives environments for. */
  readonly item: Item;
}

/** Most environments that a case borrows at a time. */
const MOST = 4;

const { signal } = new AbortController();

async function borrowAll<Item>(provider: EnvironmentProvider<Item>, item: Item): Promise<Environment[]> {
  const lent: Environment[] = [];
  while (lent.length < Math.min(provider.capacity, MOST)) lent.push(await provider.lend(item, { signal }));
  return lent;
}

/**
 * What every provider promises: it identifies its environments, gives out no more than it has, and reuses those that
 * come back.
 */
export function environmentProviderContract<Item>({
  create,
  item,
}: EnvironmentProviderContractOptions<Item>): readonly ContractCase[] {
  return [
    {
      name: 'says what it lends, in plain JSON and the same each time',
      run: async () => {
        const { identity, capacity } = create();
        const read: unknown = JSON.parse(JSON.stringify(identity));
        deepStrictEqual(EnvironmentIdentitySchema.parse(read), read);
        deepStrictEqual(create().identity, identity);
        ok(capacity === Number.POSITIVE_INFINITY || (Number.isInteger(capacity) && capacity > 0));
      },
    },
    {
      name: 'lends as many at a time as it says, no environment twice',
      run: async () => {
        const lent = await borrowAll(create(), item);
        strictEqual(new Set(lent).size, lent.length);
        for (const environment of lent) await environment[Symbol.asyncDispose]();
      },
    },
    {
      name: 'lets who comes when all are lent wait for the first that comes back, in turn',
      run: async () => {
        const provider = create();
        const lent = await borrowAll(provider, item);
        if (lent.length < provider.capacity) return;
        const order: string[] = [];
        const wait = async (name: string): Promise<Environment> => {
          const environment = await provider.lend(item, { signal });
          order.push(name);
          return environment;
        };
        const waiting = [wait('first'), wait('second')];
        await setImmediate();
        deepStrictEqual(order, []);
        for (const environment of lent) await environment[Symbol.asyncDispose]();
        for (const environment of waiting) await (await environment)[Symbol.asyncDispose]();
        deepStrictEqual(order, ['first', 'second']);
      },
    },
    {
      name: 'takes each back once, however often it is given back',
      run: async () => {
        const provider = create();
        if (provider.capacity > MOST) return;
        const [first] = await borrowAll(provider, item);
        await first?.[Symbol.asyncDispose]();
        await first?.[Symbol.asyncDispose]();
        await using _again = await provider.lend(item, { signal });
        const left = new AbortController();
        const refused = rejects(provider.lend(item, { signal: left.signal }));
        left.abort();
        await refused;
      },
    },
    {
      name: 'lends nothing to who has gone, and loses nothing by it',
      run: async () => {
        const provider = create();
        if (provider.capacity > MOST) return;
        const lent = await borrowAll(provider, item);
        const gone = new AbortController();
        const refused = rejects(provider.lend(item, { signal: gone.signal }));
        await setImmediate();
        gone.abort(new Error('gone'));
        await refused;
        await rejects(provider.lend(item, { signal: gone.signal }));
        for (const environment of lent) await environment[Symbol.asyncDispose]();
        for (const environment of await borrowAll(provider, item)) await environment[Symbol.asyncDispose]();
      },
    },
  ];
}
