import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/language.js';
import type { EpisodeKey } from '../episode/parts/episode-context.js';
import { ALIGN_TEXTS } from './align-texts.js';

/** Leads to episodes of one task side by side, the base first; two to eight of them. */
export function AlignLink({
  episodes,
  children,
}: {
  readonly episodes: readonly EpisodeKey[];
  readonly children?: ReactNode;
}): ReactNode {
  const texts = useTexts(ALIGN_TEXTS);
  const [first] = episodes;
  if (first === undefined) return null;
  const search = {
    runs: episodes.map(({ run }) => run),
    item: first.item,
    repeat: episodes.map(({ repeat }) => String(repeat)),
  };
  return (
    <Link to="/align" search={search}>
      {children ?? texts.link}
    </Link>
  );
}
