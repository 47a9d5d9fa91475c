import { resolve } from 'node:path';
import { itemKeyText, type ItemKey } from '../../domain/episode.js';
import { UserError } from '../../errors.js';
import { judgeContext } from '../../engine/judging/judge-context.js';
import { readTextFile } from '../../formats/read-json-file.js';
import { sha256 } from '../../formats/run/canonical-json.js';
import { openJudgeCallLog } from '../../formats/run/judging/judge-call-log.js';
import { addCosts, costOfCall, NO_COST, type ModelCost } from '../../formats/run/model-cost.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import { RunLock } from '../../formats/run/run-lock.js';
import type { Model } from '../../models/model.js';
import type { Scanner, ScannerAsking } from '../../scanners/scanner.js';
import type { AppContext } from '../app-context.js';
import { bindModel } from '../run/bind-models.js';
import { readRoleProfiles } from '../run/role-profiles.js';
import type { Settings } from '../settings/setting.js';

/** Longest question in characters. */
const MOST_CHARACTERS = 20_000;

/** The user's question and the model that it is put to. */
export interface AskedOfModel {
  readonly question: string;
  readonly model: Model;
}

/**
 * The question and the model for scanners that ask one; null where none of them does.
 *
 * @throws {UserError} for a question without such a scanner, such a scanner without a question, and where no model is named
 */
export async function scannerAsking(
  scanners: readonly Scanner[],
  question: string | undefined,
  settings: Settings,
  { workingDirectory, environment, interrupted: signal }: AppContext,
): Promise<AskedOfModel | null> {
  const asks = scanners.find(({ asksModel }) => asksModel === true);
  if (asks === undefined) {
    if (question === undefined) return null;
    throw new UserError('--question is for a scanner that asks a model', { hint: 'Add --scanner model.' });
  }
  if (question === undefined) {
    throw new UserError(`the scanner ${asks.name} needs to know what to look for`, {
      hint: 'Write it into a text file, and name that with --question FILE.',
    });
  }
  const file = resolve(workingDirectory, question);
  const text = (await readTextFile(file, { signal })).trim();
  if (text === '' || text.length > MOST_CHARACTERS) {
    throw new UserError(`a question has 1 to ${MOST_CHARACTERS} characters`, { place: { file } });
  }
  const surroundings = { workingDirectory, environment, signal };
  const asker = { name: `the scanner ${asks.name}`, roles: [{ name: 'judge', does: 'answers' }] };
  const { acting } = await readRoleProfiles(asker, { ...settings, roleProfiles: {} }, surroundings);
  const model = await bindModel(settings, { ...surroundings, profile: acting, asker: asker.name });
  return { question: text, model };
}

/** Asks about the episodes of one run; closes its record when disposed. */
export interface RunAsking extends AsyncDisposable {
  of(key: ItemKey): ScannerAsking;
  /** Of all calls so far that were not in the record. */
  cost(): ModelCost;
}

/**
 * Opens the record of a question's calls, `judge-calls-scan-….jsonl` in the run's folder: what it has is not asked again.
 *
 * @throws {RunLockedError} when another process asks the same
 */
export async function openAsking(
  { directory, start }: Pick<RunIndex, 'directory' | 'start'>,
  { question, model }: AskedOfModel,
  signal: AbortSignal,
): Promise<RunAsking> {
  const pass = `scan-${sha256(question).slice(0, 12)}`;
  const lock = await RunLock.acquire(directory, { writer: pass });
  try {
    const log = await openJudgeCallLog(directory, { judged: start.identityHash, pass, signal });
    let cost = NO_COST;
    return {
      of: (key) => ({
        question,
        ask: judgeContext({
          judge: `scanner about ${itemKeyText(key)}`,
          key,
          models: { judge: model },
          log,
          signal,
          onCall: (call) => {
            cost = addCosts(cost, costOfCall(call));
          },
        }).ask,
      }),
      cost: () => cost,
      [Symbol.asyncDispose]: async () => {
        await log[Symbol.asyncDispose]();
        await lock[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}
