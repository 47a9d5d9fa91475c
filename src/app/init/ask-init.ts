import { humanConsole } from '../../agents/human/human-console.js';
import { CI_FILES, CI_SERVICES } from './ci-templates.js';
import type { InitRequest } from './initialise.js';
import { PLUGIN_KINDS, pluginFile } from './plugin-templates.js';
import { takenError } from './write-init-files.js';

/** Where somebody is asked. */
export interface InitConsole {
  show(text: string): void;
  /** The next line; null at the end of the input. */
  ask(question: string, options: { readonly signal: AbortSignal }): Promise<string | null>;
}

/** Whether a file, named from the working directory, is there and may not be replaced. */
export type IsTaken = (path: string) => boolean;

/** What can be written, as one is asked. */
export const INIT_KINDS = ['world', 'plugin', 'config', 'ci'] as const;
export type InitKind = (typeof INIT_KINDS)[number];

/**
 * Asks somebody what to write.
 *
 * @param kind what is known already; null: asked for too
 * @param options.isTaken whether a file is there that may not be replaced: then another place is asked for at once
 * @returns null where the input ends
 * @throws {UserError} where a file is there whose place nobody can choose
 */
export async function askInit(
  kind: InitKind | null,
  {
    console: person,
    isTaken = () => false,
    signal,
  }: { readonly console: InitConsole; readonly isTaken?: IsTaken; readonly signal: AbortSignal },
): Promise<InitRequest | null> {
  try {
    return await new Questions(person, isTaken, signal).request(kind);
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
    isTaken,
    signal,
  }: {
    readonly input: NodeJS.ReadableStream;
    readonly output: NodeJS.WritableStream;
    readonly isTaken: IsTaken;
    readonly signal: AbortSignal;
  },
): Promise<InitRequest | null> {
  return await askInit(kind, { console: humanConsole(input, output), isTaken, signal });
}

class EndOfInput extends Error {}

class Questions {
  readonly #person: InitConsole;
  readonly #isTaken: IsTaken;
  readonly #signal: AbortSignal;

  constructor(person: InitConsole, isTaken: IsTaken, signal: AbortSignal) {
    this.#person = person;
    this.#isTaken = isTaken;
    this.#signal = signal;
  }

  async request(given: InitKind | null): Promise<InitRequest> {
    const kind = given ?? (await this.#choice('What shall be written', INIT_KINDS));
    switch (kind) {
      case 'world': {
        const folder = await this.#place('Folder of the world', 'my-world', (name) => `${name}/graph.json`);
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
        const language = part === 'dialect' ? 'js' : await this.#choice('Language', ['js', 'ts'] as const);
        const name = await this.#place('Its name', `my-${part}`, (one) => pluginFile(one, language));
        return { type: 'plugin', kind: part, name, language };
      }
      case 'config': {
        const file = await this.#place('File', 'touchstone.config.json', (name) => name);
        const baseUrl = await this.#maybe(
          "Address of the model's endpoint, such as http://localhost:8000/v1 (Enter: a vendor's own)",
        );
        const provider =
          baseUrl === null ? await this.#choice('Vendor', ['openai', 'anthropic', 'google'] as const) : null;
        const model = await this.#text('Model, as its endpoint calls it', null);
        const dialect = await this.#maybe('Dialect, see `touchstone list dialects` (Enter: generic_call)');
        const apiKeyVariable = await this.#maybe('Variable that holds its key (Enter: the usual)');
        return { type: 'config', file, agent: 'direct', model, provider, baseUrl, dialect, apiKeyVariable };
      }
      case 'ci': {
        const service = await this.#choice('Service', CI_SERVICES);
        // Its place is the service's to choose.
        if (this.#isTaken(CI_FILES[service])) throw takenError(CI_FILES[service]);
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

  /** A name whose file is not there yet. */
  async #place(question: string, standard: string, fileOf: (name: string) => string): Promise<string> {
    for (;;) {
      const name = await this.#text(question, standard);
      const file = fileOf(name);
      if (!this.#isTaken(file)) return name;
      this.#person.show(
        `${file} is there already: name another place, or begin again with --force to replace it.`,
      );
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
