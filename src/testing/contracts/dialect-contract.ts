import { isDeepStrictEqual } from 'node:util';
import { ActionSchema, type Action } from '../../domain/action.js';
import { resolvePoint, toPixel, type Size } from '../../domain/geometry.js';
import { PointSchema } from '../../domain/coordinates/geometry-schemas.js';
import { randomStream, type RandomStream } from '../../domain/random.js';
import { resizedSize } from '../../domain/coordinates/resize-rule.js';
import type { DialectFamily } from '../../models/dialects/define-dialect.js';
import {
  MAX_ANSWER_LENGTH,
  type Dialect,
  type DialectSettings,
  type ParseContext,
  type PromptInput,
} from '../../models/dialects/dialect.js';
import { coordinateSpan } from '../../models/dialects/reading/resolve-position.js';
import type { ContractCase } from './agent-contract.js';
import { spokenActions } from '../models/spoken-actions.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../models/prompt-input.js';

export interface DialectContractOptions {
  readonly family: DialectFamily;
  readonly settings?: DialectSettings;
  /**
   * One action of each kind that the grammar can express, as `parse` gives it; those of `spokenActions` unless given.
   * Positions stand for any position, `type` texts for any of `texts`.
   */
  readonly actions?: readonly Action[];
  /** Texts that must survive being typed; ones full of quotes, brackets and labels unless given. */
  readonly texts?: readonly string[];
  /** What answers are read against besides the screen. */
  readonly context?: Partial<ParseContext>;
  /** False where another model of the agent ends the task, or nobody does, so that the grammar cannot express it. */
  readonly endsTasks?: boolean;
  /** How what is printed is read back; strictly unless given. */
  readonly readsBack?: 'strict' | 'tolerant';
  /** Seed of the positions and hostile answers. */
  readonly seed?: number;
  /** How many hostile answers are read; 1000 unless given. */
  readonly hostileAnswers?: number;
}

const TOUCHES: readonly string[] = ['tap', 'long_press'];
const ENDS: readonly string[] = ['stop', 'answer'];
const SCREEN: Size = { width: 1080, height: 2400 };
const ROUNDS = 40;
/** Filled with one or two characters, the longest answers cost a quadratic reader half a minute each, a linear one milliseconds. */
const LONG = MAX_ANSWER_LENGTH - 10_000;
/** Longer pieces repeat too seldom for that: what they show is a reader that goes back and forth without end. */
const LONG_OF_PIECES = LONG / 16;

/** Texts that mislead readers who look for characters instead of reading. */
export const TYPED_TEXTS: readonly string[] = [
  'hello',
  'Hello World 42',
  `it's "quoted"`,
  'a, b; c: d = (e) [f] {g}',
  '{"action": "click"}',
  'meeting at 10:30 # not // a comment',
  '50% off! \\ back\\slash',
  '咖啡，茶（热）：“好”',
  'Action: Back() WAIT COMPLETE STOP None',
  'é😀',
];

const HOSTILE = [
  ...`Action:|Thought:|Reason:|### Action ###|<tool_call>|</tool_call>|<answer>|</answer>|<think>|</think>`.split(
    '|',
  ),
  ...`{|}|[|]|(|)|"|'|:|,|\\|\`\`\`|\n|\n\n| |1|-100|9999999999|1e999|NaN|null|\uD800|\uFEFF|\u2028|：|（`.split(
    '|',
  ),
  ...`click|Click(1, 2)|"action":|"name":|mobile_use|"arguments":|"coordinate":|[1, 2]|finish(|do(|type|COMPLETE`.split(
    '|',
  ),
];

