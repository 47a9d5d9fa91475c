import { expandGlob, expandText, type Expansion } from './expand-words.js';
import type { VirtualFiles } from '../files/virtual-files.js';
import type { Glob } from './glob.js';
import type { Word } from './syntax/syntax-tree.js';

/** True or false, or why the condition cannot be read. */
export type ConditionResult = boolean | { readonly problem: string };

/** A word of a condition: an operator where it says so, else an operand. */
interface Term {
  readonly text: string;
  /** Null: a plain text, compared as it is. */
  readonly glob: Glob | null;
  /** Whether it may be an operand only, as quoted words of `[[`. */
  readonly isOperand: boolean;
}

const DEEPEST = 100;

const BINARY = new Set('= == != < > -eq -ne -lt -le -gt -ge -nt -ot -ef'.split(' '));

class ConditionError extends Error {}

/** What `test` and `[` say of their arguments. Source: POSIX.1-2017 `test`. */
export function testWords(words: readonly string[], files: VirtualFiles, folder: string): ConditionResult {
  const terms = words.map((text) => ({ text, glob: null, isOperand: false }));
  return new Condition(terms, files, folder, ['-o', '-a']).result();
}

/** What `[[ … ]]` says. @throws {ShellFailure} when a word cannot be expanded */
export async function isTrueCondition(
  words: readonly (Word | string)[],
  expansion: Expansion,
  files: VirtualFiles,
): Promise<ConditionResult> {
  const terms: Term[] = [];
  let isPattern = false;
  for (const word of words) {
    if (typeof word === 'string') terms.push({ text: word, glob: null, isOperand: false });
    else {
      const text = await expandText(word, expansion);
      const glob = isPattern ? await expandGlob(word, expansion) : null;
      terms.push({
        text,
        glob,
        isOperand: word.literal === null || word.parts.some((part) => part.isQuoted),
      });
    }
    const last = terms.at(-1);
    isPattern = !last?.isOperand && ['=', '==', '!='].includes(last?.text ?? '');
  }
  return new Condition(terms, files, expansion.state.folder, ['||', '&&']).result();
}

class Condition {
  readonly #terms: readonly Term[];
  readonly #files: VirtualFiles;
  readonly #folder: string;
  readonly #or: string;
  readonly #and: string;
  #position = 0;
  #depth = 0;

  constructor(terms: readonly Term[], files: VirtualFiles, folder: string, [or, and]: [string, string]) {
    this.#terms = terms;
    this.#files = files;
    this.#folder = folder;
    this.#or = or;
    this.#and = and;
  }

  result(): ConditionResult {
    if (!this.#terms.length) return false;
    try {
      const value = this.#either();
      const rest = this.#terms[this.#position];
      return rest ? { problem: `${rest.text.slice(0, 40)}: unexpected operator/operand` } : value;
    } catch (error) {
      if (error instanceof ConditionError) return { problem: error.message };
      throw error;
    }
  }

  #is(text: string, ahead = 0): boolean {
    const term = this.#terms[this.#position + ahead];
    return term?.text === text && !term.isOperand;
  }

  #either(): boolean {
    let value = this.#both();
    while (this.#is(this.#or)) {
      this.#position += 1;
      const right = this.#both();
      value ||= right;
    }
    return value;
  }

  #both(): boolean {
    let value = this.#not();
    while (this.#is(this.#and)) {
      this.#position += 1;
      const right = this.#not();
      value &&= right;
    }
    return value;
  }

  #not(): boolean {
    let isNegated = false;
    while (this.#is('!') && !this.#isBinary(1)) {
      isNegated = !isNegated;
      this.#position += 1;
    }
    return this.#primary() !== isNegated;
  }

  #isBinary(ahead: number): boolean {
    const operator = this.#terms[this.#position + ahead];
    return Boolean(
      operator && !operator.isOperand && BINARY.has(operator.text) && this.#terms[this.#position + ahead + 1],
    );
  }

  #primary(): boolean {
    const term = this.#terms[this.#position];
    if (!term) throw new ConditionError('argument expected');
    if (this.#isBinary(1)) {
      const [operator, right] = [this.#terms[this.#position + 1]!, this.#terms[this.#position + 2]!];
      this.#position += 3;
      return this.#compare(term.text, operator.text, right);
    }
    if (this.#is('(') && this.#terms.length > 1) {
      this.#position += 1;
      this.#depth += 1;
      if (this.#depth > DEEPEST) throw new ConditionError('nested too deeply');
      const value = this.#either();
      this.#depth -= 1;
      if (!this.#is(')')) throw new ConditionError("missing ')'");
      this.#position += 1;
      return value;
    }
    const operand = this.#terms[this.#position + 1];
    if (
      operand &&
      !term.isOperand &&
      /^-[a-zA-Z]$/.test(term.text) &&
      !this.#is(this.#or, 1) &&
      !this.#is(this.#and, 1)
    ) {
      this.#position += 2;
      return this.#ask(term.text, operand.text);
    }
    this.#position += 1;
    return term.text !== '';
  }

  #ask(operator: string, operand: string): boolean {
    if (operator === '-n') return operand !== '';
    if (operator === '-z') return operand === '';
    if ('bhLpSgkut'.includes(operator.slice(1))) return false;
    const path = this.#files.resolve(operand, this.#folder);
    const stat = this.#files.stat(path);
    const found = typeof stat === 'string' || operand === '' ? null : stat;
    const type = (found?.mode ?? 0) & 0o170000;
    switch (operator) {
      case '-e':
      case '-a':
      case '-r':
      case '-O':
      case '-G':
        return found !== null;
      case '-f':
        return found?.type === 'file' && type === 0o100000;
      case '-d':
        return found?.type === 'folder';
      case '-s':
        return found !== null && found.size > 0;
      case '-w':
        return found !== null && this.#isWritable(path, found.mode);
      case '-x':
        return found !== null && (found.mode & 0o111) !== 0;
      case '-c':
        return type === 0o020000;
      default:
        throw new ConditionError(`${operator}: unexpected operator/operand`);
    }
  }

  #isWritable(path: string, mode: number): boolean {
    // Setting the mode that it has already changes nothing; the folders that are writable cannot be changed themselves.
    return path === '/sdcard' || path === '/data/local/tmp' || this.#files.changeMode(path, mode) === null;
  }

  #compare(left: string, operator: string, right: Term): boolean {
    switch (operator) {
      case '=':
      case '==':
        return right.glob ? right.glob.matches(left) : left === right.text;
      case '!=':
        return right.glob ? !right.glob.matches(left) : left !== right.text;
      case '<':
        return left < right.text;
      case '>':
        return left > right.text;
      case '-nt':
        return this.#time(left) > this.#time(right.text);
      case '-ot':
        return this.#time(left) < this.#time(right.text);
      case '-ef':
        return this.#files.resolve(left, this.#folder) === this.#files.resolve(right.text, this.#folder);
      default: {
        const [a, b] = [integerOf(left), integerOf(right.text)];
        const results = {
          '-eq': a === b,
          '-ne': a !== b,
          '-lt': a < b,
          '-le': a <= b,
          '-gt': a > b,
          '-ge': a >= b,
        };
        return results[operator as keyof typeof results];
      }
    }
  }

  #time(path: string): number {
    const stat = this.#files.stat(this.#files.resolve(path, this.#folder));
    return typeof stat === 'string' ? -1 : stat.mtime;
  }
}

function integerOf(text: string): number {
  if (!/^\s*[-+]?[0-9]+\s*$/.test(text)) throw new ConditionError(`${text.slice(0, 40)}: bad number`);
  return Number(text);
}
