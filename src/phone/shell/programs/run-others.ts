import { Complaint } from '../answer.js';
import { nextTurn } from '../input.js';
import type { Program, ProgramCall, RunOptions } from '../program.js';

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** What a time limit gives when it is over. */
const TIMED_OUT = 124;

/** Turns of everything else that a program has before its time begins to run. */
const GRACE = 20;

/** Prints the environment, or calls a program with another one. */
export const env: Program = async (call) => {
  let variables = new Map(call.variables);
  let index = 1;
  for (; index < call.words.length; index += 1) {
    const word = call.words[index]!;
    const equals = word.indexOf('=');
    if (word === '-i' || word === '-') variables = new Map();
    else if (word === '-u') {
      index += 1;
      variables.delete(call.words[index] ?? '');
    } else if (equals > 0) variables.set(word.slice(0, equals), word.slice(equals + 1));
    else break;
  }
  if (index < call.words.length) {
    call.giveWay();
    return call.run(call.words.slice(index), { variables });
  }
  return Array.from(variables, ([name, value]) => `${name}=${value}\n`).join('');
};

/** Calls a program that outlives its client. */
export const nohup: Program = (call) => withoutOptions(call, 0, { outlives: true });
/** Calls a program; how nice it is makes no difference here. */
export const nice: Program = (call) => withoutOptions(call, 1);
/** Calls a program in a session of its own, which outlives its client. */
export const setsid: Program = (call) => withoutOptions(call, 0, { outlives: true });

async function withoutOptions(
  call: ProgramCall,
  valuesPerOption: number,
  options: RunOptions = {},
): Promise<number> {
  let index = 1;
  while (call.words[index]?.startsWith('-'))
    index += 1 + (call.words[index]!.length === 2 ? valuesPerOption : 0);
  if (index < call.words.length) {
    call.giveWay();
    return call.run(call.words.slice(index), options);
  }
  throw new Complaint(`Needs 1 argument (see "${call.words[0]} --help")`);
}

/** Calls a program, and ends it after a time on the phone. */
export const timeout: Program = async (call) => {
  let index = 1;
  for (; call.words[index]?.startsWith('-'); index += 1) if (/^-[sk]$/.test(call.words[index]!)) index += 1;
  const match = /^([0-9]*\.?[0-9]+)([smhd]?)$/.exec(call.words[index] ?? '');
  const words = call.words.slice(index + 1);
  if (!match || !words.length) throw new Complaint('Needs 2 arguments (see "timeout --help")', 125);
  const milliseconds = Number(match[1]) * (UNITS[match[2] ?? ''] ?? 1) * 1000;
  const { clock } = call.system;
  const started = clock.now;
  const limit = new AbortController();
  const over = new AbortController();
  const stop = (): void => limit.abort();
  if (call.signal.aborted) stop();
  call.signal.addEventListener('abort', stop);
  const running = call.run(words, { signal: limit.signal }).finally(() => over.abort());
  const waiting = (async (): Promise<boolean> => {
    // Where time passes at once, the program gets its turns first: most are over by then.
    for (let turn = 0; turn < GRACE && !over.signal.aborted; turn += 1) await nextTurn();
    if (over.signal.aborted || !milliseconds) return false;
    await clock.pass(milliseconds, { signal: over.signal });
    if (over.signal.aborted) return false;
    limit.abort();
    return true;
  })();
  try {
    const status = await running;
    return (await waiting) || (milliseconds > 0 && clock.now - started > milliseconds) ? TIMED_OUT : status;
  } finally {
    call.signal.removeEventListener('abort', stop);
  }
};
