import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { RunCard } from '../../../src/report/view/run-card.js';
import type { IndexCoverage } from '../../../src/report/view/served/index-coverage.js';
import { Answered } from '../../app/page-state.js';
import { textsOf, type Search } from '../../app/search.js';
import { useAddressText } from '../../app/use-address-text.js';
import { useShortcuts } from '../../app/shortcuts.js';
import { PART_TEXTS } from '../../parts/part-texts.js';
import { Refusal } from '../../parts/refusal.js';
import { QUERY, useSource } from '../../source/use-source.js';
import { useTexts } from '../../texts/language.js';
import { usePageTitle } from '../../report/page-title.js';
import { SHELL_TEXTS } from '../../app/shell-texts.js';
import type { PageDefinition } from '../page.js';
import { NewRunDialog } from './new-run-dialog.js';
import { NotesDialog } from './notes-dialog.js';
import { RUNS_TEXTS } from './runs-texts.js';
import { isRunMatch } from './run-match.js';
import { RunsTable } from './runs-table.js';
import { readOrder, sortRuns, writeOrder } from './sort-runs.js';
import { useCoverage } from './use-coverage.js';
import { useRunControl, type RunDeed } from './use-run-control.js';
import classes from './runs-page.module.css';

/** All runs of a folder, live: to be found, compared, and where it may be, started, stopped and gone on with. */
export const RUNS_PAGE: PageDefinition = {
  paths: ['/', '/runs'],
  needs: ['runs'],
  component: RunsPage,
  navigation: 'runs',
};

function RunsPage(): ReactNode {
  usePageTitle(useTexts(SHELL_TEXTS).runs);
  const source = useSource();
  const query = useQuery({ queryKey: QUERY.runs, queryFn: () => source.runs() });
  const coverage = useCoverage();
  return <Answered query={query}>{(runs) => <Runs runs={runs} coverage={coverage} />}</Answered>;
}

function Runs({
  runs,
  coverage,
}: {
  readonly runs: readonly RunCard[];
  /** How much of the folder they are; null until that is known. */
  readonly coverage: IndexCoverage | null;
}): ReactNode {
  const texts = useTexts(RUNS_TEXTS);
  const navigate = useNavigate();
  const { features } = useSource();
  const mayControl = features.has('control');
  const mayNote = features.has('notes');
  const search: Search = useSearch({ strict: false });
  const put = (next: Search): void => {
    // Every state is an address, and typing leaves no trail in the history.
    const change = (before: Search): Search => ({ ...before, ...next });
    void navigate({ to: '/', search: change, replace: true, resetScroll: false });
  };
  const [inAddress = ''] = textsOf(search, 'text');
  const [wanted, setWanted] = useAddressText(inAddress, (text) => put({ text }));
  const [sorted] = textsOf(search, 'sort');
  const [dialog] = textsOf(search, 'dialog');
  const [noted] = textsOf(search, 'notes');
  const control = useRunControl();
  const order = useMemo(() => readOrder(sorted), [sorted]);
  const shown = useMemo(
    () =>
      sortRuns(
        runs.filter((run) => isRunMatch(run, wanted)),
        order,
      ),
    [runs, wanted, order],
  );
  const ticked = textsOf(search, 'runs').filter((id) => runs.some((run) => run.id === id));
  const [place, setPlace] = useState(0);
  const at = Math.max(0, Math.min(place, shown.length - 1));
  const active = shown[at];
  const field = useRef<HTMLInputElement>(null);
  const tick = (id: string): void => {
    put({ runs: ticked.includes(id) ? ticked.filter((one) => one !== id) : [...ticked, id] });
  };
  const open = (chosen: readonly string[], to = '/overview'): void => {
    void navigate({ to, search: { runs: [...chosen] } });
  };
  useShortcuts([
    { keys: ['j', 'ArrowDown'], label: texts.next, run: () => setPlace(Math.min(at + 1, shown.length - 1)) },
    { keys: ['k', 'ArrowUp'], label: texts.previous, run: () => setPlace(Math.max(at - 1, 0)) },
    { keys: ['Enter'], label: texts.openRun, run: () => active !== undefined && open([active.id]) },
    { keys: ['x'], label: texts.tickRun, run: () => active !== undefined && tick(active.id) },
    { keys: ['/'], label: texts.focusFilter, run: () => field.current?.focus() },
    ...(mayControl ? [{ keys: ['c'], label: texts.newRun, run: () => put({ dialog: 'new' }) }] : []),
    ...(mayNote
      ? [{ keys: ['e'], label: texts.notes, run: () => active !== undefined && put({ notes: active.id }) }]
      : []),
  ]);
  const isPartial = coverage !== null && coverage.indexed < coverage.runs;
  const notedRun = runs.find(({ id }) => id === noted);
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1} size="h2">
          {texts.title}
        </Title>
        {mayControl && <Button onClick={() => put({ dialog: 'new' })}>{texts.newRun}</Button>}
      </Group>
      {mayControl && <DeedState control={control} />}
      {isPartial && (
        <Text role="status" c="dimmed">
          {texts.indexing(coverage.indexed, coverage.runs)}
        </Text>
      )}
      {runs.length === 0 ? (
        coverage !== null && !isPartial && <Text>{texts.none}</Text>
      ) : (
        <>
          <Group>
            <TextInput
              ref={field}
              className={classes['filter']}
              aria-label={texts.filter}
              placeholder={texts.filter}
              value={wanted}
              onChange={(event) => setWanted(event.currentTarget.value)}
            />
            <Text c="dimmed">{texts.count(shown.length, runs.length)}</Text>
            {ticked.length > 0 && (
              <Button onClick={() => open(ticked, ticked.length > 1 ? '/compare' : '/overview')}>
                {ticked.length > 1 ? texts.compare(ticked.length) : texts.open}
              </Button>
            )}
          </Group>
          <RunsTable
            runs={shown}
            active={at}
            ticked={new Set(ticked)}
            order={order}
            control={
              mayControl || mayNote
                ? { onDeed: (deed) => control.mutate(deed), onNotes: (run) => put({ notes: run }) }
                : null
            }
            onTick={tick}
            onOrder={(next) => put({ sort: writeOrder(next) })}
          />
        </>
      )}
      {mayControl && dialog === 'new' && (
        <NewRunDialog runs={runs} onClose={() => put({ dialog: undefined })} />
      )}
      {mayNote && notedRun !== undefined && (
        <NotesDialog
          key={notedRun.id}
          run={notedRun}
          known={[...new Set(runs.flatMap(({ tags }) => tags))].toSorted()}
          onClose={() => put({ notes: undefined })}
        />
      )}
    </Stack>
  );
}

/** What came of the last thing that was done from a row. */
function DeedState({ control }: { readonly control: ReturnType<typeof useRunControl> }): ReactNode {
  const texts = useTexts(RUNS_TEXTS);
  const closing = useTexts(PART_TEXTS);
  const { data, error, isPending, variables } = control;
  return (
    <div aria-live="polite">
      {isPending && <Text c="dimmed">{texts.working}</Text>}
      {!isPending && error !== null && <Refusal error={error} onClose={() => control.reset()} />}
      {!isPending && data !== undefined && variables !== undefined && (
        <Alert withCloseButton closeButtonLabel={closing.close} onClose={() => control.reset()}>
          {texts.done[variables.type satisfies RunDeed['type']](data)}
        </Alert>
      )}
    </div>
  );
}
