import { share, wholeNumber } from '../../domain/text/parse-option.js';
import { UserError } from '../../errors.js';
import { NO_FAILURES, type SimulatedLoad, type SimulatedWork } from '../../simulation/simulated-load.js';
import type { MeasuredRun } from './measure-run.js';
import { parseCounts, parseTime, parseTimes } from './parse-times.js';

/** Flags of `touchstone simulate` as they were written; those without a default may be absent. */
export interface SimulateFlags {
  readonly episodes?: string;
  readonly workers: string;
  readonly concurrency: string;
  readonly steps?: string;
  readonly latency?: string;
  readonly stepTime?: string;
  readonly itemTime?: string;
  readonly tokens?: string;
  readonly priceInput?: string;
  readonly priceOutput?: string;
  readonly workerPrice?: string;
  readonly endpointLimit?: string;
  readonly callsPerMinute?: string;
  readonly tokensPerMinute?: string;
  readonly devices?: string;
  readonly queueMs: string;
  readonly queueRate: string;
  readonly startTime: string;
  readonly deaths: string;
  readonly lease: string;
  readonly backTime: string;
  readonly outages: string;
  readonly outageTime: string;
  readonly outageSeconds: string;
  readonly callFailures?: string;
  readonly maxTokens?: string;
  readonly maxCost?: string;
  readonly runSeconds?: string;
}

/** What is assumed where nothing was measured or given. */
export const ASSUMED = {
  episodes: '10000',
  steps: '15..40',
  latency: '3s..10s',
  stepTime: '50ms',
  itemTime: '200ms',
} as const;

const HOURS_A_DAY = 24;
const MILLION = 1e6;

/** A load for each number of workers. @throws {UserError} for a flag that says nothing sensible */
export function plannedLoads(flags: SimulateFlags, measured: MeasuredRun | null): readonly SimulatedLoad[] {
  const work = workOf(flags, measured);
  const needsTokens = flags.tokensPerMinute ?? flags.maxTokens;
  if (
    needsTokens !== undefined &&
    (work.perStep.inputTokens === null || work.perStep.outputTokens === null)
  ) {
    throw new UserError('a limit on tokens was given, and nothing says how many a step takes', {
      hint: 'Give --tokens 3000,150, or --from a run whose endpoint reported them.',
    });
  }
  if (flags.maxCost !== undefined && work.perStep.costUsd === null) {
    throw new UserError('--max-cost was given, and nothing says what a step costs', {
      hint: 'Give --tokens with --price-input and --price-output, or --from a run with known prices.',
    });
  }
  const perDay = (text: string, flag: string): number => amount(text, flag) / HOURS_A_DAY;
  return workerCounts(flags.workers).map((workers) => ({
    work,
    machines: {
      workers,
      concurrency: positive(flags.concurrency, '--concurrency'),
      startMs: parseTime(flags.startTime, '--start-time'),
      devices: optional(flags.devices, '--devices', positive),
      endpoint: {
        atOnce: optional(flags.endpointLimit, '--endpoint-limit', positive),
        callsPerMinute: optional(flags.callsPerMinute, '--calls-per-minute', positive),
        tokensPerMinute: optional(flags.tokensPerMinute, '--tokens-per-minute', positive),
      },
      queue: {
        msPerItem: amount(flags.queueMs, '--queue-ms'),
        itemsPerSecond: positive(flags.queueRate, '--queue-rate'),
      },
      workerUsdPerHour: optional(flags.workerPrice, '--worker-price', amount),
    },
    failures: {
      ...NO_FAILURES,
      deathsPerHour: perDay(flags.deaths, '--deaths'),
      leaseMs: parseTime(flags.lease, '--lease'),
      backMs: parseTime(flags.backTime, '--back-time'),
      outagesPerHour: perDay(flags.outages, '--outages'),
      outageMs: parseTime(flags.outageTime, '--outage-time'),
      outageLimitMs: 1_000 * amount(flags.outageSeconds, '--outage-seconds'),
      callFailures: optional(flags.callFailures, '--call-failures', share) ?? measured?.callFailures ?? 0,
    },
    budgets: {
      seconds: optional(flags.runSeconds, '--run-seconds', positive),
      tokens: optional(flags.maxTokens, '--max-tokens', positive),
      money: optional(flags.maxCost, '--max-cost', amount),
    },
  }));
}

