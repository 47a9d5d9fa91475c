import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  coordinate,
  dying,
  endLate,
  ITEMS,
  parts,
  work,
} from '../../../test/fixtures/distributed-fake-run.js';
import { itemKeyText } from '../../domain/episode.js';
import { TouchstoneError } from '../../errors.js';
import { resumeRun, startRun } from '../../engine/run.js';
import type { JournalEvent } from '../../formats/run/journal/event.js';
import { indexRun, indexRunWithSteps } from '../../formats/run/run-index.js';
import { readJournal } from '../../formats/run/run-folder.js';
import type { FakeBenchmarkOptions, FakeRecovery } from '../../testing/fake-benchmark.js';
import { MemoryRunQueue } from '../../testing/queue/memory-run-queue.js';
import { MOST_LEAVERS } from '../../queue/run-queue.js';
import { normaliseRun } from '../../testing/run-fakes/normalise-run.js';
import { buildRun, temporaryFolder } from '../../testing/run-fakes/run-fake.js';

class Broken extends TouchstoneError {
  readonly code = 'BROKEN';
  readonly fault = 'environment';
}

const RECOVERIES: readonly FakeRecovery[] = ['replay', 'snapshot', 'none'];

/** Folders of a run whose episodes share a random stream: one that a single writer did, one to be handed out. */
async function folders(world: FakeBenchmarkOptions) {
  const folder = await temporaryFolder();
  const [alone, many] = [join(folder.path, 'alone'), join(folder.path, 'many')];
  await startRun(buildRun(alone, parts(undefined, world)));
  await mkdir(many);
  return { path: folder.path, alone, many, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

async function eventsOf(directory: string, writer: string): Promise<readonly JournalEvent[]> {
  const events: JournalEvent[] = [];
  for await (const { event } of readJournal(join(directory, `journal-${writer}.jsonl`))) events.push(event);
  return events;
}

/** What was said to count, in order: item, writer, words of the stream so far. */
async function settled(directory: string): Promise<readonly (readonly [string, string | null, number])[]> {
  const events = await eventsOf(directory, 'main');
  return events.flatMap((event) =>
    event.type === 'item-settle'
      ? [[itemKeyText(event), event.counts?.writer ?? null, event.draws] as const]
      : [],
  );
}

/** Words of the stream that each attempt which counts has consumed, in the order of the plan. */
async function drawsOf(directory: string): Promise<readonly number[]> {
  const { items } = await normaliseRun(directory);
  type Item = { steps: readonly { transition: { transition: { draws?: number } } | null }[] };
  return Object.values(items as Record<string, Item>).map(({ steps }) =>
    steps.reduce((sum, { transition }) => sum + (transition?.transition.draws ?? 0), 0),
  );
}

describe.each(RECOVERIES)('episodes that share a random stream, in a world with %s', (recovery) => {
  const world = { sequential: true, recovery };

  it('are handed out one at a time, in order, and come to what one writer comes to', async () => {
    await using run = await folders(world);
    await using queue = new MemoryRunQueue();
    const made: string[] = [];
    const onDecide = (item: string): void => void made.push(item);
    const stop = new AbortController();
    const first = (item: string): void => {
      onDecide(item);
      if (made.length === 9) stop.abort();
    };
    const stopping = Promise.all([
      work(run.many, queue, 'a', { world, stop: stop.signal, onDecide: first }),
      work(run.many, queue, 'b', { world, stop: stop.signal, onDecide: first }),
    ]);
    expect((await coordinate(run.many, queue, { world, stop: stop.signal })).status).toBe('interrupted');
    await stopping;
    const rest = [
      work(run.many, queue, 'b', { world, onDecide }),
      work(run.many, queue, 'c', { world, onDecide }),
    ];
    expect(await coordinate(run.many, queue, { world })).toMatchObject({
      status: 'complete',
      finished: ITEMS,
    });
    await Promise.all(rest);
    expect(await normaliseRun(run.many)).toEqual(await normaliseRun(run.alone));
    // None was begun before the one before it had ended.
    const order = made.filter((item, at) => item !== made[at - 1]);
    expect(order).toEqual(Array.from({ length: ITEMS }, (_, item) => `walk-${item}`));
    let words = 0;
    const sums = (await drawsOf(run.alone)).map((draws) => (words += draws));
    expect(words).toBeGreaterThan(0);
    expect((await settled(run.many)).map(([item, , draws]) => [item, draws])).toEqual(
      sums.map((sum, item) => [`walk-${item}#0`, sum]),
    );
  });

  it('go on where a worker died, from its own place in the stream', async () => {
    await using run = await folders(world);
    await using queue = new MemoryRunQueue();
    const coordinating = coordinate(run.many, queue, { world });
    await dying(run.many, queue, 'a', world);
    await work(run.many, queue, 'b', { world });
    expect((await coordinating).status).toBe('complete');
    expect(await normaliseRun(run.many)).toEqual(await normaliseRun(run.alone));
    const writers = (await settled(run.many)).map(([, writer]) => writer);
    expect(writers.join(' ')).toMatch(/^(a )+b( b)*$/);
  });

  it('are whole wherever the worker and whoever coordinates were cut off, with workers or without', async () => {
    const small = { ...world, items: 3 };
    await using run = await folders(small);
    const expected = await normaliseRun(run.alone);
    await using queue = new MemoryRunQueue();
    const working = work(run.many, queue, 'a', { world: small });
    await coordinate(run.many, queue, { world: small });
    await working;
    const [main = [], own = []] = await Promise.all(
      ['main', 'a'].map(async (writer) =>
        (await readFile(join(run.many, `journal-${writer}.jsonl`), 'utf8')).split('\n').slice(0, -1),
      ),
    );
    const of = (lines: readonly string[], type: string): readonly string[] =>
      lines.filter((line) => line.includes(`"type":"${type}"`));
    const cut = async (name: string, length: number, said: number): Promise<string> => {
      const to = join(run.path, name, 'many');
      await cp(run.many, to, { recursive: true });
      const kept = [...of(main, 'run-start'), ...of(main, 'item-settle').slice(0, said)];
      await writeFile(join(to, 'journal-a.jsonl'), `${own.slice(0, length).join('\n')}\n`);
      await writeFile(join(to, 'journal-main.jsonl'), `${kept.join('\n')}\n`);
      return to;
    };
    for (let length = 1; length < own.length; length += 5) {
      const ended = of(own.slice(0, length), 'item-end').length;
      // Said of all ends, or not of the last.
      for (const said of new Set([ended, Math.max(0, ended - 1)])) {
        const byOne = await cut(`${length}-${said}`, length, said);
        await resumeRun(buildRun(byOne, parts(undefined, small)));
        expect(await normaliseRun(byOne), `${length} lines, ${said} ends`).toEqual(expected);
        if (length % 20 !== 6) continue;
        const helped = await cut(`${length}-${said}-helped`, length, said);
        await using again = new MemoryRunQueue();
        const helping = work(helped, again, 'b', { world: small });
        await coordinate(helped, again, { world: small });
        await helping;
        expect(await normaliseRun(helped), `${length} lines, ${said} ends, helped`).toEqual(expected);
      }
    }
  });
});

describe('episodes that share a random stream', () => {
  const world = { sequential: true };

  it('are done by workers, by one process, and by workers again', async () => {
    await using run = await folders(world);
    const halting = async (
      decisions: number,
      go: (stop: AbortSignal, onDecide: () => void) => Promise<void>,
    ) => {
      const stop = new AbortController();
      let made = 0;
      await go(stop.signal, () => {
        made += 1;
        if (made === decisions) stop.abort();
      });
    };
    await using queue = new MemoryRunQueue();
    await halting(8, async (stop, onDecide) => {
      const working = work(run.many, queue, 'a', { world, stop, onDecide });
      await coordinate(run.many, queue, { world, stop });
      await working;
    });
    await halting(8, async (stop, onDecide) => {
      await resumeRun({ ...buildRun(run.many, parts(onDecide, world)), stop });
    });
    expect((await indexRun(run.many)).status).toBe('interrupted');
    const working = work(run.many, queue, 'b', { world });
    expect((await coordinate(run.many, queue, { world })).status).toBe('complete');
    await working;
    expect(await normaliseRun(run.many)).toEqual(await normaliseRun(run.alone));
  });

  it('are begun by one process, killed within an episode, and gone on with by workers', async () => {
    const small = { ...world, items: 3 };
    await using run = await folders(small);
    const lines = (await readFile(join(run.alone, 'journal-main.jsonl'), 'utf8')).split('\n').slice(0, -1);
    for (let length = 3; length < lines.length - 1; length += 13) {
      const to = join(run.path, `begun-${length}`, 'many');
      await cp(run.alone, to, { recursive: true });
      await writeFile(join(to, 'journal-main.jsonl'), `${lines.slice(0, length).join('\n')}\n`);
      await using queue = new MemoryRunQueue();
      const working = work(to, queue, 'a', { world: small });
      await coordinate(to, queue, { world: small });
      await working;
      expect(await normaliseRun(to), `${length} lines`).toEqual(await normaliseRun(run.alone));
    }
  });

  it('are begun by one process, gone on with by a worker, and by one process again, each cut off within an episode', async () => {
    const small = { ...world, items: 3 };
    await using run = await folders(small);
    const expected = await normaliseRun(run.alone);
    const lines = (await readFile(join(run.alone, 'journal-main.jsonl'), 'utf8')).split('\n').slice(0, -1);
    for (const [length, decisions] of [
      [11, 1],
      [13, 3],
      [24, 2],
    ] as const) {
      const to = join(run.path, `thrice-${length}`, 'many');
      await cp(run.alone, to, { recursive: true });
      await writeFile(join(to, 'journal-main.jsonl'), `${lines.slice(0, length).join('\n')}\n`);
      await using queue = new MemoryRunQueue();
      const [kill, stop] = [new AbortController(), new AbortController()];
      let made = 0;
      const onDecide = (): void => {
        made += 1;
        if (made === decisions) for (const one of [kill, stop]) one.abort();
      };
      const working = work(to, queue, 'a', { world: small, kill: kill.signal, leaseMs: 60, onDecide });
      await coordinate(to, queue, { world: small, stop: stop.signal });
      await working;
      expect((await indexRun(to)).left.size).toBe(1);
      await resumeRun(buildRun(to, parts(undefined, small)));
      expect(await normaliseRun(to), `${length} lines`).toEqual(expected);
    }
  });

  it('that a failure voided are asked for once more where one process would do them, whatever waits in the queue', async () => {
    await using run = await folders(world);
    let isBroken = true;
    const broken = {
      ...world,
      onStep: ({ task }: { readonly task: string }, step: number) => {
        if (isBroken && task === 'walk-1' && step === 2) throw new Broken('it is broken');
      },
    };
    const halt = (at: string) => {
      const stop = new AbortController();
      const onDecide = (item: string): void => {
        if (item === at) stop.abort();
      };
      return { stop: stop.signal, onDecide };
    };
    const alone = join(run.path, 'broken');
    const halted = halt('walk-3');
    await startRun({ ...buildRun(alone, parts(halted.onDecide, broken)), stop: halted.stop });
    await using queue = new MemoryRunQueue();
    const halting = halt('walk-3');
    const working = work(run.many, queue, 'a', { world: broken, ...halting });
    expect((await coordinate(run.many, queue, { world, stop: halting.stop })).status).toBe('interrupted');
    await working;
    const before = await indexRun(run.many);
    expect(before.settled.get('walk-1#0')).toEqual({ writer: 'a', attempt: 1, isOpen: false });
    expect((await queue.runs())[0]?.counts.waiting).toBe(1);
    isBroken = false;
    await resumeRun({ ...buildRun(alone, parts(undefined, world)), retryVoided: true });
    const helping = ['b', 'c'].map((writer) => work(run.many, queue, writer, { world: broken }));
    const summary = await coordinate(run.many, queue, { world, retryVoided: true });
    await Promise.all(helping);
    expect(summary).toMatchObject({ status: 'complete', voided: 0 });
    expect(await normaliseRun(run.many)).toEqual(await normaliseRun(alone));
    const said = (await settled(run.many)).map(
      ([key, writer]) => `${key} ${writer === null ? 'open' : 'ends'}`,
    );
    expect(said).toEqual([
      'walk-0#0 ends',
      'walk-1#0 ends',
      'walk-2#0 ends',
      'walk-1#0 open',
      'walk-1#0 ends',
      'walk-3#0 ends',
      'walk-4#0 ends',
      'walk-5#0 ends',
    ]);
  });

  it('of which one ends every worker go on behind it, from where the one before it has left the stream', async () => {
    // Each begins it from its start: nobody comes to its end by and by.
    const fresh = { ...world, recovery: 'none' } as const;
    await using run = await folders(fresh);
    await using queue = new MemoryRunQueue();
    const notes: string[] = [];
    const coordinating = coordinate(run.many, queue, { world: fresh, notes });
    for (let writer = 0; writer < MOST_LEAVERS; writer += 1) {
      const kill = new AbortController();
      const onDecide = (item: string): void => {
        if (item === 'walk-2') kill.abort();
      };
      await work(run.many, queue, `w${writer}`, { world: fresh, kill: kill.signal, leaseMs: 30, onDecide });
    }
    await work(run.many, queue, 'a', { world: fresh });
    expect(await coordinating).toMatchObject({ status: 'complete', finished: ITEMS, voided: 1 });
    expect(notes.join('\n')).toContain(`is void: ${MOST_LEAVERS} workers ended`);
    const said = await settled(run.many);
    expect(said.map(([item]) => item)).toEqual(Array.from({ length: ITEMS }, (_, item) => `walk-${item}#0`));
    // Nobody knows what the one that is void would have drawn.
    expect(said[2]?.[2]).toBe(said[1]?.[2]);
    const { items } = await indexRun(run.many);
    expect(items.get('walk-2#0')?.end).toMatchObject({ reason: 'environment_error', fault: 'environment' });
    const rest = [...items.values()].filter(({ key }) => key.item !== 'walk-2');
    expect(rest.map(({ end }) => end.reason)).toEqual(rest.map(() => 'agent_stop'));
  });

  it('take no notice of an end that a writer adds which was cut off, wherever that is read', async () => {
    await using run = await folders(world);
    await using queue = new MemoryRunQueue();
    const coordinating = coordinate(run.many, queue, { world });
    await dying(run.many, queue, 'a', world);
    await work(run.many, queue, 'b', { world });
    await coordinating;
    const expected = await normaliseRun(run.many);
    const late = await endLate(run.many, 'a');
    const after = await indexRun(run.many);
    expect(after.items.get(itemKeyText(late.key))).toMatchObject({ writer: 'b', ends: { a: 1 } });
    expect(await normaliseRun(run.many)).toEqual(expected);
    const given = new Map<string, string>();
    await indexRunWithSteps(run.many, {
      onAttempt: async ({ item }) => void given.set(itemKeyText(item.key), item.writer),
      onDamage: (damage) => {
        throw damage;
      },
    });
    expect(given).toEqual(new Map([...after.items].map(([key, { writer }]) => [key, writer])));
  });
});
