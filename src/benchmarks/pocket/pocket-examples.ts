import type { BenchmarkDefinition } from '../benchmark.js';

/** What help shows commands with: the phone that everybody has. */
export const POCKET_EXAMPLES: NonNullable<BenchmarkDefinition['examples']> = {
  run: ['touchstone run pocket --agent tap-text --repeats 5'],
  documents: [
    'touchstone run pocket --agent appagent-explore --model NAME --base-url URL',
    'touchstone run pocket --agent oracle && touchstone documents RUN --demonstrations --model NAME --base-url URL',
    'touchstone run pocket --agent appagent --agent-option documents=documents.json --model NAME --base-url URL',
  ],
  'prompts show': [
    'touchstone run pocket --agent direct --prompt turn=prompts/turn.txt --model NAME --base-url URL',
  ],
  stats: ['touchstone stats pocket --json > stats.json'],
  export: ['touchstone export trl pocket --dialect qwen25_mobile_use --out train --validation 5%'],
  'export FORMAT': [
    "touchstone export FORMAT pocket --dialect qwen25_mobile_use --out train  shortest solutions of a world's tasks",
  ],
  phone: [
    "touchstone phone run pocket --task dark-theme -- python3 agent.py '{instruction}'",
    'touchstone phone serve pocket',
  ],
  'phone run': [
    "touchstone phone run pocket --task dark-theme -- python3 agent.py '{instruction}'",
    "touchstone phone run pocket --repeats 3 --concurrency 4 --preset mobile-agent -- ./my-agent.sh '{instruction}'",
  ],
  'gym serve': [
    'touchstone gym serve pocket',
    'touchstone gym serve pocket --reward progress --pictures none --max-sessions 1000',
    'touchstone gym serve pocket --record trained --seed 7',
    'TOUCHSTONE_GYM_TOKEN=… touchstone gym serve pocket --host 0.0.0.0',
  ],
  mcp: [
    'touchstone mcp pocket --tasks dark-theme',
    'touchstone mcp pocket --record played  45 phones, one for each task',
  ],
  'phone serve': [
    'touchstone phone serve pocket',
    'touchstone phone serve pocket --task dark-theme --phones 4 --port 8700',
    'touchstone phone serve pocket --out logs',
    'TOUCHSTONE_PHONE_TOKEN=… touchstone phone serve pocket --host 0.0.0.0',
  ],
};
