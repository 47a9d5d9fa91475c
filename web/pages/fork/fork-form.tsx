import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Refusal } from '../../parts/refusal.js';
import { useSource } from '../../source/use-source.js';
import { useTexts } from '../../texts/language.js';
import type { EpisodeKey } from '../episode/parts/episode-context.js';
import { FORKS } from './fork-list.js';
import { forkRequest, type ForkForm as Form, type ForkMistake, type ForkRequest } from './fork-request.js';
import { FORK_TEXTS } from './fork-texts.js';
import classes from './fork-panel.module.css';

/** What is to be different from a step on. What the server refuses stays to be put right. */
export function ForkForm({
  episode,
  step,
  recorded,
}: {
  readonly episode: EpisodeKey;
  /** From 1. */
  readonly step: number;
  /** Action of that step as JSON, where it is known. */
  readonly recorded: string;
}): ReactNode {
  const texts = useTexts(FORK_TEXTS);
  const source = useSource();
  const client = useQueryClient();
  const [form, setForm] = useState<Form>({
    step: String(step),
    times: '1',
    model: '',
    dialect: '',
    others: '',
    action: '',
  });
  const [shown, setShown] = useState(step);
  if (shown !== step) {
    // Another step in sight is another one to fork from; what was typed besides stays.
    setShown(step);
    setForm({ ...form, step: String(step) });
  }
  const [mistake, setMistake] = useState<ForkMistake | null>(null);
  const fork = useMutation({
    mutationFn: async (request: ForkRequest) => {
      const route = `runs/${encodeURIComponent(episode.run)}/fork`;
      return ((await source.ask(route, request)) as { readonly run: string }).run;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: FORKS(episode.run) }),
  });
  const field = (name: keyof Form) => ({
    label: texts[name],
    value: form[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      setForm({ ...form, [name]: event.currentTarget.value }),
  });
  const count = (name: 'step' | 'times') => ({
    ...field(name),
    inputMode: 'numeric' as const,
    error: mistake?.field === name ? texts.noCount : undefined,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const request = forkRequest(form, episode);
        if ('field' in request) setMistake(request);
        else {
          setMistake(null);
          fork.mutate(request);
        }
      }}
    >
      <Stack gap="sm">
        <p className={classes['muted']}>{texts.about}</p>
        <div className={classes['fields']}>
          <TextInput {...count('step')} />
          <TextInput {...count('times')} />
          <TextInput {...field('model')} placeholder={texts.same} />
          <TextInput {...field('dialect')} placeholder={texts.same} />
          <Textarea
            {...field('others')}
            className={classes['wide']}
            description={texts.othersHelp}
            rows={2}
            error={mistake?.field === 'others' ? texts.noChange(mistake.line) : undefined}
          />
          <Textarea
            {...field('action')}
            className={classes['wide']}
            description={texts.actionHelp}
            placeholder={recorded}
            rows={2}
          />
        </div>
        <Refusal error={fork.error} />
        <Group>
          <Button type="submit" loading={fork.isPending}>
            {texts.start}
          </Button>
          {fork.data !== undefined && (
            <Text role="status">
              <Link to="/overview" search={{ runs: [fork.data] }}>
                {texts.begun(fork.data)}
              </Link>
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}
