import type { CoordinateRule } from '../../dialects/reading/resolve-position.js';
import type { ResizeRule } from '../../../domain/coordinates/resize-rule.js';
import type { PromptInput, PromptStep } from '../../dialects/dialect.js';
import { message } from '../../dialects/prompt-parts.js';
import type { ModelMessage } from '../../model.js';
import { countedSize } from '../counted-size.js';
import { flatWords } from '../mobile-use/called-in.js';
import { qwenAgentSwitch, toolSystem, toolTexts, type ToolBlockIds } from '../mobile-use/tool-block.js';
import type { OfficialAsking, PromptSet } from '../prompt-set.js';
import { between } from '../python-split.js';

/** How both clients resize pictures before they send them. Source: Mobile-Agent-v3 repository, `infer_ma3.py`. */
const SENT: ResizeRule = { algorithm: 'smart_resize', factor: 28, minPixels: 3136, maxPixels: 10_035_200 };
const COORDINATES: CoordinateRule = { space: 'resized', to: SENT };
/** Tags that the model thinks in. */
const THINKING = { think_tag_begin: '<thinking>', think_tag_end: '</thinking>' };
const LINE = 'qwen25.cookbook.assistant-line';

/** Ids of the texts of one client. */
interface Ids extends ToolBlockIds {
  readonly query: string;
  readonly progress: string;
  readonly reasoning: string;
  readonly conclusion: string;
}

function idsOf(prefix: string): Ids {
  return {
    line: LINE,
    description: `${prefix}.description`,
    parameters: `${prefix}.parameters`,
    query: `${prefix}.user.query`,
    progress: `${prefix}.user.progress`,
    reasoning: `${prefix}.user.reasoning`,
    conclusion: `${prefix}.user.conclusion`,
  };
}

function textsOf(ids: Ids): readonly string[] {
  return [...toolTexts(ids), ids.query, ids.progress, ids.reasoning, ids.conclusion];
}

const RUNNER = idsOf('guiowl.v1');
const COOKBOOK = idsOf('guiowl.v1.cookbook');

/**
 * Earlier conclusions in words. The size that the tool states follows from limits of its own.
 *
 * Source: Mobile-Agent-v3 repository, `android_world_v3/…/gui_owl.py` and `mobile_agent_utils_new.py`, none of its
 * environment variables set.
 */
const V1: PromptSet = {
  name: 'guiowl.v1',
  title: 'GUI-Owl 1 as its authors run it on AndroidWorld',
  dialect: 'gui_owl@v1',
  benchmarks: [],
  isDefault: true,
  texts: textsOf(RUNNER),
  history: { steps: null, pictures: 0 },
  picture: { resize: SENT, format: 'png' },
  sampling: {},
  ownSwitches: { qwenAgent: qwenAgentSwitch('0.0.16') },
  request: (input, asked) => {
    const history = input.history
      .map((step, index) => ({ number: index + 1, words: conclusionOf(step) }))
      .flatMap(({ number, words }) => (words === null ? [] : [`Step ${number}: ${flatWords(words)}; `]))
      .join('');
    return {
      messages: [
        systemOf(input, asked, RUNNER),
        message('user', taskText(input, asked, { ids: RUNNER, history }), input.screenshot),
      ],
    };
  },
};

/**
 * Rounds with their pictures, the last two of them.
 *
 * Source: Mobile-Agent-v3 repository, `cookbook/end2end_usage.ipynb`, the rounds for AndroidControl.
 */
const V1_COOKBOOK: PromptSet = {
  name: 'guiowl.v1.cookbook',
  title: 'GUI-Owl 1 as its cookbook asks it, in rounds',
  dialect: 'gui_owl@v1',
  benchmarks: [],
  texts: textsOf(COOKBOOK),
  history: { steps: null, pictures: 1 },
  picture: { resize: SENT, format: 'png' },
  coordinates: COORDINATES,
  sampling: {},
  ownSwitches: { qwenAgent: qwenAgentSwitch('0.0.16') },
  request: (input, asked) => {
    const first = `${taskText(input, asked, { ids: COOKBOOK, history: '' })}\n`;
    const rounds = input.history.flatMap((step) => {
      const said = step.answer ?? step.call;
      return said === null ? [] : [{ said, picture: step.picture }];
    });
    const opening = (index: number): string => (index === 0 ? first : '\n');
    return {
      messages: [
        systemOf(input, asked, COOKBOOK),
        ...rounds.flatMap(({ said, picture }, index) => [
          message('user', opening(index), picture),
          message('assistant', said),
        ]),
        message('user', opening(rounds.length), input.screenshot),
      ],
    };
  },
};

/** How the authors of GUI-Owl ask its first release. */
export const GUI_OWL_V1_SETS: readonly PromptSet[] = [V1, V1_COOKBOOK];

/** The client joins both parts into one. */
function systemOf(
  input: PromptInput,
  { texts, coordinates, switches }: OfficialAsking,
  ids: ToolBlockIds,
): ModelMessage {
  const size = countedSize(input, coordinates);
  return message('system', toolSystem(texts, ids, { size, qwenAgent: switches['qwenAgent'] }).join(''));
}

function taskText(
  { instruction }: PromptInput,
  { texts }: OfficialAsking,
  { ids, history }: { readonly ids: Ids; readonly history: string },
): string {
  return (
    texts.fill(ids.query, { instruction }) +
    texts.fill(ids.progress, { history }) +
    texts.fill(ids.reasoning, THINKING) +
    texts.text(ids.conclusion)
  );
}

/** What a step's answer concludes; a recorded step is told by its instruction, where it has one. */
function conclusionOf({ answer, summary, record }: PromptStep): string | null {
  if (record?.isTeacherForced === true && record.instruction !== null) return record.instruction;
  return answer === null ? summary : between(answer, '<conclusion>\n', '\n</conclusion>');
}
