import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { itemKeyText, type ItemKey } from '../../domain/episode.js';
import { NO_COST } from '../../formats/run/model-cost.js';
import type { Ticket } from '../../models/gateway/endpoint-limit.js';
import {
  HEARD_MS,
  type LentItem,
  type QueuedRun,
  type RunLane,
  type RunQueue,
} from '../../queue/run-queue.js';
import type { ContractCase } from './agent-contract.js';

export interface RunQueueContractOptions {
  /** An empty queue each time. */
  readonly create: () => Promise<RunQueue>;
  /** Length of a lease that may run out while the test waits, in milliseconds. */
  readonly shortLeaseMs: number;
}

const END = { end: { reason: 'agent_stop' }, steps: 3, durationMs: 5 } as const;
const LONG_MS = 60_000;
const keys = (count: number): ItemKey[] =>
  Array.from({ length: count }, (_, number) => ({ item: `walk:${number}`, repeat: 0 }));

function runOf(run: string, more: Partial<QueuedRun> = {}): QueuedRun {
  const budgets = { seconds: null, tokens: null, money: null };
  const names = { run, folder: run, benchmark: 'made-up', agent: 'walker', identityHash: 'a'.repeat(64) };
  return { ...names, planned: 3, needs: [], budgets, ...more };
}

