import { Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { EpisodeView } from '../../../src/report/view/episode-view.js';
import type { LabelCase } from '../../../src/report/view/served/label-case.js';
import { useShortcuts } from '../../app/shortcuts.js';
import { ACTION_TEXTS } from '../../texts/action-texts.js';
import { stepLabel, stepPlace } from '../../texts/action-words.js';
import { useTexts } from '../../texts/language.js';
import { EpisodeLink } from '../episode/parts/episode-link.js';
import { VerdictCard } from '../episode/parts/verdict-card.js';
import { ScreenPicture } from '../episode/step/screen-picture.js';
import { StepDetails } from '../episode/step/step-details.js';
import { labelQuery, type LabelChoice } from './label-choice.js';
import { LABEL_TEXTS } from './label-texts.js';
import classes from './label-page.module.css';

/** What happened in a case, step by step: the screen, the action, what was said to the user. */
export function CaseSteps({
  found,
  choice,
}: {
  readonly found: LabelCase;
  readonly choice: LabelChoice;
}): ReactNode {
  const texts = useTexts(LABEL_TEXTS);
  const actionTexts = useTexts(ACTION_TEXTS);
  const { steps } = found.view.episode;
  const [place, setPlace] = useState(0);
  const step = steps[place];
  const go = (next: number): void => setPlace(Math.max(0, Math.min(next, steps.length - 1)));
  useShortcuts([
    { keys: ['ArrowRight', 'l'], label: texts.nextStep, run: () => go(place + 1) },
    { keys: ['ArrowLeft', 'h'], label: texts.previousStep, run: () => go(place - 1) },
    { keys: ['Home'], label: texts.firstStep, run: () => go(0) },
    { keys: ['End'], label: texts.lastStep, run: () => go(steps.length - 1) },
  ]);
  const address = step?.picture ?? null;
  // A blind case's pictures are found by its runs.
  const picture = address !== null && choice.pass === 'blind' ? `${address}?${labelQuery(choice)}` : address;
  return (
    <div className={classes['case']}>
      {step !== undefined && (
        <ScreenPicture
          step={{ ...step, picture }}
          isLarge
          description={`${stepPlace(steps, place, actionTexts)}: ${stepLabel(step, actionTexts)}`}
        />
      )}
      <Stack gap="xs" className={classes['words'] ?? ''}>
        <Text fw={600}>{found.instruction}</Text>
        {found.apps.length > 0 && <Text c="dimmed">{texts.apps(found.apps.join(', '))}</Text>}
        {found.of !== null && (
          <Text c="dimmed">
            {texts.of}: {found.of.run} · {found.of.item} ·{' '}
            <EpisodeLink episode={found.of} step={place}>
              {texts.openEpisode}
            </EpisodeLink>
          </Text>
        )}
        <Group gap="xs">
          <Text>{stepPlace(steps, place, actionTexts)}</Text>
          {step !== undefined && <Text>{stepLabel(step, actionTexts)}</Text>}
        </Group>
        {step?.answer !== null && step?.answer !== undefined && (
          <Text>
            {texts.answer}: {step.answer}
          </Text>
        )}
        {found.of !== null && <Informed view={found.view} place={place} />}
      </Stack>
    </div>
  );
}

/** What a blind pass hides: how it was judged, what scanners found, what the agent thought and the models said. */
function Informed({ view, place }: { readonly view: EpisodeView; readonly place: number }): ReactNode {
  const { steps } = view.episode;
  const step = steps[place];
  return (
    <>
      <VerdictCard view={view} context={null} />
      {view.findings.map(({ scanner, message }, number) => (
        <Text key={number}>
          <code>{scanner}</code> {message}
        </Text>
      ))}
      {step !== undefined && <StepDetails step={step} next={steps[place + 1]} run={null} />}
    </>
  );
}
