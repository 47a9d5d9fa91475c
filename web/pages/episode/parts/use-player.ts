import { useEffect, useRef, useState } from 'react';

/** Steps per second that can be chosen. */
export const SPEEDS = [0.5, 1, 2, 4, 8] as const;

export interface Player {
  readonly isPlaying: boolean;
  /** Steps per second. */
  readonly speed: number;
  readonly toggle: () => void;
  /** One speed up or down. */
  readonly change: (by: 1 | -1) => void;
}

/** Goes from step to step by itself, and stops at the last. */
export function usePlayer(isAtEnd: boolean, goOn: () => void): Player {
  const [isPlaying, setPlaying] = useState(false);
  const [place, setPlace] = useState(1);
  const speed = SPEEDS[place] ?? 1;
  const latest = useRef(goOn);
  useEffect(() => {
    latest.current = goOn;
  });
  useEffect(() => {
    if (!isPlaying) return undefined;
    if (isAtEnd) {
      setPlaying(false);
      return undefined;
    }
    const timer = setInterval(() => latest.current(), 1000 / speed);
    return () => clearInterval(timer);
  }, [isPlaying, isAtEnd, speed]);
  return {
    isPlaying,
    speed,
    toggle: () => setPlaying(!isPlaying),
    change: (by) => setPlace(Math.max(0, Math.min(SPEEDS.length - 1, place + by))),
  };
}
