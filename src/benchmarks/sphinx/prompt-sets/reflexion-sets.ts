import type { PromptInput } from '../../../models/dialects/dialect.js';
import { WRAPPER } from '../../../models/dialects/bracketed/bracketed-parts.js';
import { message, userTurn } from '../../../models/dialects/prompt-parts.js';
import type { ModelContent } from '../../../models/model.js';
import type { OfficialPrompts } from '../../../models/prompt-sets/official-dialect.js';
import type { PromptSet } from '../../../models/prompt-sets/prompt-set.js';
import type { ShownScreen } from '../../../agents/look-at.js';
import { SPHINX_QUESTIONS } from './question-texts.js';
import { sent } from './react-sets.js';

const REFLEXION = {
  benchmarks: ['sphinx'],
  agents: ['reflexion'],
  questions: SPHINX_QUESTIONS,
  history: { steps: 1, pictures: 0 },
  ...WRAPPER,
} as const satisfies Partial<PromptSet>;

const OVER_TEXT = 'sphinx.reflexion.text.reflection-whole';
const OVER_IMAGE = 'sphinx.reflexion.image.reflection-whole';

/** The UI hierarchy as text: the whole tree, or simplified. */
function treeSet(view: 'tree' | 'simplified'): PromptSet {
  return {
    ...REFLEXION,
    name: `sphinx.reflexion.${view}`,
    title: `SPHINX: Reflexion over the ${view === 'tree' ? 'UI tree' : 'simplified UI tree'}`,
    dialect: `sphinx_id@${view}`,
    texts: ['sphinx.reflexion.text.action-whole'],
    agentTexts: [OVER_TEXT],
    request: (input, { texts, switches }) => {
      const values = { ...actionOf(input), observation: input.elementText ?? '' };
      return sent(userTurn(texts.fill('sphinx.reflexion.text.action-whole', values)), switches);
    },
  };
}

const IMAGE: PromptSet = {
  ...REFLEXION,
  name: 'sphinx.reflexion.image',
  title: 'SPHINX: Reflexion over bare screenshots',
  dialect: 'sphinx_coord',
  texts: [
    'sphinx.react.image.whole',
    'sphinx.react.image.action',
    'sphinx.reflexion.image.rules',
    'sphinx.reflexion.image.action',
  ],
  agentTexts: [OVER_IMAGE],
  request: (input, { texts, switches }) => {
    // The published module takes the system text and the actions of ReAct over pictures, in ways that do not run.
    const whole = texts.text('sphinx.react.image.whole');
    const actions = texts.text('sphinx.react.image.action');
    const system = whole.slice(0, Math.max(whole.indexOf(`\n${actions}`), 0));
    const text = [
      system,
      actions,
      texts.text('sphinx.reflexion.image.rules'),
      texts.fill('sphinx.reflexion.image.action', actionOf(input)),
    ].join('\n');
    return sent(userTurn(text, input.screenshot), switches);
  },
};

/** How the benchmark asks with Reflexion. Source: SPHINX reference code, `Reflexion.py` and its prompts. */
export const REFLEXION_SETS: readonly PromptSet[] = [treeSet('tree'), treeSet('simplified'), IMAGE];

/** What a judge is asked about. */
export interface OfficialReflection {
  readonly instruction: string;
  /** As it was written. */
  readonly action: string;
  readonly before: ShownScreen;
  readonly after: ShownScreen;
}

/** The question about an action in official texts: both screens in the text, or as pictures behind it. */
export function officialReflection(
  { instruction, action, before, after }: OfficialReflection,
  { set, texts }: Pick<OfficialPrompts, 'set' | 'texts'>,
): readonly ModelContent[] {
  const [id = ''] = set.agentTexts ?? [];
  const values = { instruction, previous_action: action };
  if (id === OVER_IMAGE) {
    return message('user', texts.fill(id, values), before.screenshot, after.screenshot).content;
  }
  const screens = { observation: before.elementText ?? '', next_observation: after.elementText ?? '' };
  return message('user', texts.fill(id, { ...values, ...screens })).content;
}

function actionOf({
  instruction,
  notes,
  history,
}: PromptInput): Readonly<Record<'instruction' | 'previous_action', string>> {
  return { instruction, previous_action: notes['previous_action'] ?? history.at(-1)?.call ?? 'None' };
}