/** What every dialect promises: what it prints it reads; hostile answers are errors, soon; every input makes a prompt. */
export function dialectContract(options: DialectContractOptions): readonly ContractCase[] {
  const { family, settings = {} } = options;
  const seed = options.seed ?? 4;
  const dialect = family.create(settings);
  const context = contextOf(dialect, options.context);
  // Found when first asked for: a dialect that cannot read itself is a broken promise, not a broken list of promises.
  let found: readonly Action[] | undefined = options.actions;
  const actions = (): readonly Action[] => (found ??= spokenActions(dialect, context));
  const name = dialect.variant === null ? family.family : `${family.family}@${dialect.variant}`;
  return [
    {
      name: `${name} says what it is, and has words to touch something and to end`,
      run: async () => {
        if (dialect.family !== family.family) throw new Error(`the family calls itself ${dialect.family}`);
        if (dialect.version === '') throw new Error('it has no version');
        for (const kinds of options.endsTasks === false ? [TOUCHES] : [TOUCHES, ENDS]) {
          if (!actions().some(({ type }) => kinds.includes(type)))
            throw new Error(`there are no words for any of ${kinds.join(', ')}`);
        }
      },
    },
    {
      name: `${name} reads back every action that it prints`,
      run: async () => {
        const random = randomStream('dialect', seed);
        for (const action of actions()) {
          for (let round = 0; round < ROUNDS; round += 1) {
            const varied = vary(action, random, options.texts ?? TYPED_TEXTS);
            checkRoundTrip(dialect, varied, { ...context, profile: options.readsBack ?? 'strict' }, seed);
          }
        }
      },
    },
    {
      name: `${name} reads hostile answers without throwing, and strictly takes nothing lenient`,
      run: async () => {
        const random = randomStream('hostile', seed);
        const printed = actions().flatMap((action) => printedBy(dialect, action, context));
        for (let round = 0; round < (options.hostileAnswers ?? 1000); round += 1)
          checkHostile(dialect, hostile(random, printed), context, seed);
      },
    },
    {
      name: `${name} reads the longest answers within the time limit of a test, as a linear reader does`,
      run: async () => {
        const printed = actions().flatMap((action) => printedBy(dialect, action, context));
        for (const answer of longAnswers(printed)) dialect.parse(answer, context);
      },
    },
    {
      name: `${name} makes a prompt from any observation`,
      run: async () => {
        for (const input of promptInputs(dialect)) checkPrompt(dialect, input);
      },
    },
    {
      name: `${name} lets a user replace each of its prompts`,
      run: async () => {
        for (const prompt of Object.keys(dialect.prompts)) {
          const prompts = { ...settings.prompts, [prompt]: 'in my own words' };
          const changed = family.create({ ...settings, prompts });
          if (changed.prompts[prompt] !== 'in my own words')
            throw new Error(`prompt ${prompt} stays as it was`);
          for (const input of promptInputs(changed)) changed.buildRequest(input);
        }
      },
    },
  ];
}

function contextOf(dialect: Dialect, changes: Partial<ParseContext> = {}): ParseContext {
  const { resize } = dialect.observation.picture;
  const sent = resize === null ? null : resizedSize(SCREEN, resize);
  return {
    profile: 'tolerant',
    screen: SCREEN,
    sent: sent?.type === 'size' ? sent.size : SCREEN,
    elements: { base: 0, count: 30 },
    ...changes,
  };
}

function printedBy(dialect: Dialect, action: Action, context: ParseContext): string[] {
  const answer = dialect.printAnswer(action, { thought: 'I see it.', summary: 'It is done.' }, context);
  return answer === null ? [] : [answer];
}

