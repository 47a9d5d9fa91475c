/** What a watched page says of itself since it was opened. */
export interface PageRest {
  /** Nothing changes, moves or is about to. False when the time was up. */
  readonly isStill: boolean;
  /** Number of changes so far: equal numbers mean that nothing has changed in between. */
  readonly changes: number;
  /** The page holds what changes without its saying: a film, a drawing, a frame. */
  readonly isBlind: boolean;
}

/** Timers that are due within these milliseconds are waited for, unless they set each other more often than this. */
const SOON_MS = 400;
const DEEPEST_TIMER = 3;
/** Milliseconds between two looks, and after which a page that draws no frame is looked at all the same. */
const EVERY_MS = 10;
const NO_FRAME_MS = 300;

/**
 * Runs in each page before its own scripts: counts what changes and keeps in mind which timers are due soon. It changes nothing
 * that a page could notice, but that `setTimeout` is another function.
 */
export const WATCH_SCRIPT = `(() => {
  if (window.touchstoneWatch) return;
  const watch = { changes: 0, at: performance.now(), due: new Map() };
  Object.defineProperty(window, 'touchstoneWatch', { value: watch, enumerable: false });
  const changed = () => { watch.changes += 1; watch.at = performance.now(); };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { caret-color: transparent !important }');
  document.adoptedStyleSheets.push(sheet);
  new MutationObserver(changed)
    .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (const type of ['scroll', 'input', 'load', 'focusin', 'pageshow', 'hashchange', 'popstate', 'resize'])
    addEventListener(type, changed, { capture: true, passive: true });
  const { setTimeout: set, clearTimeout: clear } = window;
  watch.timer = (handler, delay) => set.call(window, handler, delay);
  let depth = 0;
  window.setTimeout = function setTimeout(handler, delay, ...args) {
    const soon = Number(delay) || 0;
    if (typeof handler !== 'function' || soon > ${SOON_MS} || depth >= ${DEEPEST_TIMER}) return set.call(window, handler, delay, ...args);
    const own = depth + 1;
    const id = set.call(window, function () {
      watch.due.delete(id);
      depth = own;
      try { return handler.apply(this, arguments); } finally { depth = 0; }
    }, delay, ...args);
    watch.due.set(id, performance.now() + soon);
    return id;
  };
  window.clearTimeout = function clearTimeout(id) { watch.due.delete(id); return clear.call(window, id); };
})()`;

/**
 * Waits in the page until nothing has changed for a while, no animation that ends is under way, nothing is being loaded and no
 * timer is due soon. Its value is a `PageRest`.
 *
 * @param quietMs milliseconds without a change
 * @param deadlineMs milliseconds after which it is what it is
 */
export function restScript(quietMs: number, deadlineMs: number): string {
  return `new Promise((resolve) => {
  const watch = window.touchstoneWatch ?? { changes: 0, at: 0, due: new Map() };
  const timer = watch.timer ?? setTimeout;
  const end = performance.now() + ${deadlineMs};
  const moves = () => document.getAnimations().filter(({ playState, effect }) => playState === 'running' && effect !== null);
  const isEndless = ({ effect }) => effect.getComputedTiming().endTime === Infinity;
  const isDue = (now) => [...watch.due.values()].some((due) => due >= now - 50);
  const isLoading = () => document.readyState === 'loading' || document.fonts.status === 'loading';
  const isBlind = () => window.touchstoneWatch === undefined || moves().some(isEndless) ||
    document.querySelector('canvas, video, iframe, frame, embed, object, img[src*=".gif"]') !== null ||
    [...document.querySelectorAll('*')].some(({ localName, shadowRoot }) => shadowRoot !== null || localName.includes('-'));
  let isOver = false;
  const tell = (isStill) => { isOver = true; resolve({ isStill, changes: watch.changes, isBlind: isBlind() }); };
  // On a busy machine frames come late: what takes several is not over after one.
  let frames = 0;
  let known = watch.changes;
  const count = () => { frames += 1; if (!isOver) requestAnimationFrame(count); };
  requestAnimationFrame(count);
  const isDrawn = (now) => {
    if (known !== watch.changes) { known = watch.changes; frames = 0; }
    return frames >= 2 || now - watch.at >= ${NO_FRAME_MS};
  };
  const look = () => {
    const now = performance.now();
    const isBusy = isLoading() || isDue(now) || moves().some((one) => !isEndless(one));
    if (!isBusy && now - watch.at >= ${quietMs} && isDrawn(now)) tell(true);
    else if (now >= end) tell(false);
    else again();
  };
  const again = () => timer(look, ${EVERY_MS});
  // What an action changes, it changes by the second frame; a page that is not drawn has none.
  let isBegun = false;
  const begin = () => { if (!isBegun) { isBegun = true; look(); } };
  timer(begin, ${NO_FRAME_MS});
  requestAnimationFrame(() => requestAnimationFrame(begin));
})`;
}
