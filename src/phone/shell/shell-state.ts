import { nextTurn } from './input.js';
import type { Command } from './syntax/syntax-tree.js';

/** Characters that all variables of a shell may hold. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

/** Commands of a line after which others get their turn. */
const COMMANDS_PER_TURN = 256;

/** What a shell runs into that ends the line. Never leaves the shell. */
export class ShellFailure extends Error {
  readonly status: number;

  constructor(message: string, status = 1) {
    super(message);
    this.status = status;
  }
}

/** What a line of one client may use up, all shells that it starts together. */
export class Budget {
  #iterations = 0;
  #commands = 0;
  /** While others have their turn. */
  #turn: Promise<void> | null = null;
  #depth = 0;

  /** Counts one more run through a loop or call of a function. @throws {ShellFailure} */
  iterate(): void {
    this.#iterations += 1;
    if (this.#iterations > 10_000) throw new ShellFailure('too many loop iterations');
  }

  /**
   * Counts one more command. Not null where others should get their turn first: then it is not counted, and asks again.
   * Everything that the line runs in parallel waits too, or it would continue meanwhile.
   */
  command(): Promise<void> | null {
    if (this.#turn !== null) return this.#turn;
    this.#commands += 1;
    if (this.#commands % COMMANDS_PER_TURN !== 0) return null;
    this.#turn = nextTurn().then(() => {
      this.#turn = null;
    });
    return this.#turn;
  }

  /** Goes into a function or another shell. @throws {ShellFailure} */
  async nested<T>(run: () => Promise<T>): Promise<T> {
    this.iterate();
    if (this.#depth >= 64) throw new ShellFailure('called too deeply');
    this.#depth += 1;
    try {
      return await run();
    } finally {
      this.#depth -= 1;
    }
  }
}

/** Variables, folder and the rest of what one shell knows; subshells work on a copy. */
export class ShellState {
  readonly variables: Map<string, string>;
  readonly exported: Set<string>;
  readonly functions: Map<string, Command>;
  folder: string;
  status = 0;
  /** `$0` and `$1`…. */
  name = 'sh';
  positional: readonly string[] = [];
  /** `$$`, the same in subshells. */
  readonly pid: number;
  /** `$!`. */
  lastJob = 0;
  /** The command that ran before in this shell, or in its parent. */
  lastWords: readonly string[] | null = null;
  #characters = 0;

  constructor(start: { variables: ReadonlyMap<string, string>; folder: string; pid: number }) {
    this.variables = new Map(start.variables);
    this.exported = new Set(start.variables.keys());
    this.functions = new Map();
    this.folder = start.folder;
    this.pid = start.pid;
  }

  fork(): ShellState {
    const copy = new ShellState({ variables: this.variables, folder: this.folder, pid: this.pid });
    copy.exported.clear();
    for (const name of this.exported) copy.exported.add(name);
    for (const [name, body] of this.functions) copy.functions.set(name, body);
    copy.status = this.status;
    copy.name = this.name;
    copy.positional = this.positional;
    copy.lastJob = this.lastJob;
    copy.lastWords = this.lastWords;
    copy.#characters = this.#characters;
    return copy;
  }

  get(name: string): string | undefined {
    const first = name.charCodeAt(0);
    // Letters and `_` begin the names of variables; everything else is a parameter of the shell's own.
    if (first >= 65 && name !== 'PWD') return this.variables.get(name);
    switch (name) {
      case '?':
        return String(this.status);
      case '$':
        return String(this.pid);
      case '!':
        return this.lastJob ? String(this.lastJob) : '';
      case '#':
        return String(this.positional.length);
      case '*':
      case '@':
        return this.positional.join(' ');
      case '-':
        return '';
      case 'PWD':
        return this.folder;
      case '0':
        return this.name;
      default:
        return this.positional[Number(name) - 1];
    }
  }

  /** @throws {ShellFailure} when there is no room */
  set(name: string, value: string): void {
    this.#characters += value.length - (this.variables.get(name)?.length ?? 0);
    if (this.#characters > MOST_CHARACTERS) throw new ShellFailure('cannot allocate memory');
    this.variables.set(name, value);
  }

  unset(name: string): void {
    this.#characters -= this.variables.get(name)?.length ?? 0;
    this.variables.delete(name);
    this.exported.delete(name);
  }

  /** What programs get to see. */
  environment(): ReadonlyMap<string, string> {
    const environment = new Map<string, string>();
    for (const name of this.exported) {
      const value = this.variables.get(name);
      if (value !== undefined) environment.set(name, value);
    }
    environment.set('PWD', this.folder);
    return environment;
  }
}
