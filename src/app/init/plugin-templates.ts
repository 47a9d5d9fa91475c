import { UserError } from '../../errors.js';
import { BUNDLED } from '../run/bundled-benchmark.js';
import type { InitFile } from './write-init-files.js';

/** Parts of a plug-in that there are templates of. */
export const PLUGIN_KINDS = ['agent', 'evaluator', 'dialect', 'benchmark'] as const;
export type PluginKind = (typeof PLUGIN_KINDS)[number];

/** The languages they are written in; the text is the same, types are inferred. */
export type PluginLanguage = 'js' | 'ts';

/** A template and the commands that use it as it stands. */
export interface PluginTemplate {
  readonly files: readonly InitFile[];
  readonly commands: readonly string[];
}

/**
 * A plug-in of one part, in one file.
 *
 * @param name of the part, kebab-case; for a benchmark also that of the folder of its world
 * @throws {UserError} for a part whose template is JavaScript alone
 */
export function pluginTemplate(kind: PluginKind, name: string, language: PluginLanguage): PluginTemplate {
  if (kind === 'dialect' && language === 'ts') {
    throw new UserError('there is no template of a dialect in TypeScript', {
      hint: 'Leave --typescript out; docs/plugins.md says how types are had in JavaScript.',
    });
  }
  const file = pluginFile(name, language);
  const text = TEXTS[kind](name);
  // The templates are TypeScript that differs from JavaScript in this alone.
  const content = language === 'ts' ? text : text.replaceAll(' as const', '');
  return { files: [{ path: file, content }], commands: COMMANDS[kind](`./${file}`, name) };
}

/** The file of a plug-in of that name. */
export function pluginFile(name: string, language: PluginLanguage): string {
  return `${name}.${language === 'ts' ? 'mts' : 'mjs'}`;
}

const TEXTS: Readonly<Record<PluginKind, (name: string) => string>> = {
  agent: agentText,
  evaluator: evaluatorText,
  dialect: dialectText,
  benchmark: benchmarkText,
};

const COMMANDS: Readonly<Record<PluginKind, (file: string, name: string) => readonly string[]>> = {
  agent: (file, name) => [`touchstone run ${BUNDLED.name} --plugin ${file} --agent ${name} --limit 3`],
  evaluator: (file, name) => [
    `touchstone run ${BUNDLED.name} --agent tap-text --limit 3 --run-id first`,
    `touchstone score first --plugin ${file} --evaluator ${name}`,
  ],
  dialect: (file) => [
    `echo "TAP 500 500" | touchstone parse --dialect ${file} --screen 1080x2400`,
    `touchstone run ${BUNDLED.name} --agent direct --dialect ${file} --model NAME --base-url URL --limit 1`,
  ],
  benchmark: (file, name) => [`touchstone run ${name} --plugin ${file} --agent random`],
};

function agentText(name: string): string {
  return `import { stop, tap } from 'touchstone';
import { defineAgent, statelessAgent } from 'touchstone/agents';

/** Taps in the middle of each screen, then says that it is done. */
export default defineAgent({
  name: '${name}',
  title: 'taps in the middle', // one line for \`touchstone list agents\`
  roles: [], // the models it asks: { name: 'actor', does: 'chooses the action' }; none here
  create: () =>
    statelessAgent({
      name: '${name}',
      version: '1', // raise it when a change may alter what it does
      decide: ({ context, observation, history }) => {
        // What it is asked for and what it sees; earlier steps are in \`history\`, nothing else is kept between two steps.
        const goal = context.task.instruction;
        const size = observation.screen.size;
        if (size === null || history.length === 3) return { type: 'action', action: stop() };
        const point = { x: size.width / 2, y: size.height / 2, space: 'pixel' as const };
        return { type: 'action', action: tap(point), thought: \`\${goal} Step \${history.length + 1}.\` };
      },
    }),
});
`;
}

function evaluatorText(name: string): string {
  return `import { defineEvaluator } from 'touchstone/evaluators';

/** Whether an episode took few steps; a task of a suite says how many: { "evaluator": "${name}", "most": 4 }. */
export default defineEvaluator({
  name: '${name}',
  version: '1', // raise it when a change may alter a score
  evaluate: async ({ trajectory, settings }) => {
    const most = Number(settings?.['most'] ?? 10);
    const taken = trajectory.steps.filter(({ action }) => action !== null).length;
    if (taken === 0) return { status: 'not_applicable', reason: 'nothing was done' };
    return {
      status: 'scored',
      value: taken <= most ? 1 : 0, // 0 to 1; a task that names the evaluator succeeds at 1
      explanation: \`\${taken} of at most \${most} steps\`,
    };
  },
});
`;
}

