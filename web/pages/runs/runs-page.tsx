import { Button, Checkbox, Group, Progress, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import type { RunCard } from '../../../src/report/view/run-card.js';
import { dollars, duration, moment, percent, percentRange } from '../../../src/report/view/figures.js';
import { Answered } from '../../app/page-state.js';
import { textsOf, type Search } from '../../app/search.js';
import { useShortcuts } from '../../app/shortcuts.js';
import { QUERY, useSource } from '../../source/use-source.js';
import { useTexts } from '../../texts/language.js';
import type { PageDefinition } from '../page.js';
import { RUNS_TEXTS } from './runs-texts.js';
import { isRunMatch } from './run-match.js';
import classes from './runs-page.module.css';

/** All runs of a folder, newest first, live. */
export const RUNS_PAGE: PageDefinition = {
  paths: ['/', '/runs'],
  needs: ['runs'],
  component: RunsPage,
  navigation: 'runs',
};

function RunsPage(): ReactNode {
  const source = useSource();
  const query = useQuery({ queryKey: QUERY.runs, queryFn: () => source.runs() });
  return <Answered query={query}>{(runs) => <RunsTable runs={runs} />}</Answered>;
}

function RunsTable({ runs }: { readonly runs: readonly RunCard[] }): ReactNode {
  const texts = useTexts(RUNS_TEXTS);
  const navigate = useNavigate();
  const search: Search = useSearch({ strict: false });
  const [wanted = ''] = textsOf(search, 'text');
  const ticked = textsOf(search, 'runs').filter((id) => runs.some((run) => run.id === id));
  const shown = runs.filter((run) => isRunMatch(run, wanted)).toReversed();
  const [place, setPlace] = useState(0);
  const active = shown[Math.min(place, shown.length - 1)];
  const field = useRef<HTMLInputElement>(null);
  const put = (next: Search): void => {
    // Every state is an address, and typing leaves no trail in the history.
    void navigate({ to: '/', search: { ...search, ...next }, replace: true });
  };
  const tick = (id: string): void => {
    put({ runs: ticked.includes(id) ? ticked.filter((one) => one !== id) : [...ticked, id] });
  };
  const open = (chosen: readonly string[], to = '/overview'): void => {
    void navigate({ to, search: { runs: [...chosen] } });
  };
  useShortcuts([
    {
      keys: ['j', 'ArrowDown'],
      label: texts.next,
      run: () => setPlace(Math.min(place + 1, shown.length - 1)),
    },
    { keys: ['k', 'ArrowUp'], label: texts.previous, run: () => setPlace(Math.max(place - 1, 0)) },
    { keys: ['Enter'], label: texts.openRun, run: () => active !== undefined && open([active.id]) },
    { keys: ['x'], label: texts.tickRun, run: () => active !== undefined && tick(active.id) },
    { keys: ['/'], label: texts.focusFilter, run: () => field.current?.focus() },
  ]);
  if (runs.length === 0) return <Text>{texts.none}</Text>;
  return (
    <Stack>
      <Title order={1} size="h2">
        {texts.title}
      </Title>
      <Group>
        <TextInput
          ref={field}
          className={classes['filter']}
          aria-label={texts.filter}
          placeholder={texts.filter}
          value={wanted}
          onChange={(event) => put({ text: event.currentTarget.value })}
        />
        <Text c="dimmed">{texts.count(shown.length, runs.length)}</Text>
        {ticked.length > 0 && (
          <Button onClick={() => open(ticked, ticked.length > 1 ? '/compare' : '/overview')}>
            {ticked.length > 1 ? texts.compare(ticked.length) : texts.open}
          </Button>
        )}
      </Group>
      <Table.ScrollContainer minWidth={700} type="native">
        <Table highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th />
              {Object.entries(texts.columns).map(([column, name]) => (
                <Table.Th key={column}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((run) => (
              <RunRow
                key={run.id}
                run={run}
                isActive={run === active}
                isTicked={ticked.includes(run.id)}
                onTick={() => tick(run.id)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

function RunRow({
  run,
  isActive,
  isTicked,
  onTick,
}: {
  readonly run: RunCard;
  readonly isActive: boolean;
  readonly isTicked: boolean;
  readonly onTick: () => void;
}): ReactNode {
  const texts = useTexts(RUNS_TEXTS);
  const isReadable = run.state !== 'unreadable';
  return (
    <Table.Tr aria-current={isActive ? 'true' : undefined} className={classes['row']}>
      <Table.Td>
        <Checkbox
          aria-label={texts.tick(run.id)}
          checked={isTicked}
          disabled={!isReadable}
          onChange={onTick}
        />
      </Table.Td>
      <Table.Td>
        {isReadable ? (
          <Link to="/overview" search={{ runs: [run.id] }}>
            {run.id}
          </Link>
        ) : (
          run.id
        )}
        <Text size="xs" c="dimmed">
          {run.problem ?? run.tags.join(', ')}
        </Text>
      </Table.Td>
      <Table.Td>{run.benchmark}</Table.Td>
      <Table.Td>
        {run.agent}
        <Text size="xs" c="dimmed">
          {run.models.join(', ')}
        </Text>
      </Table.Td>
      <Table.Td>
        {texts.states[run.state]}
        {run.state === 'running' && run.planned > 0 && (
          <Progress value={(run.finished / run.planned) * 100} aria-label={texts.columns.episodes} />
        )}
        {run.leftMs !== null && (
          <Text size="xs" c="dimmed">
            {texts.left(duration(run.leftMs))}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {percent(run.success?.value ?? null)}
        {run.success !== null && (
          <Text size="xs" c="dimmed">
            {percentRange(run.success.low, run.success.high)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {run.finished} / {run.planned}
        {run.voided > 0 && (
          <Text size="xs" c="dimmed">
            {texts.voided(run.voided)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{dollars(run.costUsd)}</Table.Td>
      <Table.Td>{run.startedAt === null ? '' : moment(run.startedAt)}</Table.Td>
    </Table.Tr>
  );
}
