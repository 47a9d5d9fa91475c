import { Menu } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { RunCard } from '../../../src/report/view/run-card.js';
import { useSource } from '../../source/use-source.js';
import { useTexts } from '../../texts/language.js';
import { RUNS_TEXTS } from './runs-texts.js';
import type { RunDeed } from './use-run-control.js';
import classes from './runs-page.module.css';

/** Runs that ended before their end. */
const UNFINISHED: readonly RunCard['state'][] = ['interrupted', 'crashed', 'budget', 'aborted'];

/** What can be done with a run. */
export function RunMenu({
  run: { id: run, state, redoable },
  onDeed,
  onNotes,
}: {
  readonly run: Pick<RunCard, 'id' | 'state' | 'redoable'>;
  readonly onDeed: (deed: RunDeed) => void;
  readonly onNotes: () => void;
}): ReactNode {
  const texts = useTexts(RUNS_TEXTS);
  const { features } = useSource();
  const [isUsed, setUsed] = useState(false);
  if (state === 'unreadable') return null;
  // A menu costs far more than its button, and most are never opened.
  if (!isUsed) {
    return (
      <button
        type="button"
        className={classes['menu']}
        aria-label={texts.menuOf(run)}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => setUsed(true)}
      >
        ⋯
      </button>
    );
  }
  const isRunning = state === 'running';
  const mayControl = features.has('control');
  return (
    <Menu defaultOpened position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <button type="button" className={classes['menu']} aria-label={texts.menuOf(run)}>
          ⋯
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {mayControl && isRunning && (
          <Menu.Item onClick={() => onDeed({ type: 'stop', run })}>{texts.deeds.stop}</Menu.Item>
        )}
        {mayControl && UNFINISHED.includes(state) && (
          <Menu.Item onClick={() => onDeed({ type: 'resume', run, retryVoided: false })}>
            {texts.deeds.resume}
          </Menu.Item>
        )}
        {mayControl && !isRunning && redoable > 0 && (
          <Menu.Item onClick={() => onDeed({ type: 'resume', run, retryVoided: true })}>
            {texts.retryVoided(redoable)}
          </Menu.Item>
        )}
        {mayControl && (
          <Menu.Item onClick={() => onDeed({ type: 'again', run })}>{texts.deeds.again}</Menu.Item>
        )}
        {features.has('notes') && <Menu.Item onClick={onNotes}>{texts.notes}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
