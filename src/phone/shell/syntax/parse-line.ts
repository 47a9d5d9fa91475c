import { ShellSyntaxError } from './shell-syntax-error.js';
import { WordScanner, wordOf } from './word-scanner.js';
import type {
  Assignment,
  Command,
  List,
  ListItem,
  Pipeline,
  Redirection,
  SimpleCommand,
  Word,
} from './syntax-tree.js';

/** How deep commands may lie in each other, and how many a pipeline may have. */
const DEEPEST_COMMAND = 200;
const LONGEST_PIPELINE = 256;

/** Longest command line in characters. */
const LONGEST_LINE = 1024 * 1024;

const RESERVED = new Set(
  'if then else elif fi while until do done for in case esac { } ! [[ function'.split(' '),
);

/** Reserved words that end a list of commands. */
const ENDS_LIST = new Set(['then', 'else', 'elif', 'fi', 'do', 'done', 'esac', '}']);

const ASSIGNMENT = /[A-Za-z_][A-Za-z0-9_]*\+?=/y;
const FUNCTION = /([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*\([ \t]*\)/y;
const RAW_WORD = /[^ \t\n;&|<>()'"\\$`]+/y;
const REDIRECTION = /([0-9]?)(<<<|<<-|<<|<>|<&|>>|>&|>\||<|>)|&>>?/y;
const WHOLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Reads a command line piece by piece, as a shell does that runs each line before it reads the next. */
export class LineParser extends WordScanner {
  #commandDepth = 0;
  readonly #hereDocuments: {
    end: string;
    isQuoted: boolean;
    stripsTabs: boolean;
    fill: (body: Word) => void;
  }[] = [];
  /** Position up to which this scanner has nothing behind it: the `)` of a substitution ends it. */
  readonly #isSubstitution: boolean;

  /** @throws {ShellSyntaxError} when the text is too long, or lies too deep in substitutions */
  constructor(text: string, depth = 0, start = 0) {
    super(text, depth);
    if (text.length > LONGEST_LINE) throw new ShellSyntaxError('command line too long');
    this.position = start;
    this.#isSubstitution = start > 0;
  }

  /** The commands up to the end of the next line that has any; null at the end. @throws {ShellSyntaxError} */
  nextLine(): List | null {
    this.#skipNewlines();
    if (this.position >= this.text.length) return null;
    const list = this.#list(true);
    if (this.position < this.text.length && this.next !== '\n') throw this.#unexpected();
    this.#newline();
    return list;
  }

  /** Where the text is read to. */
  get end(): number {
    return this.position;
  }

  protected override commandsTo(text: string, start: number): { lines: readonly List[]; end: number } {
    const parser = new LineParser(text, this.depth + 1, start);
    const list = parser.#compoundList();
    parser.#skipNewlines();
    if (parser.next !== ')') throw parser.#unexpected();
    return { lines: [list], end: parser.position + 1 };
  }

  protected override commandsOf(text: string): readonly List[] {
    const parser = new LineParser(text, this.depth + 1);
    const lines: List[] = [];
    for (let line = parser.nextLine(); line; line = parser.nextLine()) lines.push(line);
    return lines;
  }

  protected override expressionOf(text: string): Word {
    return new LineParser(text, this.depth + 1).textWord();
  }

  // Blanks, comments and ends of lines.

  #skipBlanks(): void {
    const { text } = this;
    for (;;) {
      const character = text[this.position];
      if (character === ' ' || character === '\t') this.position += 1;
      else if (character === '\\' && text[this.position + 1] === '\n') this.position += 2;
      else if (character === '#') {
        const end = text.indexOf('\n', this.position);
        this.position = end < 0 ? text.length : end;
      } else return;
    }
  }

  #skipNewlines(): void {
    this.#skipBlanks();
    while (this.next === '\n') {
      this.#newline();
      this.#skipBlanks();
    }
  }

  /** Goes over the end of a line, and over the here-documents that follow it. */
  #newline(): void {
    if (this.next === '\n') this.position += 1;
    for (const document of this.#hereDocuments.splice(0)) {
      const lines: string[] = [];
      for (;;) {
        if (this.position >= this.text.length) {
          throw new ShellSyntaxError(`here document '${document.end}' unclosed`, { isIncomplete: true });
        }
        let end = this.text.indexOf('\n', this.position);
        if (end < 0) end = this.text.length;
        let line = this.text.slice(this.position, end);
        this.position = Math.min(end + 1, this.text.length);
        if (document.stripsTabs) line = line.replace(/^\t+/, '');
        if (line === document.end) break;
        lines.push(`${line}\n`);
      }
      const body = lines.join('');
      document.fill(
        document.isQuoted ? wordOf([{ type: 'text', text: body, isQuoted: true }]) : this.expressionOf(body),
      );
    }
  }

  /** The bare word that begins here, if it is one that the grammar knows. */
  #reserved(): string | null {
    RAW_WORD.lastIndex = this.position;
    const word = RAW_WORD.exec(this.text)?.[0];
    if (!word || !RESERVED.has(word)) return null;
    const behind = this.text[this.position + word.length];
    return behind && '\'"\\$`'.includes(behind) ? null : word;
  }

  #accept(word: string): boolean {
    this.#skipBlanks();
    if (this.#reserved() !== word) return false;
    this.position += word.length;
    return true;
  }

  #expect(word: string): void {
    this.#skipNewlines();
    if (!this.#accept(word)) throw this.#unexpected();
  }

  #unexpected(): ShellSyntaxError {
    if (this.position >= this.text.length) {
      return new ShellSyntaxError('syntax error: unexpected EOF', { isIncomplete: true });
    }
    RAW_WORD.lastIndex = this.position;
    const found = this.next === '\n' ? 'newline' : (RAW_WORD.exec(this.text)?.[0] ?? this.next);
    return new ShellSyntaxError(`syntax error: unexpected '${found.slice(0, 40)}'`);
  }

  // Lists and pipelines.

  /** Commands up to a reserved word or bracket that ends them; ends of lines are separators, or the end where `isOneLine`. */
  #list(isOneLine: boolean): List {
    const items: ListItem[] = [];
    for (;;) {
      if (isOneLine) this.#skipBlanks();
      else this.#skipNewlines();
      if (this.#isListEnd()) break;
      const first = this.#pipeline();
      const rest: { operator: '&&' | '||'; pipeline: Pipeline }[] = [];
      for (let operator = this.#andOr(); operator; operator = this.#andOr()) {
        this.#skipNewlines();
        rest.push({ operator, pipeline: this.#pipeline() });
      }
      const isBackground = this.next === '&';
      items.push({ first, rest, isBackground });
      if (isBackground || (this.next === ';' && this.text[this.position + 1] !== ';')) this.position += 1;
      else if (this.next !== '\n' || isOneLine) break;
    }
    return { items };
  }

  #isListEnd(): boolean {
    const { next } = this;
    if (!next || next === '\n' || next === ')' || (next === ';' && this.text[this.position + 1] === ';'))
      return true;
    const word = this.#reserved();
    return word !== null && ENDS_LIST.has(word);
  }

  #andOr(): '&&' | '||' | null {
    this.#skipBlanks();
    const operator = this.text.slice(this.position, this.position + 2);
    if (operator !== '&&' && operator !== '||') return null;
    this.position += 2;
    return operator;
  }

  /** Reads what lies in another command. @throws {ShellSyntaxError} when that is too deep */
  #deeper<T>(read: () => T): T {
    this.#commandDepth += 1;
    if (this.#commandDepth > DEEPEST_COMMAND) throw new ShellSyntaxError('syntax error: nested too deeply');
    const found = read();
    this.#commandDepth -= 1;
    return found;
  }

  /** A list of at least one command. */
  #compoundList(): List {
    const list = this.#deeper(() => this.#list(false));
    if (!list.items.length && !(this.#isSubstitution && this.next === ')')) throw this.#unexpected();
    return list;
  }

  #pipeline(): Pipeline {
    let isNegated = false;
    while (this.#accept('!')) isNegated = !isNegated;
    const commands: Command[] = [];
    for (;;) {
      this.#skipBlanks();
      commands.push(this.#command());
      if (commands.length > LONGEST_PIPELINE) throw new ShellSyntaxError('cannot fork - try again');
      this.#skipBlanks();
      if (this.next !== '|' || this.text[this.position + 1] === '|') return { commands, isNegated };
      this.position += 1;
      this.#skipNewlines();
    }
  }

  // Commands.

  #command(): Command {
    const word = this.#reserved();
    if (word === null) {
      if (this.next === '(') return this.#bracket();
      FUNCTION.lastIndex = this.position;
      const name = FUNCTION.exec(this.text)?.[1];
      if (name === undefined) return this.#simple();
      this.position = FUNCTION.lastIndex;
      return this.#function(name);
    }
    this.position += word.length;
    switch (word) {
      case '{': {
        const body = this.#compoundList();
        this.#expect('}');
        return { type: 'group', body, redirections: this.#redirections() };
      }
      case 'if':
        return this.#if();
      case 'while':
      case 'until': {
        const condition = this.#compoundList();
        return { type: word, condition, body: this.#loopBody(), redirections: this.#redirections() };
      }
      case 'for':
        return this.#for();
      case 'case':
        return this.#case();
      case '[[':
        return this.#condition();
      case 'function': {
        this.#skipBlanks();
        const name = this.#rawWord();
        this.#skipBlanks();
        if (this.text.startsWith('()', this.position)) this.position += 2;
        return this.#function(name);
      }
      default:
        this.position -= word.length;
        throw this.#unexpected();
    }
  }

  #rawWord(): string {
    RAW_WORD.lastIndex = this.position;
    const word = RAW_WORD.exec(this.text)?.[0];
    if (!word) throw this.#unexpected();
    this.position += word.length;
    return word;
  }

  /** `( commands )`, or `(( expression ))`. */
  #bracket(): Command {
    if (this.text[this.position + 1] === '(') {
      const end = this.arithmeticEnd(this.position + 2);
      if (end >= 0) {
        const expression = this.expressionOf(this.text.slice(this.position + 2, end));
        this.position = end + 2;
        return { type: 'arithmetic', expression, redirections: this.#redirections() };
      }
    }
    this.position += 1;
    const body = this.#compoundList();
    this.#skipNewlines();
    if (this.next !== ')') throw this.#unexpected();
    this.position += 1;
    return { type: 'subshell', body, redirections: this.#redirections() };
  }

  #function(name: string): Command {
    this.#skipNewlines();
    return { type: 'function', name, body: this.#deeper(() => this.#command()), redirections: [] };
  }

  #if(): Command {
    const branches: { condition: List; body: List }[] = [];
    let otherwise: List | null = null;
    do {
      const condition = this.#compoundList();
      this.#expect('then');
      branches.push({ condition, body: this.#compoundList() });
      this.#skipNewlines();
    } while (this.#accept('elif'));
    if (this.#accept('else')) otherwise = this.#compoundList();
    this.#expect('fi');
    return { type: 'if', branches, otherwise, redirections: this.#redirections() };
  }

  #loopBody(): List {
    this.#expect('do');
    const body = this.#compoundList();
    this.#expect('done');
    return body;
  }

  #for(): Command {
    this.#skipBlanks();
    const name = this.#rawWord();
    if (!WHOLE_NAME.test(name))
      throw new ShellSyntaxError(`syntax error: '${name.slice(0, 40)}' is not a name`);
    this.#skipNewlines();
    let words: Word[] | null = null;
    if (this.#accept('in')) {
      words = [];
      for (this.#skipBlanks(); this.#isWordStart(); this.#skipBlanks()) words.push(this.word());
    }
    this.#skipBlanks();
    if (this.next === ';') this.position += 1;
    return { type: 'for', name, words, body: this.#loopBody(), redirections: this.#redirections() };
  }

  #case(): Command {
    this.#skipBlanks();
    if (!this.#isWordStart()) throw this.#unexpected();
    const subject = this.word();
    this.#expect('in');
    const branches: { patterns: Word[]; body: List }[] = [];
    for (this.#skipNewlines(); !this.#accept('esac'); this.#skipNewlines()) {
      if (this.next === '(') this.position += 1;
      const patterns: Word[] = [];
      do {
        if (patterns.length) this.position += 1;
        this.#skipBlanks();
        if (!this.#isWordStart()) throw this.#unexpected();
        patterns.push(this.word());
        this.#skipBlanks();
      } while (this.next === '|');
      if (this.next !== ')') throw this.#unexpected();
      this.position += 1;
      branches.push({ patterns, body: this.#deeper(() => this.#list(false)) });
      this.#skipNewlines();
      if (this.text.startsWith(';;', this.position)) this.position += 2;
      else if (this.#reserved() !== 'esac') throw this.#unexpected();
    }
    return { type: 'case', subject, branches, redirections: this.#redirections() };
  }

  /** `[[ … ]]`; operators that are none to `[` stay plain text. */
  #condition(): Command {
    const words: (Word | string)[] = [];
    for (;;) {
      this.#skipNewlines();
      const two = this.text.slice(this.position, this.position + 2);
      if (two === ']]') break;
      const operator = two === '&&' || two === '||' ? two : '()<>'.includes(this.next) ? this.next : '';
      if (operator) {
        words.push(operator);
        this.position += operator.length;
      } else if (this.#isWordStart()) words.push(this.word());
      else throw this.#unexpected();
    }
    this.position += 2;
    return { type: 'condition', words, redirections: this.#redirections() };
  }

  #isWordStart(): boolean {
    return this.next !== '' && !' \t\n;&|<>()'.includes(this.next);
  }

  #simple(): SimpleCommand {
    const assignments: Assignment[] = [];
    const words: Word[] = [];
    const redirections: Redirection[] = [];
    for (;;) {
      this.#skipBlanks();
      const redirection = this.#redirection();
      if (redirection) {
        redirections.push(redirection);
        continue;
      }
      if (!this.#isWordStart()) break;
      ASSIGNMENT.lastIndex = this.position;
      const match = words.length ? null : ASSIGNMENT.exec(this.text);
      if (!match) {
        words.push(this.word());
        continue;
      }
      this.position = ASSIGNMENT.lastIndex;
      const isAppending = match[0].endsWith('+=');
      const name = match[0].slice(0, isAppending ? -2 : -1);
      assignments.push({ name, isAppending, value: this.#isWordStart() ? this.word() : wordOf([]) });
    }
    if (!words.length && !assignments.length && !redirections.length) throw this.#unexpected();
    return { type: 'simple', assignments, words, redirections };
  }

  #redirections(): Redirection[] {
    const redirections: Redirection[] = [];
    for (;;) {
      this.#skipBlanks();
      const redirection = this.#redirection();
      if (!redirection) return redirections;
      redirections.push(redirection);
    }
  }

  #redirection(): Redirection | null {
    REDIRECTION.lastIndex = this.position;
    const match = REDIRECTION.exec(this.text);
    if (!match) return null;
    this.position = REDIRECTION.lastIndex;
    this.#skipBlanks();
    if (!this.#isWordStart()) throw this.#unexpected();
    const operator = match[2] ?? '';
    const number = match[1] ? Number(match[1]) : operator.startsWith('<') ? 0 : 1;
    if (operator === '<<' || operator === '<<-') return this.#hereDocument(number, operator === '<<-');
    const target = this.word();
    switch (operator) {
      case '':
        return { type: match[0] === '&>>' ? '>>' : '>', stream: null, target };
      case '<<<': {
        const newline = { type: 'text', text: '\n', isQuoted: true } as const;
        return { type: '<<', stream: number, target: wordOf([...target.parts, newline]) };
      }
      case '<&':
      case '>&':
        return { type: '>&', stream: number, target };
      case '>>':
        return { type: '>>', stream: number, target };
      case '<':
      case '<>':
        return { type: '<', stream: number, target };
      default:
        return { type: '>', stream: number, target };
    }
  }

  #hereDocument(stream: number, stripsTabs: boolean): Redirection {
    const end = this.word();
    if (end.literal === null) throw new ShellSyntaxError('syntax error: bad end of a here document');
    const redirection: { type: '<<'; stream: number; target: Word } = { type: '<<', stream, target: end };
    this.#hereDocuments.push({
      end: end.literal,
      isQuoted: end.parts.some((part) => part.type === 'text' && part.isQuoted),
      stripsTabs,
      fill: (body) => {
        redirection.target = body;
      },
    });
    return redirection;
  }
}
