import { entryName } from '../../domain/text/entry-words.js';
import { identityDifferences, type RunIdentity } from '../../domain/run.js';
import { UserError } from '../../errors.js';
import { canonicalJson } from '../../formats/run/canonical-json.js';

/** Runs that are no splits of one thing. */
export class SplitsDifferError extends UserError {
  override readonly code = 'SPLITS_DIFFER';
}

/** A run by what it measured. */
export interface SplitRun {
  /** Name in messages. */
  readonly name: string;
  readonly identity: RunIdentity;
}

/** Runs of one agent, asked alike on different splits of a benchmark, in the order given. */
export type SplitGroup<R extends SplitRun> = readonly R[];

/** The runs that are splits of one thing, two or more each; others are left out. */
export function splitGroups<R extends SplitRun>(runs: readonly R[]): readonly SplitGroup<R>[] {
  return allGroups(runs).filter(
    (group) => group.length > 1 && new Set(group.map(splitOf)).size === group.length,
  );
}

/**
 * The same, where every run has to be in a group.
 *
 * @throws {SplitsDifferError} naming two runs that are on one split, or how one differs from the others
 */
export function requireSplits<R extends SplitRun>(runs: readonly R[]): readonly SplitGroup<R>[] {
  const groups = allGroups(runs);
  for (const group of groups) {
    for (const [position, run] of group.entries()) {
      const earlier = group.slice(0, position).find((other) => splitOf(other) === splitOf(run));
      if (earlier === undefined) continue;
      throw new SplitsDifferError(`${earlier.name} and ${run.name} are both of split ${splitOf(run)}`, {
        hint: 'An average is over different splits; runs of one split are what `touchstone compare` is for.',
      });
    }
  }
  const [alone] = groups.find((group) => group.length === 1) ?? [];
  const other = runs.find((run) => run !== alone);
  if (alone === undefined || other === undefined) return groups;
  throw new SplitsDifferError(
    `${alone.name} is of no other split of what ${other.name} measured: they differ in ${differing(other, alone)}`,
    { hint: 'Name runs of one agent, asked alike, on several splits; `touchstone compare` takes others.' },
  );
}

function allGroups<R extends SplitRun>(runs: readonly R[]): R[][] {
  const groups = new Map<string, R[]>();
  for (const run of runs) {
    const key = canonicalJson(withoutSplit(run.identity));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [run]);
    else group.push(run);
  }
  return [...groups.values()];
}

function splitOf({ identity }: SplitRun): string {
  return identity.benchmark.split;
}

/** What a split decides, made equal. */
function withoutSplit(identity: RunIdentity): RunIdentity {
  const { sample: _, ...benchmark } = identity.benchmark;
  return { ...identity, benchmark: { ...benchmark, split: '', dataHash: '', items: null } };
}

function differing(a: SplitRun, b: SplitRun): string {
  const found = identityDifferences(withoutSplit(a.identity), withoutSplit(b.identity));
  return [...new Set(found.map(({ path }) => entryName(path)))].join(', ');
}
