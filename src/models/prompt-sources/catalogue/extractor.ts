import { z } from 'zod';

/** The way through a literal: keys of dicts, or the names that stand for them; positions in lists. */
const LiteralPathSchema = z.array(z.union([z.string(), z.int().nonnegative()]));

/**
 * Functions and classes from the outermost, joined by dots: `Agent.step`; `*` for wherever in the file the name is assigned,
 * once.
 */
const ScopeSchema = z.string().min(1);

/** A constant of a module, the `index`-th assignment in a scope, or the `return`-th value that a function gives back. */
const PythonPlaceSchema = z.strictObject({
  scope: ScopeSchema.optional(),
  name: z.string().min(1).optional(),
  /** From 0, in the order of the source; `=` and `+=` are counted together. */
  index: z.int().nonnegative().optional(),
  /** From 0, in the order of the source. */
  return: z.int().nonnegative().optional(),
  path: LiteralPathSchema.optional(),
});
export type PythonPlace = z.infer<typeof PythonPlaceSchema>;

/** JSON that a field prints: a file of the repository with one pair put in. */
const SchemaFileSchema = z.strictObject({
  path: z.string().min(1),
  insert: z.strictObject({ at: z.int().nonnegative(), key: z.string(), value: z.array(z.string()) }),
});

/** Where in its file a text stands, and how it is taken out; nothing of the file is ever run. */
export const ExtractorSchema = z.discriminatedUnion('kind', [
  PythonPlaceSchema.extend({ kind: z.literal('python') }),
  /** A dict or a list, printed as `json.dumps(value, ensure_ascii=False)` does. */
  PythonPlaceSchema.extend({ kind: z.literal('python-json') }),
  /** A function that builds the text: all assignments to the name. */
  z.strictObject({ kind: z.literal('python-append'), scope: ScopeSchema, name: z.string().min(1) }),
  /** The only f-string that has the field: of the scope, or with `*` of the file. */
  z.strictObject({ kind: z.literal('python-fstring-with'), scope: ScopeSchema, field: z.string().min(1) }),
  /** What an attribute such as `self.messages` is set to. */
  z.strictObject({
    kind: z.literal('python-attribute'),
    scope: ScopeSchema,
    attribute: z.string().min(1),
    path: LiteralPathSchema,
  }),
  /** An argument, by its keyword or its position from 0, of the only call of that name in the scope, or of the `index`-th. */
  z.strictObject({
    kind: z.literal('python-call-argument'),
    scope: ScopeSchema,
    call: z.string().min(1),
    argument: z.union([z.string().min(1), z.int().nonnegative()]),
    index: z.int().nonnegative().optional(),
  }),
  /** What stands left of the `+` in `name = … + name`. */
  z.strictObject({ kind: z.literal('python-left-operand'), scope: ScopeSchema, name: z.string().min(1) }),
  /** The innermost text of a chain of `.replace` calls. */
  z.strictObject({
    kind: z.literal('python-replace-base'),
    name: z.string().min(1),
    path: LiteralPathSchema,
  }),
  /** An f-string whose fields print literals as JSON: the text with the fields filled. */
  z.strictObject({
    kind: z.literal('python-eval'),
    name: z.string().min(1),
    json: SchemaFileSchema.optional(),
  }),
  /** A block of text in a YAML file. */
  z.strictObject({ kind: z.literal('yaml'), keys: z.array(z.string().min(1)).min(1) }),
  /** As `python`, in one cell of a notebook; cells of all kinds are counted, from 0. */
  PythonPlaceSchema.extend({ kind: z.literal('ipynb-python'), cell: z.int().nonnegative() }),
  /** A keyword argument of the first call in a cell whose other keyword arguments are as given. */
  z.strictObject({
    kind: z.literal('ipynb-call'),
    cell: z.int().nonnegative(),
    call: z.string().min(1),
    where: z.record(z.string(), z.string()),
    argument: z.string().min(1),
    /** Positions in lists, keyword arguments of calls. */
    path: LiteralPathSchema,
  }),
  /** As `python`, in a fenced block of a Markdown file: the `block`-th of that language with the line in it, from 0. */
  z.strictObject({
    kind: z.literal('markdown-python'),
    language: z.string().min(1),
    blockContains: z.string().min(1),
    block: z.int().nonnegative(),
    name: z.string().min(1),
    path: LiteralPathSchema.optional(),
  }),
  /** The only f-string with the field in the blocks of that language. */
  z.strictObject({
    kind: z.literal('markdown-fstring-with'),
    language: z.string().min(1),
    field: z.string().min(1),
  }),
  /** A text of a JSON record, up to the last place of the marker. */
  z.strictObject({
    kind: z.literal('jsonl-prefix'),
    record: z.int().nonnegative(),
    path: LiteralPathSchema,
    cutBeforeLast: z.string().min(1),
  }),
  /** Members of a module's dict, joined; an empty name stands for the empty text. */
  z.strictObject({
    kind: z.literal('composed'),
    name: z.string().min(1),
    join: z.string(),
    parts: z.array(z.string()).min(1),
    /** Modules beside the file that it, and they, import from by bare names; `.name` is always such a module. */
    beside: z.array(z.string().regex(/^[A-Za-z_]\w*$/)).optional(),
    /** Text of another module that follows the first part. */
    skill: PythonPlaceSchema.extend({ path: z.string().min(1) }).optional(),
  }),
]);
export type Extractor = z.infer<typeof ExtractorSchema>;
