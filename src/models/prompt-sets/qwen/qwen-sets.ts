import { QWEN25_COORDINATES } from '../../dialects/coordinate-rules.js';
import type { PromptInput } from '../../dialects/dialect.js';
import { pictureFor } from '../../dialects/picture-for.js';
import { message } from '../../dialects/prompt-parts.js';
import { countedSize } from '../counted-size.js';
import { calledIn, flatWords } from '../mobile-use/called-in.js';
import { qwenAgentSwitch, toolSystem, toolTexts, type ToolBlockIds } from '../mobile-use/tool-block.js';
import { PromptInputError } from '../prompt-input-error.js';
import type { OfficialAsking, PromptSet } from '../prompt-set.js';

const TOOL: ToolBlockIds = {
  line: 'qwen25.cookbook.assistant-line',
  description: 'qwen25.cookbook.description',
  parameters: 'qwen25.cookbook.parameters',
};
/** A question about another task, at its second step: the only one that the cookbook has. */
const EXAMPLE = 'qwen25.cookbook.query-example';

/** Source: Qwen2.5-VL repository, `cookbooks/mobile_agent.ipynb`, the cell that runs the model itself. */
const QWEN25: PromptSet = {
  name: 'qwen25.cookbook',
  title: 'Qwen2.5-VL as its cookbook asks it',
  dialect: 'qwen25_mobile_use@local',
  benchmarks: [],
  isDefault: true,
  texts: [...toolTexts(TOOL), EXAMPLE],
  history: { steps: null, pictures: 0 },
  picture: pictureFor(QWEN25_COORDINATES),
  sampling: { maxOutputTokens: 2048 },
  // The cookbook's printed prompt has the older form.
  ownSwitches: { qwenAgent: qwenAgentSwitch('0.0.15') },
  request: (input, asked) => ({
    messages: [systemOf(input, asked), message('user', question(input, asked), input.screenshot)],
  }),
};

/**
 * Numbers count the picture that the larger limit of the processor's file leaves.
 *
 * Source: the same, the cell that asks the vendor's server. Deviation: that cell sends the limits along with each picture;
 * here the server must be asked for large pictures by `extraBody` of the model's profile (`vl_high_resolution_images`).
 */
const QWEN25_HOSTED: PromptSet = {
  ...QWEN25,
  name: 'qwen25.cookbook.hosted',
  title: "Qwen2.5-VL as its cookbook asks it on the vendor's server: picture first",
  dialect: 'qwen25_mobile_use@hosted',
  picture: { resize: null, format: 'png' },
  coordinates: QWEN25_COORDINATES,
  sampling: {},
  request: (input, asked) => ({
    messages: [systemOf(input, asked), message('user', input.screenshot, question(input, asked))],
  }),
};

/** Source: Qwen3-VL repository, `cookbooks/mobile_agent.ipynb`. */
const QWEN3: PromptSet = {
  name: 'qwen3.cookbook',
  title: 'Qwen3-VL as its cookbook asks it',
  dialect: 'qwen3_mobile_use@span999',
  benchmarks: [],
  isDefault: true,
  texts: ['qwen3.cookbook.system', 'qwen3.cookbook.user'],
  history: { steps: null, pictures: 0 },
  picture: { resize: null, format: 'png' },
  sampling: {},
  request: (input, { texts }) => {
    const { instruction, screenshot } = input;
    const history = input.history
      .map(({ summary, record, call }, index) => {
        const words = record?.instruction ?? summary ?? call ?? '';
        return `Step ${index + 1}: ${flatWords(words)}; `;
      })
      .join('');
    const turn = texts.fill('qwen3.cookbook.user', { instruction, stage2_history: history });
    return {
      messages: [message('system', texts.text('qwen3.cookbook.system')), message('user', turn, screenshot)],
    };
  },
};

/** How the vendor asks Qwen's models. */
export const QWEN_SETS: readonly PromptSet[] = [QWEN25, QWEN25_HOSTED, QWEN3];

function systemOf(
  input: PromptInput,
  { texts, coordinates, switches }: OfficialAsking,
): ReturnType<typeof message> {
  const size = countedSize(input, coordinates);
  return message('system', ...toolSystem(texts, TOOL, { size, qwenAgent: switches['qwenAgent'] }));
}

/** The cookbook's example with this task and these steps in place of its own. */
function question(input: PromptInput, { texts }: OfficialAsking): string {
  const [, query, progress] = /^([^:\n]*:\s*)[^\n]*\n([^\n]*?)Step 1:/.exec(texts.text(EXAMPLE)) ?? [];
  if (query === undefined || progress === undefined) {
    throw new PromptInputError(`the official prompt ${EXAMPLE} has another form than the one that is known`, {
      hint: 'Import it from the commit that `touchstone prompts list` names.',
    });
  }
  const steps = input.history.map((step, index) => `Step ${index + 1}: ${calledIn(step)}; `).join('');
  return `${query}${input.instruction}\n${progress}${steps}`;
}
