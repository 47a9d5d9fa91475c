import { UserError } from '../../errors.js';

/** Tokens or money that the user allows are spent; what was built stays, and is gone on with from there. */
export class BudgetSpentError extends UserError {
  override readonly code = 'BUDGET_SPENT';
}
