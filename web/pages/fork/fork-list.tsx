import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { percent } from '../../../src/report/view/figures.js';
import type { RunFork } from '../../../src/report/view/run-fork.js';
import { Answered } from '../../app/page-state.js';
import { QUERY, useSource } from '../../source/use-source.js';
import { useTexts } from '../../texts/language.js';
import { AlignLink } from '../align/align-link.js';
import { RUNS_TEXTS } from '../runs/runs-texts.js';
import { FORK_TEXTS } from './fork-texts.js';
import classes from './fork-panel.module.css';

/** Key under which the forks of a run are kept. */
export const FORKS = (run: string): readonly string[] => ['forks', run];

/** Episodes that are shown beside each other at most. */
const MOST_ALIGNED = 8;

/** The forks of a run, with what became of them. */
export function ForkList({ run }: { readonly run: string }): ReactNode {
  const texts = useTexts(FORK_TEXTS);
  const states = useTexts(RUNS_TEXTS).states;
  const source = useSource();
  const forks = useQuery({
    queryKey: FORKS(run),
    queryFn: async () => (await source.ask(`runs/${encodeURIComponent(run)}/forks`)) as readonly RunFork[],
    // Others fork too, and nobody tells of it.
    refetchOnMount: 'always',
  });
  const cards = useQuery({ queryKey: QUERY.runs, queryFn: () => source.runs() });
  return (
    <>
      <h3>{texts.forks}</h3>
      <Answered query={forks}>
        {(found) =>
          found.length === 0 ? (
            <p className={classes['muted']}>{texts.none}</p>
          ) : (
            <ul>
              {found.map((fork) => {
                const card = cards.data?.find(({ id }) => id === fork.id);
                const facts = [
                  texts.futures(fork.times),
                  card === undefined ? '' : states[card.state],
                  card?.success == null ? '' : percent(card.success.value),
                ];
                return (
                  <li key={fork.id}>
                    <Link to="/overview" search={{ runs: [fork.id] }}>
                      {fork.id}
                    </Link>
                    {' · '}
                    {facts.filter((one) => one !== '').join(' · ')}
                    <div className={classes['muted']}>
                      {texts.of(fork.item, fork.repeat + 1, fork.step + 1)}:{' '}
                      {changeWords(fork, texts.unchanged)}
                    </div>
                    <AlignLink
                      episodes={[
                        { run, item: fork.item, repeat: fork.repeat },
                        ...Array.from({ length: Math.min(fork.times, MOST_ALIGNED - 1) }, (_, repeat) => ({
                          run: fork.id,
                          item: fork.item,
                          repeat,
                        })),
                      ]}
                    >
                      {texts.align}
                    </AlignLink>
                    {fork.times > MOST_ALIGNED - 1 && ` (${texts.first(MOST_ALIGNED - 1, fork.times)})`}
                  </li>
                );
              })}
            </ul>
          )
        }
      </Answered>
    </>
  );
}

function changeWords({ changes, action }: RunFork, unchanged: string): string {
  const named = Object.entries(changes).map(([name, value]) => `${name}=${value}`);
  const all = action === null ? named : [JSON.stringify(action), ...named];
  return all.length === 0 ? unchanged : all.join(', ');
}
