import { isDeepStrictEqual } from 'node:util';
import { quoteText } from '../../../domain/text/quote-text.js';
import {
  ExpectationSchema,
  claimsExpectation,
  type Expectation,
} from '../../../evaluators/expectations/expectation.js';
import { draftExpectation, isProposed, isProposedNote, type Written } from './draft-expectation.js';
import type { WorldPages } from './world-pages.js';

/** The evaluators of a task after an import, and what it has done to them. */
export interface MergedExpectations {
  readonly evaluators: readonly unknown[];
  /** Sentences, for people. */
  readonly changes: readonly string[];
}

interface Known {
  readonly index: number;
  /** null where somebody is in the middle of writing it. */
  readonly expectation: Expectation | null;
  readonly step: number | null;
  readonly expected: string;
}

/**
 * Brings the evaluators of a task up to its test case as it is written now. What somebody has written stays: a rule whose
 * expectation was reworded goes back to being a draft that says what it was, and so does one whose expectation is gone.
 * Only what nobody has touched is replaced or left out. Other rules are left as they are.
 */
export function mergeExpectations(
  current: readonly unknown[],
  now: readonly Written[],
  world: WorldPages | null,
): MergedExpectations {
  const changes: string[] = [];
  const known = current.flatMap((entry, index) => knownOf(entry, index));
  const pairs = pair(known, now);
  const entries: (unknown[] | undefined)[] = current.map((entry) => [entry]);
  for (const one of known) {
    const written = pairs.get(one);
    if (written === undefined) entries[one.index] = leftOver(one, current[one.index], changes);
    else entries[one.index] = [renewed(one, written, current[one.index], world, changes)];
  }
  const paired = new Set(pairs.values());
  for (const written of now) {
    if (paired.has(written)) continue;
    const fresh = draftExpectation(written, world);
    changes.push(`step ${written.step}: ${quoteText(written.expected)} is new (${fresh.status})`);
    insert(fresh, written.step, entries, { known, pairs });
  }
  return { evaluators: entries.flatMap((entry) => entry ?? []), changes };
}

/** Puts a new entry behind the last that belongs to no later step, or before all that belong to one. */
function insert(
  fresh: Expectation,
  step: number,
  entries: (unknown[] | undefined)[],
  { known, pairs }: { readonly known: readonly Known[]; readonly pairs: ReadonlyMap<Known, Written> },
): void {
  const before = known.filter((one) => (pairs.get(one)?.step ?? Infinity) <= step).at(-1);
  const after = known.find((one) => (pairs.get(one)?.step ?? 0) > step);
  const index = before?.index ?? after?.index ?? Math.max(0, entries.length - 1);
  const there = entries[index] ?? [];
  entries[index] = before === undefined && after !== undefined ? [fresh, ...there] : [...there, fresh];
}

/** Which expectation of the suite is which of the file: the same words at the same step, the same words, the same step. */
function pair(known: readonly Known[], now: readonly Written[]): ReadonlyMap<Known, Written> {
  const pairs = new Map<Known, Written>();
  const open = new Set(now);
  const match = (fits: (one: Known, written: Written) => boolean): void => {
    for (const one of known) {
      if (pairs.has(one)) continue;
      for (const written of open) {
        if (!fits(one, written)) continue;
        pairs.set(one, written);
        open.delete(written);
        break;
      }
    }
  };
  match((one, written) => one.expected === written.expected && one.step === written.step);
  match((one, written) => one.expected === written.expected);
  match((one, written) => one.step === written.step);
  return pairs;
}

function renewed(
  one: Known,
  written: Written,
  entry: unknown,
  world: WorldPages | null,
  changes: string[],
): unknown {
  const { expectation } = one;
  const isReworded = one.expected !== written.expected;
  // Somebody is in the middle of writing it; the linter says where it is broken.
  if (expectation === null) {
    if (!isReworded) return entry;
    changes.push(
      `step ${written.step}: ${quoteText(one.expected)} now reads ${quoteText(written.expected)}; its entry is broken and stays`,
    );
    return entry;
  }
  if (isUntouched(expectation)) {
    const fresh = draftExpectation(written, world);
    if (isReworded)
      changes.push(
        `step ${written.step}: ${quoteText(one.expected)} now reads ${quoteText(written.expected)} (${fresh.status})`,
      );
    else if (isDeepStrictEqual(fresh, expectation)) return entry;
    else {
      changes.push(
        `step ${written.step}: the proposal for ${quoteText(written.expected)} is renewed (${fresh.status})`,
      );
    }
    return fresh;
  }
  if (!isReworded) {
    if (one.step === written.step) return entry;
    changes.push(`${quoteText(written.expected)} moved from step ${one.step ?? '?'} to step ${written.step}`);
    return { ...expectation, step: written.step };
  }
  const reopened = reopen(expectation, written);
  changes.push(
    `step ${written.step}: ${quoteText(one.expected)} now reads ${quoteText(written.expected)}; what was written for it waits as ${reopened.status}`,
  );
  return reopened;
}

/** A rule written for other words, waiting to be checked. */
function reopen(expectation: Expectation, { step, expected }: Written): Expectation {
  const was = expectation.was ?? expectation.expected;
  const common = { type: 'expectation' as const, step, expected };
  switch (expectation.status) {
    case 'ready':
    case 'draft':
      return { ...common, status: 'draft', was, rule: expectation.rule };
    case 'milestone':
      return {
        ...common,
        status: 'unfinished',
        was,
        note: `the milestone "${expectation.milestone}" checked it`,
      };
    case 'not_checked':
      return { ...common, status: 'unfinished', was, note: `it was not checked: ${expectation.reason}` };
    case 'unfinished':
      return { ...common, status: 'unfinished', was };
    default:
      return expectation satisfies never;
  }
}

const GONE = 'the test case no longer expects it: remove this entry, or set it to "ready" all the same';

/** What becomes of an entry whose expectation the file no longer has. */
function leftOver({ expectation, expected, step }: Known, entry: unknown, changes: string[]): unknown[] {
  const where = step === null ? '' : `step ${step}: `;
  if (expectation === null) {
    changes.push(`${where}${quoteText(expected)} is no longer expected; its entry is broken and stays`);
    return [entry];
  }
  if (expectation.status === 'draft' && expectation.note === GONE) return [entry];
  if ((expectation.status === 'ready' || expectation.status === 'draft') && !isUntouched(expectation)) {
    changes.push(`${where}${quoteText(expected)} is no longer expected; its rule stays as a draft`);
    return [{ ...expectation, status: 'draft', note: GONE }];
  }
  changes.push(`${where}${quoteText(expected)} is no longer expected and left out`);
  return [];
}

/** Whether it is as an import has left it. */
function isUntouched(expectation: Expectation): boolean {
  const { status, expected, note } = expectation;
  if (expectation.was !== undefined || !isProposedNote(expected, note)) return false;
  return status === 'unfinished' || (status === 'draft' && isProposed(expected, expectation.rule));
}

function knownOf(entry: unknown, index: number): Known[] {
  if (!claimsExpectation(entry)) return [];
  const parsed = ExpectationSchema.safeParse(entry);
  if (parsed.success) {
    const { expected, step } = parsed.data;
    return [{ index, expectation: parsed.data, step: step ?? null, expected }];
  }
  const { expected, step } = entry as { expected?: unknown; step?: unknown };
  if (typeof expected !== 'string') return [];
  return [{ index, expectation: null, step: typeof step === 'number' ? step : null, expected }];
}
