import { Button, Group, Loader } from '@mantine/core';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { alignEpisodes, type EpisodeAlignment } from '../../../src/metrics/alignment/align-episodes.js';
import type { EpisodeView } from '../../../src/report/view/episode-view.js';
import { Failed } from '../../app/page-state.js';
import { textsOf, type Search } from '../../app/search.js';
import { useShortcuts } from '../../app/shortcuts.js';
import { QUERY, useSource } from '../../source/use-source.js';
import { useTexts } from '../../texts/language.js';
import type { EpisodeKey } from '../episode/parts/episode-context.js';
import { EpisodeLink } from '../episode/parts/episode-link.js';
import { ACTION_TEXTS } from '../../texts/action-texts.js';
import { stepLabel } from '../../texts/action-words.js';
import { ScreenPicture } from '../episode/step/screen-picture.js';
import { usePageTitle } from '../../report/page-title.js';
import type { PageDefinition } from '../page.js';
import { ALIGN_TEXTS } from './align-texts.js';
import { alignedSteps } from './aligned-steps.js';
import { picturesToSketch } from './pictures-to-sketch.js';
import { sketchPictures } from './sketch-pictures.js';
import classes from './align-page.module.css';

/** Episodes of one task in rows, their screens in columns. */
export const ALIGN_PAGE: PageDefinition = {
  paths: ['/align'],
  needs: [],
  component: AlignPage,
  navigation: null,
};

const MOST_RUNS = 8;
/** Pictures whose pixels are looked at. */
const MOST_SKETCHES = 400;
/** Pixels of a column. */
const COLUMN = 118;

function AlignPage(): ReactNode {
  const texts = useTexts(ALIGN_TEXTS);
  const source = useSource();
  const search: Search = useSearch({ strict: false });
  const runs = textsOf(search, 'runs').slice(0, MOST_RUNS);
  const [item = ''] = textsOf(search, 'item');
  usePageTitle(item === '' ? texts.title : `${texts.title}: ${item}`);
  const repeats = textsOf(search, 'repeat');
  const keys = runs.map((run, place) => ({ run, item, repeat: repeatOf(repeats[place] ?? repeats[0]) }));
  const queries = useQueries({
    queries: keys.map((key) => ({
      queryKey: QUERY.episode(key.run, key.item, key.repeat),
      queryFn: () => source.episode(key.run, key.item, key.repeat),
    })),
  });
  const views = queries.flatMap(({ data }) => data ?? []);
  const isLoading = queries.some(({ isPending, error }) => isPending && error === null);
  return (
    <section className={classes['page']}>
      <h1 className={classes['title']}>{texts.title}</h1>
      <p className={classes['muted']}>{item}</p>
      {(runs.length < 2 || item === '') && <p>{texts.none}</p>}
      {isLoading && <Loader />}
      {/* A future of a fork that has not begun hides none of the others. */}
      {!isLoading && views.length > 1 && <Sighted views={views} />}
      {queries.map(({ error, data, refetch }, place) =>
        error === null || data !== undefined ? null : (
          <Failed
            key={place}
            error={new Error(texts.cannot(shortName(keys[place]), error.message))}
            onRetry={() => void refetch()}
          />
        ),
      )}
    </section>
  );
}

function shortName(key: EpisodeKey | undefined): string {
  return key === undefined ? '' : `${key.run} #${key.repeat + 1}`;
}

function repeatOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : 0;
}

/** Where states have no names the pixels are looked at first. */
function Sighted({ views }: { readonly views: readonly EpisodeView[] }): ReactNode {
  const texts = useTexts(ALIGN_TEXTS);
  const source = useSource();
  const isNeeded = views.some(({ episode }) => episode.steps.some(({ state }) => state === null));
  const { pictures, left } = picturesToSketch(
    isNeeded ? views.map(({ episode }) => episode.steps.map(({ picture }) => picture)) : [],
    MOST_SKETCHES,
  );
  const query = useQuery({
    queryKey: ['sketches', ...pictures],
    queryFn: () => sketchPictures(source, pictures),
    enabled: isNeeded,
    // Each step of a running episode makes another question; until it is answered the page stays.
    placeholderData: keepPreviousData,
  });
  const alignment = useMemo(
    () => alignEpisodes(views.map(({ episode }) => alignedSteps(episode, query.data ?? new Map()))),
    [views, query.data],
  );
  if (isNeeded && query.isPending) return <Loader />;
  return (
    <>
      {left > 0 && <p role="note">{texts.unseen(left)}</p>}
      <Aligned views={views} alignment={alignment} />
    </>
  );
}

