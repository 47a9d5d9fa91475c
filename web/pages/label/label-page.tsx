import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { EPISODE_LABEL_PASSES } from '../../../src/domain/scores/episode-label.js';
import type { RunCard } from '../../../src/report/view/run-card.js';
import { Answered } from '../../app/page-state.js';
import { textsOf, type Search } from '../../app/search.js';
import { QUERY, useSource } from '../../source/use-source.js';
import { useUser } from '../../source/use-user.js';
import { useTexts } from '../../texts/language.js';
import { usePageTitle } from '../../report/page-title.js';
import { SHELL_TEXTS } from '../../app/shell-texts.js';
import type { PageDefinition } from '../page.js';
import { GivenLabels } from './given-labels.js';
import { LabelDeskView } from './label-desk-view.js';
import { readLabelChoice, type LabelChoice } from './label-choice.js';
import { LABEL_TEXTS } from './label-texts.js';

/** A queue of episodes for people: verdict, cause, note; blind, informed, or to decide between others. */
export const LABEL_PAGE: PageDefinition = {
  paths: ['/label'],
  needs: ['labels'],
  component: LabelPage,
  navigation: 'label',
};

function LabelPage(): ReactNode {
  usePageTitle(useTexts(SHELL_TEXTS).label);
  const search: Search = useSearch({ strict: false });
  const mayLabel = useSource().features.has('notes');
  const user = useUser();
  const asked = readLabelChoice(search);
  // Whoever is known labels in their own name.
  const choice = user === null || !mayLabel ? asked : { ...asked, labeller: user.name };
  const isNamed = choice.labeller !== '' || !mayLabel;
  const isChosen = choice.runs.length > 0 && isNamed && textsOf(search, 'choose').length === 0;
  if (!isChosen) return <ChooseQueue choice={choice} />;
  return mayLabel ? <LabelDeskView choice={choice} /> : <GivenLabels choice={choice} />;
}

function ChooseQueue({ choice }: { readonly choice: LabelChoice }): ReactNode {
  const source = useSource();
  const query = useQuery({ queryKey: QUERY.runs, queryFn: () => source.runs() });
  return <Answered query={query}>{(runs) => <QueueForm choice={choice} runs={runs} />}</Answered>;
}

function QueueForm({
  choice,
  runs,
}: {
  readonly choice: LabelChoice;
  readonly runs: readonly RunCard[];
}): ReactNode {
  const texts = useTexts(LABEL_TEXTS);
  const navigate = useNavigate();
  const isKnown = useUser() !== null;
  const [chosen, setChosen] = useState(choice);
  const put = (next: Partial<LabelChoice>): void => setChosen({ ...chosen, ...next });
  const mayLabel = useSource().features.has('notes');
  const isReady = chosen.runs.length > 0 && (chosen.labeller.trim() !== '' || !mayLabel);
  const grows = runs.some(({ id, state }) => state === 'running' && chosen.runs.includes(id));
  const readable = runs.filter(({ state }) => state !== 'unreadable').toReversed();
  const start = (): void => {
    void navigate({
      to: '/label',
      search: { ...chosen, runs: [...chosen.runs], labeller: chosen.labeller.trim() },
    });
  };
  return (
    <Stack maw={640}>
      <Title order={1} size="h2">
        {texts.title}
      </Title>
      <Text>{texts.about}</Text>
      <Checkbox.Group label={texts.runs} value={[...chosen.runs]} onChange={(names) => put({ runs: names })}>
        <Stack gap="xs" mt="xs">
          {readable.map(({ id, benchmark }) => (
            <Checkbox key={id} value={id} label={`${id} · ${benchmark}`} />
          ))}
        </Stack>
      </Checkbox.Group>
      {mayLabel && (
        <TextInput
          label={texts.labeller}
          value={chosen.labeller}
          readOnly={isKnown}
          maxLength={128}
          onChange={(event) => put({ labeller: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        label={texts.pass}
        description={mayLabel ? texts.passHelp[chosen.pass] : undefined}
        value={chosen.pass}
        data={EPISODE_LABEL_PASSES.map((pass) => ({ value: pass, label: texts.passes[pass] }))}
        onChange={(event) =>
          put({ pass: EPISODE_LABEL_PASSES.find((pass) => pass === event.currentTarget.value) ?? 'blind' })
        }
      />
      {mayLabel && <Draw chosen={chosen} grows={grows} onChange={put} />}
      <Group>
        <Button onClick={start} disabled={!isReady}>
          {mayLabel ? texts.start : texts.show}
        </Button>
        {mayLabel && !isReady && <Text c="dimmed">{texts.choose}</Text>}
      </Group>
    </Stack>
  );
}

/** Which episodes are asked about, and how many. */
function Draw({
  chosen,
  grows,
  onChange: put,
}: {
  readonly chosen: LabelChoice;
  /** Episodes are still added to the chosen runs. */
  readonly grows: boolean;
  readonly onChange: (next: Partial<LabelChoice>) => void;
}): ReactNode {
  const texts = useTexts(LABEL_TEXTS);
  return (
    <>
      <NativeSelect
        label={texts.wanted}
        description={chosen.pass === 'blind' && chosen.wanted === 'failed' ? texts.failedTells : undefined}
        value={chosen.wanted}
        data={[
          { value: 'all', label: texts.wants.all },
          { value: 'failed', label: texts.wants.failed },
        ]}
        onChange={(event) => put({ wanted: event.currentTarget.value === 'failed' ? 'failed' : 'all' })}
      />
      <Group grow align="flex-end">
        <TextInput
          label={texts.sample}
          description={grows && chosen.sample !== '' ? texts.sampleGrows : undefined}
          inputMode="numeric"
          value={chosen.sample}
          onChange={(event) => put({ sample: event.currentTarget.value.replaceAll(/\D/g, '') })}
        />
        <TextInput
          label={texts.seed}
          inputMode="numeric"
          value={chosen.seed}
          onChange={(event) => put({ seed: event.currentTarget.value.replaceAll(/\D/g, '') })}
        />
      </Group>
    </>
  );
}
