import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Answered } from '../../app/page-state.js';
import { QUERY, useSource } from '../../source/use-source.js';
import type { PageDefinition } from '../page.js';

/** Stand-in of the page of one episode. */
export const EPISODE_PAGE: PageDefinition = {
  paths: ['/run/$run/item/$item/step/$step', '/run/$run/item/$item/repeat/$repeat/step/$step'],
  needs: [],
  component: EpisodePage,
  navigation: null,
};

function EpisodePage(): ReactNode {
  const { run = '', item = '', repeat = '0' } = useParams({ strict: false });
  const source = useSource();
  const query = useQuery({
    queryKey: QUERY.episode(run, item, Number(repeat)),
    queryFn: () => source.episode(run, item, Number(repeat)),
  });
  return (
    <Answered query={query}>
      {({ episode }) => (
        <section className="details">
          {episode.steps.map((step, number) => (
            <p key={number}>{JSON.stringify(step)}</p>
          ))}
        </section>
      )}
    </Answered>
  );
}