function Aligned({
  views,
  alignment,
}: {
  readonly views: readonly EpisodeView[];
  readonly alignment: EpisodeAlignment;
}): ReactNode {
  const texts = useTexts(ALIGN_TEXTS);
  const actionTexts = useTexts(ACTION_TEXTS);
  const { columns, divergence, differences } = alignment;
  const [chosen, setChosen] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: columns.length,
    getScrollElement: () => frame.current,
    estimateSize: () => COLUMN,
    horizontal: true,
    overscan: 3,
  });
  useEffect(() => virtual.scrollToIndex(chosen, { align: 'auto' }), [chosen, virtual]);
  // Where nothing parts, the first thing that differs.
  const first = divergence?.column ?? differences[0]?.from ?? null;
  const go = (column: number): void => setChosen(Math.max(0, Math.min(column, columns.length - 1)));
  useShortcuts([
    { keys: ['d'], label: texts.firstDivergence, run: () => first !== null && go(first) },
    { keys: ['j', 'ArrowRight'], label: texts.nextColumn, run: () => go(chosen + 1) },
    { keys: ['k', 'ArrowLeft'], label: texts.previousColumn, run: () => go(chosen - 1) },
  ]);
  const step = divergence === null ? 0 : (columns[divergence.column]?.find((place) => place !== null) ?? 0);
  const here = differences.filter(({ from, to }) => from <= chosen && chosen <= to);
  return (
    <>
      <Group gap="md">
        <p role="status">
          {divergence === null
            ? texts.noDivergence
            : texts.divergence[divergence.kind](texts.atStep(step + 1))}
        </p>
        {first !== null && (
          <Button size="xs" variant="default" onClick={() => go(first)}>
            {texts.firstDivergence}
          </Button>
        )}
      </Group>
      <div className={classes['names']}>
        {views.map((view, run) => (
          <span key={run}>{nameOf(view, views)}</span>
        ))}
      </div>
      <div ref={frame} className={classes['frame']} role="region" aria-label={texts.aligned} tabIndex={0}>
        <div className={classes['sheet']} style={{ width: virtual.getTotalSize() }} data-runs={views.length}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const marks = differences.filter(({ from, to }) => from <= index && index <= to);
            return (
              <div
                key={index}
                className={classes['column']}
                data-chosen={index === chosen}
                data-parting={index === divergence?.column}
                style={{ transform: `translateX(${start}px)` }}
                onClick={() => setChosen(index)}
              >
                {views.map((view, run) => {
                  const place = columns[index]?.[run] ?? null;
                  const its = place === null ? undefined : view.episode.steps[place];
                  const isMarked = marks.some(({ runs }) => runs.includes(run));
                  if (its === undefined || place === null)
                    return (
                      <div
                        key={run}
                        className={classes['gap']}
                        data-marked={isMarked}
                        title={texts.notThere}
                      />
                    );
                  return (
                    <div key={run} className={classes['cell']} data-marked={isMarked}>
                      <EpisodeLink
                        episode={view}
                        step={place}
                        label={`${view.run}: ${texts.step(place + 1)}`}
                      >
                        <span className={classes['thumb']}>
                          <ScreenPicture step={its} description="" />
                        </span>
                      </EpisodeLink>
                      <span
                        className={classes['words']}
                      >{`${place + 1} ${stepLabel(its, actionTexts)}`}</span>
                    </div>
                  );
                })}
              </div>
            );
          })}
        </div>
      </div>
      <section aria-label={texts.differences} aria-live="polite">
        <ul>
          {here.map(({ kind, runs }) => (
            <li key={`${kind} ${runs.join(' ')}`}>
              {texts.difference(
                texts.kinds[kind],
                runs.map((run) => (views[run] === undefined ? '' : nameOf(views[run], views))).join(', '),
              )}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** The run, with its repeat where one run is there twice. */
function nameOf(view: EpisodeView, views: readonly EpisodeView[]): string {
  const isTwice = views.filter(({ run }) => run === view.run).length > 1;
  return isTwice ? `${view.run} #${view.repeat + 1}` : view.run;
}
