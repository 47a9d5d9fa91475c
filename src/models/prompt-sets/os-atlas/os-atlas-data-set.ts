import type { PromptInput } from '../../dialects/dialect.js';
import { userTurn } from '../../dialects/prompt-parts.js';
import type { PromptSet } from '../prompt-set.js';

/** Stands in the text where the picture goes. */
const PICTURE_TOKEN = '<image>';

/**
 * OS-Atlas as the records of its evaluation ask it: the prompt, the picture in it, then task and earlier steps, which stand
 * behind the text that the catalogue lists.
 *
 * Source: OS-Atlas repository, `eval/data`.
 *
 * @param options.text id of the prompt
 * @param options.tellsHistory whether the records tell the instructions of earlier steps; others say `None` at every step
 */
export function osAtlasDataSet(
  set: Pick<PromptSet, 'name' | 'title' | 'benchmarks'> & Partial<Pick<PromptSet, 'isDefault'>>,
  { text, tellsHistory }: { readonly text: string; readonly tellsHistory: boolean },
): PromptSet {
  return {
    ...set,
    dialect: 'os_atlas',
    texts: [text],
    history: { steps: tellsHistory ? null : 0, pictures: 0 },
    picture: { resize: null, format: 'png' },
    sampling: { maxOutputTokens: 128 },
    request: (input, { texts }) => {
      const [before = '', ...behind] = texts.text(text).split(PICTURE_TOKEN);
      const { instruction, stepInstruction, screenshot } = input;
      const step = stepInstruction === null ? '' : ` You need to: ${stepInstruction}`;
      const history = (tellsHistory ? toldSteps(input) : '') || 'None';
      const task = `\nTask: ${instruction}${step}\nHistory: \n${history}\n`;
      return userTurn(before, screenshot, behind.join(PICTURE_TOKEN) + task);
    },
  };
}

/** Steps that somebody has put into words; `None` stands for all of them where there is not one. */
function toldSteps({ history }: PromptInput): string {
  return history
    .map(({ record, thought }, index) => ({ number: index + 1, words: record?.instruction ?? thought }))
    .flatMap(({ number, words }) => (words === null ? [] : [`Step ${number}: ${words}\n`]))
    .join('');
}

/** How OS-Atlas is asked about phones in general. */
export const OS_ATLAS_SETS: readonly PromptSet[] = [
  {
    ...osAtlasDataSet(
      {
        name: 'osatlas.data.guiact-mobile',
        title: 'OS-Atlas as its records for phones of GUI-Act ask it, without earlier steps',
        benchmarks: [],
      },
      { text: 'osatlas.data.guiact-mobile', tellsHistory: false },
    ),
    isDefault: true,
  },
];
