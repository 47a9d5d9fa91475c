import type { Redis } from 'ioredis';
import type { RunBudgets } from '../../domain/run.js';
import type { SpentBudget } from '../../engine/budget-ledger.js';
import { addCosts, NO_COST, type ModelCost } from '../../formats/run/model-cost.js';
import type { RunLedger } from '../run-queue.js';
import { FADE_SECONDS } from './queue-keys.js';
import { withinTime } from './redis-connection.js';
import { RedisScript } from './redis-script.js';

/** Milliseconds that a queue is waited for at the end. */
const CLOSE_MS = 1_000;
/** Milliseconds in which what is used is gathered: one command for many calls. Others look far more seldom than that. */
const GATHER_MS = 50;
/** Milliseconds between looks at what others have used. */
const LOOK_MS = 1_000;
/** Milliseconds without a look of anybody that still count as time of the run. */
const MOST_GAP_MS = 3 * LOOK_MS;

/**
 * What is written of a run that the queue does not know goes by itself: one that is not announced yet, which keeps it then, or one
 * that was removed while somebody still had it. KEYS[2] are the runs that are known.
 */
const FADES = `if redis.call('HEXISTS', KEYS[2], run) == 0 then redis.call('EXPIRE', KEYS[1], ${FADE_SECONDS}) end`;

/**
 * Adds the time since anybody last looked, by Redis's clock, unless nobody was there. What this process knows of counts where
 * Redis has lost it. Keys: time, runs. Words: milliseconds, most of a gap, the run.
 */
const PASS = new RedisScript(`local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local kept = redis.call('HMGET', KEYS[1], 'activeMs', 'at')
local active = tonumber(kept[1]) or 0
local gap = now - (tonumber(kept[2]) or now)
if gap > 0 and gap <= tonumber(ARGV[2]) then active = active + gap end
active = math.max(active, tonumber(ARGV[1]))
redis.call('HSET', KEYS[1], 'activeMs', active, 'at', now)
local run = ARGV[3]
${FADES}
return tostring(active)`);
const FIELDS = Object.keys(NO_COST) as (keyof ModelCost)[];

/**
 * Sets what one writer has used, unless more of it is known, and the sums over all writers by the difference; gives the sums. Keys:
 * cost, runs. Words: the run, the writer's field, then each field of a cost with its value, the number of calls first.
 */
const KEEP = new RedisScript(`local run = ARGV[1]
local old = redis.call('HGET', KEYS[1], ARGV[2])
local kept = {}
for one in string.gmatch(old or '', '[^ ]+') do kept[#kept + 1] = tonumber(one) end
if not old or tonumber(ARGV[4]) > kept[1] then
  local all = {}
  for i = 3, #ARGV, 2 do
    all[#all + 1] = ARGV[i + 1]
    local more = tonumber(ARGV[i + 1]) - (kept[#all] or 0)
    if more ~= 0 then redis.call('HINCRBYFLOAT', KEYS[1], ARGV[i], string.format('%.17g', more)) end
  end
  redis.call('HSET', KEYS[1], ARGV[2], table.concat(all, ' '))
  ${FADES}
end
local sums = {}
for i = 3, #ARGV, 2 do sums[#sums + 1] = redis.call('HGET', KEYS[1], ARGV[i]) or '0' end
return sums`);

/**
 * Keeps what a writer has used in all: telling it twice is telling it once.
 *
 * @returns what all writers have used
 */
export async function keepCost(
  redis: Redis,
  { cost, runs, run }: Pick<RedisLedgerOptions, 'cost' | 'runs' | 'run'>,
  writer: string,
  own: ModelCost,
): Promise<ModelCost> {
  const words = FIELDS.flatMap((field) => [field, own[field]]);
  return costOf((await KEEP.run(redis, [cost, runs], [run, fieldOf(writer), ...words])) as readonly string[]);
}

function fieldOf(writer: string): string {
  return `of:${writer}`;
}

/** A cost from the values of its fields. */
function costOf(values: readonly (string | null | undefined)[]): ModelCost {
  return Object.fromEntries(FIELDS.map((field, at) => [field, Number(values[at] ?? 0)])) as Record<
    keyof ModelCost,
    number
  >;
}

export interface RedisLedgerOptions {
  readonly cost: string;
  readonly states: string;
  /** Key of the runs that are known. */
  readonly runs: string;
  readonly run: string;
  readonly writer: string;
  /** What the writer has used by its journal, where that is known. */
  readonly used?: ModelCost;
  readonly budgets: RunBudgets;
  /** Key of the time that it has taken. */
  readonly time: string;
  /** Milliseconds that it is known to have taken before; null for those that are told when a budget is spent. */
  readonly activeMs: number | null;
}

/**
 * What a run has used, in Redis: each process knows at once what it used itself, and within about a second what the others did.
 * What spends a budget is told at once, and all that is left when it is closed.
 */
export class RedisLedger implements RunLedger {
  readonly #redis: Redis;
  readonly #options: RedisLedgerOptions;
  readonly #listeners = new Set<(budget: SpentBudget) => void>();
  readonly #looks: NodeJS.Timeout;
  #timer: NodeJS.Timeout | null = null;
  #telling: NodeJS.Timeout | null = null;
  /** Milliseconds that the run has taken, as of `performance.now` being `#lookedAt`. */
  #activeMs: number;
  #lookedAt = performance.now();
  /** Of all writers, as Redis last said. */
  #known: ModelCost = NO_COST;
  /** Of this writer, in all. */
  #own: ModelCost = NO_COST;
  /** As it was when Redis last heard of it. */
  #told: ModelCost = NO_COST;
  #writing: Promise<void> | null = null;
  #spent: SpentBudget | null = null;
  #isClosed = false;

