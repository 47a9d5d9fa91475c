import { inspect } from 'node:util';
import { TouchstoneError } from '../src/errors.js';
import { changeInput } from './change-input.js';
import type { FuzzInput, FuzzReader } from './fuzz-reader.js';

/** An input that a reader neither takes nor refuses as it should. */
export interface FuzzFinding {
  readonly reader: string;
  readonly seed: number;
  readonly index: number;
  readonly problem: string;
  readonly excerpt: string;
}

export interface FuzzOptions {
  readonly seed: number;
  /** Number of the first input. */
  readonly from: number;
  readonly count: number;
  readonly folder: string;
  /** Measures how long an input took, milliseconds; no clock is read where it is not given. */
  readonly clock?: () => number;
  /** Milliseconds that an input may take. */
  readonly limitMs?: number;
  readonly onInput?: (index: number) => void;
}

const EXCERPT = 300;

/** Gives a reader inputs made from its samples; each must come to a value or to an error that is meant. */
export async function* fuzz(reader: FuzzReader, options: FuzzOptions): AsyncGenerator<FuzzFinding> {
  const { seed, from, count, folder, clock = () => 0, limitMs = 5000, onInput } = options;
  const samples = await reader.samples(folder);
  for (let index = from; index < from + count; index += 1) {
    onInput?.(index);
    const input = changeInput(samples, { reader: reader.name, seed, index });
    const startedAt = clock();
    const problem = await problemOf(reader, input, folder);
    const took = clock() - startedAt;
    const late = took > limitMs ? `took ${(took / 1000).toFixed(1)} s` : null;
    const found = problem ?? late;
    if (found !== null) yield { reader: reader.name, seed, index, problem: found, excerpt: excerptOf(input) };
  }
}

async function problemOf(reader: FuzzReader, input: FuzzInput, folder: string): Promise<string | null> {
  try {
    await reader.read(input, folder);
    return null;
  } catch (error) {
    const isMeant = error instanceof TouchstoneError && error.fault !== 'bug';
    if (isMeant || reader.refusesWith?.some((kind) => error instanceof kind) === true) return null;
    const trace = error instanceof Error ? (error.stack ?? error.message) : inspect(error);
    return trace.split('\n').slice(0, 5).join('\n');
  }
}

function excerptOf(input: FuzzInput): string {
  const { type } = input;
  if (type === 'bytes') return inspect(Buffer.from(input.bytes).toString('latin1').slice(0, EXCERPT));
  if (type === 'text') return inspect(input.text.slice(0, EXCERPT));
  return inspect(input.value, { depth: 8, breakLength: Infinity }).slice(0, EXCERPT);
}
