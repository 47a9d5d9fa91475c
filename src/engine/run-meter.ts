import { addCosts, NO_COST } from '../formats/run/model-cost.js';
import type { ModelCost } from '../formats/run/model-cost.js';
import type { RunBudgets } from '../domain/run.js';
import type { RunControl } from './run-control.js';

/** Counts what a run uses, earlier sessions included, and stops it when a budget of the run is spent. */
export class RunMeter implements Disposable {
  readonly #budgets: RunBudgets;
  readonly #control: RunControl;
  readonly #timer: NodeJS.Timeout | null;
  #cost: ModelCost;

  constructor(
    budgets: RunBudgets,
    control: RunControl,
    spent: { readonly cost: ModelCost; readonly activeMs: number } = { cost: NO_COST, activeMs: 0 },
  ) {
    this.#budgets = budgets;
    this.#control = control;
    this.#cost = spent.cost;
    const leftMs = budgets.seconds === null ? null : budgets.seconds * 1000 - spent.activeMs;
    if (leftMs !== null && leftMs <= 0) control.stop('time_budget');
    this.#timer =
      leftMs === null || leftMs <= 0 || leftMs >= 2 ** 31
        ? null
        : setTimeout(() => control.stop('time_budget'), leftMs);
    this.#check();
  }

  get cost(): ModelCost {
    return this.#cost;
  }

  add(cost: ModelCost): void {
    this.#cost = addCosts(this.#cost, cost);
    this.#check();
  }

  [Symbol.dispose](): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #check(): void {
    const { tokens, money } = this.#budgets;
    if (tokens !== null && this.#cost.inputTokens + this.#cost.outputTokens >= tokens) {
      this.#control.stop('token_budget');
    }
    if (money !== null && this.#cost.costUsd >= money) this.#control.stop('money_budget');
  }
}
