import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { RunNameSchema } from '../../app/view/run-directory.js';
import { UserError } from '../../errors.js';
import type { Table } from '../../metrics/tables/table.js';
import type { RunCard } from '../../report/view/run-card.js';
import { defineTool, type McpTool } from '../define-tool.js';
import { jsonAnswer } from '../tool-answer.js';
import type { BenchServices } from './bench-services.js';
import { LOOKS } from './looks-at-runs.js';

const PATIENCE_MS = 20_000;
const PAUSE_MS = 100;
const BEING_MADE =
  'The index of the folder is being made, and some runs are not in it yet: ask again in a moment.';

/** What there is to run and to run with, and what was run. */
export function listTools({
  results,
  list,
  patienceMs = PATIENCE_MS,
}: Pick<BenchServices, 'results' | 'list' | 'patienceMs'>): readonly McpTool[] {
  return [
    ...(['benchmarks', 'agents'] as const).map((kind) =>
      defineTool({
        name: `touchstone_list_${kind}`,
        description: `List the ${kind} that there are.`,
        annotations: LOOKS,
        arguments: {},
        call: async () => jsonAnswer({ [kind]: rowsOf(await list(kind)) }),
      }),
    ),
    defineTool({
      name: 'touchstone_list_runs',
      description:
        'List the runs of the folder, newest first: agent, models, state, success rate with its interval.',
      annotations: LOOKS,
      arguments: {
        benchmark: z.string().optional().describe('Of this benchmark alone'),
        limit: z.int().min(1).max(1000).optional().describe('50 unless given'),
      },
      call: async ({ benchmark, limit = 50 }) => {
        const missing = await missingRuns(results, patienceMs);
        const runs = (await results.runs()).filter(
          (run) => benchmark === undefined || run.benchmark === benchmark,
        );
        return jsonAnswer({
          total: runs.length,
          runs: runs.toReversed().slice(0, limit).map(withoutIdentity),
          ...(missing === 0 ? {} : { notIndexedYet: missing, hint: BEING_MADE }),
        });
      },
    }),
    defineTool({
      name: 'touchstone_run_status',
      description:
        'How a run stands: what is done, what is left and for how long, scores so far, cost, its settings.',
      annotations: LOOKS,
      arguments: { run: RunNameSchema },
      call: async ({ run }) => {
        const find = async () => (await results.runs()).find(({ id }) => id === run);
        const found = await find();
        if (found !== undefined) return jsonAnswer(found);
        const missing = await missingRuns(results, patienceMs);
        const later = await find();
        if (later !== undefined) return jsonAnswer(later);
        throw new UserError(`there is no run ${JSON.stringify(run)} here`, {
          hint: missing === 0 ? 'touchstone_list_runs lists them.' : BEING_MADE,
        });
      },
    }),
  ];
}

/** How many runs the index lacks, once it has all or that takes too long for somebody who waits for an answer. */
async function missingRuns(results: BenchServices['results'], patienceMs: number): Promise<number> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const { runs, indexed } = await results.coverage();
    if (indexed >= runs || performance.now() > until) return runs - indexed;
    await sleep(PAUSE_MS);
  }
}

function withoutIdentity(run: RunCard): Omit<RunCard, 'identity'> {
  const { identity: _, ...card } = run;
  return card;
}

function rowsOf({ columns, rows }: Table): readonly Readonly<Record<string, string>>[] {
  return rows.map((cells) =>
    Object.fromEntries(cells.map(({ text }, index) => [columns[index]?.title ?? '', text])),
  );
}
