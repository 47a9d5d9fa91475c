import type { Action } from '../../../domain/action.js';
import type { ParseResult } from '../dialect.js';

/** Worth knowing, and inside every grammar all the same. */
const NOTES: ReadonlySet<string> = new Set(['out_of_bounds', 'zero_length_path', 'truncated']);

/** What an answer says beside its actions; absent and empty alike are nothing. */
export interface SaidBeside {
  readonly thought?: string | null | undefined;
  readonly summary?: string | null | undefined;
}

/** The result of reading actions; lenient where a warning names something outside the grammar. */
export function actionsResult(
  actions: readonly [Action, ...Action[]],
  { thought, summary }: SaidBeside,
  warnings: ReadonlySet<string>,
): ParseResult {
  let lenient = false;
  for (const code of warnings) lenient ||= !NOTES.has(code);
  return {
    type: 'actions',
    actions,
    ...(thought ? { thought } : {}),
    ...(summary ? { summary } : {}),
    warnings: [...warnings],
    lenient,
  };
}
