import { appendFile, stat } from 'node:fs/promises';
import { expansionRequest, readExpansion, type SeedGroup } from '../../builder/curate/expand-seeds.js';
import { withoutNearDuplicates } from '../../builder/curate/near-duplicates.js';
import { proposedTask } from '../../builder/curate/review-task.js';
import { faultOf, TouchstoneError } from '../../errors.js';
import { writeFailure } from '../../files/file-write-error.js';
import { FileContentError } from '../../formats/file-errors.js';
import { readTextFile } from '../../formats/read-json-file.js';
import { addCosts, costOfCall, NO_COST, type ModelCost } from '../../formats/run/model-cost.js';
import { parseSeeds, type SeedDefaults, type SeedTask } from '../../formats/task-list/parse-seeds.js';
import { TASK_TYPES } from '../../formats/task-list/task-list.js';
import { cutTornLine } from '../../formats/task-review/cut-torn-line.js';
import { readTaskReview } from '../../formats/task-review/read-task-review.js';
import { reviewedTaskLine, type ReviewedTask } from '../../formats/task-review/reviewed-task.js';
import type { Model } from '../../models/model.js';
import { bindModel } from '../run/bind-models.js';
import { readRoleProfiles, type ProfileOptions } from '../run/role-profiles.js';
import type { Settings } from '../settings/setting.js';

interface CurateTasksOptions extends ProfileOptions {
  /** Review that candidates are added to; absolute. */
  readonly review: string;
  /** Tasks that are asked for from each seed. */
  readonly perSeed: number;
  /** Overlap from which two instructions are near-duplicates, 0–1. */
  readonly threshold: number;
  /** File with a prompt in place of ours; absolute. */
  readonly prompt: string | null;
  readonly defaults: SeedDefaults;
  /** Callback after each seed that was asked about. */
  readonly onProgress: (total: number) => void;
}

/** What a call of `touchstone tasks curate` came to; counts are of this call unless said otherwise. */
export interface CuratedTasks {
  /** The review, absolute. */
  readonly review: string;
  readonly seeds: {
    readonly given: number;
    /** Expanded in an earlier call. */
    readonly before: number;
    readonly expanded: number;
    /** Left for a later call: no answer could be read. */
    readonly unreadable: number;
    /** Left for a later call: the model could not be reached. */
    readonly outages: number;
    /** Left for a later call: the budget is spent. */
    readonly unasked: number;
  };
  /** Candidates that were added, seeds and near-duplicates included. */
  readonly added: number;
  /** Those of them that the filter rejected. */
  readonly nearDuplicates: number;
  /** Candidates of the whole review that wait for a person. */
  readonly waiting: number;
  readonly cost: ModelCost;
  readonly warnings: readonly string[];
}

/** Other seeds of the same app that the model sees, so that it does not write them again. */
const MOST_EXISTING = 40;
/** Answers that are asked for before a seed is left. */
const DRAWS = 2;
/** Outages in a row, after which no more is asked. */
const MOST_OUTAGES = 8;

/**
 * Lets a model write more tasks like the seeds, and adds them to the review, each seed with what was made from it at once. A seed
 * whose candidates are in the review is not asked about again.
 *
 * @throws {UserError | DatasetError} for seeds, a review or a prompt that cannot be used, and where the settings name no model
 */
export async function curateTasks(
  seedsFile: string,
  settings: Settings,
  options: CurateTasksOptions,
): Promise<CuratedTasks> {
  const { review, signal } = options;
  const seeds = parseSeeds(await readTextFile(seedsFile, { signal }), seedsFile, options.defaults);
  const prompt = options.prompt === null ? undefined : await readTextFile(options.prompt, { signal });
  const warnings: string[] = [];
  const known = await knownCandidates(options, warnings);
  const due = seeds.filter((seed) => isDue(seed, known, seedsFile));
  const run = new Curation(seeds, known, { ...options, template: prompt, settings, warnings });
  if (due.length > 0) await run.expand(due, await writerOf(settings, options));
  const { expanded, unreadable, outages, outage, unasked, cost } = run;
  if (outages > 0) {
    const why = outage ?? 'no answer';
    warnings.push(
      `${outages} seeds were not expanded: the model could not be reached (${why}); curate again`,
    );
  }
  if (unasked > 0) warnings.push(`${unasked} seeds were not expanded: the budget is spent`);
  if (settings.maxCost !== null && cost.unpriced > 0) {
    warnings.push(`${cost.unpriced} calls have no known price and count nothing in --max-cost`);
  }
  const all = [...known.values()];
  return {
    review,
    seeds: { given: seeds.length, before: seeds.length - due.length, expanded, unreadable, outages, unasked },
    added: run.added,
    nearDuplicates: run.nearDuplicates,
    waiting: all.filter(({ status }) => status === 'proposed').length,
    cost,
    warnings,
  };
}

