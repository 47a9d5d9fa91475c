import type { ReportStep } from '../../view/report-episode.js';
import { element } from '../element.js';
import type { Strings } from '../strings.js';
import { actionOverlay } from './action-overlay.js';
import { actionLabel } from './action-label.js';
import { embeddedPicture, isEmbedded, whenRead } from './embedded-picture.js';

/** Shape of a screen whose size nobody recorded. */
const USUAL_SIZE = [1080, 2340] as const;

/** The screen before a step with the action drawn on it, or words where there is no picture. */
export function screenPicture(
  step: ReportStep,
  strings: Strings,
  options: { readonly description: string; readonly isLarge: boolean },
): HTMLElement {
  const size = step.size ?? USUAL_SIZE;
  const frame = element('div', {
    class: options.isLarge ? 'screen large' : 'screen',
    css: shape(size),
  });
  const overlay = actionOverlay(step.marks, size);
  if (step.picture === null) {
    frame.append(words(strings.noPicture[step.noPicture ?? 'none'], options.isLarge));
  } else {
    frame.append(pictureElement(step, step.picture, strings, { ...options, frame, overlay }));
  }
  if (overlay !== null) frame.append(overlay);
  const said = saidOnPicture(step, strings);
  if (said !== null) frame.append(element('span', { class: 'said', 'aria-hidden': 'true' }, said));
  return frame;
}

function pictureElement(
  step: ReportStep,
  address: string,
  strings: Strings,
  {
    description,
    isLarge,
    frame,
    overlay,
  }: {
    readonly description: string;
    readonly isLarge: boolean;
    readonly frame: HTMLElement;
    readonly overlay: SVGElement | null;
  },
): HTMLElement {
  const embedded = isEmbedded(address);
  const lost = embedded ? strings.noPicture.broken : `${strings.noPicture.broken} ${address}`;
  let source: readonly [number, number] | null = null;
  const picture = element('img', {
    ...(embedded ? {} : { src: address }),
    alt: description,
    loading: 'lazy',
    decoding: 'async',
    draggable: 'false',
    onerror: () => picture.replaceWith(words(lost, isLarge)),
    onload: () => {
      // Nobody recorded the size: the picture itself tells.
      if (step.size !== null || picture.naturalWidth === 0) return;
      const found = source ?? ([picture.naturalWidth, picture.naturalHeight] as const);
      for (const [property, value] of Object.entries(shape(found))) frame.style.setProperty(property, value);
      overlay?.remove();
      frame.append(actionOverlay(step.marks, found) ?? '');
    },
  });
  if (embedded) {
    whenRead(document, () => {
      const found = embeddedPicture(document, address);
      source = found?.size ?? null;
      if (found === null) picture.replaceWith(words(strings.noPicture.noRoom, isLarge));
      else picture.src = found.address;
    });
  }
  return picture;
}

function shape([width, height]: readonly [number, number]): Readonly<Record<string, string>> {
  return { 'aspect-ratio': `${width} / ${height}`, '--ratio': String(width / height) };
}

function words(text: string, isLarge: boolean): HTMLElement {
  return element('span', { class: 'no-picture', title: text }, isLarge ? text : '');
}

/** Actions that have no place on the picture are written on it: typed text, keys, apps opened, the end. */
function saidOnPicture(step: ReportStep, strings: Strings): string | null {
  if (step.formatError !== null) return strings.formatError;
  const { action } = step;
  if (action === null) return null;
  const hasPlace = step.marks.length > 0 && action.type !== 'type';
  return hasPlace ? null : actionLabel(action, strings);
}
