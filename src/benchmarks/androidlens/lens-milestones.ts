import { isRecord } from './field-mapping.js';

/** One sub-target; `steps` are the first and last step that carry it out, where the data say so. */
export interface LensMilestone {
  readonly title: string;
  readonly steps: readonly [first: number, last: number] | null;
  /** Its other fields: reference picture, area, text, states. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Neighbouring milestones: a single one, or several in any order. */
export interface LensMilestoneGroup {
  readonly ordered: boolean;
  readonly items: readonly LensMilestone[];
}

const TITLES = ['sub-target', 'sub_target', 'subTarget', 'target', 'title', 'name', 'description'] as const;
const FIRST = ['start_step', 'first_step', 'start', 'from_step'] as const;
const LAST = ['end_step', 'last_step', 'last_idx', 'end', 'to_step', 'step'] as const;
const RANGES = ['steps', 'step_range', 'range'] as const;

/**
 * Milestones in their order; a list within the list is a group without one, as are neighbours of the same `group`. A range
 * that is only said to end somewhere begins after the one before.
 *
 * Source: AndroidLens paper (supplement), nested sub-targets; which steps belong to one is no published field.
 */
export function readMilestones(value: unknown, steps: number): LensMilestoneGroup[] {
  if (!Array.isArray(value)) return [];
  const groups: { ordered: boolean; items: LensMilestone[]; label: string | null }[] = [];
  let next = 0;
  const read = (entry: unknown): LensMilestone => {
    const milestone = readMilestone(entry, next, steps);
    if (milestone.steps !== null) next = Math.max(next, milestone.steps[1] + 1);
    return milestone;
  };
  for (const entry of value as unknown[]) {
    if (Array.isArray(entry)) {
      groups.push({ ordered: false, items: entry.map(read), label: null });
      continue;
    }
    const group = isRecord(entry) ? (entry['group'] ?? null) : null;
    const label = typeof group === 'string' || typeof group === 'number' ? String(group) : null;
    const before = groups.at(-1);
    if (label !== null && before?.label === label) {
      before.items.push(read(entry));
      before.ordered = false;
    } else groups.push({ ordered: true, items: [read(entry)], label });
  }
  return groups.map(({ ordered, items }) => ({ ordered: ordered || items.length < 2, items }));
}

function readMilestone(entry: unknown, next: number, steps: number): LensMilestone {
  if (!isRecord(entry)) return { title: typeof entry === 'string' ? entry : '', steps: null, details: {} };
  const title = TITLES.map((key) => entry[key]).find((one) => typeof one === 'string') ?? '';
  return { title, steps: rangeOf(entry, next, steps), details: entry };
}

/** Both ends included; null where they are not said or lie outside the episode. */
function rangeOf(
  entry: Readonly<Record<string, unknown>>,
  next: number,
  steps: number,
): [number, number] | null {
  const listed = RANGES.map((key) => entry[key]).find((one) => Array.isArray(one));
  const numbers = Array.isArray(listed) ? listed.filter((one) => Number.isInteger(one)).map(Number) : [];
  const first = numbers.length > 0 ? Math.min(...numbers) : FIRST.map((key) => entry[key]).find(isIndex);
  const last = numbers.length > 0 ? Math.max(...numbers) : LAST.map((key) => entry[key]).find(isIndex);
  if (!isIndex(last)) return null;
  const start = isIndex(first) ? first : next;
  return start >= 0 && start <= last && last < steps ? [start, last] : null;
}

function isIndex(value: unknown): value is number {
  return Number.isInteger(value);
}
