import type { HistoryRule, PromptInput, PromptStep, Sampling } from '../../dialects/dialect.js';
import { historyLines, message } from '../../dialects/prompt-parts.js';
import type { ModelRequest } from '../../model.js';
import type { PromptSet } from '../prompt-set.js';
import type { PromptTexts } from '../prompt-texts.js';

/** How the answer is begun: the model chooses whom it is for, it plans first, or it writes code at once. */
type AguvisMode = 'self-plan' | 'force-plan' | 'grounding';

/** Source: Aguvis repository, `serve/cli.py` and `constants.py`. */
const SAMPLING: Sampling = { temperature: 0, maxOutputTokens: 1024, stop: ['<|diff_marker|>'] };
const HISTORY: HistoryRule = { steps: null, pictures: 0 };
const LOW = 'aguvis.recipient.low';
/** The beginning of the model's turn, which servers write by themselves. */
const TURN = '<|im_start|>assistant';

/** What all ways of asking Aguvis share. */
export function aguvisSet(
  mode: AguvisMode,
  set: Pick<PromptSet, 'name' | 'title'> & { readonly tellsHistory: boolean },
): PromptSet {
  const { name, title, tellsHistory } = set;
  const system = mode === 'grounding' ? 'aguvis.system.grounding' : 'aguvis.system.agent';
  const recipient = `aguvis.recipient.${mode}`;
  return {
    name,
    title,
    dialect: `aguvis@${mode}`,
    benchmarks: [],
    texts: [system, 'aguvis.user', recipient, LOW],
    history: tellsHistory ? HISTORY : { steps: 0, pictures: 0 },
    picture: { resize: null, format: 'png' },
    sampling: SAMPLING,
    request: (input, { texts }) =>
      aguvisRequest(input, texts, {
        system,
        recipient,
        previous: tellsHistory ? previousActions(input) : '',
      }),
  };
}

/** How the vendor asks Aguvis, by the three modes of its script. */
export const AGUVIS_SETS: readonly PromptSet[] = [
  {
    ...aguvisSet('self-plan', {
      name: 'aguvis.vendor',
      title: 'Aguvis as its authors ask it: it chooses whether to plan',
      tellsHistory: true,
    }),
    isDefault: true,
  },
  aguvisSet('force-plan', {
    name: 'aguvis.vendor.force-plan',
    title: 'Aguvis as its authors ask it: it plans first',
    tellsHistory: true,
  }),
  aguvisSet('grounding', {
    name: 'aguvis.vendor.grounding',
    title: 'Aguvis as its authors ask it: code at once',
    tellsHistory: true,
  }),
];

/** A prescribed step takes the place of the plan in every mode. */
function aguvisRequest(
  input: PromptInput,
  texts: PromptTexts,
  {
    system,
    recipient,
    previous,
  }: { readonly system: string; readonly recipient: string; readonly previous: string },
): ModelRequest {
  const { instruction, stepInstruction, screenshot } = input;
  const turn = texts.fill('aguvis.user', {
    overall_goal: instruction,
    previous_actions: previous === '' ? 'None' : previous,
  });
  const begun = stepInstruction
    ? texts.fill(LOW, { low_level_instruction: stepInstruction })
    : texts.text(recipient);
  return {
    messages: [
      message('system', texts.text(system)),
      message('user', screenshot, turn),
      message('assistant', begun.startsWith(TURN) ? begun.slice(TURN.length) : begun),
    ],
    continuesLast: true,
  };
}

function previousActions(input: PromptInput): string {
  return historyLines(input, (step, number) => `Step ${number}: ${wordsOf(step)}`).join('\n');
}

function wordsOf({ record, summary, call }: PromptStep): string {
  return record?.instruction ?? summary ?? call ?? '';
}
