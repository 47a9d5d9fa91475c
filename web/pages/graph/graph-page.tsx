import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { portableName, addressPart } from '../../../src/domain/text/portable-name.js';
import type {
  EpisodePath,
  TaskRoute,
  WorldFindings,
  WorldMap,
} from '../../../src/report/view/served/world-map.js';
import { Answered } from '../../app/page-state.js';
import { textsOf, type Search } from '../../app/search.js';
import { useAddressText } from '../../app/use-address-text.js';
import { useSource } from '../../source/use-source.js';
import { SourceError, type ViewerSource } from '../../source/viewer-source.js';
import { useTexts } from '../../texts/language.js';
import { usePageTitle } from '../../report/page-title.js';
import { SHELL_TEXTS } from '../../app/shell-texts.js';
import { episodePlace } from '../episode/parts/episode-link.js';
import type { PageDefinition } from '../page.js';
import { chosenNode } from './chosen-node.js';
import { FindingList } from './finding-list.js';
import { GRAPH_TEXTS } from './graph-texts.js';
import { FoundScreens } from './found-screens.js';
import { leavingStep, OFF_MAP } from './leaving-step.js';
import { PATH_COLOURS } from './path-colours.js';
import classes from './graph-page.module.css';

/** Where no run is chosen, so many of the newest are asked for a world. */
const MOST_LOOKED_FOR = 8;

/** Only whoever looks at a map loads what draws it. */
const MapCanvas = lazy(async () => ({ default: (await import('./map-canvas.js')).MapCanvas }));

/** The world of a run as a map of its screens, with the ways that episodes took. */
export const GRAPH_PAGE: PageDefinition = {
  paths: ['/graph'],
  needs: ['graph'],
  component: GraphPage,
  navigation: 'graph',
};

function GraphPage(): ReactNode {
  usePageTitle(useTexts(SHELL_TEXTS).graph);
  const texts = useTexts(GRAPH_TEXTS);
  const source = useSource();
  const search: Search = useSearch({ strict: false });
  const named = textsOf(search, 'runs');
  const query = useQuery({
    queryKey: ['worlds', ...named],
    queryFn: async () => firstWorld(source, named.length > 0 ? named : await newestRuns(source)),
  });
  return (
    <Answered query={query}>
      {(found) => {
        if (found === null) return <Text>{texts.none}</Text>;
        // Ways of others may be in this world, too.
        return <WorldView map={found.map} of={found.run} runs={named.length > 0 ? named : [found.run]} />;
      }}
    </Answered>
  );
}

function WorldView({
  map,
  of: first,
  runs,
}: {
  readonly map: WorldMap;
  /** The run whose world it is. */
  readonly of: string;
  readonly runs: readonly string[];
}): ReactNode {
  const texts = useTexts(GRAPH_TEXTS);
  const navigate = useNavigate();
  const source = useSource();
  const search: Search = useSearch({ strict: false });
  const [task = ''] = textsOf(search, 'task');
  const [named = ''] = textsOf(search, 'node');
  const isChecked = textsOf(search, 'check').length > 0;
  const place = `runs/${encodeURIComponent(first)}/world/route?task=${addressPart(task)}`;
  const route = useQuery({
    queryKey: ['route', first, task],
    queryFn: async () => (task === '' ? null : ((await source.ask(place)) as TaskRoute)),
  });
  const paths = useQuery({
    queryKey: ['paths', ...runs, task],
    queryFn: async () => {
      const query = new URLSearchParams([...runs.map((run) => ['runs', run]), ['task', portableName(task)]]);
      return task === '' ? [] : ((await source.ask(`paths?${query}`)) as readonly EpisodePath[]);
    },
  });
  const findings = useQuery({
    queryKey: ['world-findings', first],
    queryFn: async () =>
      (await source.ask(`runs/${encodeURIComponent(first)}/world/findings`)) as WorldFindings,
    enabled: isChecked,
  });
  const found = isChecked ? findings.data?.findings : undefined;
  const numbers = useMemo(() => new Map(map.nodes.id.map((id, node) => [id, node])), [map]);
  const put = (next: Search): void => {
    const change = (before: Search): Search => ({ ...before, ...next });
    void navigate({ to: '/graph', search: change, replace: true });
  };
  const [inAddress = ''] = textsOf(search, 'find');
  // What is looked for takes the place of what was clicked.
  const [wanted, setWanted] = useAddressText(inAddress, (find) => put({ find, node: undefined }));
  const chosen = chosenNode(map.nodes, { node: wanted === inAddress ? named : '', find: wanted });
  // The same as long as the ways are: what is new is drawn.
  const drawn = useMemo(
    () =>
      (paths.data ?? []).map((path) => ({
        ...path,
        nodes: path.states.map((state) => (state === null ? null : (numbers.get(state) ?? OFF_MAP))),
      })),
    [paths.data, numbers],
  );
  const { isDeadEnd, isUnreached } = map.nodes;
  return (
    <Stack className={classes['page']}>
      <Group>
        <Title order={1} size="h2">
          {texts.title}: {map.name}
        </Title>
        <Text c="dimmed">{texts.about(map.nodes.id.length, map.edges.from.length)}</Text>
        <Text c="dimmed">{texts.deadEnds(isDeadEnd.filter(Boolean).length)}</Text>
        {isUnreached.some(Boolean) && (
          <Text c="dimmed">{texts.unreached(isUnreached.filter(Boolean).length)}</Text>
        )}
      </Group>
      <Group align="end">
        <NativeSelect
          label={texts.task}
          value={task}
          maw={420}
          data={[
            { value: '', label: texts.allTasks },
            ...map.tasks.map(({ id, instruction }) => ({ value: id, label: `${id}: ${instruction}` })),
          ]}
          onChange={(event) => put({ task: event.currentTarget.value })}
        />
        <TextInput
          label={texts.find}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
        <Button
          variant="default"
          aria-pressed={isChecked}
          onClick={() => put({ check: isChecked ? undefined : '1' })}
        >
          {texts.check}
        </Button>
      </Group>
      <Suspense>
        <MapCanvas
          map={map}
          route={route.data ?? null}
          paths={drawn}
          found={found}
          chosen={chosen}
          onChoose={(node) => put({ node: map.nodes.id[node] })}
        />
      </Suspense>
      {route.data !== null && route.data?.why !== undefined && route.data.why !== null && (
        <Alert color="yellow">{texts.noRoute(route.data.why)}</Alert>
      )}
      {drawn.length > 0 && (
        <ul className={classes['paths']}>
          {drawn.map((path, number) => (
            <li key={`${path.run} ${path.item} ${path.repeat}`}>
              <span
                className={classes['swatch']}
                style={{ background: PATH_COLOURS[number % PATH_COLOURS.length] }}
              />
              <PathSentence path={path} route={route.data ?? null} />{' '}
              <Link {...episodePlace(path)}>{texts.open}</Link>
            </li>
          ))}
        </ul>
      )}
      {wanted !== '' && (
        <FoundScreens
          map={map}
          find={wanted}
          chosen={chosen}
          onChoose={(node) => put({ node: map.nodes.id[node] })}
        />
      )}
      {chosen !== null && <ChosenScreen map={map} node={chosen} paths={drawn} route={route.data ?? null} />}
      {isChecked && (
        <FindingList query={findings} map={map} onChoose={(node) => put({ node: map.nodes.id[node] })} />
      )}
    </Stack>
  );
}

