import type { JudgePath } from '../../builder/evaluator/propose-evaluator.js';
import { evaluateTrace } from '../../evaluators/tree-rules/evaluate-trace.js';
import { parseTreeRules } from '../../evaluators/tree-rules/rule.js';
import { hierarchyReader, trajectoryTrace } from '../../evaluators/tree-rules/trajectory-trace.js';

/** Whether proposed rules hold on a path, by the evaluator that scores runs. Each screen is read once. */
export function pathJudge(signal: AbortSignal): JudgePath {
  const hierarchies = hierarchyReader({ signal });
  return async (rules, path) => {
    const parsed = parseTreeRules(JSON.parse(JSON.stringify(rules)), 'proposed rules');
    const steps = path.map(({ screen, action }) => ({ screen, state: null, action }));
    const holds = async (mode: 'reference' | 'corrected'): Promise<boolean> => {
      const trace = trajectoryTrace({ steps }, { mode, hierarchies });
      return (await evaluateTrace(parsed, trace, { mode })).success === true;
    };
    return { reference: await holds('reference'), corrected: await holds('corrected') };
  };
}
