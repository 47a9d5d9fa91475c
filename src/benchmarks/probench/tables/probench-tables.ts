import { itemKeyText, isVoided } from '../../../domain/episode.js';
import type { Mode } from '../../../domain/mode.js';
import type { ItemResult } from '../../../domain/score.js';
import { groupColumns, numberColumns, textColumns } from '../../../metrics/tables/columns.js';
import { percent } from '../../../metrics/tables/percent.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';
import { probenchDetails } from '../scoring/probench-details.js';
import { conductTable, earlyStopTable } from './conduct-tables.js';
import { groupTable, outcomesTable } from './group-tables.js';
import { PUBLISHED_ACCURACY, PUBLISHED_RATIOS } from './published.js';
import { probenchRates, type ProbenchRates, type Share } from './rates.js';
import { shareCell } from './share-cell.js';
import type { TabledEpisode } from './tabled-episode.js';

interface TablesOptions {
  readonly agent: string;
  readonly mode: Mode;
  /** The paper's rows below one's own. */
  readonly published: boolean;
}

const LANGUAGE_TITLES = { en: 'English', zh: 'Chinese', overall: 'Overall' } as const;
const TYPE_TITLES = { state: 'ST', process: 'PT', all: 'Avg.' } as const;

/** Result tables as the paper has them, and what they rest on. Percent with one decimal. */
export async function probenchTables(
  results: AsyncIterable<ItemResult> | Iterable<ItemResult>,
  options: TablesOptions,
): Promise<readonly Table[]> {
  const episodes: TabledEpisode[] = [];
  for await (const { key, outcome, result } of results) {
    const details = probenchDetails(result);
    // What no judge has decided is void as well, and is counted apart.
    if (details === null || (isVoided(outcome) && outcome !== 'judge_unknown')) continue;
    episodes.push({ ...details, key: itemKeyText(key), isEarlyStop: details.earlyStop !== null });
  }
  const rates = probenchRates(episodes);
  const early = earlyStopTable(episodes);
  return [
    accuracyTable(episodes, rates, options),
    ratiosTable(episodes, rates, options),
    outcomesTable(episodes),
    groupTable(episodes, {
      id: 'probench-languages',
      title: 'by language',
      of: ({ language }) => LANGUAGE_TITLES[language],
    }),
    groupTable(episodes, {
      id: 'probench-categories',
      title: 'by category of the app',
      of: ({ category }) => category ?? 'without',
    }),
    groupTable(episodes, { id: 'probench-apps', title: 'by app', of: ({ app }) => app }),
    conductTable(episodes),
    ...(early === null ? [] : [early]),
  ];
}

function accuracyTable(
  episodes: readonly TabledEpisode[],
  { accuracy, unjudged }: ProbenchRates,
  { agent, mode, published }: TablesOptions,
): Table {
  const languages = Object.keys(LANGUAGE_TITLES) as (keyof typeof LANGUAGE_TITLES)[];
  const types = Object.keys(TYPE_TITLES) as (keyof typeof TYPE_TITLES)[];
  const own = languages.flatMap((language) =>
    types.map((type) =>
      shareCell(
        accuracy[language][type],
        episodes.filter(
          (one) =>
            one.outcome !== 'unjudged' &&
            (language === 'overall' || one.language === language) &&
            (type === 'all' || one.type === type),
        ),
      ),
    ),
  );
  const printed = PUBLISHED_ACCURACY.map(({ model, accuracy: numbers }): Cell[] => [
    { text: `${model} (paper)` },
    ...numbers.map(printedCell),
  ]);
  return {
    id: 'probench-accuracy',
    title: `Accuracy (%), ${mode} mode`,
    columns: [
      ...textColumns('Agent'),
      ...languages.flatMap((language) =>
        groupColumns(LANGUAGE_TITLES[language], ...types.map((type) => TYPE_TITLES[type])),
      ),
    ],
    rows: [[{ text: agent }, ...own], ...(published ? printed : [])],
    notes: [
      'ST: the last screen shows whether a task is done; PT: key operations on the way count, too. Avg. is pooled over tasks.',
      ...unjudgedNotes(accuracy.overall.all, unjudged),
    ],
  };
}

function unjudgedNotes({ hit, of }: Share, unjudged: number): readonly string[] {
  if (unjudged === 0) return [];
  const total = of + unjudged;
  const [low, high] = [percent(hit / total), percent((hit + unjudged) / total)];
  return [
    `${unjudged} of ${total} tasks were said to be done and no judge has decided: they are left out. Overall accuracy lies between ${low} and ${high}, whatever they are.`,
  ];
}

function ratiosTable(
  episodes: readonly TabledEpisode[],
  { uncompleted, earlyStop }: ProbenchRates,
  { agent, mode, published }: TablesOptions,
): Table {
  const failed = episodes.filter(({ outcome }) => outcome === 'uncompleted' || outcome === 'failure');
  const printed = PUBLISHED_RATIOS.map(([model, numbers]): Cell[] => [
    { text: `${model} (paper)` },
    ...numbers.map(printedCell),
  ]);
  return {
    id: 'probench-ratios',
    title: `Tasks that were never said to be done (%), ${mode} mode`,
    columns: [...textColumns('Agent'), ...numberColumns('Uncompleted', 'Early Stop')],
    rows: [
      [
        { text: agent },
        shareCell(uncompleted, failed),
        shareCell(
          earlyStop,
          failed.filter(({ outcome }) => outcome === 'uncompleted'),
        ),
      ],
      ...(published ? printed : []),
    ],
    notes: [
      'Uncompleted: among the tasks that failed. Early stop: five equal operations in a row, among the uncompleted.',
    ],
  };
}

/** A number of the paper, in percent. */
function printedCell(value: number): Cell {
  return { text: value.toFixed(1), value: value / 100 };
}
