import { invalidParams, isRecord, type RpcMethod } from './json-rpc.js';
import type { Scrolling } from './scrolling.js';

/** Steps of a fling. Source: AndroidX `UiScrollable`. */
const FLING_STEPS = 5;

/**
 * Methods that scroll: selector, whether up and down (the default) or sideways, then swipes at most or steps.
 *
 * Source: android-uiautomator-server, `AutomatorService.java`.
 */
export function scrollMethods(scrolling: Scrolling): readonly (readonly [string, RpcMethod])[] {
  const once =
    (isForward: boolean, fixedSteps?: number): RpcMethod =>
    ([list, isVertical, steps]) =>
      scrolling.once(list, isForward, options(isVertical, fixedSteps ?? steps));
  const toEdge =
    (isForward: boolean, fixedSteps?: number): RpcMethod =>
    ([list, isVertical, most, steps]) =>
      scrolling.toEdge(
        list,
        isForward,
        typeof most === 'number' ? most : Infinity,
        options(isVertical, fixedSteps ?? steps),
      );
  return [
    ['scrollForward', once(true)],
    ['scrollBackward', once(false)],
    ['scrollToEnd', toEdge(true)],
    ['scrollToBeginning', toEdge(false)],
    ['flingForward', once(true, FLING_STEPS)],
    ['flingBackward', once(false, FLING_STEPS)],
    ['flingToEnd', toEdge(true, FLING_STEPS)],
    ['flingToBeginning', toEdge(false, FLING_STEPS)],
    [
      'scrollTo',
      ([list, target, isVertical]) => {
        if (!isRecord(list) || !isRecord(target)) throw invalidParams('no selector');
        return scrolling.intoView(list, target, options(isVertical, null));
      },
    ],
  ];
}

function options(
  isVertical: unknown,
  steps: unknown,
): { readonly isVertical: boolean; readonly steps?: number } {
  return { isVertical: isVertical !== false, ...(typeof steps === 'number' ? { steps } : {}) };
}
