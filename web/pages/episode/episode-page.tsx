import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { nameOfPortable } from '../../../src/domain/text/portable-name.js';
import type { EpisodeView } from '../../../src/report/view/episode-view.js';
import { Failed } from '../../app/page-state.js';
import { textsOf, type Search } from '../../app/search.js';
import { useShortcuts } from '../../app/shortcuts.js';
import { QUERY, useSource } from '../../source/use-source.js';
import { SourceError } from '../../source/viewer-source.js';
import { Addresses } from '../../report/addresses.js';
import { useLastList } from '../../report/last-list.js';
import { EVERYTHING } from '../../report/list-query.js';
import { useGo } from '../../report/use-report.js';
import { useTexts } from '../../texts/language.js';
import { usePageTitle } from '../../report/page-title.js';
import type { PageDefinition } from '../page.js';
import { EPISODE_TEXTS } from './episode-texts.js';
import { episodeContext, neighbours, type EpisodeContext, type EpisodeKey } from './parts/episode-context.js';
import { EpisodeHead } from './parts/episode-head.js';
import { episodePlace } from './parts/episode-link.js';
import { Film } from './parts/film.js';
import { HierarchyBoxes, HierarchyTree, useHierarchy } from './parts/hierarchy-panel.js';
import { Timeline } from './parts/timeline.js';
import { usePlayer } from './parts/use-player.js';
import { StepLinks, VerdictCard } from './parts/verdict-card.js';
import { ACTION_TEXTS } from '../../texts/action-texts.js';
import { stepLabel, stepPlace } from '../../texts/action-words.js';
import { ScreenPicture } from './step/screen-picture.js';
import { StepDetails } from './step/step-details.js';
import classes from './episode.module.css';

/** One episode: what it came to, and every step with its screen. Steps count from 1 in addresses, as people do. */
export const EPISODE_PAGE: PageDefinition = {
  paths: ['/run/$run/item/$item/step/$step', '/run/$run/item/$item/repeat/$repeat/step/$step'],
  needs: [],
  component: EpisodePage,
  navigation: null,
};

