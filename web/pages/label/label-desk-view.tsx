import { Alert, Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import type { EpisodeLabel } from '../../../src/domain/scores/episode-label.js';
import type { LabelCase, LabelQueueView } from '../../../src/report/view/served/label-case.js';
import { Answered, Failed } from '../../app/page-state.js';
import { textsOf, type Search } from '../../app/search.js';
import { useSource } from '../../source/use-source.js';
import { useTexts } from '../../texts/language.js';
import { AgreementPanel } from './agreement-panel.js';
import { CaseForm, type GivenVerdict } from './case-form.js';
import { CaseSteps } from './case-steps.js';
import { caseKey, keepLabel, queueKey, queueRoute } from './keep-label.js';
import { labelQuery, type LabelChoice } from './label-choice.js';
import { LABEL_TEXTS } from './label-texts.js';
import { shownCase } from './shown-case.js';
import classes from './label-page.module.css';

/** A queue at work: one case, what is said of it, and how far people agree so far. */
export function LabelDeskView({ choice }: { readonly choice: LabelChoice }): ReactNode {
  const source = useSource();
  const query = useQuery({
    queryKey: queueKey(choice),
    queryFn: async () => (await source.ask(queueRoute(choice))) as LabelQueueView,
  });
  if (query.data === undefined && query.error !== null) {
    // Another queue may be there where this one is not.
    return (
      <Stack align="flex-start">
        <Failed error={query.error} onRetry={() => void query.refetch()} />
        <ChangeQueue />
      </Stack>
    );
  }
  return <Answered query={query}>{(queue) => <Desk choice={choice} queue={queue} />}</Answered>;
}

/** Leads back to the choice of runs and pass. */
export function ChangeQueue(): ReactNode {
  const texts = useTexts(LABEL_TEXTS);
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <Button
      variant="default"
      size="xs"
      onClick={() => void navigate({ to: '/label', search: { ...search, case: undefined, choose: '1' } })}
    >
      {texts.change}
    </Button>
  );
}

function Desk({
  choice,
  queue,
}: {
  readonly choice: LabelChoice;
  readonly queue: LabelQueueView;
}): ReactNode {
  const texts = useTexts(LABEL_TEXTS);
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const source = useSource();
  const client = useQueryClient();
  const [named] = textsOf(search, 'case');
  const { id, isGone } = shownCase(named, queue);
  const go = (next: string | undefined): void => {
    void navigate({ to: '/label', search: { ...search, case: next }, replace: true });
  };
  useEffect(() => {
    // What is in front is in the address: it stays there while others label, and new episodes come.
    if (named === undefined && id !== undefined) {
      void navigate({ to: '/label', search: { ...search, case: id }, replace: true });
    }
  }, [named, id, search, navigate]);
  const give = async (given: GivenVerdict): Promise<void> => {
    if (id === undefined) return;
    const { runs, labeller, pass } = choice;
    const label = (await source.ask('labels', { runs, id, labeller, pass, ...given })) as EpisodeLabel;
    await keepLabel(client, { choice, id, label });
    go(undefined);
    await client.invalidateQueries({ queryKey: ['labels', ...runs] });
    await client.invalidateQueries({ queryKey: ['label-case', id] });
  };
  const all = queue.done.length + queue.open.length;
  return (
    <Stack>
      <Group>
        <Title order={1} size="h3">
          {texts.title}: {texts.passes[choice.pass]}
        </Title>
        <Text c="dimmed">{texts.progress(queue.done.length, all)}</Text>
        <ChangeQueue />
      </Group>
      <Progress
        value={all === 0 ? 100 : (queue.done.length / all) * 100}
        aria-label={texts.progress(queue.done.length, all)}
      />
      {isGone && (
        <Alert role="status">
          <Group>
            <Text>{texts.gone}</Text>
            <Button variant="default" size="xs" onClick={() => go(undefined)}>
              {texts.next}
            </Button>
          </Group>
        </Alert>
      )}
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
    queryKey: caseKey(choice, id),
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
