import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import type { PhoneInput } from './phone-client.js';
import classes from './phones-page.module.css';

/** Pixels of the screen beyond which a touch is a swipe, and milliseconds after which it is a long press. */
const SWIPE = 20;
const LONG_MS = 500;

interface Touch {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

/** The screen on display; touched, it says what was done. */
export function PhoneScreen({
  picture,
  description,
  onInput,
}: {
  readonly picture: Blob | null;
  readonly description: string;
  readonly onInput: (what: PhoneInput) => void;
}): ReactNode {
  const image = useRef<HTMLImageElement>(null);
  const down = useRef<Touch | null>(null);
  const [mark, setMark] = useState<{
    readonly left: number;
    readonly top: number;
    readonly key: number;
  } | null>(null);
  useEffect(() => {
    if (picture === null || image.current === null) return undefined;
    const address = URL.createObjectURL(picture);
    image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [picture]);
  const up = (event: PointerEvent<HTMLImageElement>): void => {
    if (down.current === null) return;
    const to = placeOf(event);
    onInput(inputOf(down.current, to));
    down.current = null;
    const { offsetLeft, offsetTop } = event.currentTarget;
    const { offsetX, offsetY } = event.nativeEvent;
    setMark({ left: offsetLeft + offsetX, top: offsetTop + offsetY, key: to.at });
  };
  return (
    <div className={classes['glass']}>
      <img
        ref={image}
        id="screen"
        alt={description}
        draggable={false}
        onPointerDown={(event) => {
          event.preventDefault();
          down.current = placeOf(event);
        }}
        onPointerUp={up}
      />
      {mark !== null && (
        <span key={mark.key} className={classes['mark']} style={{ left: mark.left, top: mark.top }} />
      )}
    </div>
  );
}

/** A touch in pixels of the picture. */
function placeOf(event: PointerEvent<HTMLImageElement>): Touch {
  const { currentTarget: image, clientX, clientY } = event;
  const { left, top, width, height } = image.getBoundingClientRect();
  return {
    x: Math.round(((clientX - left) * image.naturalWidth) / width),
    y: Math.round(((clientY - top) * image.naturalHeight) / height),
    at: performance.now(),
  };
}

function inputOf(from: Touch, to: Touch): PhoneInput {
  const isFar = Math.hypot(to.x - from.x, to.y - from.y) > SWIPE;
  const durationMs = Math.round(to.at - from.at);
  if (!isFar && durationMs < LONG_MS) return { type: 'tap', x: from.x, y: from.y };
  const end = isFar ? to : from;
  return { type: 'swipe', from: [from.x, from.y], to: [end.x, end.y], durationMs };
}
