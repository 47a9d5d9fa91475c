import {
  Autocomplete,
  Button,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { RunCard } from '../../../src/report/view/run-card.js';
import { Dialog } from '../../parts/dialog.js';
import { Refusal } from '../../parts/refusal.js';
import { useTexts } from '../../texts/language.js';
import { EMPTY_FORM, newRunRequest, type NewRunForm } from './new-run-request.js';
import { RUNS_TEXTS } from './runs-texts.js';
import { useRunControl } from './use-run-control.js';

/** Starts a run as `touchstone run` does. What the server refuses stays to be put right. */
export function NewRunDialog({
  runs,
  onClose,
}: {
  /** Runs there are, for names that were used before. */
  readonly runs: readonly RunCard[];
  readonly onClose: () => void;
}): ReactNode {
  const texts = useTexts(RUNS_TEXTS);
  const control = useRunControl();
  const [form, setForm] = useState(EMPTY_FORM);
  const [noSetting, setNoSetting] = useState<string | null>(null);
  const put = (next: Partial<NewRunForm>): void => setForm({ ...form, ...next });
  const used = (name: 'benchmark' | 'agent'): string[] =>
    [...new Set(runs.map((run) => run[name]))].filter((one) => one !== '').toSorted();
  const start = (): void => {
    const request = newRunRequest(form);
    if ('noSetting' in request) setNoSetting(request.noSetting);
    else {
      setNoSetting(null);
      control.mutate({ type: 'start', request }, { onSuccess: onClose });
    }
  };
  const field = (name: 'model' | 'tasks' | 'runId') => ({
    label: texts.form[name],
    value: form[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      put({ [name]: event.currentTarget.value }),
  });
  const count = (name: 'limit' | 'repeats' | 'seed') => ({
    label: texts.form[name],
    value: form[name],
    inputMode: 'numeric' as const,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      put({ [name]: event.currentTarget.value }),
  });
  return (
    <Dialog onClose={onClose} size="lg" title={texts.newRun}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <Stack>
          <Autocomplete
            required
            openOnFocus={false}
            data-autofocus
            label={texts.form.benchmark}
            description={texts.form.benchmarkHelp}
            data={used('benchmark')}
            value={form.benchmark}
            onChange={(benchmark) => put({ benchmark })}
          />
          <Autocomplete
            label={texts.form.agent}
            description={texts.form.agentHelp}
            data={used('agent')}
            value={form.agent}
            onChange={(agent) => put({ agent })}
          />
          <TextInput {...field('model')} />
          <SimpleGrid cols={2}>
            <NativeSelect
              label={texts.form.mode}
              value={form.mode}
              data={[
                { value: '', label: texts.form.ownMode },
                { value: 'reference', label: 'reference' },
                { value: 'corrected', label: 'corrected' },
              ]}
              onChange={(event) => put({ mode: event.currentTarget.value })}
            />
            <TextInput {...count('limit')} />
            <TextInput {...count('repeats')} />
            <TextInput {...count('seed')} />
          </SimpleGrid>
          <TextInput {...field('tasks')} description={texts.form.tasksHelp} />
          <Textarea
            label={texts.form.others}
            description={texts.form.othersHelp}
            error={noSetting === null ? undefined : texts.form.noSetting(noSetting)}
            rows={3}
            value={form.others}
            onChange={(event) => put({ others: event.currentTarget.value })}
          />
          <TextInput {...field('runId')} description={texts.form.runIdHelp} />
          <Refusal error={control.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={control.isPending}>
              {texts.form.start}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