  private constructor(redis: Redis, options: RedisLedgerOptions) {
    this.#redis = redis;
    this.#options = options;
    this.#activeMs = options.activeMs ?? 0;
    this.#looks = setInterval(() => {
      void this.#look().catch(() => undefined);
      void this.#pass().catch(() => undefined);
    }, LOOK_MS);
  }

  static async open(redis: Redis, options: RedisLedgerOptions): Promise<RedisLedger> {
    const ledger = new RedisLedger(redis, options);
    try {
      await ledger.#begin();
      await ledger.#look();
      await ledger.#pass();
      return ledger;
    } catch (error) {
      clearInterval(ledger.#looks);
      throw error;
    }
  }

  get cost(): ModelCost {
    return addCosts(this.#known, minus(this.#own, this.#told));
  }

  add(cost: ModelCost): void {
    this.#own = addCosts(this.#own, cost);
    this.#check();
    if (this.#spent !== null) this.#tell();
    else this.#telling ??= setTimeout(() => this.#tell(), GATHER_MS);
  }

  /** What this writer had used before. */
  async #begin(): Promise<void> {
    const { cost, writer, used = NO_COST } = this.#options;
    const kept = await this.#redis.hget(cost, fieldOf(writer));
    const known = kept === null ? NO_COST : costOf(kept.split(' '));
    this.#own = known.calls >= used.calls ? known : used;
    this.#told = known;
  }

  /** Writes what Redis has not heard of. */
  #tell(): void {
    if (this.#telling !== null) clearTimeout(this.#telling);
    this.#telling = null;
    if (this.#own.calls > this.#told.calls) {
      this.#writing ??= this.#write().finally(() => (this.#writing = null));
    }
  }

  onSpent(listener: (budget: SpentBudget) => void): Disposable {
    if (this.#spent === null) this.#listeners.add(listener);
    else listener(this.#spent);
    return {
      [Symbol.dispose]: () => {
        this.#listeners.delete(listener);
      },
    };
  }

  async #write(): Promise<void> {
    while (this.#own.calls > this.#told.calls && !this.#isClosed) {
      const sent = this.#own;
      try {
        this.#known = await keepCost(this.#redis, this.#options, this.#options.writer, sent);
      } catch {
        // A Redis that is full or gone: what it has not heard of is counted here, and told at the next look.
        return;
      }
      this.#told = sent;
      this.#check();
    }
  }

  async #look(): Promise<void> {
    if (this.#writing !== null || this.#redis.status !== 'ready') return;
    const { cost, states, run } = this.#options;
    const [kept, state] = await Promise.all([
      this.#redis.hmget(cost, ...FIELDS),
      this.#redis.hget(states, run),
    ]);
    if (this.#writing === null && kept.some((value) => value !== null)) this.#known = costOf(kept);
    this.#tell();
    // Whoever coordinates decides anew: a budget may have been raised.
    if (this.#options.activeMs !== null) this.#check();
    else if (state === 'time_budget' || state === 'token_budget' || state === 'money_budget')
      this.#spend(state);
    this.#check();
  }

  /** Time passes for the run while anybody works on it, whoever that is. */
  async #pass(): Promise<void> {
    const { seconds } = this.#options.budgets;
    if (seconds === null || this.#isClosed) return;
    const now = performance.now();
    const here = this.#activeMs + (now - this.#lookedAt);
    this.#activeMs = here;
    this.#lookedAt = now;
    if (this.#redis.status === 'ready') {
      const { time, runs, run } = this.#options;
      const words = [Math.round(here), MOST_GAP_MS, run];
      const said = await PASS.run(this.#redis, [time, runs], words).catch(() => null);
      if (said !== null) this.#activeMs = Number(said);
    }
    const leftMs = seconds * 1000 - this.#activeMs;
    if (leftMs <= 0) this.#spend('time_budget');
    else if (leftMs < LOOK_MS && !this.#isClosed) {
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#pass().catch(() => undefined), leftMs + 1);
    }
  }

  #check(): void {
    const { tokens, money } = this.#options.budgets;
    const { inputTokens, outputTokens, costUsd } = this.cost;
    if (tokens !== null && inputTokens + outputTokens >= tokens) this.#spend('token_budget');
    if (money !== null && costUsd >= money) this.#spend('money_budget');
  }

  #spend(budget: SpentBudget): void {
    if (this.#spent !== null) return;
    this.#spent = budget;
    for (const listener of this.#listeners) listener(budget);
    this.#listeners.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#looks);
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#telling !== null) clearTimeout(this.#telling);
    this.#telling = null;
    if (this.#redis.status === 'ready') {
      this.#tell();
      if (this.#writing !== null) await withinTime(this.#writing, CLOSE_MS);
    }
    this.#isClosed = true;
  }
}

function minus(a: ModelCost, b: ModelCost): ModelCost {
  return Object.fromEntries(FIELDS.map((field) => [field, a[field] - b[field]])) as Record<
    keyof ModelCost,
    number
  >;
}