/** The first of some runs that happened in a recorded world, with it; null where none did. */
async function firstWorld(
  source: ViewerSource,
  runs: readonly string[],
): Promise<{ readonly run: string; readonly map: WorldMap } | null> {
  for (const run of runs) {
    const map = await worldOf(source, run);
    if (map !== null) return { run, map };
  }
  return null;
}

/** The newest first. */
async function newestRuns(source: ViewerSource): Promise<readonly string[]> {
  const runs = (await source.runs()).filter(({ state }) => state !== 'unreadable');
  return runs
    .toReversed()
    .slice(0, MOST_LOOKED_FOR)
    .map(({ id }) => id);
}

/** The world of a run; null where it happened in none. */
async function worldOf(source: ViewerSource, run: string): Promise<WorldMap | null> {
  try {
    return (await source.ask(`runs/${encodeURIComponent(run)}/world`)) as WorldMap;
  } catch (error) {
    if (error instanceof SourceError && error.status === 404) return null;
    throw error;
  }
}

/** An episode with its way by numbers of nodes. */
export interface DrawnPath extends EpisodePath {
  /** `OFF_MAP` for a state that the map does not have. */
  readonly nodes: readonly (number | null)[];
}

function PathSentence({
  path,
  route,
}: {
  readonly path: DrawnPath;
  readonly route: TaskRoute | null;
}): ReactNode {
  const texts = useTexts(GRAPH_TEXTS);
  const name = path.repeat === 0 ? path.run : `${path.run} #${path.repeat + 1}`;
  if (route === null || route.optimal === null) return name;
  const relation = leavingStep(path.nodes, route.optimal);
  switch (relation.type) {
    case 'follows':
      return texts.follows(name);
    case 'leaves':
      return texts.leaves(name, relation.step);
    case 'unknown':
      return texts.unknown(name);
    default:
      return relation satisfies never;
  }
}

function ChosenScreen({
  map,
  node,
  paths,
  route,
}: {
  readonly map: WorldMap;
  readonly node: number;
  readonly paths: readonly DrawnPath[];
  readonly route: TaskRoute | null;
}): ReactNode {
  const texts = useTexts(GRAPH_TEXTS);
  const source = useSource();
  const picture = map.nodes.picture[node] ?? null;
  const visits = paths.flatMap(({ nodes }) => nodes).filter((one) => one === node).length;
  const name = map.nodes.title[node] ?? map.nodes.id[node] ?? '';
  const milestones = (route?.milestones ?? [])
    .filter(({ nodes }) => nodes.includes(node))
    .map(({ title, id }) => (title === '' ? id : title));
  return (
    <section aria-label={texts.screen} className={classes['screen']}>
      <Text fw={600}>{name}</Text>
      <Text c="dimmed">{map.nodes.id[node]}</Text>
      {/* What a colour says on the map. */}
      {milestones.length > 0 && <Text>{texts.milestone(milestones.join(', '))}</Text>}
      {map.nodes.isDeadEnd[node] === true && <Text>{texts.deadEnd}</Text>}
      {map.nodes.isUnreached[node] === true && <Text>{texts.isUnreached}</Text>}
      {visits > 0 && <Text>{texts.visits(visits)}</Text>}
      {picture !== null && <img src={source.picture(picture, 360)} alt={name} />}
    </section>
  );
}
