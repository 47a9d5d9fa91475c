import { saidText } from '../../dialects/glm-v/glm-v.js';
import type { PromptInput } from '../../dialects/dialect.js';
import { historyLines, userTurn } from '../../dialects/prompt-parts.js';
import type { PromptSet } from '../prompt-set.js';

/**
 * One message, the picture first; earlier answers as they were given, numbered from 0.
 *
 * Source: GLM-V repository, `examples/gui-agent`, the mobile branch of both scripts.
 *
 * @param apps the source's expression for the names of apps
 */
function mobileSet(variant: '4.5v' | '4.1v', model: string, apps: string): PromptSet {
  const id = `glmv.mobile.${variant.replace('.', '')}`;
  return {
    name: id,
    title: `${model} as its authors' script asks it about phones`,
    dialect: `glm_v@${variant}`,
    benchmarks: [],
    isDefault: true,
    texts: [id, `${id}.first`],
    history: { steps: null, pictures: 0 },
    picture: { resize: null, format: 'png' },
    sampling: { temperature: 0.001, maxOutputTokens: 8192 },
    // The scripts name apps of AndroidWorld.
    ownSwitches: { apps: { default: '' } },
    request: (input, { texts, switches }) => {
      const values = {
        task: input.instruction,
        history_str: historyText(input) || texts.text(`${id}.first`),
        [apps]: switches['apps'] ?? '',
      };
      return userTurn(input.screenshot, texts.build(id, { values }));
    },
  };
}

/** How the authors of GLM-V ask it to use a phone. */
export const GLM_V_SETS: readonly PromptSet[] = [
  mobileSet('4.5v', 'GLM-4.5V', `','.join(app_names)`),
  mobileSet('4.1v', 'GLM-4.1V-Thinking', `",".join(app_names)`),
];

function historyText(input: PromptInput): string {
  return historyLines(input, (step, number) => `Step ${number}:\n${saidText(step)}\n\n`, 0).join('');
}
