import { createHash } from 'node:crypto';
import type {
  Count,
  DatasetStatistics,
  Distribution,
  PictureStatistics,
} from '../../domain/recordings/dataset-statistics.js';
import { actionColour } from './action-colours.js';
import { barList } from './bar-list.js';
import { histogramChart } from './histogram-chart.js';
import { escapeText, formatCount } from './markup.js';
import { pairMatrix } from './pair-matrix.js';
import { familyLegend, stackedColumns } from './stacked-columns.js';
import { overviewOf, pictureNotes, sizeText, spreadsOf, STATS_TITLES } from './stats-facts.js';
import { withoutFolders } from '../without-folders.js';
import { STATS_STYLE } from './stats-style.js';
import { titleOf } from './stats-tables.js';
import { touchMap } from './touch-map.js';

export interface StatsPageOptions {
  /** Heading. */
  readonly title: string;
  /** What was counted: folder, split. */
  readonly subtitle: string;
  /** Version of Touchstone. */
  readonly touchstone: string;
}

/** Bars shown at once; the rest folds out. */
const FIRST_BARS = 20;
/** Bars that fold out; beyond, a page would be nothing else. */
const MOST_BARS = 300;
const MOST_MAPS = 8;
const MOST_BROKEN = 200;
/** Pictures of another size than stated that are named. */
const MOST_DIFFERING = 5;
/** Maps that have room in half a page. */
const HALF_MAPS = 2;

