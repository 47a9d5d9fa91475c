import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LENS_DOMAINS } from '../src/benchmarks/androidlens/taxonomy/lens-domains.js';
import { LENS_INTERACTIONS } from '../src/benchmarks/androidlens/taxonomy/lens-interactions.js';

const DATA = join(process.env['TOUCHSTONE_SHARED'] ?? resolve('../shared'), 'data/androidlens');
if (!existsSync(DATA)) console.log(`taxonomy of AndroidLens: skipped, ${DATA} is not there`);

interface Scenarios {
  readonly domains: readonly {
    readonly domain: string;
    readonly kind: string;
    readonly zh_apps: readonly string[];
    readonly zh_tasks: number | null;
    readonly en_apps: readonly string[];
    readonly en_tasks: number | null;
  }[];
}

interface Examples {
  readonly cross_app_interactions: readonly { readonly interaction: string }[];
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(DATA, name), 'utf8'));
}

describe.skipIf(!existsSync(DATA))("the supplement's tables of AndroidLens", () => {
  it('have the domains, apps and tasks that we have', () => {
    const { domains } = read('scenarios.json') as Scenarios;
    expect(LENS_DOMAINS).toEqual(
      domains.map(({ domain, kind, zh_apps, zh_tasks, en_apps, en_tasks }) => ({
        name: domain,
        kind,
        apps: { zh: zh_apps, en: en_apps },
        tasks: { zh: zh_tasks, en: en_tasks },
      })),
    );
  });

  it('have the kinds of interaction that we have', () => {
    const { cross_app_interactions: kinds } = read('examples.json') as Examples;
    expect(LENS_INTERACTIONS).toEqual(kinds.map(({ interaction }) => interaction.toLowerCase()));
  });
});
