/**
 * A set of milestones still to be reached, as bits; what is not in it is reached already, or nobody's concern. A milestone
 * of the set counts once every milestone of the set that it requires is reached.
 */
export type OpenMilestones = number;

/** Most milestones a set can hold. */
export const MOST_OPEN_MILESTONES = 30;

/** How sets of open milestones shrink and fall into parts. */
export class MilestoneOrder {
  readonly #requires: readonly OpenMilestones[];
  readonly #splits = new Map<OpenMilestones, readonly OpenMilestones[]>();

  /** @param requires by milestone: those that must be reached before it */
  constructor(requires: readonly OpenMilestones[]) {
    this.#requires = requires;
  }

  /** What is still open once a screen is seen that belongs to these milestones. */
  arrive(open: OpenMilestones, milestones: OpenMilestones): OpenMilestones {
    let now = open;
    for (let rest = open & milestones; rest !== 0; rest &= rest - 1) {
      const leaf = 31 - Math.clz32(rest & -rest);
      if ((now & (this.#requires[leaf] ?? 0)) === 0) now &= ~(1 << leaf);
    }
    return now;
  }

  /**
   * Every way to reach some first, then the rest: the sets that can come first, neither empty nor whole. The rest is the
   * difference.
   */
  firstParts(open: OpenMilestones): readonly OpenMilestones[] {
    let parts = this.#splits.get(open);
    if (parts === undefined) {
      const found: OpenMilestones[] = [];
      for (let part = (open - 1) & open; part !== 0; part = (part - 1) & open) {
        if (this.#comesFirst(part, open)) found.push(part);
      }
      parts = found;
      this.#splits.set(open, parts);
    }
    return parts;
  }

  /** The largest set of these milestones that can wait until all others of `open` are reached. */
  canWait(open: OpenMilestones, milestones: OpenMilestones): OpenMilestones {
    let last = open & milestones;
    for (;;) {
      let needed = 0;
      for (let rest = open & ~last; rest !== 0; rest &= rest - 1) {
        needed |= this.#requires[31 - Math.clz32(rest & -rest)] ?? 0;
      }
      if ((last & needed) === 0) return last;
      last &= ~needed;
    }
  }

  /** Whether no milestone of the part requires one that is not in it. */
  #comesFirst(part: OpenMilestones, open: OpenMilestones): boolean {
    const rest = open & ~part;
    for (let left = part; left !== 0; left &= left - 1) {
      if (((this.#requires[31 - Math.clz32(left & -left)] ?? 0) & rest) !== 0) return false;
    }
    return true;
  }
}
