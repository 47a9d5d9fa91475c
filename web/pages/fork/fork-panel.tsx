import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { nameOfPortable } from '../../../src/domain/text/portable-name.js';
import { textsOf, type Search } from '../../app/search.js';
import { useShortcuts } from '../../app/shortcuts.js';
import { QUERY, useSource } from '../../source/use-source.js';
import { useTexts } from '../../texts/language.js';
import { ForkForm } from './fork-form.js';
import { ForkList } from './fork-list.js';
import { FORK_TEXTS } from './fork-texts.js';
import classes from './fork-panel.module.css';

/** Goes on from the step of the address once more, differently; and what others have forked from its run. */
export function ForkPanel(): ReactNode {
  const texts = useTexts(FORK_TEXTS);
  const source = useSource();
  const navigate = useNavigate();
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const search: Search = useSearch({ strict: false });
  const { run = '' } = params;
  const item = nameOfPortable(params['item'] ?? '');
  const repeat = whole(params['repeat'], 0);
  const { data: view } = useQuery({
    queryKey: QUERY.episode(run, item, repeat),
    queryFn: () => source.episode(run, item, repeat),
  });
  const steps = view?.episode.steps ?? [];
  const step = Math.max(1, Math.min(whole(params['step'], 1), steps.length));
  const isOpen = textsOf(search, 'fork').length > 0;
  const toggle = (): void => {
    const next = { ...search, fork: isOpen ? undefined : '1' };
    void navigate({ to: '.', search: next, replace: true, resetScroll: false });
  };
  // An episode under way can be forked once it is done.
  const canFork = view !== undefined && !view.isRunning && steps.length > 0;
  useShortcuts(canFork ? [{ keys: ['f'], label: texts.open(step), run: toggle }] : []);
  if (!canFork) return null;
  const action = steps[step - 1]?.action ?? null;
  return (
    <section className={classes['panel']} aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <Button variant="default" size="xs" aria-expanded={isOpen} onClick={toggle}>
        {isOpen ? texts.close : texts.open(step)}
      </Button>
      {isOpen && (
        <>
          <ForkForm
            key={`${run}\n${item}\n${repeat}`}
            episode={{ run, item, repeat }}
            step={step}
            recorded={action === null ? '' : JSON.stringify(action)}
          />
          <ForkList run={run} />
        </>
      )}
    </section>
  );
}

function whole(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
}
