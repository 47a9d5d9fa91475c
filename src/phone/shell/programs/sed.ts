import { Complaint } from '../answer.js';
import { FAULT_TEXT } from '../../files/fault-text.js';
import { linesOf } from './lines.js';
import { openInputs } from './open-inputs.js';
import { readOptions } from './read-options.js';
import { replaceMatches } from './replace-matches.js';
import { parseSedScript, type SedAddress, type SedCommand } from './sed-script.js';
import type { PatternMatch } from '../../pattern/pattern.js';
import type { Program, ProgramCall } from '../program.js';

/** Edits lines: `s`, `p`, `d`, `q`, `=`, `a`, `i`, `c` and `y`, with addresses. */
export const sed: Program = async (call) => {
  const options = readOptions(call, 'nErse:f:i quiet=n silent=n regexp-extended=E expression=e in-place=i');
  const names = options.arguments.slice();
  const scripts = options.values('e').length ? options.values('e') : names.splice(0, 1);
  if (!scripts.length) throw new Complaint('no pattern');
  const isExtended = options.has('E') || options.has('r');
  const commands = parseSedScript(scripts.join('\n'), isExtended ? 'extended' : 'basic');
  if (options.has('i')) return await editFiles(call, commands, names, options.has('n'));
  const editor = new Editor(commands, options.has('n'));
  for await (const { input } of openInputs(call, names)) {
    await editor.edit(linesOf(input), call.stdout);
    if (editor.isOver) break;
  }
  await editor.finish(call.stdout);
};

async function editFiles(
  call: ProgramCall,
  commands: readonly SedCommand[],
  names: readonly string[],
  isQuiet: boolean,
) {
  const { files } = call.system;
  for await (const { name, input } of openInputs(call, names)) {
    const pieces: Uint8Array[] = [];
    const write = async (text: string): Promise<void> => {
      pieces.push(Buffer.from(text));
    };
    const editor = new Editor(commands, isQuiet);
    await editor.edit(linesOf(input), write);
    await editor.finish(write);
    const fault = files.write(files.resolve(name, call.folder), Buffer.concat(pieces));
    if (fault) await call.complain(`${name}: ${FAULT_TEXT[fault]}`);
  }
}

/** Goes through lines, one behind what is read, since the last one has to be known. */
class Editor {
  readonly #commands: readonly SedCommand[];
  readonly #isQuiet: boolean;
  /** Commands whose range has begun and not ended. */
  readonly #open = new Set<SedCommand>();
  #number = 0;
  #held: { line: string; end: string } | null = null;
  #text = '';
  isOver = false;

  constructor(commands: readonly SedCommand[], isQuiet: boolean) {
    this.#commands = commands;
    this.#isQuiet = isQuiet;
  }

  async edit(batches: ReturnType<typeof linesOf>, write: (text: string) => Promise<void>): Promise<void> {
    for await (const { lines, isTerminated } of batches) {
      for (const line of lines) {
        if (this.#held) this.#line(this.#held, false);
        if (this.isOver) break;
        this.#held = { line, end: isTerminated ? '\n' : '' };
        if (this.#text.length > 64 * 1024) await this.#flush(write);
      }
      await this.#flush(write);
      if (this.isOver) return;
    }
  }

  async finish(write: (text: string) => Promise<void>): Promise<void> {
    if (this.#held && !this.isOver) this.#line(this.#held, true);
    await this.#flush(write);
  }

  async #flush(write: (text: string) => Promise<void>): Promise<void> {
    if (this.#text) await write(this.#text);
    this.#text = '';
  }

  #line({ line, end }: { line: string; end: string }, isLast: boolean): void {
    this.#number += 1;
    let text = line;
    let after = '';
    for (const command of this.#commands) {
      if (this.#applies(command, text, isLast) === command.isNegated) continue;
      switch (command.name) {
        case 's': {
          const before = text;
          const { pattern, isGlobal, which: first, prints } = command;
          const replaced = replaceMatches(text, pattern, (match) => replacementOf(command, before, match), {
            isGlobal,
            first,
            tooLong: 'line too long',
          });
          ({ text } = replaced);
          if (replaced.count && prints) this.#text += `${text}\n`;
          break;
        }
        case 'y':
          text = Array.from(text, (character) => command.characters.get(character) ?? character).join('');
          break;
        case 'p':
          this.#text += `${text}\n`;
          break;
        case '=':
          this.#text += `${this.#number}\n`;
          break;
        case 'i':
          this.#text += `${command.text}\n`;
          break;
        case 'a':
          after += `${command.text}\n`;
          break;
        case 'c':
          this.#text += `${command.text}\n`;
          return;
        case 'd':
          this.#text += after;
          return;
        case 'q':
          this.isOver = true;
          if (!this.#isQuiet) this.#text += text + end;
          this.#text += after;
          return;
        default:
          command satisfies never;
      }
    }
    if (!this.#isQuiet) this.#text += text + (after ? '\n' : end);
    this.#text += after;
  }

  #applies(command: SedCommand, text: string, isLast: boolean): boolean {
    const { from, to } = command;
    if (!from) return true;
    if (!to) return this.#isAt(from, text, isLast);
    if (this.#open.has(command)) {
      if (to.type === 'line' ? this.#number >= to.line : this.#isAt(to, text, isLast))
        this.#open.delete(command);
      // A range whose end is passed already is over before this line.
      return to.type !== 'line' || this.#number <= to.line;
    }
    if (!this.#isAt(from, text, isLast)) return false;
    if (to.type !== 'line' || to.line > this.#number) this.#open.add(command);
    return true;
  }

  #isAt(address: SedAddress, text: string, isLast: boolean): boolean {
    switch (address.type) {
      case 'line':
        return address.line === this.#number;
      case 'step':
        return this.#number >= address.first && (this.#number - address.first) % address.step === 0;
      case 'last':
        return isLast;
      case 'pattern':
        return address.pattern.test(text);
      default:
        return address satisfies never;
    }
  }
}

/** What a match is replaced by. */
function replacementOf(
  { replacement }: SedCommand & { name: 's' },
  text: string,
  match: PatternMatch,
): string {
  let result = '';
  for (const piece of replacement) {
    if (typeof piece === 'string') result += piece;
    else if (piece === 0) result += text.slice(match.start, match.end);
    else if ((match.groups[piece * 2 - 2] ?? -1) >= 0)
      result += text.slice(match.groups[piece * 2 - 2], match.groups[piece * 2 - 1]);
  }
  return result;
}
