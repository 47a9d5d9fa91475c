import { appAgentSet } from '../../../agents/appagent/appagent-prompt-sets.js';

/** AppAgent in the benchmark's copy of its prompts. Source: SPHINX reference code, `AppAgent/`. */
export const SPHINX_APPAGENT_SET = appAgentSet({
  name: 'sphinx.appagent',
  title: 'SPHINX: AppAgent',
  dialect: 'appagent@sphinx',
  benchmarks: ['sphinx'],
  sampling: { temperature: 0.2 },
});
