import { humanConsole } from '../../agents/human/human-console.js';
import { CI_SERVICES } from './ci-templates.js';
import type { InitRequest } from './initialise.js';
import { PLUGIN_KINDS } from './plugin-templates.js';

/** Where somebody is asked. */
export interface InitConsole {
  show(text: string): void;
  /** The next line; null at the end of the input. */
  ask(question: string, options: { readonly signal: AbortSignal }): Promise<string | null>;
}

/** What can be written, as one is asked. */
export const INIT_KINDS = ['world', 'plugin', 'config', 'ci'] as const;
export type InitKind = (typeof INIT_KINDS)[number];

/**
 * Asks somebody what to write.
 *
 * @param kind what is known already; null: asked for too
 * @returns null where the input ends
 */
export async function askInit(
  kind: InitKind | null,
  { console: person, signal }: { readonly console: InitConsole; readonly signal: AbortSignal },
): Promise<InitRequest | null> {
  try {
    return await new Questions(person, signal).request(kind);
  } catch (error) {
    if (error instanceof EndOfInput) return null;
    throw error;
  }
}

/** The same at a terminal. */
export async function askInitAtTerminal(
  kind: InitKind | null,
  {
    input,
    output,
    signal,
  }: {
    readonly input: NodeJS.ReadableStream;
    readonly output: NodeJS.WritableStream;
    readonly signal: AbortSignal;
  },
): Promise<InitRequest | null> {
  return await askInit(kind, { console: humanConsole(input, output), signal });
}

class EndOfInput extends Error {}

class Questions {
  readonly #person: InitConsole;
  readonly #signal: AbortSignal;

  constructor(person: InitConsole, signal: AbortSignal) {
    this.#person = person;
    this.#signal = signal;
  }

  async request(given: InitKind | null): Promise<InitRequest> {
    const kind = given ?? (await this.#choice('What shall be written', INIT_KINDS));
    switch (kind) {
      case 'world': {
        const folder = await this.#text('Folder of the world', 'my-world');
        const screenshots = await this.#maybe(
          'Folder of screenshots, in the order of their names (Enter: a small example)',
        );
        const edges =
          screenshots === null
            ? 'line'
            : await this.#choice('Until you say where is tapped, any tap leads on (line) or none (todo)', [
                'line',
                'todo',
              ] as const);
        return { type: 'world', folder, screenshots, edges };
      }
      case 'plugin': {
        const part = await this.#choice('Which part', PLUGIN_KINDS);
        const name = await this.#text('Its name', `my-${part}`);
        const language = part === 'dialect' ? 'js' : await this.#choice('Language', ['js', 'ts'] as const);
        return { type: 'plugin', kind: part, name, language };
      }
      case 'config': {
        const baseUrl = await this.#maybe(
          "Address of the model's endpoint, such as http://localhost:8000/v1 (Enter: a vendor's own)",
        );
        const provider =
          baseUrl === null ? await this.#choice('Vendor', ['openai', 'anthropic', 'google'] as const) : null;
        const model = await this.#text('Model, as its endpoint calls it', null);
        const dialect = await this.#maybe('Dialect, see `touchstone list dialects` (Enter: generic_call)');
        const apiKeyVariable = await this.#maybe('Variable that holds its key (Enter: the usual)');
        const file = await this.#text('File', 'touchstone.config.json');
        return { type: 'config', file, agent: 'direct', model, provider, baseUrl, dialect, apiKeyVariable };
      }
      case 'ci': {
        const service = await this.#choice('Service', CI_SERVICES);
        const world = await this.#text('World or benchmark', './my-world');
        const model = await this.#maybe('Model (Enter: none, or said later)');
        const baseUrl =
          model === null
            ? null
            : await this.#text("Address of the model's endpoint", 'http://localhost:8000/v1');
        const agent =
          model === null
            ? await this.#maybe('Agent (Enter: said later, in the file)')
            : await this.#text('Agent', 'direct');
        const minSuccess =
          model === null
            ? await this.#maybe('Success rate to reach, such as 60% (Enter: said later, in the file)')
            : await this.#text('Success rate to reach', '60%');
        return { type: 'ci', service, world, agent, model, baseUrl, minSuccess };
      }
      default:
        return kind satisfies never;
    }
  }

  async #line(question: string): Promise<string> {
    const line = await this.#person.ask(question, { signal: this.#signal });
    if (line === null) throw new EndOfInput();
    return line.trim();
  }

  async #maybe(question: string): Promise<string | null> {
    const line = await this.#line(`${question}: `);
    return line === '' ? null : line;
  }

  async #text(question: string, standard: string | null): Promise<string> {
    for (;;) {
      const line = await this.#line(standard === null ? `${question}: ` : `${question} [${standard}]: `);
      if (line !== '') return line;
      if (standard !== null) return standard;
    }
  }

  async #choice<T extends string>(
    question: string,
    choices: readonly [T, ...T[]] | readonly T[],
  ): Promise<T> {
    const [first] = choices;
    for (;;) {
      const line = (await this.#line(`${question} (${choices.join(', ')}) [${first ?? ''}]: `)).toLowerCase();
      const fitting = choices.filter((choice) => choice.startsWith(line));
      const chosen =
        line === ''
          ? first
          : (choices.find((choice) => choice === line) ?? (fitting.length === 1 ? fitting[0] : undefined));
      if (chosen !== undefined) return chosen;
      this.#person.show(`One of: ${choices.join(', ')}.`);
    }
  }
}