/** One HTML file with everything drawn: it opens from disk, runs no script and loads nothing. */
export function statsPage(statistics: DatasetStatistics, options: StatsPageOptions): string {
  const { title, subtitle, touchstone } = options;
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STATS_STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;
  const cards = [
    ...(statistics.kind === 'recorded' ? recordedCards(statistics) : worldCards(statistics)),
    spreadsCard(statistics),
    brokenCard(statistics),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeText(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(title)}</title>
<style>${STATS_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeText(title)}</h1>
<p class="lead">${escapeText(subtitle)}</p>
<ul class="figures">${overviewOf(statistics)
    .map(({ name, value }) => `<li><b>${formatCount(value)}</b><span>${escapeText(name)}</span></li>`)
    .join('')}</ul>
<div class="cards">
${cards.filter((card) => card !== '').join('\n')}
</div>
<footer>Touchstone ${escapeText(touchstone)}. Point at a mark to read its number.</footer>
</main>
</body>
</html>
`;
}

type Recorded = Extract<DatasetStatistics, { kind: 'recorded' }>;
type World = Extract<DatasetStatistics, { kind: 'world' }>;

function recordedCards(statistics: Recorded): string[] {
  const { episodes, steps, lengths, actions, actionsByTenth, actionsByStep, labels, annotations } =
    statistics;
  const screens = statistics.screens.map((size) => ({ name: sizeText(size), count: size.steps }));
  return [
    histogramCard(STATS_TITLES.lengths, lengths, { axis: 'steps', of: 'episodes' }, true),
    barsCard(STATS_TITLES.actions, 'Of all steps.', actions, steps, actionColour),
    card(
      'Actions on the way',
      'From the first tenth of an episode to its last.',
      familyLegend(actionsByTenth) +
        stackedColumns(actionsByTenth, {
          axis: 'part of the episode that has passed',
          labelOf: (index) => `${index * 10}\u202F%`,
          isWide: false,
        }),
    ),
    actionsByStep.length < 2
      ? ''
      : card(
          'Actions step by step',
          'The first steps, as long as one episode in fifty lasts.',
          familyLegend(actionsByStep) +
            stackedColumns(actionsByStep, {
              axis: 'number of the step',
              labelOf: (index) => String(index + 1),
              isWide: true,
            }),
          true,
        ),
    touchesCard(statistics.touches),
    ...labels.map(({ name, values }) => barsCard(titleOf(name), 'Of all episodes.', values, episodes)),
    ...taskCards(statistics, episodes),
    barsCard(
      STATS_TITLES.screens,
      'Steps by size of the screen as the data say it, in pixels.',
      screens,
      steps,
    ),
    picturesCard(statistics.pictures),
    barsCard(STATS_TITLES.annotations, 'Steps that have it.', annotations, steps),
  ];
}

function worldCards(statistics: World): string[] {
  const { graph, tasks, optimalSteps, milestones, tags, screenActions } = statistics;
  const actions = graph?.actions ?? [];
  const all = actions.reduce((sum, { count }) => sum + count, 0);
  return [
    histogramCard(STATS_TITLES.actionsPerScreen, screenActions?.spread ?? null, {
      axis: 'distinct actions',
      of: 'visited screens',
    }),
    histogramCard(STATS_TITLES.optimal, optimalSteps, { axis: 'steps', of: 'tasks' }),
    histogramCard(STATS_TITLES.milestones, milestones, { axis: 'milestones of a task', of: 'tasks' }),
    histogramCard(STATS_TITLES.degrees, graph?.degrees ?? null, {
      axis: 'edges that fire',
      of: 'screens',
    }),
    histogramCard(STATS_TITLES.depths, graph?.depths ?? null, { axis: 'steps from the root', of: 'screens' }),
    barsCard(STATS_TITLES.edgeActions, 'Of all edges.', actions, all, actionColour),
    barsCard(STATS_TITLES.tags, 'Of all tasks.', tags, tasks),
    touchesCard(graph?.touches ?? []),
    ...taskCards(statistics, tasks),
  ];
}

function taskCards({ apps, appPairs, appClasses, instructions }: DatasetStatistics, whole: number): string[] {
  return [
    barsCard(STATS_TITLES.apps, 'Tasks that use them.', apps, whole),
    appPairs.length === 0
      ? ''
      : card(
          STATS_TITLES.appPairs,
          'How often the most used apps occur in one task, pair by pair.',
          pairMatrix(apps, appPairs) +
            fold(
              `${formatCount(appPairs.length)} pairs as a list`,
              barList(
                appPairs.slice(0, MOST_BARS).map(({ a, b, count }) => ({ name: `${a} + ${b}`, count })),
                { label: STATS_TITLES.appPairs, whole },
              ),
            ),
        ),
    barsCard(STATS_TITLES.appClasses, 'Tasks that use an app of the class.', appClasses ?? [], whole),
    ...instructions.map(({ language, words }) =>
      histogramCard(`Instructions (${language})`, words, { axis: 'words', of: 'instructions' }),
    ),
  ];
}

function card(title: string, about: string, body: string, isWide = false): string {
  const said = about === '' ? '' : `<p>${escapeText(about)}</p>`;
  return `<section${isWide ? ' class="wide"' : ''}><h2>${escapeText(title)}</h2>${said}${body}</section>`;
}

function histogramCard(
  title: string,
  spread: Distribution | null,
  what: { axis: string; of: string },
  isWide = false,
): string {
  if (spread === null || spread.count === 0) return '';
  const about = `Mean ${(spread.mean ?? 0).toFixed(2)}, from ${spread.least ?? 0} to ${spread.most ?? 0}; half of the ${what.of} lie under the thick line.`;
  return card(title, about, histogramChart(spread, { ...what, isWide }), isWide);
}

function barsCard(
  title: string,
  about: string,
  counts: readonly Count[],
  whole: number,
  colourOf?: (name: string) => string,
): string {
  if (counts.length === 0) return '';
  const options = { label: title, whole, ...(colourOf === undefined ? {} : { colourOf }) };
  const rest = counts.slice(FIRST_BARS, MOST_BARS);
  const more = rest.length === 0 ? '' : fold(`${rest.length} more`, barList(rest, options));
  return card(title, about, barList(counts.slice(0, FIRST_BARS), options) + more);
}

/** Real sizes, where the headers of the pictures were read. */
function picturesCard(pictures: PictureStatistics | undefined): string {
  if (pictures === undefined) return '';
  const counts = pictures.sizes.map((size) => ({ name: sizeText(size), count: size.pictures }));
  const options = { label: STATS_TITLES.pictures, whole: pictures.read };
  const rest = counts.slice(FIRST_BARS, MOST_BARS);
  const more = rest.length === 0 ? '' : fold(`${rest.length} more`, barList(rest, options));
  const notes = pictureNotes(pictures, MOST_DIFFERING).map((note) => `<li>${escapeText(note)}</li>`);
  const said = notes.length === 0 ? '' : `<ul class="words">${notes.join('')}</ul>`;
  const about = `Real sizes in pixels, from the headers of ${formatCount(pictures.read)} pictures.`;
  return card(
    STATS_TITLES.pictures,
    about,
    (counts.length === 0 ? '' : barList(counts.slice(0, FIRST_BARS), options)) + more + said,
  );
}

function fold(summary: string, body: string): string {
  return `<details><summary>${escapeText(summary)}</summary>${body}</details>`;
}

function touchesCard(maps: Recorded['touches']): string {
  const shown = maps.filter(({ touches }) => touches > 0).slice(0, MOST_MAPS);
  if (shown.length === 0) return '';
  const items = shown.map(
    (map) =>
      `<li${map.width > map.height ? ' class="flat"' : ''}>${touchMap(map)}<p>${map.width} × ${map.height}<br>${formatCount(map.touches)} touches</p></li>`,
  );
  const about = 'Taps and long presses by size of the screen; the stronger, the more often.';
  return card(
    'Where screens are touched',
    about,
    `<ul class="maps">${items.join('')}</ul>`,
    shown.length > HALF_MAPS,
  );
}

/** The start of a frame that scrolls sideways, by keyboard too. */
function scrolled(label: string): string {
  return `<div class="scroll" role="region" tabindex="0" aria-label="${escapeText(label)}">`;
}

function spreadsCard(statistics: DatasetStatistics): string {
  const cell = (value: number | null): string =>
    `<td>${value === null ? '' : Number.isInteger(value) ? formatCount(value) : value.toFixed(2)}</td>`;
  const rows = spreadsOf(statistics).map(
    ({ name, spread }) =>
      `<tr><td>${escapeText(name)}</td>${[spread.count, spread.mean, spread.least, spread.p10, spread.p25, spread.median, spread.p75, spread.p90, spread.most].map(cell).join('')}</tr>`,
  );
  const heads = ['', 'of', 'mean', 'least', '10 %', '25 %', 'median', '75 %', '90 %', 'most'];
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
  const table = `${scrolled(STATS_TITLES.spreads)}<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
  return card(STATS_TITLES.spreads, '', table, true);
}

function brokenCard({ broken }: DatasetStatistics): string {
  if (broken.count === 0) return '';
  const rows = broken.listed
    .slice(0, MOST_BROKEN)
    .map(
      ({ id, code, message }) =>
        `<tr><td>${escapeText(id)}</td><td class="words">${escapeText(code)}</td><td class="words">${escapeText(withoutFolders(message))}</td></tr>`,
    );
  const about = `${formatCount(broken.count)} could not be read, and are in no number above.`;
  return card(
    'Not read',
    about,
    `${scrolled('Not read')}<table><tbody>${rows.join('')}</tbody></table></div>`,
    true,
  );
}
