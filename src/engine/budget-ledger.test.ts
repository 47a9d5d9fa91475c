import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_COST } from '../formats/run/model-cost.js';
import { budgetLedgerContract } from '../testing/contracts/budget-ledger-contract.js';
import { LocalLedger } from './budget-ledger.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const NONE = { seconds: null, tokens: null, money: null };
const COST = { ...NO_COST, calls: 1, inputTokens: 6, outputTokens: 4, costUsd: 0.5 };

describe('LocalLedger', () => {
  it.each(budgetLedgerContract({ create: (budgets) => new LocalLedger(budgets) }))(
    '$name',
    async ({ run }) => {
      await expect(run()).resolves.toBeUndefined();
    },
  );

  it('adds up what is used, and stops nothing where there is no budget', () => {
    const spentBudgets: string[] = [];
    using ledger = new LocalLedger(NONE);
    ledger.onSpent((budget) => spentBudgets.push(budget));
    ledger.add(COST);
    ledger.add(COST);
    expect(ledger.cost).toEqual({ ...NO_COST, calls: 2, inputTokens: 12, outputTokens: 8, costUsd: 1 });
    expect(spentBudgets).toEqual([]);
  });

  it.each([
    ['token_budget', { tokens: 20 }, { tokens: 21 }],
    ['money_budget', { money: 1 }, { money: 1.01 }],
  ] as const)('stops for the %s once it is used up', (reason, spent, left) => {
    for (const [budget, expected] of [
      [spent, reason],
      [left, null],
    ] as const) {
      const spentBudgets: string[] = [];
      using ledger = new LocalLedger({ ...NONE, ...budget });
      ledger.onSpent((budget) => spentBudgets.push(budget));
      ledger.add(COST);
      expect(spentBudgets).toEqual([]);
      ledger.add(COST);
      expect(spentBudgets).toEqual(expected === null ? [] : [expected]);
    }
  });

  it('counts what was used before, and stops at once where nothing is left', () => {
    for (const [budget, reason] of [
      [{ tokens: 10 }, 'token_budget'],
      [{ money: 0.5 }, 'money_budget'],
      [{ seconds: 3 }, 'time_budget'],
      [{ seconds: 3.001 }, null],
    ] as const) {
      const spentBudgets: string[] = [];
      using ledger = new LocalLedger({ ...NONE, ...budget }, { cost: COST, activeMs: 3000 });
      ledger.onSpent((budget) => spentBudgets.push(budget));
      expect(spentBudgets).toEqual(reason === null ? [] : [reason]);
      expect(ledger.cost).toEqual(COST);
    }
  });

  it('stops when the time that is left is over', async () => {
    const spentBudgets: string[] = [];
    using ledger = new LocalLedger({ ...NONE, seconds: 5 }, { cost: NO_COST, activeMs: 3000 });
    ledger.onSpent((budget) => spentBudgets.push(budget));
    await vi.advanceTimersByTimeAsync(1999);
    expect(spentBudgets).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(spentBudgets).toEqual(['time_budget']);
  });

  it('leaves no timer behind, and sets none for longer than timers last', () => {
    const ledger = new LocalLedger({ ...NONE, seconds: 5 });
    expect(vi.getTimerCount()).toBe(1);
    ledger[Symbol.dispose]();
    using far = new LocalLedger({ ...NONE, seconds: 2 ** 31 / 1000 });
    using spent = new LocalLedger({ ...NONE, seconds: 1 }, { cost: NO_COST, activeMs: 1000 });
    expect([far.cost, spent.cost]).toEqual([NO_COST, NO_COST]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
