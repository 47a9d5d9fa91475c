import type { Size } from '../../domain/geometry.js';
import type {
  DatasetStatistics,
  Distribution,
  PictureStatistics,
} from '../../domain/recordings/dataset-statistics.js';

/** Headings of what is counted, the same over a table and over a chart. */
export const STATS_TITLES = {
  lengths: 'Steps of an episode',
  actions: 'Actions',
  edgeActions: 'Actions of the edges',
  screens: 'Screens',
  pictures: 'Pictures',
  annotations: 'Annotations of the steps',
  optimal: 'Steps of the annotated best route',
  milestones: 'Milestones of a task',
  degrees: 'Edges of a screen',
  depths: 'Steps from the root',
  tags: 'Tags',
  apps: 'Apps',
  appPairs: 'Apps that are used together',
  appClasses: 'Classes of apps',
  spreads: 'Distributions',
  actionsPerScreen: 'Actions of a screen, over runs',
  screensByActions: 'Screens by their distinct actions',
  busiest: 'Screens with most actions',
  missedTouches: 'Touches that met no area',
} as const;

/** A size as headings and cells have it. */
export function sizeText({ width, height }: Size): string {
  return `${width} × ${height}`;
}

/** Sentences on pictures that are missing, or of another size than the data state, the first few of them named. */
export function pictureNotes({ unread, differing }: PictureStatistics, named: number): string[] {
  const are = (count: number): string => (count === 1 ? '1 picture is' : `${count} pictures are`);
  return [
    ...(unread === 0 ? [] : [`${are(unread)} missing, or neither PNG nor JPEG.`]),
    ...(differing.count === 0 ? [] : [`${are(differing.count)} of another size than the data say.`]),
    ...differing.listed
      .slice(0, named)
      .map(({ screen, said, real }) => `${screen}: ${sizeText(real)}, said to be ${sizeText(said)}.`),
  ];
}

/** The numbers that say how large a dataset is, in the order in which one asks for them. */
export function overviewOf(statistics: DatasetStatistics): { name: string; value: number }[] {
  const { apps, appPairs, broken, instructions } = statistics;
  const shared = [
    { name: 'apps', value: apps.length },
    { name: 'app pairs', value: appPairs.length },
    { name: 'languages', value: instructions.length },
  ].filter(({ value }) => value > 0);
  const unread = broken.count === 0 ? [] : [{ name: 'not read', value: broken.count }];
  if (statistics.kind === 'recorded') {
    const { episodes, steps, screens } = statistics;
    return [
      { name: 'episodes', value: episodes },
      { name: 'steps', value: steps },
      ...shared,
      { name: 'screen sizes', value: screens.length },
      ...unread,
    ];
  }
  const { graph, tasks } = statistics;
  return [
    { name: 'tasks', value: tasks },
    ...(graph === null
      ? []
      : [
          { name: 'screens', value: graph.nodes },
          { name: 'edges', value: graph.edges },
          { name: 'edges that fire', value: graph.effectiveEdges },
          { name: 'dead ends', value: graph.deadEnds },
          { name: 'out of reach', value: graph.unreachable },
          { name: 'apps to open', value: graph.apps },
        ]),
    ...shared,
    ...unread,
  ];
}

/** Everything that is spread over whole numbers, what is empty left out. */
export function spreadsOf(statistics: DatasetStatistics): { name: string; spread: Distribution }[] {
  const all: { name: string; spread: Distribution }[] = [];
  if (statistics.kind === 'recorded') {
    all.push({ name: 'steps of an episode', spread: statistics.lengths });
  } else {
    all.push(
      { name: 'steps of the best route', spread: statistics.optimalSteps },
      { name: 'milestones of a task', spread: statistics.milestones },
    );
    if (statistics.graph !== null) {
      all.push(
        { name: 'edges of a screen', spread: statistics.graph.degrees },
        { name: 'steps from the root', spread: statistics.graph.depths },
      );
    }
  }
  all.push({ name: 'apps of a task', spread: statistics.appsPerTask });
  for (const { language, words, characters } of statistics.instructions) {
    all.push(
      { name: `words of an instruction (${language})`, spread: words },
      { name: `characters of an instruction (${language})`, spread: characters },
    );
  }
  if (statistics.kind === 'recorded') {
    all.push({ name: 'characters typed at once', spread: statistics.typedCharacters });
  }
  // What is 0 everywhere is what nobody wrote down.
  return all.filter(({ spread }) => (spread.most ?? 0) > 0);
}
