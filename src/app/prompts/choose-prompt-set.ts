import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import type { PromptSet } from '../../models/prompt-sets/prompt-set.js';

/** What decides which official prompts a model is asked in. */
export interface PromptSetChoice {
  /** The set by name, where the user names one. */
  readonly name: string | null;
  /** Dialect that the model is asked in, `name` or `name@variant`. */
  readonly dialect: string;
  /** Benchmark that is run. */
  readonly benchmark: string;
}

/**
 * The prompt set of a dialect: the named one, else the one of the benchmark's published rows, else the vendor's own. A
 * dialect without a variant takes any of its family's sets.
 *
 * @throws {UserError} where none fits, or several do
 */
export function choosePromptSet(
  sets: ReadonlyMap<string, PromptSet>,
  { name, dialect, benchmark }: PromptSetChoice,
): PromptSet {
  if (name !== null) {
    const set = sets.get(name);
    if (set !== undefined) return set;
    throw new UserError(`there is no prompt set "${name}"`, {
      hint: `${didYouMean(name, sets.keys())}\`touchstone prompts list\` shows them.`,
    });
  }
  const [family] = dialect.split('@');
  const ofFamily = [...sets.values()].filter((set) => set.dialect.split('@')[0] === family);
  const exact = ofFamily.filter((set) => set.dialect === dialect);
  for (const candidates of [exact, ofFamily]) {
    const ofBenchmark = candidates.filter(({ benchmarks }) => benchmarks.includes(benchmark));
    const vendors = candidates.filter(({ benchmarks }) => benchmarks.length === 0);
    const fitting = ofBenchmark.length > 0 ? ofBenchmark : vendors;
    const [only, ...others] = fitting;
    if (only === undefined) continue;
    if (others.length === 0) return only;
    const usual = fitting.filter(({ isDefault }) => isDefault);
    if (usual.length === 1 && usual[0] !== undefined) return usual[0];
    throw new UserError(`${dialect} has several official prompts`, {
      hint: `Choose with --prompt-set: ${fitting.map((set) => set.name).join(', ')}.`,
    });
  }
  const others = ofFamily.map((set) => set.name).join(', ');
  throw new UserError(`${dialect} has no official prompts for ${benchmark === '' ? 'this' : benchmark}`, {
    hint:
      others === ''
        ? 'No public source has any; `touchstone prompts list` shows those that there are.'
        : `Its official prompts are others': name one with --prompt-set: ${others}.`,
  });
}
