import {
  appAgentExploreSet,
  appAgentSet,
  type AppAgentTexts,
} from '../../../agents/appagent/appagent-prompt-sets.js';
import { WRAPPER } from '../../../models/dialects/bracketed/bracketed-parts.js';

const SPHINX: AppAgentTexts = {
  name: 'sphinx.appagent',
  title: 'SPHINX: AppAgent',
  dialect: 'appagent@sphinx',
  benchmarks: ['sphinx'],
  ...WRAPPER,
};

/** AppAgent in the benchmark's copy of its prompts. Source: SPHINX reference code, `AppAgent/`. */
export const SPHINX_APPAGENT_SET = appAgentSet(SPHINX);

/** The same for exploring. */
export const SPHINX_APPAGENT_EXPLORE_SET = appAgentExploreSet(SPHINX);
