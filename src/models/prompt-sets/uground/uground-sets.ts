import { userTurn } from '../../dialects/prompt-parts.js';
import type { PromptSet } from '../prompt-set.js';

/** How UGround's own scripts ask it for one place; the published scores are of the one that asks a server. */
export const UGROUND_SETS: readonly PromptSet[] = [
  ugroundSet('uground', 'UGround as its script for a server asks it', { text: 'uground.grounder.serve' }),
  ugroundSet('uground.local', 'UGround as its script without a server asks it', { text: 'uground.grounder' }),
];

function ugroundSet(name: string, title: string, { text }: { readonly text: string }): PromptSet {
  return {
    name,
    title,
    dialect: 'uground',
    benchmarks: [],
    ...(name === 'uground' ? { isDefault: true } : {}),
    texts: [text],
    history: { steps: 0, pictures: 0 },
    picture: { resize: null, format: 'png' },
    sampling: { temperature: 0 },
    request: ({ instruction, stepInstruction, screenshot }, { texts }) =>
      userTurn(screenshot, texts.fill(text, { description: stepInstruction ?? instruction })),
  };
}
