import { preflightRun } from '../app/preflight/preflight-run.js';
import type { PreparedRun } from '../app/run/prepare-run.js';
import type { Settings } from '../app/settings/setting.js';
import type { PreflightRecord } from '../formats/run/journal/event.js';
import { beforeRun } from './before-run.js';
import type { CommandContext } from './command-context.js';
import { formatDuration } from './output/format-duration.js';

/** Flag that keeps a run from asking its models before it. */
export const NO_PREFLIGHT = '--no-preflight';
/** What help says of it. */
export const NO_PREFLIGHT_HELP =
  'begin without asking each model once whether it answers, knows its name and takes pictures';

/**
 * Asks the models of a run once before it, and says in a line what came of it. Null after Ctrl-C.
 *
 * @param options flags of the command: `preflight`, `events`
 * @throws {TouchstoneError} for what every call of the run would meet
 */
export async function askBeforeRun(
  prepared: PreparedRun,
  settings: Settings,
  options: Readonly<Record<string, unknown>>,
  { context, kept }: { readonly context: CommandContext; readonly kept: string },
): Promise<readonly PreflightRecord[] | null> {
  if (options['preflight'] === false) return [];
  const { workingDirectory, environment, interrupted: signal, stderr } = context;
  const found = await beforeRun(
    () => preflightRun(prepared, settings, { workingDirectory, environment, signal }),
    { context, kept },
  );
  if (found === null) return null;
  if (options['events'] === true) return found.records;
  for (const record of found.records) stderr.write(`${lineFor(record)}\n`);
  for (const why of found.busy) stderr.write(`note: ${why}; the run begins all the same\n`);
  return found.records;
}

/** `preflight: m at http://localhost:8000/v1 answers and takes pictures (0.8s, 1200 tokens)`. */
function lineFor(record: PreflightRecord): string {
  const { model, endpoint, pictures, inputTokens, outputTokens, costUsd, latencyMs, fromCache } = record;
  const tokens = (inputTokens ?? 0) + (outputTokens ?? 0);
  const cost = [
    fromCache ? 'from the cache' : formatDuration(latencyMs),
    ...(tokens > 0 ? [`${tokens} tokens`] : []),
    ...(costUsd !== null && costUsd > 0 ? [`$${costUsd.toFixed(4)}`] : []),
  ];
  const does = pictures ? 'answers and takes pictures' : 'answers';
  return `preflight: ${model} at ${endpoint} ${does} (${cost.join(', ')})`;
}
