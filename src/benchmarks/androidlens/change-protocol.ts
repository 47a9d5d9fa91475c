import { UserError } from '../../errors.js';
import { StepProtocolSchema, type StepProtocol } from '../../evaluators/step-match/step-protocol.js';

/**
 * A protocol from a preset and what shall differ. Groups (`touch`, `text`, `openApp`) are changed entry by entry, `swipe`
 * as a whole. What was changed shows in the name unless a name is given.
 *
 * @throws {UserError} naming the entry that is wrong
 */
export function changeProtocol(preset: StepProtocol, changes: unknown): StepProtocol {
  if (changes === undefined || changes === null) return preset;
  if (typeof changes !== 'object' || Array.isArray(changes)) throw refusal('a protocol is a JSON object');
  const merged: Record<string, unknown> = { ...preset, name: `${preset.name} (changed)` };
  for (const [key, value] of Object.entries(changes)) {
    const before = (preset as Readonly<Record<string, unknown>>)[key];
    const isGroup = key !== 'swipe' && isObject(before) && isObject(value);
    merged[key] = isGroup ? { ...before, ...value } : value;
  }
  const parsed = StepProtocolSchema.safeParse(merged);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw refusal(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refusal(problem: string): UserError {
  return new UserError(`the protocol of steps is not valid: ${problem}`, {
    hint: 'docs/benchmarks/androidlens.md lists its entries.',
  });
}
