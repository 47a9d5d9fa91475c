import { Alert, Button, Group, NativeSelect, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import type { EpisodeLabel } from '../../../src/domain/scores/episode-label.js';
import type { FailureCauses } from '../../../src/domain/scores/failure-causes.js';
import type { LabelCase } from '../../../src/report/view/served/label-case.js';
import { useShortcuts } from '../../app/shortcuts.js';
import { useTexts } from '../../texts/language.js';
import { LABEL_TEXTS } from './label-texts.js';

const VALUES = ['success', 'failure', 'unsure'] as const;
/** Keys of the causes of a set, in their order. */
const CAUSE_KEYS = 'qwertyuiop';
const KEPT_SET = 'touchstone-cause-set';

/** What somebody says of a case. */
export type GivenVerdict = Pick<EpisodeLabel, 'label' | 'cause' | 'note'>;

/** Verdict, cause and note, from the keyboard alone: 1, 2, 3; q, w, e …; m; Enter. */
export function CaseForm({
  found,
  causes,
  onGive,
  onBack,
}: {
  readonly found: LabelCase;
  readonly causes: readonly FailureCauses[];
  readonly onGive: (given: GivenVerdict) => Promise<void>;
  readonly onBack: () => void;
}): ReactNode {
  const texts = useTexts(LABEL_TEXTS);
  const { own } = found;
  const [label, setLabel] = useState<GivenVerdict['label'] | null>(own?.label ?? null);
  const [setId, setSetId] = useState(() => own?.cause?.set ?? keptSet(causes));
  const [cause, setCause] = useState<string | null>(own?.cause?.cause ?? null);
  const [note, setNote] = useState(own?.note ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const set = causes.find(({ id }) => id === setId);
  const save = async (): Promise<void> => {
    if (label === null || isSaving) return;
    setIsSaving(true);
    try {
      const isCaused = label === 'failure' && cause !== null && set !== undefined;
      await onGive({ label, cause: isCaused ? { set: set.id, cause } : null, note });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setIsSaving(false);
    }
  };
  const causeKeys = (set?.causes ?? []).flatMap(({ id, title }, place) => {
    const key = CAUSE_KEYS[place];
    return key === undefined
      ? []
      : [{ keys: [key], label: `${texts.cause}: ${title}`, run: () => setCause(id) }];
  });
  useShortcuts([
    ...VALUES.map((value, place) => ({
      keys: [String(place + 1)],
      label: texts.labels[value],
      run: () => setLabel(value),
    })),
    ...(label === 'failure' ? causeKeys : []),
    { keys: ['m'], label: texts.writeNote, run: () => noteField.current?.focus() },
    { keys: ['Enter'], label: texts.save, run: () => void save() },
    { keys: ['b'], label: texts.back, run: onBack },
  ]);
  return (
    <Stack>
      {found.others.length > 0 && (
        <Stack gap={4}>
          <Text fw={600}>{texts.others}</Text>
          {found.others.map((other) => (
            <Text key={other.labeller}>
              {texts.otherSays(other.labeller, texts.labels[other.label], causeTitle(other.cause, causes))}
              {other.note !== '' && ` “${other.note}”`}
            </Text>
          ))}
        </Stack>
      )}
      <Radio.Group
        label={texts.task}
        value={label}
        onChange={(value) => setLabel(VALUES.find((one) => one === value) ?? null)}
      >
        <Stack gap="xs" mt="xs">
          {VALUES.map((value, place) => (
            <Radio
              key={value}
              value={value}
              label={<Keyed name={texts.labels[value]} hotkey={String(place + 1)} />}
            />
          ))}
        </Stack>
      </Radio.Group>
      {label === 'failure' && (
        <>
          <NativeSelect
            label={texts.causeSet}
            value={setId}
            data={causes.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={(event) => {
              keepSet(event.currentTarget.value);
              setSetId(event.currentTarget.value);
              setCause(null);
            }}
          />
          <Radio.Group
            label={texts.cause}
            value={cause ?? ''}
            onChange={(value) => setCause(value === '' ? null : value)}
          >
            <Stack gap="xs" mt="xs">
              {set?.causes.map(({ id, title, help }, place) => (
                <Radio
                  key={id}
                  value={id}
                  label={<Keyed name={title} hotkey={CAUSE_KEYS[place] ?? ''} />}
                  description={help}
                />
              ))}
              <Radio value="" label={texts.noCause} />
            </Stack>
          </Radio.Group>
        </>
      )}
      <Textarea
        ref={noteField}
        label={texts.note}
        value={note}
        maxLength={20_000}
        autosize
        minRows={2}
        onChange={(event) => setNote(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Out of the field, so that the next key is a shortcut again.
          if (event.key === 'Escape' || (event.key === 'Enter' && !event.shiftKey)) {
            event.preventDefault();
            event.currentTarget.blur();
          }
        }}
      />
      {problem !== null && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Group>
        <Button onClick={() => void save()} disabled={label === null} loading={isSaving}>
          {texts.save}
        </Button>
        <Button variant="default" onClick={onBack}>
          {texts.back}
        </Button>
      </Group>
    </Stack>
  );
}

function Keyed({ name, hotkey }: { readonly name: string; readonly hotkey: string }): ReactNode {
  return (
    <>
      {name} {hotkey !== '' && <kbd>{hotkey}</kbd>}
    </>
  );
}

/** A cause by its title and set; empty where none was given. */
function causeTitle(cause: EpisodeLabel['cause'], causes: readonly FailureCauses[]): string {
  if (cause === null) return '';
  const set = causes.find(({ id }) => id === cause.set);
  const title = set?.causes.find(({ id }) => id === cause.cause)?.title ?? cause.cause;
  return `${title} (${set?.title ?? cause.set})`;
}

/** The set that this reader chose last, else the first. */
function keptSet(causes: readonly FailureCauses[]): string {
  const first = causes[0]?.id ?? '';
  try {
    const kept = localStorage.getItem(KEPT_SET);
    return causes.some(({ id }) => id === kept) ? (kept ?? first) : first;
  } catch {
    return first;
  }
}

function keepSet(id: string): void {
  try {
    localStorage.setItem(KEPT_SET, id);
  } catch {
    // It holds for this case.
  }
}
