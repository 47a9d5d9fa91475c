import { Input } from '../input.js';
import { INTERRUPTION, type LineSource, type Prompt } from '../line-source.js';
import type { Streams } from '../shell.js';
import type { Write } from '../tool.js';
import { isControl, keyActions, type KeyAction } from './key-actions.js';

/** Characters typed ahead of whoever reads them, after which no more are taken from the client. */
const MOST_AHEAD = 64 * 1024;

/** Exit statuses of what a key interrupted. */
const INTERRUPTED = 128 + 2;
const QUIT = 128 + 3;

/** What a client of a terminal sends and gets. */
export interface TerminalClient {
  /** Keys as they are typed. */
  readonly input: AsyncIterable<Uint8Array>;
  write(bytes: Uint8Array): Promise<void>;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

type Line = Awaited<ReturnType<LineSource['next']>>;

/**
 * The terminal of an interactive shell: echoes what is typed, by the shell's line editor at the prompt and by itself while a
 * program runs, and sends the keys that interrupt.
 *
 * Source: mksh as Android has it, watched on a terminal; Linux `termios(3)`. Deviation: the line editor only erases.
 */
export class Terminal implements LineSource {
  readonly #client: TerminalClient;
  /** Name in the prompt. */
  readonly #host: string;
  readonly #decoder = new TextDecoder();
  /** Whether the shell reads a line; else programs read, and the terminal edits. */
  #isEditing = false;
  #line = '';
  /** Lines that programs did not read yet; null where the input was ended by hand. */
  #lines: (string | null)[] = [];
  #onLine: ((line: Line) => void) | null = null;
  #onInput: () => void = () => {};
  #onSignal: (status: number) => void = () => {};
  #onTaken: () => void = () => {};
  #hasEnded = false;
  /** Why no more input can be had. */
  #failure: { readonly error: unknown } | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(client: TerminalClient, options: { readonly host: string }) {
    this.#client = client;
    this.#host = options.host;
    void this.#pump();
  }

  readonly output: Write = async (data) => {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    // What is echoed keeps its place.
    await this.#writing;
    await this.#client.write(withReturns(bytes));
  };

