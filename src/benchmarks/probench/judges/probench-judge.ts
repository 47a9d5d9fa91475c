import { didYouMean } from '../../../domain/text/nearest-name.js';
import { instructionOf, type Task } from '../../../domain/task.js';
import { unknownVerdict, type Verdict } from '../../../domain/scores/verdict.js';
import { UserError } from '../../../errors.js';
import { behindThinking } from '../../../judges/behind-thinking.js';
import { fillPrompt } from '../../../judges/fill-prompt.js';
import {
  defineJudge,
  type Judge,
  type JudgeContext,
  type JudgeInput,
  type JudgeParts,
} from '../../../judges/judge.js';
import { promptsOf } from '../../../judges/prompts-of.js';
import { quoteAsData } from '../../../judges/quote-as-data.js';
import { screenPicture } from '../../../observations/pictures/screen-picture.js';
import { cutThinking } from '../../../models/dialects/reading/cut-thinking.js';
import { unreadable, type Reading } from '../../../models/readers/reading.js';
import { processLines, type ProcessLine } from '../process/process-lines.js';
import { summariseClicks } from '../process/summarise-clicks.js';
import { readProbenchVerdict } from '../readers/judge-probench.js';
import { probenchEnd } from '../scoring/completion-signal.js';
import { PROBENCH_PROMPTS } from './prompts.js';

const NAME = 'probench';
const VERSION = '1';
const PROVIDERS = ['converter', 'summariser'] as const;
type Provider = (typeof PROVIDERS)[number];

/** Characters of a model's thinking that an explanation quotes. */
const MAX_REASON = 600;

/**
 * ProBench's judges: of a state-related task the last screenshot alone, of a process-related one what was done on the way as
 * well. Only episodes that were said to be done are judged.
 *
 * Source: ProBench paper, section 4.2.
 */
export const probenchJudge = defineJudge({
  name: NAME,
  title: 'the last screenshot, and for process-related tasks what was done on the way',
  prompts: PROBENCH_PROMPTS,
  options: {
    provider: 'who tells what was done on the way: converter (from UI hierarchies) or summariser (a model)',
  },
  create: createJudge,
});

function createJudge({ prompts, options }: JudgeParts): Judge {
  const provider = providerOf(options);
  const { texts: asked, hashes } = promptsOf(PROBENCH_PROMPTS, prompts, NAME);
  const { summary, ...judging } = hashes;
  return {
    name: NAME,
    version: VERSION,
    roles: provider === 'summariser' ? ['judge', 'summariser'] : ['judge'],
    identity: {
      provider,
      prompts: provider === 'summariser' ? { ...judging, summary } : judging,
    },
    whyNot,
    judge: async (input, context) => {
      const last = input.episode.trajectory.steps.at(-1);
      const image = last === undefined ? null : await screenPicture(last.screen, input);
      if (image === null) return unknownVerdict('the last screen has no picture');
      const goal = quoteAsData(instructionOf(input.task, input.language));
      const process =
        typeOf(input.task) === 'process'
          ? await processOf(input, context, { provider, prompt: asked.summary })
          : null;
      const text =
        process === null
          ? fillPrompt(asked.state, { goal })
          : fillPrompt(asked.process, { goal, process: numbered(process.lines) });
      const answer = await context.ask({
        role: 'judge',
        purpose: 'verdict',
        request: { messages: [{ role: 'user', content: [{ type: 'text', text }, image] }] },
        read: readSoleVerdict,
        retries: 1,
      });
      const details =
        process === null
          ? {}
          : { provider, ...process.counts, process: process.lines.map((line) => line.text) };
      if (answer.type === 'refusal') return unknownVerdict('the judge refused to answer', details);
      if (answer.type === 'unreadable') {
        return unknownVerdict(`the judge's answer cannot be read: ${answer.problem}`, details);
      }
      return verdictOf(answer.value, {
        input,
        details,
        thought: cutThinking(answer.text).thought,
        lines: process?.lines ?? [],
      });
    },
  };
}

/**
 * The verdict, where the answer holds one alone: of two that differ outside the thinking one may be what the screen says. (The last one
 * counts on the benchmark's own page.)
 */
function readSoleVerdict(answer: string): Reading<boolean> {
  const text = behindThinking(answer, /<answer>/i);
  if (text === null) return unreadable('an <answer> stands before the end of its thinking');
  const said = [...text.matchAll(/<answer>\s*(true|false)\s*<\/answer>/gi)].map(([, word = '']) =>
    word.toLowerCase(),
  );
  return new Set(said).size > 1
    ? unreadable('more than one <answer>, and they differ')
    : readProbenchVerdict(answer);
}

function verdictOf(
  isDone: boolean,
  {
    input: { episode },
    details,
    thought,
    lines,
  }: {
    readonly input: JudgeInput;
    readonly details: NonNullable<Verdict['details']>;
    readonly thought: string | null;
    readonly lines: readonly ProcessLine[];
  },
): Verdict {
  const last = episode.trajectory.steps.length - 1;
  const clicks = lines.filter(({ isClick }) => isClick).map(({ step }) => step);
  const reason = thought?.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_REASON) ?? '';
  return {
    outcome: isDone ? 'success' : 'failure',
    completion: null,
    process: [],
    blame: null,
    steps: [...new Set([...clicks, last])].toSorted((a, b) => a - b),
    explanation: reason === '' ? `It answered ${isDone ? 'True' : 'False'} and gave no reason.` : reason,
    details,
  };
}

interface ToldProcess {
  readonly lines: readonly ProcessLine[];
  /** What is odd about them, for the record. */
  readonly counts: Readonly<Record<string, number>>;
}

async function processOf(
  { episode: { trajectory }, signal }: JudgeInput,
  context: JudgeContext,
  { provider, prompt }: { readonly provider: Provider; readonly prompt: string },
): Promise<ToldProcess> {
  if (provider === 'summariser') {
    const { lines, errors, invalid } = await summariseClicks(trajectory, {
      prompt,
      role: 'summariser',
      context,
      signal,
    });
    return { lines, counts: { summaryErrors: errors, invalidClicks: invalid } };
  }
  const { lines, undescribed, notClickable } = await processLines(trajectory, { signal });
  return { lines, counts: { undescribedClicks: undescribed, notClickable } };
}

function numbered(lines: readonly ProcessLine[]): string {
  return lines.map(({ text }, index) => `${index + 1}. ${quoteAsData(text)}`).join('\n');
}

function whyNot({ task, episode }: JudgeInput): string | null {
  const end = probenchEnd(episode);
  if (end.type === 'uncompleted') return `uncompleted: ${end.why}`;
  if (typeOf(task) === null) return 'the task is neither state- nor process-related';
  return null;
}

/** Null for tasks of other benchmarks. The type stands before the category, whatever that is called. */
function typeOf({ tags }: Task): 'state' | 'process' | null {
  return tags.find((tag) => tag === 'state' || tag === 'process') ?? null;
}

/** @throws {UserError} */
function providerOf(options: JudgeParts['options']): Provider {
  const strange = Object.keys(options).find((name) => name !== 'provider');
  if (strange !== undefined) {
    throw new UserError(`the judge ${NAME} has no option "${strange}"`, { hint: 'It has provider.' });
  }
  const given = options['provider'] ?? 'converter';
  const provider = PROVIDERS.find((known) => known === given);
  if (provider !== undefined) return provider;
  throw new UserError(`there is no process provider "${given}"`, {
    hint: `${didYouMean(given, PROVIDERS)}provider is one of ${PROVIDERS.join(', ')}.`,
  });
}
