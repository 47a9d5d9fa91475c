import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFolderContent } from '../../src/formats/graph/content-source.js';
import { GraphEnvironment } from '../../src/environments/graph/graph-environment.js';
import { GraphWorld } from '../../src/environments/graph/graph-world.js';
import { randomStream } from '../../src/domain/random.js';
import type { GraphFile } from '../../src/formats/graph/graph-file.js';
import type { SuiteFile } from '../../src/formats/suite/suite-file.js';
import type { LintReport } from '../../src/formats/lint/lint-report.js';
import { lintWorld } from '../../src/benchmarks/suite/lint/lint-world.js';
import { writeGeneratedWorld } from '../lint/generated-world.js';
import { IS_WHOLE } from '../fixtures/whole-tests.js';
import { PLANTS, PlantedWorld } from '../lint/plant-defects.js';

/** Each round plants one defect of every kind: a few show each kind in several places. */
const ROUNDS = IS_WHOLE ? 17 : 3;
const KINDS = Object.keys(PLANTS);
const POCKET = fileURLToPath(new URL('../../worlds/pocket', import.meta.url));

function lint(folder: string): Promise<LintReport> {
  return lintWorld(folder, {
    name: 'world',
    mode: 'corrected',
    repair: false,
    signal: new AbortController().signal,
    openEnvironment: async (graph, { mode, starts, chooser }) =>
      new GraphEnvironment(new GraphWorld(graph, { content: await openFolderContent(folder) }), {
        mode,
        startOf: (task) => starts.get(task),
        chooser,
      }),
  });
}

const unsound = (report: LintReport) => report.findings.filter(({ severity }) => severity !== 'note');

let work = '';
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'touchstone-planted-'));
  await writeGeneratedWorld(join(work, 'generated'), 1);
});
afterAll(() => rm(work, { recursive: true, force: true }));

const worlds: [string, () => string][] = [['a generated world', () => join(work, 'generated')]];
if (existsSync(join(POCKET, 'graph.json'))) worlds.push(['Pocket', () => POCKET]);

describe.each(worlds)('the linter on %s', (_, folderOf) => {
  it(`finds at least 99 % of ${ROUNDS * KINDS.length} planted defects of ${KINDS.length} kinds, and none on the clean copy`, async () => {
    const clean = await lint(folderOf());
    expect(unsound(clean)).toEqual([]);
    expect(clean.proofs.every(({ confirmed }) => confirmed)).toBe(true);
    const missed: string[] = [];
    let planted = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const folder = join(work, `round-${round}`);
      await cp(folderOf(), folder, { recursive: true });
      const read = async <T>(file: string): Promise<T> =>
        JSON.parse(await readFile(join(folder, file), 'utf8')) as T;
      const world = new PlantedWorld({
        folder,
        graph: await read<GraphFile>('graph.json'),
        suite: await read<SuiteFile>('suite.json'),
        proofs: clean.proofs,
        random: randomStream('planted', round),
      });
      const defects = [];
      for (const plant of Object.values(PLANTS)) defects.push(await plant(world));
      await world.write();
      const report = await lint(folder);
      for (const defect of defects) {
        planted += 1;
        if (!report.findings.some((finding) => defect.isFoundBy(finding))) {
          missed.push(`seed ${round}: ${defect.kind}, ${defect.what}`);
        }
      }
      await rm(folder, { recursive: true, force: true });
    }
    expect(planted).toBeGreaterThanOrEqual(IS_WHOLE ? 200 : 30);
    expect({ missed, share: 1 - missed.length / planted >= 0.99 }).toEqual({
      missed: missed.slice(0, Math.floor(planted / 100)),
      share: true,
    });
  });
});
