import { Button, Group, Stack, TagsInput, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { RunCard } from '../../../src/report/view/run-card.js';
import { Dialog } from '../../parts/dialog.js';
import { Refusal } from '../../parts/refusal.js';
import { useTexts } from '../../texts/language.js';
import { RUNS_TEXTS } from './runs-texts.js';
import { useRunControl } from './use-run-control.js';

/** Tags and note of a run, to be changed. */
export function NotesDialog({
  run,
  known,
  onClose,
}: {
  readonly run: RunCard;
  /** Tags of other runs. */
  readonly known: readonly string[];
  readonly onClose: () => void;
}): ReactNode {
  const texts = useTexts(RUNS_TEXTS);
  const control = useRunControl();
  const [tags, setTags] = useState<string[]>([...run.tags]);
  const [note, setNote] = useState(run.note);
  return (
    <Dialog onClose={onClose} title={texts.notesOf(run.id)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          control.mutate({ type: 'note', run: run.id, tags, note }, { onSuccess: onClose });
        }}
      >
        <Stack>
          <TagsInput
            data-autofocus
            label={texts.tags}
            description={texts.tagsHelp}
            value={tags}
            data={[...known]}
            onChange={setTags}
          />
          <Textarea
            label={texts.note}
            rows={5}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Refusal error={control.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={control.isPending}>
              {texts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
