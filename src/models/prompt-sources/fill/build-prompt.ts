import { fillPieces, PromptFillError } from './fill-prompt.js';
import type { PromptPiece } from './prompt-piece.js';

/** A part of a text that a function of the source puts together. */
export interface PromptFragment {
  /** `=` begins the text anew. */
  readonly operator: '=' | '+=';
  /** Conditions and loops around it, outermost first: `if x`, `else of x`, `for a in b`. */
  readonly guards: readonly string[];
  readonly pieces: readonly PromptPiece[];
}

/** What the function of the source would know: fields, conditions and loops by their words in the source. */
export interface FragmentScope {
  readonly values?: Readonly<Record<string, string>>;
  /** By the condition: `if x` and `else of x` ask for `x`. */
  readonly conditions?: Readonly<Record<string, boolean>>;
  /** By the loop's head without `for`: what each round knows besides. */
  readonly loops?: Readonly<Record<string, readonly FragmentScope[]>>;
}

/**
 * The text as the source's function puts it together.
 *
 * @throws {PromptFillError} naming a field, condition or loop that the scope lacks
 */
export function buildPrompt(fragments: readonly PromptFragment[], scope: FragmentScope): string {
  let text = '';
  const add = (left: readonly PromptFragment[], depth: number, known: Required<FragmentScope>): void => {
    for (let at = 0; at < left.length;) {
      const fragment = left[at];
      if (fragment === undefined) return;
      const guard = fragment.guards[depth];
      if (guard === undefined) {
        const said = fillPieces(fragment.pieces, known.values);
        text = fragment.operator === '=' ? said : text + said;
        at += 1;
        continue;
      }
      const end = left.findIndex((other, index) => index > at && other.guards[depth] !== guard);
      const group = left.slice(at, end < 0 ? left.length : end);
      for (const inner of roundsOf(guard, known)) add(group, depth + 1, inner);
      at += group.length;
    }
  };
  add(fragments, 0, within({ values: {}, conditions: {}, loops: {} }, scope));
  return text;
}

/** What is known in each round that a guard lets through: none, one, or as many as its loop has. */
function roundsOf(guard: string, known: Required<FragmentScope>): readonly Required<FragmentScope>[] {
  const [, kind = '', head = ''] = /^(if|else of|for) (.*)$/s.exec(guard) ?? [];
  if (kind === 'for') return knownOf(known.loops, head).map((round) => within(known, round));
  return knownOf(known.conditions, head) === (kind === 'if') ? [known] : [];
}

function knownOf<T>(known: Readonly<Record<string, T>>, name: string): T {
  const value = Object.hasOwn(known, name) ? known[name] : undefined;
  if (value !== undefined) return value;
  throw new PromptFillError(`the official prompt is put together by ${name}, which nobody decides`);
}

function within(outer: Required<FragmentScope>, inner: FragmentScope): Required<FragmentScope> {
  return {
    values: { ...outer.values, ...inner.values },
    conditions: { ...outer.conditions, ...inner.conditions },
    loops: { ...outer.loops, ...inner.loops },
  };
}
