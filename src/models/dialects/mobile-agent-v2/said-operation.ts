import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import { between, onOneLine } from '../../readers/published-section.js';

/** What the acting model said of an operation, as it is told again. */
export interface SaidOperation {
  readonly thought: string;
  /** The sentence about the operation. */
  readonly operation: string;
  /** The call as it was written. */
  readonly action: string;
}

/** Reads an answer of the acting model as the published code does. Source: Mobile-Agent-v2 reference code, `run.py`. */
export function saidOperation(answer: string): SaidOperation {
  const thought = between(answer, '### Thought ###', '### Action ###');
  return {
    thought: pythonStrip(thought.replaceAll('\n', ' ').replaceAll(':', '').replaceAll('  ', ' ')),
    operation: onOneLine(between(answer, '### Operation ###')),
    action: onOneLine(between(answer, '### Action ###', '### Operation ###')),
  };
}

/** The sentence up to its purpose, as it is told to all models. Source: Mobile-Agent-v2 reference code, `prompt.py`. */
export function withoutPurpose(operation: string): string {
  return pythonStrip(operation.split(' to ')[0] ?? '');
}
