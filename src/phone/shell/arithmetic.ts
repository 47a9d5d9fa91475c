/** An expression that cannot be calculated, in the shell's words. Never leaves the shell. */
export class ArithmeticError extends Error {}

/** Variables as an expression uses them. */
export interface ArithmeticVariables {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
}

const DEEPEST = 100;

const TOKEN =
  /[ \t\n]*(?:(0[xX][0-9A-Fa-f]+|[0-9]+#[0-9A-Za-z]+|[0-9]+)|([A-Za-z_][A-Za-z0-9_]*)|(<<=|>>=|\*\*|[-+*/%&|^]=|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>=!~&|^?:(),]))/y;

const UNARY = new Set(['+', '-', '!', '~', '++', '--']);

/** Operators between two operands: how tight they bind, the higher the tighter, and what they give. */
const BINARY: ReadonlyMap<string, readonly [binding: number, apply: (a: number, b: number) => number]> =
  new Map([
    ['||', [1, (a, b) => a || b]],
    ['&&', [2, (a, b) => a && b]],
    ['|', [3, (a, b) => a | b]],
    ['^', [4, (a, b) => a ^ b]],
    ['&', [5, (a, b) => a & b]],
    ['==', [6, (a, b) => Number(a === b)]],
    ['!=', [6, (a, b) => Number(a !== b)]],
    ['<', [7, (a, b) => Number(a < b)]],
    ['<=', [7, (a, b) => Number(a <= b)]],
    ['>', [7, (a, b) => Number(a > b)]],
    ['>=', [7, (a, b) => Number(a >= b)]],
    ['<<', [8, (a, b) => a << b]],
    ['>>', [8, (a, b) => a >> b]],
    ['+', [9, (a, b) => (a + b) | 0]],
    ['-', [9, (a, b) => (a - b) | 0]],
    ['*', [10, Math.imul]],
    ['/', [10, (a, b) => (a / b) | 0]],
    ['%', [10, (a, b) => (a % b) | 0]],
  ]);

/**
 * The value of an expression in integers of 32 bits that wrap around.
 *
 * Source: mksh(1) "Arithmetic expressions".
 * @throws {ArithmeticError}
 */
export function calculate(text: string, variables: ArithmeticVariables): number {
  return new Calculation(text, variables).result();
}

class Calculation {
  readonly #text: string;
  readonly #variables: ArithmeticVariables;
  #position = 0;
  #depth = 0;
  /** Parts that are read only, such as what follows a false `&&`: nothing is assigned there. */
  #skipping = 0;
  #number: string | undefined;
  #name: string | undefined;
  #operator: string | undefined;

  constructor(text: string, variables: ArithmeticVariables) {
    this.#text = text;
    this.#variables = variables;
    this.#advance();
  }

  result(): number {
    if (this.#isEnd()) return 0;
    const value = this.#comma();
    if (!this.#isEnd()) throw this.#unexpected();
    return value;
  }

  #isEnd(): boolean {
    return this.#number === undefined && this.#name === undefined && this.#operator === undefined;
  }

  #advance(): void {
    TOKEN.lastIndex = this.#position;
    const match = TOKEN.exec(this.#text);
    if (!match && this.#text.slice(this.#position).trim()) throw this.#unexpected();
    this.#number = match?.[1];
    this.#name = match?.[2];
    this.#operator = match?.[3];
    this.#position = match ? TOKEN.lastIndex : this.#text.length;
  }

  #accept(operator: string): boolean {
    if (this.#operator !== operator) return false;
    this.#advance();
    return true;
  }

  #unexpected(): ArithmeticError {
    return new ArithmeticError(
      `${this.#text.trim().slice(0, 80)}: unexpected '${this.#operator ?? this.#text.slice(this.#position).trim().slice(0, 20)}'`,
    );
  }

  #comma(): number {
    let value = this.#assignment();
    while (this.#accept(',')) value = this.#assignment();
    return value;
  }

  #assignment(): number {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new ArithmeticError('expression nested too deeply');
    const value = this.#assignmentHere();
    this.#depth -= 1;
    return value;
  }

  #assignmentHere(): number {
    const name = this.#name;
    if (name === undefined) return this.#choice();
    const start = this.#position;
    this.#advance();
    const operator = this.#operator;
    if (operator === '=' || (operator?.endsWith('=') && !['==', '!=', '<=', '>='].includes(operator))) {
      this.#advance();
      const right = this.#assignment();
      if (operator === '=') return this.#set(name, right);
      return this.#set(name, this.#apply(operator.slice(0, -1), this.#get(name), right));
    }
    // Not an assignment: the name is read once more, as an operand.
    this.#position = start;
    [this.#name, this.#operator, this.#number] = [name, undefined, undefined];
    return this.#choice();
  }

  #choice(): number {
    const condition = this.#binary(1);
    if (!this.#accept('?')) return condition;
    const yes = this.#unless(!condition, () => this.#assignment());
    if (!this.#accept(':')) throw this.#unexpected();
    const no = this.#unless(Boolean(condition), () => this.#assignment());
    return condition ? yes : no;
  }

  #unless(isSkipped: boolean, read: () => number): number {
    if (isSkipped) this.#skipping += 1;
    const value = read();
    if (isSkipped) this.#skipping -= 1;
    return value;
  }

  #binary(lowest: number): number {
    let left = this.#unary();
    for (;;) {
      const operator = this.#operator;
      const binding = operator === undefined ? undefined : BINARY.get(operator)?.[0];
      if (operator === undefined || binding === undefined || binding < lowest) return left;
      this.#advance();
      if (operator === '&&') {
        const right = this.#unless(!left, () => this.#binary(binding + 1));
        left = left && right ? 1 : 0;
      } else if (operator === '||') {
        const right = this.#unless(Boolean(left), () => this.#binary(binding + 1));
        left = left || right ? 1 : 0;
      } else left = this.#apply(operator, left, this.#binary(binding + 1));
    }
  }

  #unary(): number {
    const operator = this.#operator;
    if (operator && UNARY.has(operator)) {
      this.#depth += 1;
      if (this.#depth > DEEPEST) throw new ArithmeticError('expression nested too deeply');
      this.#advance();
      let value: number;
      if (operator === '++' || operator === '--') {
        const name = this.#name;
        if (name === undefined) throw this.#unexpected();
        this.#advance();
        value = this.#set(name, (this.#get(name) + (operator === '++' ? 1 : -1)) | 0);
      } else {
        const operand = this.#unary();
        value =
          operator === '-'
            ? -operand | 0
            : operator === '!'
              ? Number(!operand)
              : operator === '~'
                ? ~operand
                : operand;
      }
      this.#depth -= 1;
      return value;
    }
    return this.#operand();
  }

  #operand(): number {
    if (this.#accept('(')) {
      const value = this.#comma();
      if (!this.#accept(')')) throw this.#unexpected();
      return value;
    }
    const { number, name } = { number: this.#number, name: this.#name };
    if (number !== undefined) {
      this.#advance();
      return numberOf(number);
    }
    if (name === undefined) throw this.#unexpected();
    this.#advance();
    const value = this.#get(name);
    if (this.#operator === '++' || this.#operator === '--') {
      const step = this.#operator === '++' ? 1 : -1;
      this.#advance();
      this.#set(name, (value + step) | 0);
    }
    return value;
  }

  #get(name: string): number {
    // A variable may name another one; a ring of them comes to nothing.
    let current = name;
    for (let hops = 0; hops < 10; hops += 1) {
      const value = (this.#variables.get(current) ?? '').trim();
      if (value === '') return 0;
      if (/^[-+]?(0[xX][0-9A-Fa-f]+|[0-9]+#[0-9A-Za-z]+|[0-9]+)$/.test(value)) {
        return value.startsWith('-') ? -numberOf(value.slice(1)) | 0 : numberOf(value.replace('+', ''));
      }
      if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(value))
        throw new ArithmeticError(`${value.slice(0, 40)}: bad number`);
      current = value;
    }
    return 0;
  }

  #set(name: string, value: number): number {
    if (!this.#skipping) this.#variables.set(name, String(value));
    return value;
  }

  #apply(operator: string, a: number, b: number): number {
    const apply = BINARY.get(operator)?.[1];
    if (!apply) throw this.#unexpected();
    if (b !== 0 || (operator !== '/' && operator !== '%')) return apply(a, b);
    if (this.#skipping) return 0;
    throw new ArithmeticError(`${this.#text.trim().slice(0, 80)}: zero divisor`);
  }
}

function numberOf(text: string): number {
  const hash = text.indexOf('#');
  if (hash < 0) return Number(text) | 0;
  const value = Number.parseInt(text.slice(hash + 1), Number(text.slice(0, hash)));
  if (Number.isNaN(value)) throw new ArithmeticError(`${text.slice(0, 40)}: bad number`);
  return value | 0;
}