/** Candidates of the review by id; words by hand count. Later ones are added. */
async function knownCandidates(
  { review, signal }: CurateTasksOptions,
  warnings: string[],
): Promise<Map<string, ReviewedTask>> {
  const known = new Map<string, ReviewedTask>();
  if ((await stat(review).catch(() => null)) === null) return known;
  if (await cutTornLine(review, { signal })) {
    warnings.push('the last line of the review was cut off in the middle, and was removed');
  }
  for await (const { task, decision } of readTaskReview(review, { signal })) {
    const now =
      decision === null ? task : { ...task, status: decision.status, instruction: decision.instruction };
    known.set(task.id, now);
  }
  return known;
}

/** Whether a seed is still to be expanded. @throws {DatasetError} where the review has other words for it */
function isDue(seed: SeedTask, known: ReadonlyMap<string, ReviewedTask>, file: string): boolean {
  const before = known.get(seed.id);
  if (before === undefined) return true;
  if (before.history[0]?.instruction !== seed.instruction || before.seed !== null) {
    throw new FileContentError(`the review has another candidate "${seed.id}"`, {
      place: { file, line: seed.line },
      hint: 'Give the seed another id, or name another file with --out.',
    });
  }
  return childrenOf(seed, known).length < (before.expansion?.proposals ?? 1);
}

function childrenOf(seed: SeedTask, known: ReadonlyMap<string, ReviewedTask>): readonly ReviewedTask[] {
  return [...known.values()].filter((task) => task.seed === seed.id);
}

interface Writer {
  readonly name: string;
  readonly model: Model;
}

async function writerOf(settings: Settings, options: ProfileOptions): Promise<Writer> {
  const asker = { name: 'the curation of tasks', roles: [] };
  const { acting } = await readRoleProfiles(asker, { ...settings, roleProfiles: {} }, options);
  const model = await bindModel(settings, { ...options, profile: acting, asker: asker.name });
  return { name: acting?.model ?? 'model', model };
}

interface Expansion {
  readonly instructions: readonly string[];
  readonly cost: ModelCost;
}

interface CurationOptions extends CurateTasksOptions {
  /** Text of the prompt in place of ours. */
  readonly template: string | undefined;
  readonly settings: Settings;
  readonly warnings: string[];
}

/** One call: what was asked, and what it came to. */
class Curation {
  readonly #seeds: readonly SeedTask[];
  readonly #known: Map<string, ReviewedTask>;
  readonly #options: CurationOptions;
  expanded = 0;
  unreadable = 0;
  outages = 0;
  outage: string | null = null;
  unasked = 0;
  added = 0;
  nearDuplicates = 0;
  cost: ModelCost = NO_COST;
  #outagesInARow = 0;

  constructor(seeds: readonly SeedTask[], known: Map<string, ReviewedTask>, options: CurationOptions) {
    this.#seeds = seeds;
    this.#known = known;
    this.#options = options;
  }

  /** Several at a time; they enter the review in the order of the seeds, so that the same answers give the same review. */
  async expand(due: readonly SeedTask[], writer: Writer): Promise<void> {
    const { settings, signal, onProgress } = this.#options;
    const size = Math.max(1, settings.concurrency);
    const spentBefore = spentIn(this.#known);
    for (let at = 0; at < due.length; at += size) {
      const group = due.slice(at, at + size);
      if (this.#outagesInARow >= MOST_OUTAGES) {
        this.outages += group.length;
        continue;
      }
      if (this.#isSpent(spentBefore)) {
        this.unasked += group.length;
        continue;
      }
      const answers = await Promise.allSettled(
        group.map((seed) => this.#ask(seed, writer).finally(() => onProgress(due.length))),
      );
      let failure: unknown;
      for (const [index, answer] of answers.entries()) {
        const seed = group[index];
        if (seed === undefined) continue;
        if (answer.status === 'fulfilled') await this.#keep(seed, answer.value, writer.name);
        else if (signal.aborted || faultOf(answer.reason) !== 'model') failure ??= answer.reason;
        else this.#countOutage(answer.reason);
      }
      if (failure !== undefined) throw failure;
      signal.throwIfAborted();
    }
  }

  #isSpent(before: { readonly tokens: number; readonly money: number }): boolean {
    const { maxTokens, maxCost } = this.#options.settings;
    const tokens = before.tokens + this.cost.inputTokens + this.cost.outputTokens;
    if (maxTokens !== null && tokens >= maxTokens) return true;
    return maxCost !== null && before.money + this.cost.costUsd >= maxCost;
  }

  #countOutage(reason: unknown): void {
    this.outages += 1;
    this.#outagesInARow += 1;
    this.outage ??= reason instanceof TouchstoneError ? reason.message : null;
  }

  /** Null where no answer could be read. */
  async #ask(seed: SeedTask, { model }: Writer): Promise<Expansion | null> {
    const { signal, warnings, template } = this.#options;
    const request = expansionRequest(this.#groupOf(seed), template);
    let cost = NO_COST;
    let problem = '';
    for (let draw = 1; draw <= DRAWS; draw += 1) {
      const answer = await model.generate(request, { signal, sample: `${seed.id} expansion ${draw}` });
      const { inputTokens, outputTokens } = answer.usage;
      const { costUsd, fromCache } = answer;
      const call = costOfCall({ inputTokens, outputTokens, costUsd, fromCache });
      cost = addCosts(cost, call);
      this.cost = addCosts(this.cost, call);
      const read = readExpansion(answer.text);
      if (read.type === 'value') return { instructions: read.value, cost };
      problem = answer.finishReason === 'refusal' ? 'the model refuses' : read.error.message;
    }
    warnings.push(`seed "${seed.id}" was not expanded: ${problem}; curate again`);
    return null;
  }

