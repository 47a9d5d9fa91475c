import { plural } from '../../domain/text/plural.js';
import { STEP_MATCHES, type StepMatchReason } from '../../evaluators/step-match/step-verdict.js';
import { familiesOf, subcategoriesOf } from './taxonomy/lens-taxonomy.js';
import type { LensDetails } from './score-lens-episode.js';

/** Steps of one kind, and the tasks they are of. */
export interface StepCount {
  readonly steps: number;
  readonly matches: number;
  readonly types: number;
  readonly tasks: number;
  /** Means over tasks of the shares of their steps. */
  readonly meanAms: number | null;
  readonly meanTm: number | null;
}

class Group {
  steps = 0;
  matches = 0;
  types = 0;
  tasks = 0;
  ams = 0;
  tm = 0;

  addTask(reasons: readonly StepMatchReason[]): void {
    if (reasons.length === 0) return;
    let matches = 0;
    let types = 0;
    for (const reason of reasons) {
      const verdict = STEP_MATCHES[reason];
      if (verdict.match) matches += 1;
      if (verdict.typeMatch) types += 1;
    }
    this.tasks += 1;
    this.steps += reasons.length;
    this.matches += matches;
    this.types += types;
    this.ams += matches / reasons.length;
    this.tm += types / reasons.length;
  }

  count(): StepCount {
    const { steps, matches, types, tasks } = this;
    const mean = (sum: number): number | null => (tasks === 0 ? null : sum / tasks);
    return { steps, matches, types, tasks, meanAms: mean(this.ams), meanTm: mean(this.tm) };
  }
}

/** What steps are grouped by, in the order of the tables. */
export const GROUPINGS = ['family', 'subcategory', 'apps', 'action', 'tenth', 'anomaly'] as const;
/** What tasks are grouped by in tables of their own. */
type Taxonomy = 'domain' | 'interaction';
export type Grouping = (typeof GROUPINGS)[number];

/** Progress summed over tasks. */
export interface ProgressSum {
  readonly tasks: number;
  /** Mean over tasks; null where there is none. */
  readonly mean: number | null;
  /** Pooled over what is counted: steps or milestones. */
  readonly done: number;
  readonly total: number;
}

/** Sums of judged episodes; holds numbers by group, no episode. */
export class LensTally {
  readonly #languages = { zh: new Group(), en: new Group(), total: new Group() };
  readonly #groups = new Map<Grouping | Taxonomy, Map<string, Group>>();
  readonly #reasons = new Map<StepMatchReason, number>();
  readonly #prefix = { tasks: 0, sum: 0, done: 0, total: 0 };
  readonly #milestones = { tasks: 0, sum: 0, done: 0, total: 0 };
  #allRight = 0;
  /** Steps that the other rule for several paths judges differently. */
  otherPaths = 0;
  unrangedMilestones = 0;
  /** Tasks by who says to which domains they belong; `none` where nobody does. */
  readonly domainsFrom = { labels: 0, data: 0, apps: 0, none: 0 };
  /** Tasks in several apps, and those of them whose kind of interaction nobody says. */
  readonly crossApp = { tasks: 0, unlabelled: 0 };

  add(details: LensDetails): void {
    const { language, types, reasons, kinds, anomalies, milestones } = details;
    this.#languages[language].addTask(reasons);
    this.#languages.total.addTask(reasons);
    for (const family of familiesOf(types)) this.#group('family', family).addTask(reasons);
    for (const one of subcategoriesOf(types)) this.#group('subcategory', one).addTask(reasons);
    this.#group('apps', appCount(details.apps)).addTask(reasons);
    this.#addTaxonomy(details);
    this.#byStep('action', reasons, (index) => kinds[index] ?? '');
    const last = reasons.length;
    this.#byStep('tenth', reasons, (index) => tenth(Math.floor((10 * index) / last)));
    this.#byStep('anomaly', reasons, (index) => anomalies[index] ?? 'normal');
    for (const reason of reasons) this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
    this.otherPaths += Object.keys(details.otherPaths).length;
    const firstWrong = reasons.findIndex((reason) => reason !== 'match');
    const prefix = firstWrong < 0 ? reasons.length : firstWrong;
    addProgress(this.#prefix, prefix, reasons.length);
    if (firstWrong < 0) this.#allRight += 1;
    if (milestones === null) return;
    addProgress(this.#milestones, milestones.done, milestones.total);
    this.unrangedMilestones += milestones.unranged;
  }

  get languages(): Readonly<Record<'zh' | 'en' | 'total', StepCount>> {
    const { zh, en, total } = this.#languages;
    return { zh: zh.count(), en: en.count(), total: total.count() };
  }

  /** Values of a grouping in the order of their names, numbers by size. */
  groups(grouping: Grouping | Taxonomy): readonly { readonly name: string; readonly count: StepCount }[] {
    return [...(this.#groups.get(grouping) ?? [])]
      .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
      .map(([name, group]) => ({ name, count: group.count() }));
  }

  get reasons(): ReadonlyMap<StepMatchReason, number> {
    return this.#reasons;
  }

  get prefix(): ProgressSum {
    return progressOf(this.#prefix);
  }

  get milestones(): ProgressSum {
    return progressOf(this.#milestones);
  }

  /** Tasks all of whose steps are right. */
  get allRight(): number {
    return this.#allRight;
  }

  #addTaxonomy({ apps, domains, domainsFrom, interactions, reasons }: LensDetails): void {
    for (const domain of domains) this.#group('domain', domain).addTask(reasons);
    this.domainsFrom[domainsFrom ?? 'none'] += 1;
    for (const kind of interactions) this.#group('interaction', kind).addTask(reasons);
    if (apps < 2 && interactions.length === 0) return;
    this.crossApp.tasks += 1;
    if (interactions.length === 0) this.crossApp.unlabelled += 1;
  }

  #group(grouping: Grouping | Taxonomy, name: string): Group {
    const groups = this.#groups.get(grouping) ?? new Map<string, Group>();
    this.#groups.set(grouping, groups);
    const group = groups.get(name) ?? new Group();
    groups.set(name, group);
    return group;
  }

  #byStep(grouping: Grouping, reasons: readonly StepMatchReason[], nameOf: (index: number) => string): void {
    const parts = new Map<string, StepMatchReason[]>();
    for (const [index, reason] of reasons.entries()) {
      const name = nameOf(index);
      const part = parts.get(name);
      if (part === undefined) parts.set(name, [reason]);
      else part.push(reason);
    }
    for (const [name, part] of parts) this.#group(grouping, name).addTask(part);
  }
}

interface Sum {
  tasks: number;
  sum: number;
  done: number;
  total: number;
}

function addProgress(sum: Sum, done: number, total: number): void {
  if (total === 0) return;
  sum.tasks += 1;
  sum.sum += done / total;
  sum.done += done;
  sum.total += total;
}

function progressOf({ tasks, sum, done, total }: Sum): ProgressSum {
  return { tasks, done, total, mean: tasks === 0 ? null : sum / tasks };
}

function appCount(apps: number): string {
  return apps === 0 ? 'not said' : plural(apps, 'app');
}

/** The tenth of its task that a step lies in. */
function tenth(index: number): string {
  return `${index * 10}–${index * 10 + 10} %`;
}
