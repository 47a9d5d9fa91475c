import { extname, resolve } from 'node:path';
import { CSV_FORMAT } from '../../../exports/tables/csv-table.js';
import { JSON_LINES_FORMAT } from '../../../exports/tables/json-lines-table.js';
import { PARQUET_FORMAT } from '../../../exports/tables/parquet-table.js';
import type {
  ColumnType,
  ColumnValue,
  TableColumn,
  TableFormat,
} from '../../../exports/tables/table-format.js';
import type { StoredEpisode, StoredRun } from '../../../storage/run-store.js';
import { UserError } from '../../../errors.js';
import { openUpdatedIndex, type UpdateIndexOptions } from './update-index.js';

export interface ExportIndexOptions extends UpdateIndexOptions {
  /** Absolute; what it ends in says how it is written. */
  readonly out: string;
}

const FORMATS: Readonly<Record<string, TableFormat>> = {
  '.jsonl': JSON_LINES_FORMAT,
  '.parquet': PARQUET_FORMAT,
  '.csv': CSV_FORMAT,
};

/**
 * Writes what the index has of each episode of a folder as a row of one file, runs by name. The index is made or brought up to
 * date first.
 *
 * @returns how many
 * @throws {UserError} where there is no such folder or no run in it, or the file's name does not say how to write it
 */
export async function exportIndex(path: string, { out, ...options }: ExportIndexOptions): Promise<number> {
  const format = FORMATS[extname(out).toLowerCase()];
  if (format === undefined) {
    throw new UserError(`${out} does not say how to write it`, {
      hint: `Give it a name that ends in ${Object.keys(FORMATS).join(', ')}.`,
    });
  }
  const { signal } = options;
  await using index = await openUpdatedIndex(resolve(path), options);
  await using file = await format.open(out, COLUMNS, { table: 'index' });
  for (const { name } of await index.store.revisions()) {
    signal.throwIfAborted();
    // What went between is not there any more, and no row of it.
    const content = await index.store.content(name);
    for (const episode of content?.episodes ?? [])
      if (content !== null) file.add({ run: content.run, episode });
  }
  await file.finish();
  return file.rows;
}

interface Row {
  readonly run: StoredRun;
  readonly episode: StoredEpisode;
}

function column(
  name: string,
  type: ColumnType,
  does: string,
  of: (row: Row) => ColumnValue,
): TableColumn<Row> {
  return { name, type, does, of };
}

const COLUMNS: readonly TableColumn<Row>[] = [
  column('run', 'STRING', 'name of the folder of the run', ({ run }) => run.name),
  column('benchmark', 'STRING', 'benchmark', ({ run }) => run.card.benchmark),
  column('agent', 'STRING', 'agent', ({ run }) => run.card.agent),
  column('models', 'STRING', 'models, as a JSON list', ({ run }) => JSON.stringify(run.card.models)),
  column('mode', 'STRING', 'mode of the run', ({ run }) => run.card.mode),
  column('item', 'STRING', 'item', ({ episode }) => episode.key.item),
  column('repeat', 'INT32', 'repeat, from 0', ({ episode }) => episode.key.repeat),
  column('task', 'STRING', 'id of the task', ({ episode }) => episode.task),
  column('outcome', 'STRING', 'what it came to', ({ episode }) => episode.outcome),
  column('reason', 'STRING', 'why it was voided or not run', ({ episode }) => episode.reason),
  column('steps', 'INT32', 'steps', ({ episode }) => episode.steps),
  column('completion', 'DOUBLE', 'share that was done, 0 to 1', ({ episode }) => episode.completion),
  column('metric', 'STRING', 'name of the main number', ({ episode }) => episode.metric?.name ?? null),
  column('metric_sum', 'DOUBLE', 'units of it reached', ({ episode }) => episode.metric?.value?.sum ?? null),
  column('metric_of', 'DOUBLE', 'units of it there are', ({ episode }) => episode.metric?.value?.of ?? null),
  column('duration_ms', 'DOUBLE', 'milliseconds', ({ episode }) => episode.durationMs),
  column('model_ms', 'DOUBLE', 'milliseconds of waiting for models', ({ episode }) => episode.modelMs),
  column('device_ms', 'DOUBLE', 'milliseconds of the device', ({ episode }) => episode.deviceMs),
  column('cost_usd', 'DOUBLE', 'US dollars', ({ episode }) => episode.costUsd),
  column('tokens', 'DOUBLE', 'tokens in and out', ({ episode }) => episode.tokens),
  column('format_errors', 'INT32', 'answers that could not be read', ({ episode }) => episode.formatErrors),
  column('findings', 'STRING', 'scanners that found something, as a JSON list', ({ episode }) =>
    JSON.stringify(episode.findings),
  ),
  column('attempts', 'INT32', 'attempts', ({ episode }) => episode.attempts),
  column('is_scored', 'BOOLEAN', 'whether it has a score', ({ episode }) => episode.isScored),
  column('is_open', 'BOOLEAN', 'whether it has no end yet', ({ episode }) => episode.isOpen),
  column('started_at', 'STRING', 'ISO 8601, UTC', ({ episode }) => episode.startedAt),
  column('ended_at', 'STRING', 'ISO 8601, UTC', ({ episode }) => episode.endedAt),
  column('why', 'STRING', 'why it passed or failed', ({ episode }) => episode.why),
];
