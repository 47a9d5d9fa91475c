import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedScores } from '../../benchmarks/colorbench/named-scores.js';
import { colorbenchTables } from '../../benchmarks/colorbench/tables.js';
import { scoreSuiteEpisode } from '../../benchmarks/suite/score-suite-episode.js';
import { suiteTables } from '../../benchmarks/suite/suite-benchmark.js';
import type { EpisodeScores, ItemResult } from '../../domain/score.js';
import { TaskSchema } from '../../domain/task.js';
import type { TrajectoryStep } from '../../domain/trajectory.js';
import { countAbilities } from '../../metrics/abilities/ability-counts.js';
import type { Table } from '../../metrics/tables/table.js';
import { milestoneHits, missedMilestone } from './milestone-hits.js';

const signal = new AbortController().signal;
const key = (index: number) => ({ item: `t${index}`, repeat: 0 });

/** What the chart of a report shows: `copy 1/2`, by ability. */
function charted(results: readonly EpisodeScores[]): Record<string, string> {
  const counts = countAbilities(
    results.map((scores, index) => ({ key: key(index), milestones: milestoneHits(scores) })),
  );
  return Object.fromEntries(counts.map(({ ability, hit, total }) => [ability, `${hit}/${total}`]));
}

/** What the table shows, but for abilities never called for. */
function tabled(table: Table | undefined): Record<string, string> {
  const cells = (table?.rows ?? []).map(([ability, , counts]) => [ability?.text, counts?.text] as const);
  return Object.fromEntries(cells.filter(([, counts]) => counts !== '0/0'));
}

/** Episodes of a suite that reached the milestones which are true, in the task's order. */
async function suiteScores(
  milestones: readonly { readonly abilities: readonly string[]; readonly hit: boolean }[],
): Promise<EpisodeScores> {
  const task = TaskSchema.parse({
    id: 't',
    instructions: { en: 'x' },
    milestones: milestones.map(({ abilities }, index) => ({
      id: `m${index}`,
      type: 'screen',
      screens: [`s${index}`],
      abilities,
    })),
  });
  const steps = milestones.flatMap(({ hit }, index): TrajectoryStep[] => {
    const screen = { id: `s${index}`, size: null, activity: null, picture: null, hierarchy: null };
    return hit ? [{ screen, state: `s${index}`, action: null }] : [];
  });
  return scoreSuiteEpisode({ task, trajectory: { steps }, mode: 'corrected', signal });
}

async function suiteTable(results: readonly EpisodeScores[]): Promise<Table | undefined> {
  const task = TaskSchema.parse({ id: 't', instructions: { en: 'x' } });
  const items = results.map((result, index): ItemResult => ({
    key: key(index),
    task,
    end: { reason: 'agent_stop' },
    steps: 1,
    outcome: 'failed',
    result,
  }));
  const tables = await suiteTables(items, { agent: 'x', mode: 'corrected', suite: 'pocket' });
  return tables[1];
}

const ability = fc.constantFrom('copy', 'memory', 'search', 'location');

describe('milestoneHits', () => {
  it('has all abilities of a missed milestone in the chart, as in the table', async () => {
    const results = [
      await suiteScores([
        { abilities: ['memory', 'copy'], hit: false },
        { abilities: ['copy'], hit: true },
        { abilities: ['search', 'location'], hit: false },
      ]),
      await suiteScores([
        { abilities: [], hit: true },
        { abilities: ['search', 'location'], hit: false },
      ]),
    ];
    const expected = { copy: '1/2', location: '0/1', memory: '0/1', search: '0/1' };
    expect(tabled(await suiteTable(results))).toEqual(expected);
    expect(charted(results)).toEqual(expected);
  });

  it('gives a chart that agrees with the table of a suite, for any milestones', async () => {
    const milestone = fc.record({ abilities: fc.uniqueArray(ability, { maxLength: 3 }), hit: fc.boolean() });
    const episodes = fc.array(fc.array(milestone, { minLength: 1, maxLength: 5 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(episodes, async (lists) => {
        const results = await Promise.all(lists.map(suiteScores));
        expect(charted(results)).toEqual(tabled(await suiteTable(results)));
      }),
    );
  });

  it("gives a chart that agrees with ColorBench's table", () => {
    const milestone = fc.record({ ability, hit: fc.boolean() });
    const episodes = fc.array(fc.array(milestone, { minLength: 1, maxLength: 5 }), { maxLength: 6 });
    fc.assert(
      fc.property(episodes, (lists) => {
        const results = lists.map(colorbenchScores);
        const rows = lists.map((milestones, index) => ({
          key: key(index),
          outcome: 'failed' as const,
          completion: 0,
          steps: 1,
          appCount: 1,
          milestones: milestones.map((one) => ({ abilities: [one.ability], hit: one.hit })),
        }));
        const tables = colorbenchTables([{ agent: 'x', rows }], { mode: 'corrected' });
        expect(charted(results)).toEqual(tabled(tables[3]));
      }),
    );
  });
});

function colorbenchScores(
  milestones: readonly { readonly ability: string; readonly hit: boolean }[],
): EpisodeScores {
  const report = {
    taskId: 't',
    appCount: 1,
    abilities: milestones.map((one) => one.ability),
    hits: milestones.map(({ hit }) => hit),
    completion: 0,
    success: false,
    reachedAt: milestones.map(({ hit }) => (hit ? 0 : null)),
    inOrderProgress: 0,
    stepEfficiency: null,
    invalidActions: 0,
  };
  return { mode: 'corrected', scores: namedScores(report, 'corrected'), success: false, completion: 0 };
}

describe('missedMilestone', () => {
  it('begins with what was missed, and says nothing where nothing was', async () => {
    const missed = async (...hits: readonly boolean[]) =>
      missedMilestone(await suiteScores(hits.map((hit) => ({ abilities: [], hit }))));
    expect(await missed(true, false, false)).toBe('missed: m1 (milestone 2 of 3, 1 reached)');
    expect(await missed(false)).toBe('missed: m0');
    expect(await missed(true, true)).toBeNull();
    expect(missedMilestone({ scores: [] })).toBeNull();
  });

  it('calls a milestone that has nothing but an ability by that', () => {
    const missed = (...milestones: readonly { ability: string; hit: boolean }[]) =>
      missedMilestone({
        scores: [
          {
            evaluator: 'e',
            version: '1',
            mode: 'reference',
            score: { status: 'scored', value: 0, explanation: '', details: { milestones } },
          },
        ],
      });
    const [search, share] = [
      { ability: 'search', hit: true },
      { ability: 'share', hit: false },
    ];
    expect(missed(search, share)).toBe('missed: share (milestone 2 of 2, 1 reached)');
    expect(missed(search)).toBeNull();
  });
});