function checkRoundTrip(dialect: Dialect, action: Action, context: ParseContext, seed: number): void {
  const said = { thought: 'I see what to do.', summary: 'Do it.' };
  const answer = dialect.printAnswer(action, said, context);
  const call = dialect.printCall(action, context);
  const about = `${JSON.stringify(action)} (seed ${seed})`;
  if (answer === null || call === null) throw new Error(`there are no words for ${about}`);
  if (/[\n\r]/.test(call)) throw new Error(`the call is more than one line: ${JSON.stringify(call)}`);
  const result = dialect.parse(answer, context);
  if (result.type === 'format_error') {
    throw new Error(
      `${result.error.kind} (${result.error.message}) in ${JSON.stringify(answer)}, for ${about}`,
    );
  }
  const [read, ...rest] = result.actions;
  if (rest.length > 0 || !isDeepStrictEqual(shape(read, dialect, context), shape(action, dialect, context))) {
    throw new Error(`${JSON.stringify(answer)} reads as ${JSON.stringify(result.actions)}, not as ${about}`);
  }
  const valid = ActionSchema.safeParse(read);
  if (!valid.success) throw new Error(`no action: ${valid.error.message}`);
  const { native } = read;
  if (native?.family !== dialect.family || native.text === undefined || !answer.includes(native.text)) {
    throw new Error(`the action read does not carry the family's own words: ${JSON.stringify(native)}`);
  }
  if (dialect.printCall(read, context) === null) throw new Error(`what was read is not printed: ${about}`);
}

/** The action with its positions in the model's own numbers, so that what rounding does to both is the same. */
function shape(action: Action, dialect: Dialect, context: ParseContext): unknown {
  const { native: _, warnings: __, ...rest } = action;
  const span = coordinateSpan(dialect.coordinates, context) ?? SCREEN;
  const digits = span.width <= 1 ? 10_000 : 1;
  return mapPoints(rest, (x, y) => [
    Math.round((digits * x * span.width) / SCREEN.width),
    Math.round((digits * y * span.height) / SCREEN.height),
  ]);
}

function mapPoints(value: unknown, change: (x: number, y: number) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapPoints(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const point = PointSchema.safeParse(value);
  if (point.success) return change(...(point.data.resolved ?? toPixel(point.data, SCREEN)));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      item === undefined || key === 'box' ? [] : [[key, mapPoints(item, change)]],
    ),
  );
}

/** The action at another place, with another text. A swipe keeps its direction. */
function vary(action: Action, random: RandomStream, texts: readonly string[]): Action {
  const at = (): [number, number] => [random.below(SCREEN.width - 1), random.below(SCREEN.height - 1)];
  const moved = mapPoints(action, () => {
    const [x, y] = at();
    return resolvePoint({ x, y, space: 'pixel' }, SCREEN);
  });
  // Only positions were replaced, by positions.
  const varied = moved as Action;
  if (varied.type === 'type') return { ...varied, text: texts[random.below(texts.length)] ?? varied.text };
  if (varied.type !== 'swipe' || varied.from === undefined || varied.to === undefined) return varied;
  const [x, y] = at();
  const length = 200;
  const far = { up: [x, y - length], down: [x, y + length], left: [x - length, y], right: [x + length, y] };
  const [toX = x, toY = y] = far[varied.direction ?? 'up'];
  const inside = (value: number, size: number): number => Math.min(Math.max(value, length), size - length);
  const [shiftX, shiftY] = [inside(x, SCREEN.width) - x, inside(y, SCREEN.height) - y];
  return {
    ...varied,
    from: resolvePoint({ x: x + shiftX, y: y + shiftY, space: 'pixel' }, SCREEN),
    to: resolvePoint({ x: toX + shiftX, y: toY + shiftY, space: 'pixel' }, SCREEN),
  };
}

/** Pieces of grammars in any order, or a printed answer with a part cut out, doubled or replaced. */
function hostile(random: RandomStream, printed: readonly string[]): string {
  const piece = (): string => HOSTILE[random.below(HOSTILE.length)] ?? '';
  const answer = printed[random.below(Math.max(printed.length, 1))];
  if (answer === undefined || random.below(2) === 0) {
    return Array.from({ length: random.below(25) }, piece).join('');
  }
  const from = random.below(answer.length + 1);
  const to = Math.min(from + random.below(12), answer.length);
  return [answer.slice(0, from), piece(), answer.slice(random.below(2) === 0 ? to : from)].join('');
}

