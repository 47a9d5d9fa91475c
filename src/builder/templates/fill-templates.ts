import { createHash } from 'node:crypto';
import { canonicalJson } from '../../domain/text/canonical-json.js';
import { randomStream } from '../../domain/random.js';
import { UserError } from '../../errors.js';
import { filledText, holesOf, type Template } from '../../formats/templates/templates-file.js';

/** A template with a choice for each of its holes. */
export interface FilledTemplate {
  /** Of its template and a hash of its text, items and apps: it stays when a pool grows. */
  readonly id: string;
  readonly template: string;
  readonly category: string;
  /** The template's text with `{}` for each hole. */
  readonly metaTask: string;
  /** The text with items and apps. */
  readonly task: string;
  /** Slot → item. */
  readonly items: Readonly<Record<string, string>>;
  /** Role → app, in the order of the roles. */
  readonly apps: Readonly<Record<string, string>>;
  /** Number of the choice among all of its template, from 0. */
  readonly choice: number;
}

/** Hex digits of a hash that tell the choices of a template apart. */
const DIGITS = 12;

function hashOf(parts: unknown): string {
  return createHash('sha256').update(canonicalJson(parts)).digest('hex').slice(0, DIGITS);
}

/** Most choices of one template that can be counted and drawn from. */
const MOST_CHOICES = 2 ** 32;

/** How many ways there are to fill a template. */
export function countChoices(template: Template): number {
  return axesOf(template).reduce((count, { values }) => count * values.length, 1);
}

/**
 * Templates filled: every way, or so many of each, drawn without putting back. Same seed, same choices.
 *
 * @throws {UserError} for a template with more ways than can be drawn from, or be listed
 */
export function fillTemplates(
  templates: readonly Template[],
  { perTemplate, seed }: { readonly perTemplate: number | null; readonly seed: number },
): readonly FilledTemplate[] {
  return templates.flatMap((template) => {
    const count = countChoices(template);
    if (count > MOST_CHOICES || (perTemplate === null && count > 100_000)) {
      throw new UserError(`template ${template.id} can be filled in ${count.toLocaleString('en')} ways`, {
        hint: 'Draw some of them with --per-template, or take items out.',
      });
    }
    const chosen =
      perTemplate === null || perTemplate >= count
        ? Array.from({ length: count }, (_, index) => index)
        : drawn(count, perTemplate, template.id, seed);
    return chosen.map((choice) => filled(template, choice));
  });
}

/** So many of 0 to `count` − 1, each at most once, ascending. Source: Floyd's algorithm (Bentley 1987). */
function drawn(count: number, wanted: number, id: string, seed: number): readonly number[] {
  const random = randomStream('templates', seed, id);
  const chosen = new Set<number>();
  for (let last = count - wanted; last < count; last += 1) {
    const draw = random.below(last + 1);
    chosen.add(chosen.has(draw) ? last : draw);
  }
  return [...chosen].toSorted((a, b) => a - b);
}

interface Axis {
  readonly name: string;
  readonly values: readonly string[];
}

function axesOf({ text, slots, roles }: Template): readonly Axis[] {
  const holes = holesOf(text);
  return [
    ...slots.map(({ name, items, default: own }): Axis => {
      const standard = own ?? holes.find((hole) => hole.name === name)?.default ?? null;
      return { name, values: [...new Set([...(standard === null ? [] : [standard]), ...items])] };
    }),
    ...roles.map(({ name, apps }): Axis => ({ name, values: [...new Set(apps)] })),
  ];
}

function filled(template: Template, choice: number): FilledTemplate {
  const chosen = new Map<string, string>();
  let rest = choice;
  for (const { name, values } of axesOf(template)) {
    chosen.set(name, values[rest % values.length] ?? '');
    rest = Math.floor(rest / values.length);
  }
  const of = (names: readonly { readonly name: string }[]): Record<string, string> =>
    Object.fromEntries(names.map(({ name }) => [name, chosen.get(name) ?? '']));
  const [items, apps] = [of(template.slots), of(template.roles)];
  return {
    id: `${template.id}-${hashOf([template.id, template.text, items, apps])}`,
    template: template.id,
    category: template.category,
    metaTask: filledText(template.text, () => '{}'),
    task: filledText(template.text, (hole) => chosen.get(hole) ?? ''),
    items,
    apps,
    choice,
  };
}
