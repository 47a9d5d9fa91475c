import type {
  AppPair,
  Count,
  Distribution,
  InstructionStatistics,
} from '../../domain/recordings/dataset-statistics.js';
import { Tally } from './tally.js';
import { WholeNumbers } from './whole-numbers.js';

interface TaskFactsResult {
  readonly apps: Count[];
  readonly appsPerTask: Distribution;
  readonly appPairs: AppPair[];
  readonly appClasses: Count[] | null;
  readonly instructions: InstructionStatistics[];
}

/** Where an app has no class in the table. */
const NO_CLASS = 'no class';

/** Apps and instructions of tasks or episodes, as they come. */
export class TaskFacts {
  readonly #classes: ReadonlyMap<string, string> | null;
  readonly #apps = new Tally();
  readonly #pairs = new Tally();
  readonly #byClass = new Tally();
  readonly #perTask = new WholeNumbers();
  readonly #languages = new Map<string, { words: WholeNumbers; characters: WholeNumbers }>();

  /** @param classes class of each app; null counts none */
  constructor(classes: ReadonlyMap<string, string> | null = null) {
    this.#classes = classes;
  }

  add(apps: readonly string[], instructions: Readonly<Record<string, string>>): void {
    const used = [...new Set(apps)].toSorted();
    this.#perTask.add(used.length);
    for (const [index, app] of used.entries()) {
      this.#apps.add(app);
      for (const other of used.slice(index + 1)) this.#pairs.add(JSON.stringify([app, other]));
    }
    const classes = this.#classes;
    if (classes !== null) {
      for (const name of new Set(used.map((app) => classes.get(app) ?? NO_CLASS))) this.#byClass.add(name);
    }
    for (const [language, text] of Object.entries(instructions)) {
      const facts = this.#languages.get(language) ?? {
        words: new WholeNumbers(),
        characters: new WholeNumbers(),
      };
      this.#languages.set(language, facts);
      facts.words.add(wordsIn(text));
      facts.characters.add(Array.from(text).length);
    }
  }

  result(): TaskFactsResult {
    return {
      apps: this.#apps.list(),
      appsPerTask: this.#perTask.distribution(),
      appPairs: this.#pairs.list().map(({ name, count }): AppPair => {
        const [a = '', b = ''] = JSON.parse(name) as string[];
        return { a, b, count };
      }),
      appClasses: this.#classes === null ? null : this.#byClass.list(),
      instructions: [...this.#languages]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([language, { words, characters }]) => ({
          language,
          words: words.distribution(),
          characters: characters.distribution(),
        })),
    };
  }
}

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’._-]*/gu;

/** Words of a text; a Chinese or Japanese character is one. */
function wordsIn(text: string): number {
  return text.match(WORD)?.length ?? 0;
}
