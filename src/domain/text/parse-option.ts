import { didYouMean } from './nearest-name.js';
import { UserError } from '../../errors.js';

/** An option's value among those it may have. @throws {UserError} naming them */
export function oneOf<T extends string>(allowed: readonly T[], value: unknown, flag: string): T {
  const found = allowed.find((known) => known === value);
  if (found !== undefined) return found;
  throw new UserError(`${flag}: there is no ${JSON.stringify(value)}`, {
    hint: `${didYouMean(String(value), allowed)}${flag} is one of ${allowed.join(', ')}.`,
  });
}

/** A count from 0. @throws {UserError} for anything else */
export function wholeNumber(value: unknown, flag: string): number {
  const text = String(value).trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UserError(`${flag}: ${JSON.stringify(value)} is no whole number from 0 on`, {
    hint: `Write ${flag} 20, for example.`,
  });
}

/** A share as `0.8` or `80%`, as 0–1. A bare number above 1 could mean either and is refused. @throws {UserError} */
export function share(value: unknown, flag: string): number {
  const result = shareOf(value);
  if (result !== null) return result;
  throw new UserError(`${flag}: ${JSON.stringify(value)} is no share`, {
    hint: `Write it from 0 to 1 or with a percent sign: ${flag} 0.8 and ${flag} 80% are the same.`,
  });
}

/** A share of something that has a name, `ams=0.8` or `ams=80%`. @throws {UserError} for anything else */
export function namedShare(value: unknown, flag: string): NamedNumber {
  return namedNumber(value, shareOf, { flag, is: 'share', examples: ['ams=0.8', 'ams=80%'] });
}

/** Percentage points of something that has a name, `ams=3`, as a difference of ratios. @throws {UserError} */
export function namedPoints(value: unknown, flag: string): NamedNumber {
  return namedNumber(value, pointsOf, { flag, is: 'number of percentage points', examples: ['ams=3'] });
}

/** A number and what it is a limit on. */
export interface NamedNumber {
  readonly name: string;
  readonly value: number;
}

function namedNumber(
  value: unknown,
  read: (text: string) => number | null,
  form: { readonly flag: string; readonly is: string; readonly examples: readonly string[] },
): NamedNumber {
  const { flag, is, examples } = form;
  const text = String(value);
  const at = text.indexOf('=');
  const name = at < 0 ? '' : text.slice(0, at).trim();
  const number = read(text.slice(at + 1));
  if (name !== '' && number !== null) return { name, value: number };
  const wrong =
    name === ''
      ? `${JSON.stringify(text)} names no metric`
      : `${JSON.stringify(text.slice(at + 1))} is no ${is}`;
  throw new UserError(`${flag}: ${wrong}`, {
    hint: `Write a name, an equals sign and the limit: ${examples.map((one) => `${flag} ${one}`).join(', or ')}.`,
  });
}

/** Null for what is no share. A bare number above 1 could mean either form. */
function shareOf(value: unknown): number | null {
  const match = /^(\d+(?:\.\d+)?|\.\d+)\s*(%?)$/.exec(String(value).trim());
  const number = Number(match?.[1]);
  const result = match?.[2] === '%' ? number / 100 : number;
  return match !== null && result <= 1 ? result : null;
}

function pointsOf(value: unknown): number | null {
  const text = String(value).trim();
  const number = Number(text);
  return /^(\d+(\.\d+)?|\.\d+)$/.test(text) && number <= 100 ? number / 100 : null;
}

/** Percentage points, `5`, as a difference of ratios, 0.05. @throws {UserError} */
export function percentagePoints(value: unknown, flag: string): number {
  const number = pointsOf(value);
  if (number !== null) return number;
  throw new UserError(`${flag}: ${JSON.stringify(value)} is no number of percentage points`, {
    hint: `Write it without a sign: ${flag} 5 allows a fall from 80 % to 75 %.`,
  });
}

/** Megabytes of 1,000,000 bytes, `18` or `0.5`, as bytes. @throws {UserError} */
export function megabytes(value: unknown, flag: string): number {
  const text = String(value).trim();
  const bytes = Math.round(Number(text) * 1_000_000);
  if (/^(\d+(\.\d+)?|\.\d+)$/.test(text) && bytes > 0 && Number.isSafeInteger(bytes)) return bytes;
  throw new UserError(`${flag}: ${JSON.stringify(value)} is no number of megabytes`, {
    hint: `Write ${flag} 18, for example.`,
  });
}