function benchmarkText(name: string): string {
  return `import { fileURLToPath } from 'node:url';
import { worldBenchmark } from 'touchstone/benchmarks';

/** The world in the folder next to this file: graph.json, suite.json and their pictures. */
export default worldBenchmark(fileURLToPath(new URL('${name}-world', import.meta.url)), {
  name: '${name}',
  title: 'our app on a recorded phone', // one line for \`touchstone list benchmarks\`
  splits: ['all'], // and the tags of tasks worth knowing
});
`;
}

function dialectText(name: string): string {
  const family = name.replaceAll('-', '_');
  return `import { defineDialect, fillTemplate, formatErrorOf, positionTarget, writePoint } from 'touchstone/models';

/** The question at each step; \`--prompt turn=FILE\` puts another in its place. */
const TURN = \`You operate a phone. Your task: {{instruction}}
Steps taken so far: {{history}}
Answer with one line: TAP x y (both from 0 to 1000), TYPE text, BACK or DONE.\`;

/** How a model is asked and answers: here one line for each step. */
export default defineDialect({
  family: '${family}',
  title: 'one line for each step', // for \`touchstone list dialects\`
  variants: [],
  create: ({ coordinates = { space: 'norm', span: 1000 }, history, picture, prompts }) => {
    const templates = { turn: TURN, ...prompts };
    /** An action as the model would write it; null for what the grammar lacks. */
    const printCall = (action, sizes) => {
      if (action.type === 'tap' && action.target.type === 'point' && action.count === undefined) {
        return \`TAP \${writePoint(action.target.point, coordinates, sizes).join(' ')}\`;
      }
      if (action.type === 'type' && action.target === undefined) return \`TYPE \${action.text}\`;
      if (action.type === 'key' && action.key === 'BACK') return 'BACK';
      return action.type === 'stop' && action.answer === undefined && action.status === 'success' ? 'DONE' : null;
    };
    return {
      family: '${family}',
      variant: null,
      version: '1', // raise it when a change may alter what is asked or read
      coordinates,
      scroll: null,
      observation: { screenshot: true, marked: null, text: null, picture: picture ?? { resize: null, format: 'png' } },
      history: { steps: 5, pictures: 0, ...history },
      prompts: templates,
      switches: {},
      sampling: { temperature: 0 },
      maxActionsPerStep: 1,
      buildRequest: ({ instruction, history: steps, screenshot }) => {
        const taken = steps.map(({ call }) => call ?? 'unreadable').join('; ') || 'none';
        const text = fillTemplate(templates.turn, { instruction, history: taken });
        const shown = screenshot === null ? [] : [{ type: 'image', ...screenshot }];
        return { messages: [{ role: 'user', content: [...shown, { type: 'text', text }] }] };
      },
      parse: (answer, context) => {
        const line = answer.trim().split('\\n').at(-1) ?? '';
        const [, name, rest = ''] = /^([A-Z]+) ?(.*)$/.exec(line) ?? [];
        const warnings = new Set();
        const native = { family: '${family}', name, text: line };
        const done = (action) => ({
          type: 'actions',
          actions: [{ ...action, native }],
          warnings: [...warnings],
          lenient: false,
        });
        if (name === 'BACK') return done({ type: 'key', key: 'BACK' });
        if (name === 'DONE') return done({ type: 'stop', status: 'success' });
        if (name === 'TYPE' && rest !== '') return done({ type: 'type', text: rest });
        if (name !== 'TAP') return formatErrorOf(answer, 'unknown_action', 'this is no word of the list');
        const target = positionTarget(rest.split(' ').map(Number), { coordinates, sizes: context, warnings });
        if (target === null) return formatErrorOf(answer, 'invalid_argument', 'TAP takes two numbers');
        return done({ type: 'tap', target });
      },
      printCall,
      printAnswer: (action, { thought }, sizes) => {
        const call = printCall(action, sizes);
        return call === null ? null : \`\${thought}\\n\${call}\`;
      },
    };
  },
});
`;
}
