import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { RunBudgets } from '../../domain/run.js';
import type { BudgetLedger, SpentBudget } from '../../engine/budget-ledger.js';
import { NO_COST } from '../../formats/run/model-cost.js';
import type { ContractCase } from './agent-contract.js';

const NONE: RunBudgets = { seconds: null, tokens: null, money: null };
const CALL = { ...NO_COST, calls: 1, inputTokens: 6, outputTokens: 4, costUsd: 0.5 };

export interface BudgetLedgerContractOptions {
  /** A fresh ledger with these budgets, nothing used so far. */
  readonly create: (budgets: RunBudgets) => BudgetLedger;
}

/** What every ledger promises: it adds up, and says once to each who asks that a budget is spent. */
export function budgetLedgerContract({ create }: BudgetLedgerContractOptions): readonly ContractCase[] {
  return [
    {
      name: 'adds up what is used',
      run: async () => {
        const ledger = create(NONE);
        deepStrictEqual(ledger.cost, NO_COST);
        for (let call = 0; call < 3; call += 1) ledger.add(CALL);
        deepStrictEqual(ledger.cost, {
          ...NO_COST,
          calls: 3,
          inputTokens: 18,
          outputTokens: 12,
          costUsd: 1.5,
        });
      },
    },
    {
      name: 'says to everybody once that a budget is spent, also to who asks later',
      run: async () => {
        for (const [budgets, budget] of [
          [{ ...NONE, tokens: 20 }, 'token_budget'],
          [{ ...NONE, money: 1 }, 'money_budget'],
        ] as const) {
          const ledger = create(budgets);
          const told: [string, SpentBudget][] = [];
          ledger.onSpent((spent) => told.push(['first', spent]));
          ledger.onSpent((spent) => told.push(['second', spent]));
          ledger.add(CALL);
          strictEqual(told.length, 0);
          ledger.add(CALL);
          ledger.add(CALL);
          ledger.onSpent((spent) => told.push(['late', spent]));
          deepStrictEqual(told, [
            ['first', budget],
            ['second', budget],
            ['late', budget],
          ]);
        }
      },
    },
    {
      name: 'says nothing to who does not want to know any more',
      run: async () => {
        const ledger = create({ ...NONE, tokens: 1 });
        let told = 0;
        ledger.onSpent(() => (told += 1))[Symbol.dispose]();
        ledger.add(CALL);
        strictEqual(told, 0);
      },
    },
  ];
}
