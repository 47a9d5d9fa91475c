import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { itemKeyText } from '../../domain/episode.js';
import type { ItemQueue, TakenItem } from '../../engine/item-queue.js';
import type { ContractCase } from './agent-contract.js';

export interface ItemQueueContractOptions {
  /** A fresh queue over the same items each time. */
  readonly create: () => Promise<ItemQueue>;
  /** Key texts of its items, in the order of the plan. */
  readonly keys: readonly string[];
}

/** What every queue promises: each item is given to one worker at a time, in order, until it is done. */
export function itemQueueContract({ create, keys }: ItemQueueContractOptions): readonly ContractCase[] {
  const takeAll = async (queue: ItemQueue): Promise<TakenItem[]> => {
    const taken: TakenItem[] = [];
    for (let next = await queue.take(); next !== null; next = await queue.take()) taken.push(next);
    return taken;
  };
  const keyOf = ({ key }: TakenItem): string => itemKeyText(key);
  return [
    {
      name: 'hands out each item once, in the order of the plan, and then nothing for good',
      run: async () => {
        await using queue = await create();
        deepStrictEqual((await takeAll(queue)).map(keyOf), keys);
        strictEqual(await queue.take(), null);
      },
    },
    {
      name: 'hands no item to two who ask at once',
      run: async () => {
        await using queue = await create();
        const taken = (await Promise.all([takeAll(queue), takeAll(queue), takeAll(queue)])).flat();
        deepStrictEqual(taken.map(keyOf).toSorted(), keys.toSorted());
      },
    },
    {
      name: 'hands out again what comes back, to who asks next',
      run: async () => {
        await using queue = await create();
        const first = await queue.take();
        if (first === null) return;
        queue.giveBack(first);
        const all = await takeAll(queue);
        deepStrictEqual(all.map(keyOf).toSorted(), keys.toSorted());
        const last = all.at(-1);
        if (last === undefined) return;
        // Also where there was nothing left.
        queue.giveBack(last);
        deepStrictEqual((await takeAll(queue)).map(keyOf), [keyOf(last)]);
      },
    },
    {
      name: 'keeps with what comes back who left it',
      run: async () => {
        await using queue = await create();
        const first = await queue.take();
        if (first === null) return;
        queue.giveBack({ ...first, leftBy: ['a', 'b'] });
        const again = (await takeAll(queue)).find((taken) => keyOf(taken) === keyOf(first));
        deepStrictEqual(again?.leftBy, ['a', 'b']);
      },
    },
    {
      name: 'gives nobody what is settled',
      run: async () => {
        await using queue = await create();
        const first = await queue.take();
        if (first === null) return;
        await queue.settle(first, { end: { reason: 'agent_stop' }, steps: 1, durationMs: 1 });
        deepStrictEqual((await takeAll(queue)).map(keyOf), keys.slice(1));
      },
    },
  ];
}
