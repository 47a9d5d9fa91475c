import type { RecordedEntry, RecordedStep } from '../../domain/recordings/recorded-episode.js';
import type { Action } from '../../domain/action.js';
import { itemKeyText } from '../../domain/episode.js';
import type { Screen } from '../../domain/screen.js';
import { readEpisodes, type RecordedEpisode as JournalEpisode } from '../../formats/run/read-episodes.js';
import { readJournal } from '../../formats/run/run-folder.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import type { ResultRow } from '../../metrics/result-row.js';
import { TASK_LABEL } from '../export-source.js';
import type { LeaveOut, LeftOutReason } from '../training/left-out.js';

/** Which attempts of a run are wanted. */
export interface AttemptChoice {
  /** `passed` those that solved their task; `all` every one that was judged, failures included. */
  readonly outcome: 'passed' | 'all';
  /** What an attempt with an unreadable answer is: left out as a whole, or taken without the steps it was lost at. */
  readonly formatErrors: 'leave-out' | 'without';
  /** Of several attempts at a task: all, the first, the one with the fewest steps, or that of this number. */
  readonly repeats: 'all' | 'first' | 'shortest' | number;
}

export interface RunEpisodesOptions {
  readonly choice: AttemptChoice;
  /** Results in the mode that decides what passed. */
  readonly rows: readonly ResultRow[];
  /** Finds a screen of the recorded world; its contents are not in the run. */
  readonly screen?: (id: string) => Screen | null;
  /** Name of the source in what is left out. */
  readonly source: string;
  readonly leaveOut: LeaveOut;
  readonly signal: AbortSignal;
}

/**
 * The attempts of a run as recorded episodes: what the agent did and thought at each step. Labels say where each comes from:
 * `task`, `repeat`, `outcome`, `run`, `agent`, `model`.
 */
export async function* runEpisodes(
  index: RunIndex,
  options: RunEpisodesOptions,
): AsyncGenerator<RecordedEntry> {
  const { signal, screen } = options;
  const chosen = await chooseAttempts(index, options);
  if (chosen.size === 0) return;
  const reading = { items: chosen, signal, ...(screen === undefined ? {} : { screen }) };
  const outcomes = new Map(options.rows.map(({ key, outcome }) => [itemKeyText(key), outcome]));
  for await (const done of readEpisodes(index, reading)) {
    yield entryOf(done, index, outcomes.get(itemKeyText(done.item.key)) ?? 'judge_unknown');
  }
}

/** Item key texts of the wanted attempts; the others go to `leaveOut`. */
async function chooseAttempts(index: RunIndex, options: RunEpisodesOptions): Promise<ReadonlySet<string>> {
  const { choice, rows, source, leaveOut } = options;
  const unread =
    choice.formatErrors === 'leave-out' ? await attemptsWithFormatErrors(index, options) : new Set<string>();
  const wanted: ResultRow[] = [];
  const pass = (row: ResultRow, reason: LeftOutReason, message: string): void =>
    leaveOut({ source, episode: itemKeyText(row.key), step: null, reason, action: null, message });
  for (const row of rows) {
    const isJudged = row.outcome === 'passed' || row.outcome === 'failed' || row.outcome === 'agent_error';
    if (choice.outcome === 'passed' ? row.outcome !== 'passed' : !isJudged) {
      pass(row, 'not-passed', `its outcome is ${row.outcome}`);
    } else if (unread.has(itemKeyText(row.key))) {
      pass(row, 'format-error', 'an answer of the agent could not be read');
    } else wanted.push(row);
  }
  const kept = new Set(ofRepeats(wanted, choice.repeats));
  for (const row of wanted) {
    if (!kept.has(row))
      pass(row, 'another-repeat', `of the attempts at this task, ${choice.repeats} was asked for`);
  }
  return new Set([...kept].map(({ key }) => itemKeyText(key)));
}

function ofRepeats(rows: readonly ResultRow[], repeats: AttemptChoice['repeats']): readonly ResultRow[] {
  if (repeats === 'all') return rows;
  if (typeof repeats === 'number') return rows.filter(({ key }) => key.repeat === repeats);
  const best = new Map<string, ResultRow>();
  for (const row of rows) {
    const known = best.get(row.key.item);
    const isBetter =
      known === undefined ||
      (repeats === 'shortest' && row.steps < known.steps) ||
      ((repeats === 'first' || row.steps === known.steps) && row.key.repeat < known.key.repeat);
    if (isBetter) best.set(row.key.item, row);
  }
  return [...best.values()];
}

/** Attempts in which an answer could not be read, or only with another model's help. */
async function attemptsWithFormatErrors(
  index: RunIndex,
  { signal }: { readonly signal: AbortSignal },
): Promise<Set<string>> {
  const found = new Set<string>();
  const from = index.start.identity.fork?.step ?? 0;
  for (const { file, writer } of index.journals) {
    for await (const { event } of readJournal(file, { types: ['decision'], signal })) {
      // Answers of the original's model.
      if (event.step < from) continue;
      const { decision } = event;
      if (decision.type === 'action' && decision.repaired === undefined) continue;
      const key = itemKeyText(event);
      const item = index.items.get(key);
      if (item?.writer === writer && item.attempt === event.attempt) found.add(key);
    }
  }
  return found;
}

function entryOf(
  { item, task, episode, record }: JournalEpisode,
  { start }: RunIndex,
  outcome: string,
): RecordedEntry {
  const { identity } = start;
  const isModels = Object.keys(identity.models).length > 0;
  const steps: RecordedStep[] = [];
  const takenOver = identity.fork?.step ?? 0;
  let ownFrom = 0;
  for (const [position, { screen, action, thought }] of episode.trajectory.steps.entries()) {
    if (action === null) continue;
    if (position < takenOver) ownFrom += 1;
    const summary = ownLine(record.steps[position]?.decision?.decision.summary, action, isModels);
    steps.push({
      screen,
      action,
      ...(thought === undefined ? {} : { thought }),
      ...(summary === undefined ? {} : { summary }),
    });
  }
  const last = episode.trajectory.steps.at(-1);
  const models = Object.values(identity.models).map(modelName);
  return {
    type: 'episode',
    episode: {
      id: itemKeyText(item.key),
      instructions: task.instructions,
      apps: task.apps,
      labels: {
        [TASK_LABEL]: [item.key.item],
        repeat: [String(item.key.repeat)],
        outcome: [outcome],
        run: [start.run],
        agent: [identity.agent.name],
        ...(models.length === 0 ? {} : { model: [...new Set(models)] }),
      },
      steps,
      ...(ownFrom === 0 ? {} : { ownFrom }),
      ...(last?.action === null ? { lastScreen: last.screen } : {}),
    },
  };
}

/**
 * The line about the step that a model wrote. Where it wrote none, agents put the call there, in its own grammar and
 * numbers: that is nothing to repeat in another's.
 */
function ownLine(summary: string | undefined, action: Action, isModels: boolean): string | undefined {
  if (!isModels || summary === undefined || summary === action.type) return undefined;
  const plain = (text: string): string => text.replaceAll(/[\s\\]+/g, '');
  const call = plain(action.native?.text ?? '');
  return call !== '' && (call.includes(plain(summary)) || plain(summary).includes(call))
    ? undefined
    : summary;
}

/** What a model's identity calls it. */
function modelName(identity: Readonly<Record<string, unknown>>): string {
  const name = identity['model'] ?? identity['name'];
  return typeof name === 'string' ? name : JSON.stringify(identity);
}
