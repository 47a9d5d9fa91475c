import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { LivePhonesSchema, type LivePhone } from '../../../src/report/view/served/live-phone.js';
import { duration } from '../../../src/report/view/figures.js';
import { Answered } from '../../app/page-state.js';
import { useSource } from '../../source/use-source.js';
import { useTexts } from '../../texts/language.js';
import { EpisodeLink } from '../episode/parts/episode-link.js';
import { ACTION_TEXTS } from '../../texts/action-texts.js';
import { stepLabel } from '../../texts/action-words.js';
import { ScreenPicture } from '../episode/step/screen-picture.js';
import { usePageTitle } from '../../report/page-title.js';
import { SHELL_TEXTS } from '../../app/shell-texts.js';
import type { PageDefinition } from '../page.js';
import { LIVE_TEXTS } from './live-texts.js';
import classes from './live-page.module.css';

/** The phones of all episodes under way beside each other, as things happen. */
export const LIVE_PAGE: PageDefinition = {
  paths: ['/live'],
  needs: ['live'],
  component: LivePage,
  navigation: 'live',
};

/** Milliseconds within which what happens is asked for once. */
const TOGETHER_MS = 300;
const LIVE = ['live'];

function LivePage(): ReactNode {
  usePageTitle(useTexts(SHELL_TEXTS).live);
  const texts = useTexts(LIVE_TEXTS);
  const source = useSource();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: LIVE,
    queryFn: async () => LivePhonesSchema.parse(await source.ask('live')).phones,
    // What happened while the page was away was told to nobody.
    refetchOnMount: 'always',
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = source.listen((event) => {
      if (event.type === 'labels') return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: LIVE });
      }, TOGETHER_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, source]);
  return (
    <section className={classes['page']}>
      <h1 className={classes['title']}>{texts.title}</h1>
      <Answered query={query}>
        {(phones) =>
          phones.length === 0 ? (
            <p>{texts.none}</p>
          ) : (
            <ul className={classes['wall']}>
              {phones.map((phone) => (
                <Phone key={JSON.stringify([phone.run, phone.item, phone.repeat])} phone={phone} />
              ))}
            </ul>
          )
        }
      </Answered>
    </section>
  );
}

function Phone({ phone }: { readonly phone: LivePhone }): ReactNode {
  const texts = useTexts(LIVE_TEXTS);
  const actionTexts = useTexts(ACTION_TEXTS);
  const { last, step, maxSteps, startedAt, instruction } = phone;
  const elapsed = useElapsed(startedAt);
  return (
    <li className={classes['phone']}>
      <EpisodeLink episode={phone} step={Math.max(0, step - 1)} className={classes['link']}>
        <span className={classes['screen']}>
          {last === null ? (
            <span className={classes['muted']}>{texts.waiting}</span>
          ) : (
            <ScreenPicture step={last} description="" />
          )}
        </span>
        <strong className={classes['instruction']}>{instruction}</strong>
        <span>{last === null ? '' : stepLabel(last, actionTexts)}</span>
        <span className={classes['muted']}>
          {[texts.step(step, maxSteps), elapsed === null ? '' : texts.elapsed(duration(elapsed))]
            .filter((words) => words !== '')
            .join(' · ')}
        </span>
        <span className={classes['muted']}>{`${phone.run} · ${phone.agent}`}</span>
      </EpisodeLink>
    </li>
  );
}

/** Milliseconds since a moment, told anew every second; null where it is not known. */
function useElapsed(startedAt: string | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const start = startedAt === null ? Number.NaN : Date.parse(startedAt);
  // Whole seconds: a clock of tenths that moves once a second looks broken.
  return Number.isNaN(start) ? null : Math.max(0, Math.floor((now - start) / 1000) * 1000);
}
