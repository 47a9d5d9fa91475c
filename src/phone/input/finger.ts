type Coordinates = readonly [x: number, y: number];

/** A finger on the glass, followed by its motion events. */
export interface Finger {
  readonly from: Coordinates;
  readonly to: Coordinates;
  /** Motion events so far, the first included. */
  readonly events: number;
  /** When it went down, by the clock of the machine. */
  readonly downAt: number;
}

/** What a motion event led to: where the finger is now, and the path that it has finished. */
interface FingerStep {
  readonly finger: Finger | null;
  readonly path: { readonly from: Coordinates; readonly to: Coordinates; readonly events: number } | null;
  /** What was left undone: a finger that never came up, a move of none. */
  readonly dropped: string | null;
}

/** Takes a motion event. A second `down` begins anew; `move` and `up` of no finger do nothing. */
export function moveFinger(
  finger: Finger | null,
  event: { readonly type: 'down' | 'move' | 'up'; readonly x: number; readonly y: number },
  now: number,
): FingerStep {
  const at: Coordinates = [event.x, event.y];
  if (event.type === 'down') {
    return {
      finger: { from: at, to: at, events: 1, downAt: now },
      path: null,
      dropped: finger === null ? null : 'motionevent DOWN without UP',
    };
  }
  if (finger === null) {
    return { finger, path: null, dropped: `motionevent ${event.type.toUpperCase()} without DOWN` };
  }
  const moved = { ...finger, to: at, events: finger.events + 1 };
  if (event.type === 'move') return { finger: moved, path: null, dropped: null };
  return { finger: null, path: { from: finger.from, to: at, events: moved.events }, dropped: null };
}
