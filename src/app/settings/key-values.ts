import { z } from 'zod';

const PAIR = /^([^=\s]+)=(.*)$/s;

/**
 * Values by name: `name=value` from flags, one each; in an environment variable several with commas between them, or a
 * JSON object; in a config file an object.
 */
export const KeyValuesSchema = z
  .union([
    z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    z.array(z.string()),
    z.string(),
  ])
  .transform((given, context): Readonly<Record<string, string | number | boolean>> => {
    if (typeof given === 'object' && !Array.isArray(given)) return given;
    const text = typeof given === 'string' ? given.trim() : '';
    if (text.startsWith('{')) {
      const parsed = parseObject(text);
      if (parsed !== null) return parsed;
    }
    const pairs = typeof given === 'string' ? given.split(',') : given;
    const values: Record<string, string> = {};
    for (const pair of pairs) {
      const [, name, value] = PAIR.exec(pair.trim()) ?? [];
      if (name === undefined || value === undefined) {
        context.addIssue({ code: 'custom', message: `${JSON.stringify(pair)} is not written as name=value` });
        return z.NEVER;
      }
      values[name] = value;
    }
    return values;
  });

/** As `KeyValuesSchema`, of texts such as file names alone. */
export const KeyTextsSchema = KeyValuesSchema.transform((values): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
);

function parseObject(text: string): Record<string, string | number | boolean> | null {
  try {
    const parsed = z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
