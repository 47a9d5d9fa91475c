import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { FUZZ_READERS } from './fuzz-readers.js';
import { fuzz, type FuzzFinding } from './fuzz.js';

// npm run fuzz [-- --inputs N] [--seed S] [--reader NAME] [--from INDEX]: gives every reader inputs made from valid ones.
// One that is neither taken nor refused with a typed error is a finding; so is one that takes too long.

/** An input that takes this long never ends, for all anybody knows. */
const HANGS_MS = 60_000;
const MOST_PRINTED = 5;

interface Work {
  readonly seed: number;
  readonly folder: string;
  readonly parts: readonly Part[];
  /** Number of the part under way, and of its input, seen by the thread that waits. */
  readonly progress: Int32Array;
}

/** Inputs of one reader. */
interface Part {
  readonly reader: string;
  readonly from: number;
  readonly count: number;
}

type Message =
  | { readonly type: 'finding'; readonly finding: FuzzFinding }
  | { readonly type: 'done'; readonly part: Part; readonly seconds: number };

if (isMainThread) await main();
else await work(workerData as Work);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      inputs: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      reader: { type: 'string' },
      from: { type: 'string', default: '0' },
    },
  });
  const [inputs, seed, from] = [values.inputs, values.seed, values.from].map(wholeNumber) as [
    number,
    number,
    number,
  ];
  const readers = FUZZ_READERS.filter(({ name }) => values.reader === undefined || name === values.reader);
  if (readers.length === 0) {
    throw new Error(
      `there is no reader ${values.reader}: ${FUZZ_READERS.map(({ name }) => name).join(', ')}`,
    );
  }
  // Shared out evenly, what is left over to the first.
  let parts: readonly Part[] = readers.flatMap(({ name }, number): Part[] => {
    const count = Math.floor(inputs / readers.length) + (number < inputs % readers.length ? 1 : 0);
    return count === 0 ? [] : [{ reader: name, from, count }];
  });
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-fuzz-'));
  const found = new Map<string, number>();
  const tell = (finding: FuzzFinding): void => {
    const count = (found.get(finding.reader) ?? 0) + 1;
    found.set(finding.reader, count);
    if (count <= MOST_PRINTED) print(finding);
  };
  const startedAt = performance.now();
  try {
    // In a thread of its own, so that an input that never ends is found too; the others continue in another.
    while (parts.length > 0) parts = await inThread({ seed, folder, parts }, tell);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  for (const [reader, count] of found) console.log(`${reader}: ${count} findings`);
  const seconds = (performance.now() - startedAt) / 1000;
  const total = [...found.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `${inputs} inputs, ${readers.length} readers, seed ${seed}: ${total} findings, ${seconds.toFixed(0)} s`,
  );
  process.exitCode = total === 0 ? 0 : 1;
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`${text} is no whole number`);
  return number;
}

/** Does the parts in a thread; gives what is left of them where an input hangs or ends the thread. */
function inThread(
  { parts, ...given }: Omit<Work, 'progress'>,
  tell: (finding: FuzzFinding) => void,
): Promise<readonly Part[]> {
  const progress = new Int32Array(new SharedArrayBuffer(8));
  const data: Work = { ...given, parts, progress };
  // Threads do not take over the loader of the main one.
  const source = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(import.meta.url)}); })`;
  const worker = new Worker(source, { eval: true, workerData: data });
  worker.on('message', (message: Message) => {
    if (message.type === 'finding') tell(message.finding);
    else {
      const { part, seconds } = message;
      console.error(`${part.reader}: ${part.count} inputs in ${seconds.toFixed(1)} s`);
    }
  });
  return new Promise((resolve, reject) => {
    let seen = '';
    const end = (left: readonly Part[]): void => {
      clearInterval(watch);
      resolve(left);
    };
    /** Says what the input under way has done, and continues after it. */
    const stopped = (problem: string): void => {
      const [number, index] = [Atomics.load(progress, 0), Atomics.load(progress, 1)];
      const part = parts[number];
      if (part === undefined) return reject(new Error(problem));
      tell({ reader: part.reader, seed: given.seed, index, problem, excerpt: '' });
      const rest = { ...part, from: index + 1, count: part.from + part.count - index - 1 };
      end([...(rest.count > 0 ? [rest] : []), ...parts.slice(number + 1)]);
    };
    const watch = setInterval(() => {
      const now = progress.join();
      if (now === seen) {
        worker.terminate().then(() => stopped(`takes longer than ${HANGS_MS / 1000} s`), reject);
      }
      seen = now;
    }, HANGS_MS);
    worker.on('error', (error) => stopped(`ends the process: ${inspect(error)}`));
    worker.on('exit', (code) => {
      if (code === 0) end([]);
    });
  });
}

async function work({ seed, folder, parts, progress }: Work): Promise<void> {
  for (const [number, part] of parts.entries()) {
    const reader = FUZZ_READERS.find(({ name }) => name === part.reader);
    if (reader === undefined) throw new Error(`there is no reader ${part.reader}`);
    const own = join(folder, `${number}-${part.from}`);
    await mkdir(own, { recursive: true });
    Atomics.store(progress, 0, number);
    const startedAt = performance.now();
    const found = fuzz(reader, {
      seed,
      from: part.from,
      count: part.count,
      folder: own,
      clock: () => performance.now(),
      onInput: (index) => Atomics.store(progress, 1, index),
    });
    for await (const finding of found) send({ type: 'finding', finding });
    send({ type: 'done', part, seconds: (performance.now() - startedAt) / 1000 });
    await rm(own, { recursive: true, force: true });
  }
}

function send(message: Message): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(message);
}

function print({ reader, seed, index, problem, excerpt }: FuzzFinding): void {
  console.log(`${reader}, seed ${seed}, input ${index}: ${problem}\n  ${excerpt}`);
  console.log(`  again: npm run fuzz -- --reader '${reader}' --seed ${seed} --from ${index} --inputs 1\n`);
}
