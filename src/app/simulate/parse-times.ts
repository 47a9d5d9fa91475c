import { UserError } from '../../errors.js';
import { Quantiles } from '../../simulation/quantiles.js';

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;
const TIME = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/;

/** A length of time, `500ms`, `2s`, `1.5m`, `2h`, in milliseconds. @throws {UserError} */
export function parseTime(text: string, flag: string): number {
  const [, number, unit] = TIME.exec(text.trim()) ?? [];
  if (number !== undefined) return Number(number) * UNIT_MS[unit as keyof typeof UNIT_MS];
  throw new UserError(`${flag}: ${JSON.stringify(text)} is no length of time`, {
    hint: `Write ${flag} 500ms, 2s, 1.5m or 2h.`,
  });
}

/** `2s`, always so long, or `2s..8s`: the median and what 95 % stay below, log-normal. In milliseconds. @throws {UserError} */
export function parseTimes(text: string, flag: string): Quantiles {
  return parseRange(text, flag, (end) => parseTime(end, flag));
}

/** `20`, always so many, or `20..50`: the median and what 95 % stay below. @throws {UserError} */
export function parseCounts(text: string, flag: string): Quantiles {
  return parseRange(text, flag, (end) => {
    if (/^\d{1,6}$/.test(end) && Number(end) > 0) return Number(end);
    throw new UserError(`${flag}: ${JSON.stringify(end)} is no count from 1 on`, {
      hint: `Write ${flag} 20, or ${flag} 20..50.`,
    });
  });
}

function parseRange(text: string, flag: string, parse: (end: string) => number): Quantiles {
  const [median, p95, ...more] = text.split('..').map((end) => parse(end.trim()));
  if (median !== undefined && p95 === undefined) return Quantiles.constant(median);
  if (median !== undefined && p95 !== undefined && more.length === 0 && 0 < median && median <= p95) {
    return Quantiles.logNormal(median, p95);
  }
  throw new UserError(`${flag}: ${JSON.stringify(text)} is no median and a larger 95th percentile`, {
    hint: `Write the value that half are below, two points, and the value that 95 % are below.`,
  });
}
