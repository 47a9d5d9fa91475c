import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { portableName } from '../../../../src/domain/text/portable-name.js';
import type { EpisodeKey } from './episode-context.js';

/** Where a step of an episode is, in the router's words; `step` counts from 0, addresses from 1. */
export function episodePlace(
  { run, item, repeat }: EpisodeKey,
  step = 0,
): { readonly to: string; readonly params: Readonly<Record<string, string>> } {
  const at = { run, item: portableName(item), step: String(step + 1) };
  return repeat === 0
    ? { to: '/run/$run/item/$item/step/$step', params: at }
    : { to: '/run/$run/item/$item/repeat/$repeat/step/$step', params: { ...at, repeat: String(repeat) } };
}

/** A link to a step of an episode; the page stays where it is scrolled to. */
export function EpisodeLink({
  episode,
  step = 0,
  label,
  isCurrent,
  className,
  children,
}: {
  readonly episode: EpisodeKey;
  /** From 0. */
  readonly step?: number;
  /** Name for those who hear the page, where the words do not say enough. */
  readonly label?: string;
  readonly isCurrent?: 'page' | 'step' | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Link
      {...episodePlace(episode, step)}
      search={true}
      resetScroll={false}
      aria-label={label}
      title={label}
      aria-current={isCurrent}
      activeProps={{}}
      className={className}
    >
      {children}
    </Link>
  );
}
