import type { DatasetStatistics, Distribution } from '../../domain/recordings/dataset-statistics.js';

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
