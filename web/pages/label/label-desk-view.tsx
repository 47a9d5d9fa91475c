import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { EpisodeLabel } from '../../../src/domain/scores/episode-label.js';
import type { LabelCase, LabelQueueView } from '../../../src/report/view/served/label-case.js';
import { Answered } from '../../app/page-state.js';
import { textsOf, type Search } from '../../app/search.js';
import { QUERY, useSource } from '../../source/use-source.js';
import { useTexts } from '../../texts/language.js';
import { AgreementPanel } from './agreement-panel.js';
import { CaseForm, type GivenVerdict } from './case-form.js';
import { CaseSteps } from './case-steps.js';
import { labelQuery, type LabelChoice } from './label-choice.js';
import { LABEL_TEXTS } from './label-texts.js';
import classes from './label-page.module.css';

/** A queue at work: one case, what is said of it, and how far people agree so far. */
export function LabelDeskView({ choice }: { readonly choice: LabelChoice }): ReactNode {
  const source = useSource();
  const route = `labels/queue?${labelQuery(choice)}`;
  const query = useQuery({
    queryKey: QUERY.labels(choice.runs, route),
    queryFn: async () => (await source.ask(route)) as LabelQueueView,
  });
  return <Answered query={query}>{(queue) => <Desk choice={choice} queue={queue} route={route} />}</Answered>;
}

function Desk({
  choice,
  queue,
  route,
}: {
  readonly choice: LabelChoice;
  readonly queue: LabelQueueView;
  readonly route: string;
}): ReactNode {
  const texts = useTexts(LABEL_TEXTS);
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const source = useSource();
  const client = useQueryClient();
  const [named] = textsOf(search, 'case');
  const known = [...queue.done, ...queue.open];
  const id = named !== undefined && known.includes(named) ? named : queue.open[0];
  const go = (next: string | undefined): void => {
    void navigate({ to: '/label', search: { ...search, case: next }, replace: true });
  };
  const give = async (given: GivenVerdict): Promise<void> => {
    if (id === undefined) return;
    const { runs, labeller, pass } = choice;
    const own = (await source.ask('labels', { runs, id, labeller, pass, ...given })) as EpisodeLabel;
    // Whoever goes back finds what was said.
    client.setQueryData<LabelCase>(['label-case', id, choice], (before) => before && { ...before, own });
    const key = QUERY.labels(runs, route);
    await client.cancelQueries({ queryKey: key });
    // At once, so that the next case is there before the server is asked again.
    client.setQueryData<LabelQueueView>(key, (before) =>
      before === undefined || before.done.includes(id)
        ? before
        : { ...before, open: before.open.filter((one) => one !== id), done: [...before.done, id] },
    );
    go(undefined);
    await client.invalidateQueries({ queryKey: ['labels', ...runs] });
    await client.invalidateQueries({ queryKey: ['label-case', id] });
  };
  const all = known.length;
  return (
    <Stack>
      <Group>
        <Title order={1} size="h3">
          {texts.title}: {texts.passes[choice.pass]}
        </Title>
        <Text c="dimmed">{texts.progress(queue.done.length, all)}</Text>
        <Button
          variant="default"
          size="xs"
          onClick={() => void navigate({ to: '/label', search: { ...search, case: undefined, choose: '1' } })}
        >
          {texts.change}
        </Button>
      </Group>
      <Progress
        value={all === 0 ? 100 : (queue.done.length / all) * 100}
        aria-label={texts.progress(queue.done.length, all)}
      />
      {id === undefined ? (
        <Text role="status">{texts.finished}</Text>
      ) : (
        <Case
          key={id}
          id={id}
          choice={choice}
          queue={queue}
          onGive={give}
          onBack={() => go(queue.done.filter((one) => one !== id).at(-1))}
        />
      )}
      <AgreementPanel choice={choice} />
    </Stack>
  );
}

function Case({
  id,
  choice,
  queue,
  onGive,
  onBack,
}: {
  readonly id: string;
  readonly choice: LabelChoice;
  readonly queue: LabelQueueView;
  readonly onGive: (given: GivenVerdict) => Promise<void>;
  readonly onBack: () => void;
}): ReactNode {
  const source = useSource();
  const query = useQuery({
    queryKey: ['label-case', id, choice],
    queryFn: async () => (await source.ask(`labels/cases/${id}?${labelQuery(choice)}`)) as LabelCase,
  });
  return (
    <Answered query={query}>
      {(found) => (
        <div className={classes['desk']}>
          <CaseSteps found={found} choice={choice} />
          <CaseForm found={found} causes={queue.causes} onGive={onGive} onBack={onBack} />
        </div>
      )}
    </Answered>
  );
}
