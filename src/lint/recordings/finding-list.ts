import type { Finding } from '../../domain/finding.js';

/** Findings of one rule that are kept; a dataset of millions of episodes may be wrong in the same way everywhere. */
const MOST_PER_RULE = 10_000;

/** Findings as they come, in bounded memory: further ones of a rule are counted and reported as a number. */
export class FindingList {
  readonly #most: number;
  readonly #kept: Finding[] = [];
  readonly #counts = new Map<string, { count: number; last: Finding }>();

  constructor(most = MOST_PER_RULE) {
    this.#most = most;
  }

  add(findings: readonly Finding[]): void {
    for (const finding of findings) {
      const count = (this.#counts.get(finding.rule)?.count ?? 0) + 1;
      this.#counts.set(finding.rule, { count, last: finding });
      if (count <= this.#most) this.#kept.push(finding);
    }
  }

  all(): Finding[] {
    const more = [...this.#counts].flatMap(([rule, { count, last }]): Finding[] => {
      if (count <= this.#most) return [];
      const left = count - this.#most;
      return [
        {
          rule,
          severity: last.severity,
          message: `${left} more findings of this rule, not listed`,
          place: null,
          subjects: [rule],
          details: { left },
        },
      ];
    });
    return [...this.#kept, ...more];
  }
}
