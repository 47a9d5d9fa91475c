import { resolve } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../errors.js';
import { stepPreset } from './step-presets.js';
import { StepProtocolSchema } from '../../evaluators/step-match/step-protocol.js';
import { changeProtocol } from './change-protocol.js';
import { readJsonFile } from '../../formats/read-json-file.js';

/** How steps of AndroidLens are judged: plain JSON, kept whole with every result. */
export const LensProtocolSchema = z.strictObject({
  /**
   * `consistent`: a step is right on any annotated path that the episode so far has not left. `union`: on any path that
   * passes the screen.
   */
  paths: z.enum(['consistent', 'union']),
  step: StepProtocolSchema,
});
export type LensProtocol = z.infer<typeof LensProtocolSchema>;

/** Switches of the benchmark, as `--benchmark-option` names them. */
export const LENS_OPTIONS = {
  mapping: 'JSON file that says under which keys the data keep what',
  protocol:
    'androidlens (default), aitw-like, qwen-like, another preset, or a JSON file with {"preset": …} and what differs',
  'protocol.': 'one entry of the protocol, such as protocol.touch.boxFactor=1.2',
  labels:
    'file with the domains and kinds of interaction of tasks: CSV or JSON, see docs/benchmarks/androidlens.md',
  paths: 'consistent (default) or union: which of several valid paths count at a step',
} as const;

const ProtocolFileSchema = z.looseObject({ preset: z.string().optional() });

/** Nested objects that an entry's name may go through. */
const MOST_PARTS = 4;

/**
 * The protocol that options ask for.
 *
 * @throws {UserError | DatasetError} naming the option or file that does not fit
 */
export async function readLensProtocol(
  options: Readonly<Record<string, unknown>>,
  { workingDirectory, signal }: { readonly workingDirectory: string; readonly signal: AbortSignal },
): Promise<LensProtocol> {
  const { protocol = 'androidlens', paths = 'consistent' } = options;
  if (paths !== 'consistent' && paths !== 'union') {
    throw new UserError(`androidlens has no paths ${JSON.stringify(paths)}`, {
      hint: 'They are consistent or union.',
    });
  }
  let step = stepPreset('androidlens').protocol;
  if (typeof protocol === 'string' && protocol.endsWith('.json')) {
    const file = resolve(workingDirectory, protocol);
    const { preset = 'androidlens', ...changes } = await readJsonFile(file, ProtocolFileSchema, { signal });
    step = stepPreset(preset).protocol;
    if (Object.keys(changes).length > 0) step = changeProtocol(step, changes);
  } else step = stepPreset(String(protocol)).protocol;
  for (const [name, value] of Object.entries(options)) {
    if (!name.startsWith('protocol.')) continue;
    const before = step.name;
    step = changeProtocol(step, nested(name, value));
    // Changed once is changed.
    if (before.endsWith('(changed)')) step = { ...step, name: before };
  }
  return { paths, step };
}

/** `protocol.touch.boxFactor` with `1.2` as `{touch: {boxFactor: 1.2}}`. Values are JSON where they can be. */
function nested(name: string, value: unknown): unknown {
  const parts = name.split('.').slice(1);
  if (parts.length > MOST_PARTS || parts.includes('') || parts.includes('__proto__')) {
    throw new UserError(`${name} is no entry of the protocol`, { hint: LENS_OPTIONS['protocol.'] });
  }
  let result: unknown = typeof value === 'string' ? json(value) : value;
  for (const part of parts.toReversed()) result = { [part]: result };
  return result;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
