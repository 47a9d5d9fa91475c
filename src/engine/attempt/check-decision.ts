import { DecisionSchema, type Decision } from '../../domain/decision.js';
import { describeIssue } from '../../domain/text/describe-issue.js';
import { TouchstoneError } from '../../errors.js';
import { plainDecision } from './plain-decision.js';

/** An agent returned something that is no decision. */
export class InvalidDecisionError extends TouchstoneError {
  readonly code = 'INVALID_DECISION';
  readonly fault = 'agent';
}

const MAX_MEMORY_BYTES = 64 * 1024;

/**
 * The decision exactly as the journal gives it back later, so that an agent's history is the same before and after a
 * resume.
 *
 * @throws {InvalidDecisionError} when it is none, or its memory is not JSON of at most 64 kB
 */
export function checkDecision(value: unknown): Decision {
  const plain = plainDecision(value);
  if (plain !== null) return plain;
  const parsed = DecisionSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
    throw new InvalidDecisionError(
      `The agent's decision is not one: ${at}${issue === undefined ? '' : describeIssue(issue)}`,
    );
  }
  const decision = parsed.data;
  const holdsForeignValues =
    decision.memory !== undefined ||
    (decision.type === 'action' && decision.action.native?.arguments !== undefined);
  if (!holdsForeignValues) return decision;
  try {
    const memory = JSON.stringify(decision.memory) ?? '';
    if (Buffer.byteLength(memory) > MAX_MEMORY_BYTES) {
      throw new InvalidDecisionError(`The decision's memory takes more than ${MAX_MEMORY_BYTES} bytes`);
    }
    return DecisionSchema.parse(JSON.parse(JSON.stringify(decision)));
  } catch (error) {
    if (error instanceof InvalidDecisionError) throw error;
    throw new InvalidDecisionError('The decision holds what JSON cannot say', { cause: error });
  }
}
