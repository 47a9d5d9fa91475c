import type { PaperColumn, PaperTable } from '../../benchmarks/paper-tables/paper-table.js';
import { sentSampling, type Recipe, type RecipePrompts } from '../../benchmarks/paper-tables/recipe.js';
import { given } from '../../domain/given.js';
import { hideable, textColumns } from '../../metrics/tables/columns.js';
import type { Cell, Column, Table } from '../../metrics/tables/table.js';
import { statusNotes } from './list-paper-tables.js';

/** A paper's table: how each of its rows is run, and the numbers that it prints. */
export function showPaperTable(table: PaperTable): readonly Table[] {
  const recipes = recipesTable(table);
  return table.columns.length === 0 ? [recipes] : [recipes, publishedTable(table)];
}

function recipesTable(table: PaperTable): Table {
  const all = table.rows.flatMap(({ runs }) => runs);
  const samplings = new Set(all.map((recipe) => samplingText(sentSampling(recipe))));
  const [sampling = ''] = samplings;
  const isAlike = samplings.size < 2;
  return {
    id: 'paper-rows',
    title: `${table.paper}, ${placeOf(table)}: ${table.title}`,
    columns: hideable(
      textColumns('row', 'status', 'agent', 'dialect', 'prompts', ...(isAlike ? [] : ['sampling']), 'runs'),
      ['sampling', 'prompts'],
    ),
    rows: table.rows.map((row) => {
      const { runs } = row;
      const each = (textOf: (recipe: Recipe) => string): Cell => ({
        text: [...new Set(runs.map(textOf))].join('; '),
      });
      return [
        { text: row.id },
        { text: row.status },
        each(agentText),
        each(({ settings }) => settings.dialect ?? ''),
        each(({ prompts }) => promptsText(prompts)),
        ...(isAlike ? [] : [each((recipe) => samplingText(sentSampling(recipe)))]),
        { text: runs.length > 1 ? runs.map(({ part = '' }) => part).join(', ') : String(runs.length) },
      ];
    }),
    notes: [
      ...table.needs.map((need) => `Needs ${need}.`),
      ...statusNotes(table.rows.map(({ status }) => status)),
      ...sharedNotes(table.rows.map(({ id, why }) => [id, why === undefined ? [] : [why]])),
      ...(isAlike && sampling !== '' ? [`Sampling: ${sampling}.`] : []),
      ...lackNotes(all),
      ...codeNotes(all),
      ...table.conditions,
      ...sharedNotes(table.rows.map(({ id, conditions = [] }) => [id, conditions])),
      ...sharedRunNotes(table),
    ],
  };
}

/** The paper's numbers in its layout. */
function publishedTable(table: PaperTable): Table {
  return {
    id: 'paper-numbers',
    title: `Printed in ${table.paper}, ${placeOf(table)}`,
    columns: [...textColumns(...table.heads), ...table.columns.map(columnOf)],
    rows: table.rows.map(({ heads, published }) => [
      ...heads.map((text): Cell => ({ text })),
      ...table.columns.map((column, index) => publishedCell(column, published[index] ?? null)),
    ]),
    notes: given([
      'Published numbers; none was measured here.',
      table.rows.some(({ published }) => published.includes(null)) && 'n/a: the paper prints none.',
    ]),
  };
}

/** A column of the paper as tables draw it. */
export function columnOf({ title, group, unit }: PaperColumn): Column {
  return {
    title: unit === undefined ? title : `${title} (${unit})`,
    align: 'right',
    ...(group === undefined ? {} : { group }),
  };
}

/** A number as the paper prints it. */
export function publishedCell({ digits, unit }: PaperColumn, value: number | null): Cell {
  if (value === null) return { text: 'n/a', value: null };
  return { text: value.toFixed(digits), value: unit === undefined ? value / 100 : value };
}

/** `Table 2` of `paper/table-2`. */
export function placeOf({ id }: Pick<PaperTable, 'id'>): string {
  const words = (id.split('/')[1] ?? id).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function agentText({ settings: { agent, agentOptions = {} } }: Recipe): string {
  const switches = Object.entries(agentOptions).map(([name, value]) => `${name}=${String(value)}`);
  return [agent, ...switches].join(' ');
}

/** Whose words: the name of a prompt set, or where the words stand. */
export function promptsText(prompts: RecipePrompts): string {
  switch (prompts.type) {
    case 'official':
      return prompts.set ?? prompts.repository;
    case 'dialect':
      return prompts.repository;
    case 'paper':
      return `paper, ${prompts.where}`;
    case 'unknown':
      return 'unknown';
    default:
      return prompts satisfies never;
  }
}

/** `temperature 0.1, top-p 0.9`; empty where nothing is said. */
export function samplingText({
  temperature,
  topP,
  topK,
  maxOutputTokens,
  seed,
}: ReturnType<typeof sentSampling>): string {
  const parts = { temperature, 'top-p': topP, 'top-k': topK, tokens: maxOutputTokens, seed };
  return Object.entries(parts)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))
    .join(', ');
}

/** Sentences about rows, each once, with the rows that it is about. */
function sharedNotes(notes: readonly (readonly [row: string, sentences: readonly string[]])[]): string[] {
  const rows = new Map<string, string[]>();
  for (const [row, sentences] of notes) {
    for (const sentence of sentences) rows.set(sentence, [...(rows.get(sentence) ?? []), row]);
  }
  return [...rows].map(([sentence, about]) => `${about.join(', ')}: ${sentence}`);
}

/** Rows whose runs are also those of another. */
function sharedRunNotes({ rows }: PaperTable): readonly string[] {
  return rows.flatMap(({ id, runs }) => {
    const others = runs.flatMap(({ runOf }) =>
      runOf === undefined ? [] : [`${runOf.table}, row ${runOf.row}`],
    );
    return others.length === 0 ? [] : [`${id} shows runs of ${[...new Set(others)].join('; ')}.`];
  });
}

function lackNotes(recipes: readonly Recipe[]): readonly string[] {
  const lacks = new Map<string, Set<string>>();
  for (const { prompts } of recipes) {
    if (prompts.type !== 'official' || prompts.lacks === undefined) continue;
    lacks.set(prompts.lacks, (lacks.get(prompts.lacks) ?? new Set()).add(promptsText(prompts)));
  }
  const unknown = recipes.flatMap(({ prompts }) => (prompts.type === 'unknown' ? [prompts.why] : []));
  return [
    ...[...lacks].map(([lack, sets]) => `Prompts ${[...sets].join(', ')}: ${lack}.`),
    ...[...new Set(unknown)].map((why) => `Prompts unknown: ${why}.`),
  ];
}

/** Where the released code samples otherwise than the paper says. */
function codeNotes(recipes: readonly Recipe[]): readonly string[] {
  const notes = recipes.flatMap(({ sampling: { paper, code } }) => {
    if (paper === null)
      return code === null ? [] : ['Sampling is that of the released code; the paper says none.'];
    if (code === null || samplingText(code) === samplingText(paper)) return [];
    return [
      `The paper says ${samplingText(paper)}, the released code sends ${samplingText(code)}; what the paper says goes before.`,
    ];
  });
  return [...new Set(notes)];
}
