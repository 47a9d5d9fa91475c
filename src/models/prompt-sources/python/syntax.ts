import type { StringForm } from './string-token.js';
import type { Token } from './tokenize.js';

/** What every expression has: where it stands in the text, in UTF-16 units, and its line from 1. */
interface Placed {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** An expression as far as texts are made of it; whatever else there is has only its source. */
export type Expression = Placed &
  (
    | { readonly type: 'string'; readonly literals: readonly StringForm[] }
    | { readonly type: 'number'; readonly isNegative: boolean; readonly digits: string }
    /** `True`, `False` and `None` among them. */
    | { readonly type: 'name'; readonly name: string }
    | { readonly type: 'attribute'; readonly object: Expression; readonly name: string }
    | { readonly type: 'subscript'; readonly object: Expression; readonly index: Expression }
    | { readonly type: 'call'; readonly callee: Expression; readonly arguments: readonly Argument[] }
    | { readonly type: 'list' | 'tuple'; readonly items: readonly Expression[] }
    | { readonly type: 'dict'; readonly entries: readonly DictEntry[] }
    | { readonly type: 'lambda'; readonly body: Expression }
    /** Operands of `+` from left to right. */
    | { readonly type: 'sum'; readonly operands: readonly Expression[] }
    | {
        readonly type: 'conditional';
        readonly value: Expression;
        readonly condition: Expression;
        readonly otherwise: Expression;
      }
    /** `element for targets in iterable`, one loop and no condition; in brackets of its own or as the argument of a call. */
    | {
        readonly type: 'comprehension';
        readonly element: Expression;
        readonly targets: readonly string[];
        readonly iterable: Expression;
      }
    | { readonly type: 'other' }
  );

export interface Argument {
  /** Null by position. */
  readonly name: string | null;
  readonly value: Expression;
}

export interface DictEntry {
  readonly key: Expression;
  readonly value: Expression;
}

/** Tokens of a module from one to before another. */
export interface TokenRange {
  readonly from: number;
  readonly to: number;
}

/** A statement as far as texts are found by it; expressions are read when they are asked for. */
export type Statement =
  | {
      readonly type: 'assignment';
      readonly operator: '=' | '+=';
      readonly targets: readonly TokenRange[];
      readonly value: TokenRange;
      readonly line: number;
    }
  | { readonly type: 'return'; readonly value: TokenRange | null; readonly line: number }
  | {
      readonly type: 'import';
      /** As written: `.name`, `package.name`. */
      readonly module: string;
      readonly names: readonly { readonly name: string; readonly as: string }[];
      readonly line: number;
    }
  | {
      readonly type: 'definition';
      readonly kind: 'function' | 'class';
      readonly name: string;
      readonly parameters: readonly string[];
      readonly body: readonly Statement[];
      readonly range: TokenRange;
      readonly line: number;
    }
  | {
      readonly type: 'block';
      /** Conditions and loops, outermost first: `if x`, `else of x`, `for a in b`. */
      readonly guards: readonly string[];
      /** Names that its head gives values to. */
      readonly targets: readonly string[];
      readonly body: readonly Statement[];
      readonly line: number;
    }
  | { readonly type: 'other'; readonly range: TokenRange; readonly line: number };

/** What a name of the module is set to. */
export interface ConstantAssignment {
  readonly operator: '=' | '+=';
  readonly value: TokenRange;
}

export interface PythonModule {
  /** Named in errors. */
  readonly file: string;
  /** Lines end in LF. */
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly body: readonly Statement[];
  /** Assignments on the level of the module, those in its conditions and loops too, by name. */
  readonly constants: ReadonlyMap<string, readonly ConstantAssignment[]>;
}