/** What every queue of distributed runs promises: an item is lent to one at a time, until it is settled, and known by its key. */
// oxlint-disable-next-line max-lines-per-function -- a list of cases
export function runQueueContract({ create, shortLeaseMs }: RunQueueContractOptions): readonly ContractCase[] {
  const begun = async (count = 3, more: Partial<QueuedRun> = {}) => {
    const queue = await create();
    const run = runOf('one', { planned: count, ...more });
    await queue.add(
      run.run,
      keys(count).map((key) => ({ key })),
    );
    await queue.announce(run, new Map());
    return { queue, run };
  };
  /** Null where there is none for a while, though the lane may have others in hand. */
  const next = async (lane: RunLane, waitMs = LONG_MS): Promise<LentItem | null> => {
    const end = new AbortController();
    const late = setTimeout(() => end.abort(), waitMs);
    try {
      return await lane.take({ signal: end.signal, idleMs: Math.min(waitMs, 50) });
    } finally {
      clearTimeout(late);
    }
  };
  const SHORT_MS = 300;
  const takeSome = async (lane: RunLane, count: number): Promise<LentItem[]> => {
    const taken: LentItem[] = [];
    while (taken.length < count) {
      const item = await next(lane);
      if (item !== null) taken.push(item);
    }
    return taken;
  };
  const names = (items: readonly { readonly key: ItemKey }[]): string[] =>
    items.map(({ key }) => itemKeyText(key)).toSorted();

  return [
    {
      name: 'lends each item to one writer, and tells of its end once',
      run: async () => {
        const { queue, run } = await begun();
        await using _ = queue;
        await using a = await queue.join(run, { writer: 'a', leaseMs: LONG_MS });
        await using b = await queue.join(run, { writer: 'b', leaseMs: LONG_MS });
        const [first] = await takeSome(b, 1);
        const all = [...(first === undefined ? [] : [first]), ...(await takeSome(a, 2))];
        strictEqual(await next(b, SHORT_MS), null);
        deepStrictEqual(names(all), names(keys(3).map((key) => ({ key }))));
        deepStrictEqual(await queue.counts(run.run), { waiting: 0, active: 3, failed: 0 });
        for (const item of all) await (item === first ? b : a).settle(item, END);
        deepStrictEqual(await queue.counts(run.run), { waiting: 0, active: 0, failed: 0 });
        const settled = await queue.settled(run.run, 10);
        deepStrictEqual(names(settled), names(all));
        ok(settled.every(({ steps }) => steps === END.steps));
        deepStrictEqual(await queue.settled(run.run, 10), []);
      },
    },
    {
      name: 'adds an item once, however often it is added',
      run: async () => {
        const { queue, run } = await begun();
        await using _ = queue;
        await queue.add(
          run.run,
          keys(3).map((key) => ({ key, again: { a: 1 } })),
        );
        await using a = await queue.join(run, { writer: 'a', leaseMs: LONG_MS });
        strictEqual((await takeSome(a, 3)).length, 3);
        strictEqual(await next(a, SHORT_MS), null);
      },
    },
    {
      name: 'does not lend what is settled though it is added once more, unless it is asked for again',
      run: async () => {
        const { queue, run } = await begun(1);
        await using _ = queue;
        await using a = await queue.join(run, { writer: 'a', leaseMs: LONG_MS });
        const [first] = await takeSome(a, 1);
        if (first !== undefined) await a.settle(first, END);
        await queue.add(
          run.run,
          keys(1).map((key) => ({ key })),
        );
        strictEqual(await next(a, SHORT_MS), null);
        await queue.add(
          run.run,
          keys(1).map((key) => ({ key, again: {} })),
        );
        deepStrictEqual((await takeSome(a, 1))[0]?.again, {});
      },
    },
    {
      name: 'lends an item with where its episode begins in a random stream',
      run: async () => {
        const { queue, run } = await begun();
        await using _ = queue;
        await queue.add(run.run, [{ key: { item: 'last', repeat: 0 }, draws: 17 }]);
        await using a = await queue.join(run, { writer: 'a', leaseMs: LONG_MS });
        const lent = await takeSome(a, 4);
        deepStrictEqual(
          lent.map(({ draws }) => draws),
          [undefined, undefined, undefined, 17],
        );
      },
    },
    {
      name: 'says who had an item that comes back',
      run: async () => {
        const { queue, run } = await begun(1);
        await using _ = queue;
        await using a = await queue.join(run, { writer: 'a', leaseMs: LONG_MS });
        await using b = await queue.join(run, { writer: 'b', leaseMs: LONG_MS });
        const item = await next(a);
        ok(item !== null);
        strictEqual(item.leftBy, undefined);
        await a.giveBack(item);
        const [again] = await takeSome(b, 1);
        deepStrictEqual(again?.leftBy, ['a']);
        strictEqual(again?.lost.aborted, false);
      },
    },
    {
      name: 'lends an item again whose lease ran out, and the first holder learns that it is lost',
      run: async () => {
        const { queue, run } = await begun(1);
        await using _ = queue;
        // It is not heard of again: nothing renews a lease of which the lane is closed without a word.
        const dead = await queue.join(run, { writer: 'dead', leaseMs: shortLeaseMs });
        const item = await next(dead);
        ok(item !== null);
        dead.fail?.();
        await using b = await queue.join(run, { writer: 'b', leaseMs: shortLeaseMs });
        const [again] = await takeSome(b, 1);
        deepStrictEqual(again?.leftBy, ['dead']);
        // By the holder's own clock, which this process may be slow to look at.
        if (!item.lost.aborted) {
          await new Promise((resolve) => {
            item.lost.addEventListener('abort', resolve, { once: true });
          });
        }
        await dead[Symbol.asyncDispose]();
      },
    },
    {
      name: 'gives nobody an item that too many have left, until it is asked for again or dropped',
      run: async () => {
        const { queue, run } = await begun(1);
        await using _ = queue;
        const options = { leaseMs: shortLeaseMs, mostLeavers: 2 };
        for (const writer of ['a', 'b']) {
          const dead = await queue.join(run, { writer, ...options });
          await takeSome(dead, 1);
          dead.fail?.();
          while ((await queue.counts(run.run))?.active === 1) await sleep(shortLeaseMs / 10);
          await dead[Symbol.asyncDispose]();
        }
        await using c = await queue.join(run, { writer: 'c', ...options });
        do strictEqual(await next(c, SHORT_MS), null);
        while ((await queue.counts(run.run))?.failed !== 1);
        deepStrictEqual(await queue.counts(run.run), { waiting: 0, active: 0, failed: 1 });
        const [left] = await queue.leftTooOften(run.run, 10);
        deepStrictEqual(left?.leftBy?.slice(0, 2), ['a', 'b']);
        strictEqual(await queue.retry(run.run), 1);
        const [again] = await takeSome(c, 1);
        ok(again !== undefined);
        await c.giveBack(again);
        await queue.drop(run.run, [again.key]);
        deepStrictEqual(await queue.counts(run.run), { waiting: 0, active: 0, failed: 0 });
      },
    },
    {
      name: 'brings an item back that was lent to the last writer there was',
      run: async () => {
        const { queue, run } = await begun(1);
        await using _ = queue;
        const dead = await queue.join(run, { writer: 'dead', leaseMs: shortLeaseMs });
        await takeSome(dead, 1);
        dead.fail?.();
        await dead[Symbol.asyncDispose]();
        while ((await queue.runs())[0]?.counts.waiting !== 1) await sleep(shortLeaseMs / 10);
      },
    },
    {
      name: 'gives no further item to who is to end, and waits for none where one is in hand',
      run: async () => {
        const { queue, run } = await begun(2);
        await using _ = queue;
        await using a = await queue.join(run, { writer: 'a', leaseMs: LONG_MS });
        const { signal } = new AbortController();
        const taken = [await a.take({ signal, idleMs: 1 }), await a.take({ signal, idleMs: 1 })];
        const ending = new AbortController();
        const third = a.take({ signal: ending.signal, idleMs: 1 });
        ending.abort();
        strictEqual(await third, null);
        for (const item of taken) if (item !== null) await a.settle(item, END);
        strictEqual(await a.take({ signal, idleMs: 1 }), null);
        deepStrictEqual(await queue.counts(run.run), { waiting: 0, active: 0, failed: 0 });
      },
    },
    {
      name: 'keeps a known run as it is paused, and what it has used as the highest that is known',
      run: async () => {
        const { queue, run } = await begun();
        await using _ = queue;
        await queue.setState(run.run, 'paused');
        await queue.announce(run, new Map([['a', { ...NO_COST, calls: 4 }]]), { opens: false });
        strictEqual((await queue.runs())[0]?.state, 'paused');
        strictEqual(await queue.hasLapsed(run.run), false);
      },
    },
    {
      name: 'hands out nothing of a run that is paused or whose budget is spent, and goes on with one that is opened',
      run: async () => {
        const { queue, run } = await begun();
        await using _ = queue;
        await using a = await queue.join(run, { writer: 'a', leaseMs: LONG_MS });
        for (const state of ['paused', 'token_budget'] as const) {
          await queue.setState(run.run, state);
          strictEqual(await next(a, SHORT_MS), null);
        }
        await queue.setState(run.run, 'open');
        await takeSome(a, 1);
      },
    },
    {
      name: 'counts what all writers use, and spends a budget for all',
      run: async () => {
        const { queue, run } = await begun(1, { budgets: { seconds: null, tokens: 100, money: null } });
        await using _ = queue;
        await using a = await queue.ledger(run, { writer: 'a' });
        await using b = await queue.ledger(run, { writer: 'b' });
        const spent = new Promise((resolve) => {
          b.onSpent(resolve);
        });
        a.add({ ...NO_COST, calls: 1, inputTokens: 60 });
        a.add({ ...NO_COST, calls: 1, inputTokens: 60 });
        strictEqual(await spent, 'token_budget');
        strictEqual(b.cost.inputTokens, 120);
      },
    },
    {
      name: 'counts once what a writer is known to have used, whoever tells it and however often',
      run: async () => {
        const { queue, run } = await begun(1);
        await using _ = queue;
        const used = { ...NO_COST, calls: 2, inputTokens: 20, costUsd: 0.25 };
        await queue.announce(run, new Map([['a', used]]));
        await queue.announce(run, new Map([['a', used]]));
        const a = await queue.ledger(run, { writer: 'a' });
        a.add({ ...NO_COST, calls: 1, inputTokens: 5, costUsd: 0.5 });
        const all = { ...NO_COST, calls: 3, inputTokens: 25, costUsd: 0.75 };
        deepStrictEqual(a.cost, all);
        await a[Symbol.asyncDispose]();
        // Its journal, read before that was in it.
        await queue.announce(run, new Map([['a', used]]));
        await using back = await queue.ledger(run, { writer: 'a', used });
        deepStrictEqual(back.cost, all);
        const before = { ...NO_COST, calls: 1, inputTokens: 1 };
        await using main = await queue.ledger(run, { writer: 'main', used: before });
        strictEqual(main.cost.inputTokens, 26);
      },
    },
    {
      name: 'keeps what stopped a run, the first of all, until it is opened again',
      run: async () => {
        const { queue, run } = await begun();
        await using _ = queue;
        await using a = await queue.join(run, { writer: 'a', leaseMs: LONG_MS });
        const failure = { fault: 'model', code: 'MODEL_OUTAGE', message: 'gone' } as const;
        const by = { worker: 'a', failure, isOutage: true };
        strictEqual(await queue.stoppedBy(run.run), null);
        await queue.stop(run.run, by);
        await queue.stop(run.run, { ...by, worker: 'b' });
        strictEqual(await next(a), null);
        const [stopped] = await queue.runs();
        deepStrictEqual([stopped?.state, stopped?.stoppedBy], ['stopped', by]);
        await queue.refuse(run.run, { worker: 'b', reason: 'gone', trouble: { failure, lasts: true } });
        await queue.refuse(run.run, { worker: 'c', reason: 'another version' });
        await queue.refuse(run.run, { worker: 'd', reason: 'busy', trouble: { failure, lasts: false } });
        await queue.accept(run.run, 'd');
        strictEqual((await queue.runs())[0]?.refused.length, 2);
        await queue.setState(run.run, 'open');
        strictEqual(await queue.stoppedBy(run.run), null);
        deepStrictEqual((await queue.runs())[0]?.refused, [{ worker: 'c', reason: 'another version' }]);
        strictEqual(await queue.isReachable(), true);
      },
    },
    {
      name: 'spends the time of a run for all, also where who coordinates it is gone',
      run: async () => {
        const { queue, run } = await begun(1, { budgets: { seconds: 1, tokens: null, money: null } });
        await using _ = queue;
        const coordinator = await queue.ledger(run, { writer: 'main', activeMs: 900 });
        await coordinator[Symbol.asyncDispose]();
        await using worker = await queue.ledger(run, { writer: 'a' });
        const spent = new Promise((resolve) => {
          worker.onSpent(resolve);
        });
        strictEqual(await spent, 'time_budget');
      },
    },
    {
      name: 'goes on with a budget that was spent once it is raised',
      run: async () => {
        const { queue, run } = await begun(1, { budgets: { seconds: null, tokens: 100, money: null } });
        await using _ = queue;
        const first = await queue.ledger(run, { writer: 'main', activeMs: 0 });
        first.add({ ...NO_COST, calls: 1, inputTokens: 120 });
        await queue.setState(run.run, 'token_budget');
        await first[Symbol.asyncDispose]();
        const raised = { ...run, budgets: { ...run.budgets, tokens: 200 } };
        await using second = await queue.ledger(raised, { writer: 'main', activeMs: 0 });
        const told: string[] = [];
        second.onSpent((budget) => told.push(budget));
        deepStrictEqual(told, []);
        second.add({ ...NO_COST, calls: 1, inputTokens: 100 });
        deepStrictEqual(told, ['token_budget']);
      },
    },
    {
      name: "keeps to an endpoint's limit for all writers, first come, first served",
      run: async () => {
        const { queue, run } = await begun();
        await using _ = queue;
        await using a = queue.limits(run, { leaseMs: LONG_MS });
        await using b = queue.limits(run, { leaseMs: LONG_MS });
        const [one, other] = [a.of('endpoint', 2), b.of('endpoint', 3)];
        const { signal } = new AbortController();
        const first = await one.acquire(signal);
        const second = await other.acquire(signal);
        const told: string[] = [];
        const third = other.acquire(signal).then((ticket) => {
          told.push('third');
          return ticket;
        });
        await sleep(60);
        told.push('first is back');
        one.release(first, 'served');
        one.release(first, 'served');
        const last = await third;
        deepStrictEqual(told, ['first is back', 'third']);
        // Another endpoint, and a place that was waited for in vain.
        const elsewhere = one.acquire(AbortSignal.timeout(40));
        const free = a.of('another endpoint', 1);
        free.release(await free.acquire(signal), 'served');
        await rejects(elsewhere);
        other.release(second, 'served');
        one.release(await one.acquire(signal), 'served');
        other.release(last, 'served');
      },
    },
    {
      name: 'gives a busy endpoint fewer requests of all writers, and none while it asks for a pause',
      run: async () => {
        const { queue, run } = await begun();
        await using _ = queue;
        await using a = queue.limits(run, { leaseMs: LONG_MS });
        await using b = queue.limits(run, { leaseMs: LONG_MS });
        const [one, other] = [a.of('endpoint', 4), b.of('endpoint', 4)];
        const { signal } = new AbortController();
        const taken: Ticket[] = [];
        for (let number = 0; number < 4; number += 1) taken.push(await one.acquire(signal));
        // All were of one round: the limit falls once, to two.
        for (const ticket of taken) one.release(ticket, 'overloaded');
        const again = [await other.acquire(signal), await other.acquire(signal)] as const;
        await rejects(one.acquire(AbortSignal.timeout(60)));
        other.release(again[0], 'failed', LONG_MS);
        // Once it has heard of the pause.
        do await rejects(one.acquire(AbortSignal.timeout(60)));
        while (one.pausedForMs === 0);
        other.release(again[1], 'failed');
      },
    },
    {
      name: 'says whether somebody coordinates a run',
      run: async () => {
        const { queue, run } = await begun();
        await using _ = queue;
        const heard = async () => (await queue.runs())[0]?.coordinatorMsAgo;
        strictEqual(await heard(), null);
        const coordinated = queue.coordinate(run.run);
        for (let ago = await heard(); ago === null; ago = await heard()) await sleep(5);
        ok(((await heard()) ?? HEARD_MS) < HEARD_MS);
        await coordinated[Symbol.asyncDispose]();
        strictEqual(await heard(), null);
      },
    },
    {
      name: 'keeps why a worker refused a run until it may try again, and forgets a run that is removed',
      run: async () => {
        const { queue, run } = await begun();
        await using _ = queue;
        const refused = { worker: 'old', reason: 'another version' };
        await queue.refuse(run.run, refused);
        deepStrictEqual((await queue.runs())[0]?.refused, [refused]);
        strictEqual(await queue.retry(run.run), 0);
        deepStrictEqual((await queue.runs())[0]?.refused, []);
        const worker = { name: 'w', session: '1', host: 'h', pid: 1, version: '0', items: 0 };
        await queue.beat({ ...worker, run: run.run }, LONG_MS);
        const runOfWorker = async () => (await queue.status()).workers.map((one) => one.run);
        deepStrictEqual(await runOfWorker(), [run.run]);
        await queue.remove(run.run);
        strictEqual(await queue.counts(run.run), null);
        deepStrictEqual(await queue.runs(), []);
        // Which has not heard of that.
        deepStrictEqual(await runOfWorker(), [null]);
      },
    },
    {
      name: 'has a name of a worker for one at a time, until that leaves or is not heard of for as long as it said',
      run: async () => {
        const { queue } = await begun();
        await using _ = queue;
        const first = { name: 'w', session: '1', host: 'h', pid: 1, version: '0', run: null, items: 0 };
        const second = { ...first, session: '2', pid: 2 };
        strictEqual(await queue.beat(first, LONG_MS), null);
        strictEqual(await queue.beat({ ...first, items: 3 }, LONG_MS), null);
        strictEqual(await queue.beat({ ...second, name: 'v' }, LONG_MS), null);
        const met = await queue.beat(second, LONG_MS);
        const { heardMsAgo = -1, ...other } = met ?? {};
        deepStrictEqual(other, { ...first, items: 3 });
        ok(heardMsAgo >= 0);
        // Only its own.
        await queue.leave(second);
        const listed = async () =>
          (await queue.status()).workers.map(({ name, pid, items }) => [name, pid, items]);
        deepStrictEqual(await listed(), [
          ['v', 2, 0],
          ['w', 1, 3],
        ]);
        await queue.leave(first);
        deepStrictEqual(await listed(), [['v', 2, 0]]);
        strictEqual(await queue.beat(first, SHORT_MS), null);
        while ((await queue.beat(second, LONG_MS)) !== null) await sleep(SHORT_MS / 10);
        // It was away for so long that another one has its name.
        strictEqual((await queue.beat(first, LONG_MS))?.session, '2');
      },
    },
  ];
}