  #groupOf(seed: SeedTask): SeedGroup {
    const { app, language, type, instruction } = seed;
    const existing = this.#seeds
      .filter((other) => other.id !== seed.id && other.app === app && other.language === language)
      .slice(0, MOST_EXISTING)
      .map((other) => other.instruction);
    const kind = { name: type, description: TASK_TYPES[type] };
    return { app, language, kind, seeds: [instruction], existing, count: this.#options.perSeed };
  }

  /** Adds a seed and its candidates in one piece. */
  async #keep(seed: SeedTask, expansion: Expansion | null, by: string): Promise<void> {
    this.#outagesInARow = 0;
    if (expansion === null) {
      this.unreadable += 1;
      return;
    }
    const { perSeed, review } = this.#options;
    const at = new Date().toISOString();
    const { id, app, appPackage, language, type: kind, instruction } = seed;
    const common = { app, ...(appPackage === undefined ? {} : { appPackage }), language, kind };
    // Of an expansion whose writing was cut off, what is missing alone.
    const children = childrenOf(seed, this.#known);
    const there = new Set(children.map(({ history }) => history[0]?.instruction));
    const wanted = (this.#known.get(id)?.expansion?.proposals ?? perSeed) - children.length;
    const fresh = expansion.instructions.filter((text) => !there.has(text)).slice(0, wanted);
    const free = this.#freeIds(id);
    const candidates = fresh.map((text) =>
      proposedTask({ id: free(), ...common, seed: id, instruction: text }, { by, at }),
    );
    const { inputTokens, outputTokens, costUsd } = expansion.cost;
    const seedLine: ReviewedTask = {
      ...proposedTask({ id, ...common, seed: null, instruction }, { by: 'seed', at }),
      ...this.#likeAnotherSeed(seed),
      expansion: { asked: perSeed, proposals: candidates.length, inputTokens, outputTokens, costUsd },
    };
    const marked = [...(this.#known.has(id) ? [] : [seedLine]), ...this.#marked(candidates, at)];
    await appendFile(review, marked.map(reviewedTaskLine).join('')).catch((error: unknown) => {
      throw writeFailure(review, error);
    });
    for (const task of marked) this.#known.set(task.id, task);
    this.expanded += 1;
    this.added += marked.length;
    this.nearDuplicates += marked.filter(({ status }) => status === 'rejected').length;
  }

  #freeIds(seed: string): () => string {
    const taken = new Set([...this.#known.keys(), ...this.#seeds.map(({ id }) => id)]);
    let number = 0;
    return () => {
      do number += 1;
      while (taken.has(`${seed}-${number}`));
      return `${seed}-${number}`;
    };
  }

  /** A person wrote the seed, and a person decides on it: it says what it resembles, and that is all. */
  #likeAnotherSeed(seed: SeedTask): Pick<ReviewedTask, 'resembles'> {
    const against = this.#seeds.slice(0, this.#seeds.indexOf(seed));
    const { removed } = withoutNearDuplicates([seed], { against, limit: this.#options.threshold });
    const [like] = removed;
    return like === undefined ? {} : { resembles: resembled(like) };
  }

  /** Near-duplicates are rejected by the filter, with what they resemble; a person may take them all the same. */
  #marked(candidates: readonly ReviewedTask[], at: string): readonly ReviewedTask[] {
    const against = [...this.#seeds.filter(({ id }) => !this.#known.has(id)), ...this.#known.values()];
    const { removed } = withoutNearDuplicates(candidates, { against, limit: this.#options.threshold });
    const found = new Map(removed.map((one) => [one.candidate.id, resembled(one)]));
    return candidates.map((task) => {
      const resembles = found.get(task.id);
      if (resembles === undefined) return task;
      const { instruction } = task;
      const event = { at, by: 'near-duplicates', status: 'rejected', instruction, note: '' } as const;
      return { ...task, resembles, status: 'rejected', history: [...task.history, event] };
    });
  }
}

function resembled({
  of,
  overlap,
}: {
  readonly of: string;
  readonly overlap: number;
}): NonNullable<ReviewedTask['resembles']> {
  return { id: of, overlap: Math.round(overlap * 1000) / 1000 };
}

/** What the calls behind a review have used. */
function spentIn(known: ReadonlyMap<string, ReviewedTask>): {
  readonly tokens: number;
  readonly money: number;
} {
  let [tokens, money] = [0, 0];
  for (const { expansion } of known.values()) {
    tokens += (expansion?.inputTokens ?? 0) + (expansion?.outputTokens ?? 0);
    money += expansion?.costUsd ?? 0;
  }
  return { tokens, money };
}
