import { OTHER } from './lens-taxonomy.js';
import { domainNamed, domainsOfApp } from './lens-domains.js';
import { interactionNamed } from './lens-interactions.js';
import type { LensLabels } from './read-lens-labels.js';

/** Who says to which domains a task belongs: a label file, the data, or the apps that it names. */
export const DOMAIN_SOURCES = ['labels', 'data', 'apps'] as const;
export type DomainSource = (typeof DOMAIN_SOURCES)[number];

/** Where a task belongs in the paper's taxonomy. */
export interface TaskLabels {
  /** In the paper's words, `other` for what it does not have; empty where nobody says. */
  readonly domains: readonly string[];
  readonly domainsFrom: DomainSource | null;
  /** Kinds of interaction between apps, likewise. */
  readonly interactions: readonly string[];
}

/** What is labelled: a task with what the data say of it, in their words. */
export interface LabelledTask {
  readonly id: string;
  readonly apps: readonly string[];
  readonly domains: readonly string[];
  readonly interactionKinds: readonly string[];
}

/** A task's labels: of the label file where it has the task, else of the data; domains else by the apps that the task names. */
export function labelTask(
  { id, apps, domains, interactionKinds }: LabelledTask,
  labels: LensLabels | null,
): TaskLabels {
  const given = labels?.byEpisode.get(id);
  const interactions =
    given?.interactions ?? unique(interactionKinds.map((kind) => interactionNamed(kind) ?? OTHER));
  if (given?.domains != null) return { domains: given.domains, domainsFrom: 'labels', interactions };
  if (domains.length > 0) {
    const named = unique(domains.map((domain) => domainNamed(domain) ?? OTHER));
    return { domains: named, domainsFrom: 'data', interactions };
  }
  if (apps.length === 0) return { domains: [], domainsFrom: null, interactions };
  const ofApps = apps.flatMap((app) => {
    const known = domainsOfApp(app);
    return known.length === 0 ? [OTHER] : known;
  });
  return { domains: unique(ofApps), domainsFrom: 'apps', interactions };
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
