import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import type { PromptSet } from '../../models/prompt-sets/prompt-set.js';

/** What decides which official prompts a model is asked in. */
export interface PromptSetChoice {
  /** The set by name, where the user names one. */
  readonly name: string | null;
  /** Dialect that the model is asked in, `name` or `name@variant`. */
  readonly dialect: string;
  /** The variant that the dialect's family takes where none is named; null where it has none. */
  readonly usualVariant: string | null;
  /** Benchmark that is run. */
  readonly benchmark: string;
  /** Agent that asks. */
  readonly agent: string;
}

/**
 * The prompt set of a dialect: the named one, else the agent's one of the benchmark's published rows, else the vendor's own. A
 * dialect without a variant takes any of its family's sets; of several that are meant, the one of its usual variant.
 *
 * @throws {UserError} where none fits, or several do
 */
export function choosePromptSet(
  sets: ReadonlyMap<string, PromptSet>,
  { name, dialect, usualVariant, benchmark, agent }: PromptSetChoice,
): PromptSet {
  if (name !== null) {
    const set = sets.get(name);
    if (set !== undefined) return set;
    throw new UserError(`there is no prompt set "${name}"`, {
      hint: `${didYouMean(name, sets.keys())}\`touchstone prompts list\` shows them.`,
    });
  }
  const [family] = dialect.split('@');
  const everyAgents = [...sets.values()].filter((set) => set.dialect.split('@')[0] === family);
  const agents = everyAgents.filter((set) => (set.agents ?? ['direct']).includes(agent));
  // Where this agent asks like none of them, the user is told whose they are.
  const ofFamily = agents.length === 0 ? everyAgents : agents;
  const exact = ofFamily.filter((set) => set.dialect === dialect);
  for (const candidates of [exact, ofFamily]) {
    const ofBenchmark = candidates.filter(({ benchmarks }) => benchmarks.includes(benchmark));
    const vendors = candidates.filter(({ benchmarks }) => benchmarks.length === 0);
    const fitting = ofBenchmark.length > 0 ? ofBenchmark : vendors;
    const [only, ...others] = fitting;
    if (only === undefined) continue;
    if (others.length === 0) return only;
    const meant = fitting.filter(({ isDefault }) => isDefault);
    const usual = meant.filter((set) => set.dialect === `${family}@${usualVariant}`);
    const [chosen, ...doubtful] = meant.length > 1 ? usual : meant;
    if (chosen !== undefined && doubtful.length === 0) return chosen;
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