  async next({ status, folder, isContinued }: Prompt): Promise<Line> {
    const mark = status === 0 ? '' : `${status}|`;
    if (this.#failure !== null) throw this.#failure.error;
    await this.output(isContinued ? '> ' : `${mark}${this.#host}:${folder} $ `);
    return new Promise((resolve) => {
      this.#onLine = (line) => {
        this.#onLine = null;
        this.#isEditing = false;
        resolve(line);
      };
      // The editor reads, and shows, what was typed before it came.
      const ahead = this.#lines.map((line) => line ?? '\u0004').join('') + this.#line;
      this.#lines = [];
      this.#line = '';
      this.#isEditing = true;
      this.#take(ahead);
      this.#onTaken();
      if (this.#hasEnded && this.#isEditing) this.#onLine?.(null);
    });
  }

  async run(command: (streams: Streams, signal: AbortSignal) => Promise<number>): Promise<number> {
    const foreground = new AbortController();
    const leave = (): void => foreground.abort();
    const { signal } = this.#client;
    let killedBy = 0;
    this.#onSignal = (status) => {
      killedBy = status;
      leave();
      this.#onInput();
    };
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    const input = new Input(this.#typed(foreground.signal));
    const streams = { input, output: this.output, errors: this.output, pipe: null };
    try {
      const status = await command(streams, foreground.signal);
      return killedBy || status;
    } finally {
      signal.removeEventListener('abort', leave);
      this.#onSignal = () => {};
    }
  }

  /** Lines for programs, until the input is ended by hand, the program is interrupted, or the client is gone. */
  async *#typed(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    for (;;) {
      if (signal.aborted) return;
      const line = this.#lines.shift();
      this.#onTaken();
      if (line === null) return;
      if (line !== undefined) yield Buffer.from(line);
      else if (this.#hasEnded) return;
      else await new Promise<void>((resolve) => (this.#onInput = resolve));
    }
  }

  async #pump(): Promise<void> {
    try {
      for await (const bytes of this.#client.input) {
        this.#take(this.#decoder.decode(bytes, { stream: true }));
        while (!this.#isEditing && this.#ahead > MOST_AHEAD && !this.#client.signal.aborted)
          await new Promise<void>((resolve) => (this.#onTaken = resolve));
      }
    } catch (error) {
      this.#failure = { error };
    }
    this.#hasEnded = true;
    this.#onInput();
    this.#onLine?.(null);
  }

  get #ahead(): number {
    return this.#lines.reduce((sum, line) => sum + (line?.length ?? 1), this.#line.length);
  }

  /** Takes keys one by one; a line that the editor hands over leaves the rest to whoever reads next. */
  #take(text: string): void {
    for (const action of keyActions(text)) {
      if (this.#isEditing) this.#edit(action);
      else this.#keep(action);
    }
  }

  #echo(text: string): void {
    const bytes = Buffer.from(text);
    this.#writing = this.#writing.then(() => this.#client.write(bytes));
  }

  /** At the prompt. */
  #edit(action: KeyAction): void {
    switch (action.type) {
      case 'text':
        this.#line += action.text;
        return this.#echo(action.text);
      case 'enter': {
        const line = `${this.#line}\n`;
        this.#line = '';
        this.#echo('\r\r\n');
        return this.#onLine?.(line);
      }
      case 'erase':
        return this.#erase(action.what);
      case 'interrupt':
      case 'quit':
        this.#line = '';
        this.#echo('^C\r\n');
        return this.#onLine?.(INTERRUPTION);
      case 'end':
        if (this.#line !== '') return;
        this.#echo('^D\r\r\n');
        return this.#onLine?.(null);
      case 'other':
        return;
      default:
        action satisfies never;
    }
  }

  /** While a program runs. */
  #keep(action: KeyAction): void {
    switch (action.type) {
      case 'text':
        this.#line += action.text;
        return this.#echo(action.text);
      case 'enter':
        this.#lines.push(`${this.#line}\n`);
        this.#line = '';
        this.#echo('\r\n');
        return this.#onInput();
      case 'erase':
        return this.#erase(action.what);
      case 'interrupt':
      case 'quit':
        this.#line = '';
        this.#lines = [];
        this.#echo(action.type === 'quit' ? '^\\\r\n' : '^C\r\n');
        return this.#onSignal(action.type === 'quit' ? QUIT : INTERRUPTED);
      case 'end':
        this.#lines.push(this.#line === '' ? null : this.#line);
        this.#line = '';
        return this.#onInput();
      case 'other':
        return this.#echo(Array.from(action.text, caret).join(''));
      default:
        action satisfies never;
    }
  }

  #erase(what: 'character' | 'word' | 'line'): void {
    const kept =
      what === 'line'
        ? ''
        : what === 'word'
          ? this.#line.replace(/\S*\s*$/, '')
          : Array.from(this.#line).slice(0, -1).join('');
    const erased = Array.from(this.#line).length - Array.from(kept).length;
    this.#line = kept;
    this.#echo('\b \b'.repeat(erased));
  }
}

/** A character as terminals show it. */
function caret(character: string): string {
  if (!isControl(character)) return character;
  return `^${String.fromCharCode(character.charCodeAt(0) + 64)}`;
}

/** Every line end with a return before it. */
function withReturns(bytes: Uint8Array): Uint8Array {
  let ends = 0;
  for (const byte of bytes) if (byte === 10) ends += 1;
  if (ends === 0) return bytes;
  const result = new Uint8Array(bytes.length + ends);
  let at = 0;
  for (const byte of bytes) {
    if (byte === 10) {
      result[at] = 13;
      at += 1;
    }
    result[at] = byte;
    at += 1;
  }
  return result;
}