function workOf(flags: SimulateFlags, measured: MeasuredRun | null): SimulatedWork {
  const times = (
    key: 'latency' | 'stepTime' | 'itemTime',
    flag: string,
    of: MeasuredRun['modelMs'] | undefined,
  ) => (flags[key] === undefined && of !== undefined ? of : parseTimes(flags[key] ?? ASSUMED[key], flag));
  return {
    episodes: positive(
      flags.episodes ?? (measured === null ? ASSUMED.episodes : measured.episodes),
      '--episodes',
    ),
    steps:
      flags.steps === undefined && measured !== null
        ? measured.steps
        : parseCounts(flags.steps ?? ASSUMED.steps, '--steps'),
    modelMs: times('latency', '--latency', measured?.modelMs),
    localMs: times('stepTime', '--step-time', measured?.localMs),
    itemMs: times('itemTime', '--item-time', measured?.itemMs),
    perStep: perStepOf(flags, measured),
  };
}

function perStepOf(flags: SimulateFlags, measured: MeasuredRun | null): SimulatedWork['perStep'] {
  const [input, output, ...more] = (flags.tokens?.split(',') ?? []).map((text) =>
    wholeNumber(text, '--tokens'),
  );
  if (flags.tokens !== undefined && (output === undefined || more.length > 0)) {
    throw new UserError(`--tokens: ${JSON.stringify(flags.tokens)} is no input and output`, {
      hint: 'Write the tokens of a step, input and output: --tokens 3000,150.',
    });
  }
  const inputTokens = input ?? measured?.perStep.inputTokens ?? null;
  const outputTokens = output ?? measured?.perStep.outputTokens ?? null;
  const priceInput = optional(flags.priceInput, '--price-input', amount);
  const priceOutput = optional(flags.priceOutput, '--price-output', amount);
  if ((priceInput === null) !== (priceOutput === null)) {
    throw new UserError('--price-input and --price-output belong together', {
      hint: 'Give both, in US dollars per million tokens.',
    });
  }
  const isPriced =
    priceInput !== null && priceOutput !== null && inputTokens !== null && outputTokens !== null;
  return {
    calls: measured?.perStep.calls ?? 1,
    inputTokens,
    outputTokens,
    costUsd: isPriced
      ? (inputTokens * priceInput + outputTokens * priceOutput) / MILLION
      : flags.tokens === undefined
        ? (measured?.perStep.costUsd ?? null)
        : null,
  };
}

/** `1,8,64`, in order, each once. */
function workerCounts(text: string): readonly number[] {
  const counts = text.split(',').map((count) => positive(count.trim(), '--workers'));
  return [...new Set(counts)].toSorted((a, b) => a - b);
}

function optional<Value>(
  text: string | undefined,
  flag: string,
  parse: (text: string, flag: string) => Value,
): Value | null {
  return text === undefined ? null : parse(text, flag);
}

function positive(value: unknown, flag: string): number {
  const number = wholeNumber(value, flag);
  if (number > 0) return number;
  throw new UserError(`${flag}: there must be at least one`, { hint: `Write ${flag} 8, for example.` });
}

function amount(text: string, flag: string): number {
  if (/^\d+(\.\d+)?$/.test(text.trim())) return Number(text);
  throw new UserError(`${flag}: ${JSON.stringify(text)} is no number from 0 on`, {
    hint: `Write ${flag} 2 or ${flag} 0.5, for example.`,
  });
}