function checkHostile(dialect: Dialect, answer: string, context: ParseContext, seed: number): void {
  const about = `${JSON.stringify(answer)} (seed ${seed})`;
  const tolerant = dialect.parse(answer, context);
  if (!isDeepStrictEqual(dialect.parse(answer, context), tolerant)) {
    throw new Error(`reads otherwise the second time: ${about}`);
  }
  const strict = dialect.parse(answer, { ...context, profile: 'strict' });
  dialect.parse(answer, { ...context, screen: null, sent: null, elements: null });
  if (tolerant.type === 'format_error' && strict.type === 'actions') {
    throw new Error(`a strict reader takes what a tolerant one refuses: ${about}`);
  }
  if (strict.type === 'actions' && strict.lenient) throw new Error(`lenient, and taken strictly: ${about}`);
  if (tolerant.type === 'format_error') {
    const [start, end] = tolerant.error.span ?? [0, 0];
    if (start < 0 || end < start || end > answer.length)
      throw new Error(`a place outside the answer: ${about}`);
    return;
  }
  for (const action of tolerant.actions) {
    const valid = ActionSchema.safeParse(action);
    if (!valid.success) throw new Error(`${about} reads as no action: ${valid.error.message}`);
    dialect.printCall(action, context);
  }
}

function* longAnswers(printed: readonly string[]): Generator<string> {
  for (const unit of [...HOSTILE, ...printed]) {
    if (unit === '') continue;
    const length = unit.length <= 2 ? LONG : LONG_OF_PIECES;
    const fill = unit.repeat(Math.floor(length / unit.length));
    yield fill;
    const [first] = printed;
    if (first === undefined) continue;
    const middle = Math.floor(first.length / 2);
    yield `${first.slice(0, middle)}${fill}${first.slice(middle)}`;
  }
}

/** A first step without anything to see, and later ones with all there is, in another language too. */
function promptInputs(dialect: Dialect): PromptInput[] {
  const picture = buildSentPicture();
  const step = buildPromptStep({
    answer: 'What the model said.',
    call: 'the call',
    thought: 'the thought',
    summary: 'the summary',
  });
  const { steps, pictures } = dialect.history;
  const kept = steps ?? 8;
  const history = Array.from({ length: kept }, (_, index) => ({
    ...step,
    picture: index >= kept - pictures ? picture : null,
  }));
  const full = buildPromptInput({
    history,
    stepsTaken: kept + 3,
    screenshot: picture,
    marked: picture,
    elementText: 'the elements',
    elements: { base: 0, count: 1, elements: [{ index: 0, box: [0, 0, 10, 10] }] },
    app: 'com.example.app',
  });
  return [
    buildPromptInput(),
    buildPromptInput({ screen: null, history: [buildPromptStep()], stepsTaken: 1 }),
    full,
    { ...full, language: 'zh', instruction: '设置闹钟', stepInstruction: 'Tap the clock' },
  ];
}

function checkPrompt(dialect: Dialect, input: PromptInput): void {
  const request = dialect.buildRequest(input);
  const parts = request.messages.flatMap(({ content }) => content);
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  if (!text.includes(input.instruction)) throw new Error(`the instruction is not in the prompt: ${text}`);
  if (/\{\{[a-z_]+\}\}/.test(text)) throw new Error(`a place of the prompt is not filled in: ${text}`);
  const { screenshot, marked } = dialect.observation;
  const wanted =
    (screenshot && input.screenshot !== null ? 1 : 0) + (marked !== null && input.marked !== null ? 1 : 0);
  const pictures = parts.filter(({ type }) => type === 'image').length;
  if (pictures < wanted) throw new Error(`${pictures} pictures are sent instead of ${wanted}`);
  if (!isDeepStrictEqual(request, dialect.buildRequest(input)))
    throw new Error('one input makes two requests');
}
