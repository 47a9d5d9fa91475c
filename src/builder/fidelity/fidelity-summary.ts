import type { CheckedTransition, LiveScreenSeen } from '../../formats/fidelity/fidelity-event.js';

/** A recorded screen that the live app shows otherwise. */
export interface StaleScreen {
  readonly node: string;
  /** Number of the live screen in the journal. */
  readonly screen: number;
  readonly missing: readonly string[];
  readonly added: readonly string[];
}

/** What a comparison with the live app comes to. */
export interface FidelitySummary {
  readonly agrees: number;
  readonly differs: number;
  readonly stays: number;
  readonly crashes: number;
  readonly unreached: number;
  readonly refused: number;
  /** Recorded states whose live screen was seen after a fresh start. */
  readonly seen: number;
  readonly stale: readonly StaleScreen[];
  /** Labels that are missing or new on most screens: how the world was drawn, not what went stale. */
  readonly everywhere: { readonly missing: readonly string[]; readonly added: readonly string[] };
}

/** A label that changes on this share of the screens is no news of any of them. */
const EVERYWHERE = 0.5;
/** On fewer screens than this nothing is everywhere. */
const FEWEST = 4;

/** Counts transitions by verdict, and finds the screens that went stale. */
export function fidelitySummary(
  transitions: readonly CheckedTransition[],
  screens: readonly LiveScreenSeen[],
): FidelitySummary {
  const count = (verdict: CheckedTransition['verdict']): number =>
    transitions.filter((one) => one.verdict === verdict).length;
  const firsts = new Map<string, LiveScreenSeen>();
  for (const screen of screens)
    if (screen.node !== null && screen.fresh) firsts.set(screen.node, firsts.get(screen.node) ?? screen);
  const seen = [...firsts.values()];
  const missing = labelsEverywhere(seen.map((screen) => screen.missing));
  const added = labelsEverywhere(seen.map((screen) => screen.added));
  const stale = seen.flatMap((screen): StaleScreen[] => {
    const own = {
      missing: screen.missing.filter((label) => !missing.has(label)),
      added: screen.added.filter((label) => !added.has(label)),
    };
    if (own.missing.length === 0 && own.added.length === 0 && screen.repainted !== true) return [];
    return [{ node: screen.node ?? '', screen: screen.screen, ...own }];
  });
  return {
    agrees: count('agrees'),
    differs: count('differs'),
    stays: count('stays'),
    crashes: count('crash'),
    unreached: count('unreached'),
    refused: count('refused'),
    seen: seen.length,
    stale,
    everywhere: { missing: [...missing].toSorted(), added: [...added].toSorted() },
  };
}

function labelsEverywhere(lists: readonly (readonly string[])[]): ReadonlySet<string> {
  if (lists.length < FEWEST) return new Set();
  const counts = new Map<string, number>();
  for (const label of lists.flatMap((list) => [...new Set(list)]))
    counts.set(label, (counts.get(label) ?? 0) + 1);
  return new Set(
    [...counts].flatMap(([label, count]) => (count / lists.length >= EVERYWHERE ? [label] : [])),
  );
}
