import { addCosts, NO_COST, type ModelCost } from '../formats/run/model-cost.js';
import type { RunBudgets } from '../domain/run.js';
import type { StopReason } from './run-control.js';

/** A budget of the run that is spent. */
export type SpentBudget = Exclude<StopReason, 'interrupted' | 'model_outage'>;

/**
 * What a run has used, earlier sessions and other writers included, and which of its budgets that spends. Promises:
 * `budgetLedgerContract` in `touchstone/testing`.
 */
export interface BudgetLedger {
  readonly cost: ModelCost;
  add(cost: ModelCost): void;
  /** Calls back once, at once where a budget is spent already. Disposing of what it gives ends that. */
  onSpent(listener: (budget: SpentBudget) => void): Disposable;
}

/** The ledger of a run in one process, for all its writers there. */
export class LocalLedger implements BudgetLedger, Disposable {
  readonly #budgets: RunBudgets;
  readonly #timer: NodeJS.Timeout | null;
  readonly #listeners = new Set<(budget: SpentBudget) => void>();
  #cost: ModelCost;
  #spent: SpentBudget | null = null;

  constructor(
    budgets: RunBudgets,
    before: { readonly cost: ModelCost; readonly activeMs: number } = { cost: NO_COST, activeMs: 0 },
  ) {
    this.#budgets = budgets;
    this.#cost = before.cost;
    const leftMs = budgets.seconds === null ? null : budgets.seconds * 1000 - before.activeMs;
    if (leftMs !== null && leftMs <= 0) this.#spend('time_budget');
    this.#timer =
      leftMs === null || leftMs <= 0 || leftMs >= 2 ** 31
        ? null
        : setTimeout(() => this.#spend('time_budget'), leftMs);
    this.#check();
  }

  get cost(): ModelCost {
    return this.#cost;
  }

  add(cost: ModelCost): void {
    this.#cost = addCosts(this.#cost, cost);
    this.#check();
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

  [Symbol.dispose](): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #check(): void {
    const { tokens, money } = this.#budgets;
    if (tokens !== null && this.#cost.inputTokens + this.#cost.outputTokens >= tokens)
      this.#spend('token_budget');
    if (money !== null && this.#cost.costUsd >= money) this.#spend('money_budget');
  }

  #spend(budget: SpentBudget): void {
    if (this.#spent !== null) return;
    this.#spent = budget;
    for (const listener of this.#listeners) listener(budget);
    this.#listeners.clear();
  }
}
