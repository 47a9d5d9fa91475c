import type { Action } from '../../../domain/action.js';
import { AroundEnvironment } from '../../../environments/around/around-environment.js';
import type { StepResult } from '../../../environments/environment.js';

const LONG_PRESS_MS = 1000;
const SWIPE_MS = 400;

/** Whether an action is of an AppAgent, whose loop drives the phone by itself. */
export function isOfAppAgent({ native }: Action): boolean {
  return native?.family === 'appagent' || native?.family === 'appagent_grid';
}

/** Performs AppAgent's touches as its own controller does. Source: SPHINX reference code, AppAgent's controller. */
export class AppAgentGestures extends AroundEnvironment {
  override async step(action: Action, options: { readonly signal: AbortSignal }): Promise<StepResult> {
    return await super.step(isOfAppAgent(action) ? timed(action) : action, options);
  }
}

function timed(action: Action): Action {
  if (action.type === 'long_press') return { durationMs: LONG_PRESS_MS, ...action };
  return action.type === 'swipe' ? { durationMs: SWIPE_MS, ...action } : action;
}