function EpisodePage(): ReactNode {
  const texts = useTexts(EPISODE_TEXTS);
  const source = useSource();
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const search: Search = useSearch({ strict: false });
  usePageTitle(params['item'] ?? '');
  const key: EpisodeKey = {
    run: params['run'] ?? '',
    item: nameOfPortable(params['item'] ?? ''),
    repeat: whole(params['repeat'], 0),
  };
  const together = textsOf(search, 'runs');
  // A file holds what it holds; of a server's runs the one, or those that it was looked at with.
  const runs = source.features.has('runs') ? (together.includes(key.run) ? together : [key.run]) : [];
  const index = useQuery({
    queryKey: QUERY.index(runs),
    queryFn: ({ signal }) => source.index(runs, signal),
  });
  const query = useQuery({
    queryKey: QUERY.episode(key.run, key.item, key.repeat),
    queryFn: () => source.episode(key.run, key.item, key.repeat),
    // It comes in again with every step; what is seen stays in its place.
    structuralSharing: true,
  });
  const context = index.data === undefined ? null : episodeContext(index.data, key);
  const last = useLastList();
  // Whoever came by another way, from the phones at work for one, goes back to a list of what this is of.
  const isOfList = last.rows.some(({ run }) => run.run.id === key.run);
  const list = (isOfList ? last.address : null) ?? new Addresses(runs).list('tasks', EVERYTHING);
  const listed = useMemo(
    () => last.rows.map(({ run, item, repeat }) => ({ run: run.run.id, item, repeat })),
    [last.rows],
  );
  const { previous, next } = neighbours(index.data, listed, key);
  const keys = useEpisodeKeys({ previous, next, list });
  const isUnknown =
    query.error !== null &&
    ((query.error instanceof SourceError && query.error.status === 404) ||
      (index.data !== undefined && context === null));
  return (
    <section className={classes['page']}>
      <EpisodeHead
        episode={key}
        context={context}
        previous={previous}
        next={next}
        list={list}
        canExport={source.features.has('runs') && query.data?.isRunning === false}
      />
      {isUnknown && <p className={classes['empty']}>{texts.unknownEpisode}</p>}
      {query.error !== null && query.data === undefined && !isUnknown && (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <p className={classes['empty']}>{texts.loading}</p>}
      {query.data !== undefined && (
        <Shown
          view={query.data}
          context={context}
          wanted={whole(params['step'], 1) - 1}
          isLeaving={keys.isLeaving}
        />
      )}
    </section>
  );
}

/** Keys that lead to other pages; whoever has pressed one wants no other step. */
function useEpisodeKeys({
  previous,
  next,
  list,
}: {
  readonly previous: EpisodeKey | null;
  readonly next: EpisodeKey | null;
  readonly list: string;
}): { readonly isLeaving: () => boolean } {
  const texts = useTexts(EPISODE_TEXTS);
  const navigate = useNavigate();
  const open = useGo();
  const leaving = useRef(false);
  const go = (to: EpisodeKey | null): void => {
    if (to !== null) void navigate({ ...episodePlace(to), search: true });
  };
  useShortcuts([
    { keys: ['n'], label: texts.nextEpisode, run: () => go(next) },
    { keys: ['N'], label: texts.previousEpisode, run: () => go(previous) },
    {
      keys: ['Escape'],
      label: texts.back,
      run: () => {
        leaving.current = true;
        open(list);
      },
    },
  ]);
  return { isLeaving: () => leaving.current };
}

function Shown({
  view,
  context,
  wanted,
  isLeaving,
}: {
  readonly view: EpisodeView;
  readonly context: EpisodeContext | null;
  readonly wanted: number;
  readonly isLeaving: () => boolean;
}): ReactNode {
  const texts = useTexts(EPISODE_TEXTS);
  const navigate = useNavigate();
  const { steps, omittedSteps } = view.episode;
  const last = Math.max(0, steps.length - 1);
  const current = Math.max(0, Math.min(wanted, last));
  // Where the keys have led so far: the address follows a moment later.
  const at = useRef(current);
  useEffect(() => {
    at.current = current;
  }, [current]);
  const show = (step: number): void => {
    const to = Math.max(0, Math.min(step, last));
    if (to === at.current || isLeaving()) return;
    at.current = to;
    void navigate({ ...episodePlace(view, to), search: true, replace: true, resetScroll: false });
  };
  // Whoever looks at the newest step of an episode under way goes on with it.
  const seen = useRef({ count: steps.length, isRunning: view.isRunning });
  useEffect(() => {
    const { count, isRunning } = seen.current;
    const wasAtEnd = current === count - 1;
    // The last steps may come together with the end.
    if (isRunning && steps.length > count && wasAtEnd) show(steps.length - 1);
    seen.current = { count: steps.length, isRunning: view.isRunning };
  });
  return (
    <>
      <VerdictCard view={view} context={context} />
      {view.findings.length > 0 && (
        <section className={classes['findings']} aria-label={texts.findings}>
          <h2>{texts.findings}</h2>
          <ul>
            {view.findings.map(({ scanner, message, steps: at }, number) => (
              <li key={number}>
                <code>{scanner}</code> {message} <StepLinks title="" steps={at} view={view} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {steps.length === 0 ? (
        <p className={classes['empty']}>{view.isRunning ? texts.waitingForSteps : texts.noSteps}</p>
      ) : (
        <>
          <Timeline steps={steps} current={current} onStep={show} />
          <div className={classes['player']}>
            <div>
              <Film episode={view} steps={steps} current={current} />
              {omittedSteps > 0 && <p className={classes['muted']}>{texts.omittedSteps(omittedSteps)}</p>}
            </div>
            <Stage
              view={view}
              context={context}
              current={current}
              onStep={show}
              onMove={(by) => show(at.current + by)}
            />
          </div>
        </>
      )}
    </>
  );
}

function Stage({
  view,
  context,
  current,
  onStep,
  onMove,
}: {
  readonly view: EpisodeView;
  readonly context: EpisodeContext | null;
  readonly current: number;
  readonly onStep: (step: number) => void;
  readonly onMove: (by: 1 | -1) => void;
}): ReactNode {
  const texts = useTexts(EPISODE_TEXTS);
  const actionTexts = useTexts(ACTION_TEXTS);
  const source = useSource();
  const { steps } = view.episode;
  const [step, after] = [steps[current], steps[current + 1]];
  const [isAfter, setAfter] = useState(false);
  const [isTree, setTree] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const player = usePlayer(current >= steps.length - 1, () => onMove(1));
  const shown = isAfter && after !== undefined ? after : step;
  const address = source.features.has('hierarchies') ? (shown?.hierarchy ?? null) : null;
  const { lines, error } = useHierarchy(isTree ? address : null);
  useShortcuts([
    { keys: ['j', 'ArrowDown', 'ArrowRight'], label: texts.nextStep, run: () => onMove(1) },
    { keys: ['k', 'ArrowUp', 'ArrowLeft'], label: texts.previousStep, run: () => onMove(-1) },
    { keys: ['Home'], label: texts.firstStep, run: () => onStep(0) },
    { keys: ['End'], label: texts.lastStep, run: () => onStep(steps.length - 1) },
    { keys: [' '], label: player.isPlaying ? texts.pause : texts.play, run: player.toggle },
    { keys: ['['], label: texts.slower, run: () => player.change(-1) },
    { keys: [']'], label: texts.faster, run: () => player.change(1) },
    { keys: ['b'], label: texts.after, run: () => setAfter(!isAfter) },
    ...(address === null ? [] : [{ keys: ['h'], label: texts.hierarchy, run: () => setTree(!isTree) }]),
  ]);
  if (step === undefined || shown === undefined) return null;
  const isShownAfter = shown !== step;
  return (
    <div className={classes['stage']}>
      <div className={classes['picture']}>
        <div className={`step-bar ${classes['bar'] ?? ''}`}>
          <Button
            variant="default"
            size="xs"
            aria-label={texts.previousStep}
            disabled={current === 0}
            onClick={() => onMove(-1)}
          >
            ‹
          </Button>
          <output aria-live={player.isPlaying ? 'off' : 'polite'}>
            {stepPlace(steps, current, actionTexts)}
          </output>
          <Button
            variant="default"
            size="xs"
            aria-label={texts.nextStep}
            disabled={current >= steps.length - 1}
            onClick={() => onMove(1)}
          >
            ›
          </Button>
        </div>
        <ScreenPicture
          step={shown}
          isLarge
          isPlain={isShownAfter}
          description={
            isShownAfter
              ? texts.pictureAfter(current + 1)
              : texts.pictureOf(current + 1, stepLabel(step, actionTexts))
          }
        >
          {isTree && lines !== null && shown.size !== null && (
            <HierarchyBoxes lines={lines} size={shown.size} chosen={chosen} onChoose={setChosen} />
          )}
        </ScreenPicture>
        <Group gap="xs" justify="center" className={classes['tools'] ?? ''}>
          <Button variant="default" size="xs" aria-pressed={player.isPlaying} onClick={player.toggle}>
            {player.isPlaying ? texts.pause : texts.play}
          </Button>
          <span className={classes['muted']}>{texts.speed(player.speed)}</span>
          {after !== undefined && (
            <Button variant="default" size="xs" aria-pressed={isAfter} onClick={() => setAfter(!isAfter)}>
              {texts.after}
            </Button>
          )}
          {address !== null && (
            <Button variant="default" size="xs" aria-pressed={isTree} onClick={() => setTree(!isTree)}>
              {texts.hierarchy}
            </Button>
          )}
        </Group>
      </div>
      <div>
        {isTree && address !== null && (
          <HierarchyTree lines={lines} error={error} chosen={chosen} onChoose={setChosen} />
        )}
        <StepDetails step={step} next={after} run={context?.run ?? null} />
      </div>
    </div>
  );
}

function whole(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
}
