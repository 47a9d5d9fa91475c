/** A word of a command, before it is expanded. */
export interface Word {
  readonly parts: readonly WordPart[];
  /** What it comes to, where nothing in it has to be expanded. */
  readonly literal: string | null;
}

export type WordPart =
  | { readonly type: 'text'; readonly text: string; readonly isQuoted: boolean }
  | {
      readonly type: 'variable';
      readonly name: string;
      readonly isQuoted: boolean;
      /** `${name<operator>word}`; `#` alone before the name asks for the length. */
      readonly operator: VariableOperator | null;
      readonly word: Word | null;
    }
  | { readonly type: 'command'; readonly lines: readonly List[]; readonly isQuoted: boolean }
  | { readonly type: 'arithmetic'; readonly expression: Word; readonly isQuoted: boolean };

export type VariableOperator =
  | '-'
  | ':-'
  | '='
  | ':='
  | '+'
  | ':+'
  | '?'
  | ':?'
  | '#'
  | '##'
  | '%'
  | '%%'
  | 'length'
  | '/'
  | '//'
  | ':';

/** `NAME=value`, or `NAME+=value` that appends to the value. */
export interface Assignment {
  readonly name: string;
  readonly value: Word;
  readonly isAppending: boolean;
}

export interface Redirection {
  /** `>` `>>` `<` to or from a file, `>&` a copy of another, `<<` text of the line itself. */
  readonly type: '>' | '>>' | '<' | '>&' | '<<';
  /** Which of the command's streams; null: both outputs (`&>`). */
  readonly stream: number | null;
  readonly target: Word;
}

/** Commands that run one after the other. */
export interface List {
  readonly items: readonly ListItem[];
}

export interface ListItem {
  readonly first: Pipeline;
  readonly rest: readonly { readonly operator: '&&' | '||'; readonly pipeline: Pipeline }[];
  /** Ended by `&`. */
  readonly isBackground: boolean;
}

export interface Pipeline {
  readonly commands: readonly Command[];
  /** Begun by `!`. */
  readonly isNegated: boolean;
}

export type Command =
  | SimpleCommand
  | CompoundCommand<{ readonly type: 'group' | 'subshell'; readonly body: List }>
  | CompoundCommand<{
      readonly type: 'if';
      readonly branches: readonly { readonly condition: List; readonly body: List }[];
      readonly otherwise: List | null;
    }>
  | CompoundCommand<{
      readonly type: 'while' | 'until';
      readonly condition: List;
      readonly body: List;
    }>
  | CompoundCommand<{
      readonly type: 'for';
      readonly name: string;
      /** Null: the arguments of the shell or function. */
      readonly words: readonly Word[] | null;
      readonly body: List;
    }>
  | CompoundCommand<{
      readonly type: 'case';
      readonly subject: Word;
      readonly branches: readonly { readonly patterns: readonly Word[]; readonly body: List }[];
    }>
  | CompoundCommand<{ readonly type: 'condition'; readonly words: readonly (Word | string)[] }>
  | CompoundCommand<{ readonly type: 'arithmetic'; readonly expression: Word }>
  | CompoundCommand<{ readonly type: 'function'; readonly name: string; readonly body: Command }>;

export interface SimpleCommand {
  readonly type: 'simple';
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
  readonly redirections: readonly Redirection[];
}

export type CompoundCommand<Shape> = Shape & { readonly redirections: readonly Redirection[] };
