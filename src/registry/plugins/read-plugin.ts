import { basename, extname } from 'node:path';
import { nearestName } from '../../domain/text/nearest-name.js';
import { PluginError } from './plugin-error.js';
import { definePlugin, type Plugin, type PluginParts } from './plugin.js';

/** Kinds of parts: how each is recognised, and which field names it. */
const KINDS = {
  benchmarks: {
    what: 'benchmark',
    texts: ['name', 'title', 'protocol', 'defaultMode'],
    calls: ['open'],
    name: 'name',
  },
  agents: { what: 'agent', texts: ['name', 'title'], calls: ['create'], name: 'name' },
  dialects: { what: 'dialect', texts: ['family', 'title'], calls: ['create'], name: 'family' },
  evaluators: { what: 'evaluator', texts: ['name', 'version'], calls: ['evaluate'], name: 'name' },
  judges: { what: 'judge', texts: ['name', 'title'], calls: ['create'], name: 'name' },
  exporters: { what: 'exporter', texts: ['name', 'title'], calls: ['line', 'sidecars'], name: 'name' },
  importers: { what: 'importer', texts: ['name', 'title'], calls: ['read'], name: 'name' },
  scanners: { what: 'scanner', texts: ['name', 'version', 'title'], calls: ['scan'], name: 'name' },
} as const;
export type PartKind = keyof typeof KINDS;

const PART_KINDS = Object.keys(KINDS) as PartKind[];

const HINT =
  'A plug-in has `export default definePlugin({ … })`, or one part alone made with defineAgent, defineBenchmark, defineDialect, defineEvaluator, defineJudge, defineExporter, defineImporter or defineScanner; see docs/plugins.md.';

/** What a kind of part is called in a sentence. */
export function kindWord(kind: PartKind): string {
  return KINDS[kind].what;
}

/** What a part of a kind is asked for by. */
export function partName(kind: PartKind, part: Plugin[PartKind][number]): string {
  return String(field(part, KINDS[kind].name));
}

/**
 * The plug-in that a module exports; one part alone is a plug-in of that part.
 *
 * @param exported the module's default export
 * @param version of a part alone, which has none that covers all its code
 * @throws {PluginError} for anything else, saying which part lacks what
 */
export function readPlugin(exported: unknown, source: { file: string; version: string }): Plugin {
  try {
    return checkedPlugin(exported, source);
  } catch (cause) {
    if (cause instanceof PluginError) throw cause;
    // Somebody else's getter or proxy, not a fault of Touchstone.
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new PluginError(`what it exports cannot be read: ${why}`, {
      place: { file: source.file },
      hint: HINT,
      cause,
    });
  }
}

function checkedPlugin(exported: unknown, { file, version }: { file: string; version: string }): Plugin {
  const place = { file };
  if (field(exported, 'kind') !== 'plugin') {
    const kind = PART_KINDS.find((one) => lacking(one, exported).length === 0);
    if (kind === undefined) {
      const what =
        exported === undefined
          ? 'there is no default export'
          : (nearlyPart(exported) ?? 'the default export is neither a plug-in nor a part of one');
      throw new PluginError(what, {
        place,
        hint: HINT,
      });
    }
    const name = basename(file, extname(file));
    return definePlugin({ name, version, [kind]: [exported] });
  }
  // A plug-in made by hand may lack anything.
  const plugin = exported as PluginParts;
  if (!isName(plugin.name) || typeof plugin.version !== 'string' || plugin.version === '') {
    throw new PluginError('the plug-in has no name or no version that can be used', { place, hint: HINT });
  }
  for (const kind of PART_KINDS) {
    const parts: unknown = plugin[kind] ?? [];
    if (!Array.isArray(parts)) throw new PluginError(`its ${kind} are no list`, { place, hint: HINT });
    for (const [index, part] of parts.entries()) {
      const [first] = lacking(kind, part);
      if (first === undefined) continue;
      throw new PluginError(
        `its ${kindWord(kind)} number ${index + 1} has no ${first}${instead(first, part)}`,
        {
          place,
          hint: HINT,
        },
      );
    }
  }
  return definePlugin(plugin);
}

/** What an export that lacks a single thing would be with it; null where it is further from any part. */
function nearlyPart(exported: unknown): string | null {
  for (const kind of PART_KINDS) {
    const [missing, ...others] = lacking(kind, exported);
    if (missing === undefined || others.length > 0) continue;
    const a = kindWord(kind);
    const article = /^[aeiou]/.test(a) ? 'an' : 'a';
    return `the default export would be ${article} ${a}, and has no ${missing}${instead(missing, exported)}`;
  }
  return null;
}

/** The name that stands where another was meant, for the end of a sentence. */
function instead(missing: string, value: unknown): string {
  const given = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const nearest = nearestName(
    missing,
    given.filter((name) => name !== missing),
  );
  return nearest === null ? '' : ` (it has "${nearest}")`;
}

/** What a value lacks to be a part of a kind. */
function lacking(kind: PartKind, value: unknown): readonly string[] {
  const { texts, calls, name } = KINDS[kind];
  return [
    ...texts.filter((key) =>
      key === name ? !isName(field(value, key)) : typeof field(value, key) !== 'string',
    ),
    ...calls.filter((key) => typeof field(value, key) !== 'function'),
    ...(kind === 'agents' && !Array.isArray(field(value, 'roles')) ? ['roles'] : []),
    ...(kind === 'judges' && !isTexts(field(value, 'prompts')) ? ['prompts'] : []),
    ...(kind === 'exporters' && !isTextList(field(value, 'forms')) ? ['forms'] : []),
    ...(kind === 'exporters' && !Array.isArray(field(value, 'placeholders')) ? ['placeholders'] : []),
    ...(kind === 'dialects' && !Array.isArray(field(value, 'variants')) ? ['variants'] : []),
    ...(kind === 'benchmarks' && !Array.isArray(field(value, 'splits')) ? ['splits'] : []),
    ...(kind === 'benchmarks' && !areExamples(field(value, 'examples')) ? ['lists of examples'] : []),
  ];
}

/** Whether they are none, or lists of texts by the names of commands. */
function areExamples(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every(
    (calls) => Array.isArray(calls) && calls.every((call) => typeof call === 'string'),
  );
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

/** Texts by name. */
function isTexts(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((one) => typeof one === 'string')
  );
}

/** At least one text. */
function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[@\w][\w./@-]{0,99}$/.test(value);
}
