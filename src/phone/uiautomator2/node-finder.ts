import { showValue } from '../../domain/text/show-value.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import type { PhoneControls } from '../device/phone-controls.js';
import { lookAtNodes } from '../screens/shown-nodes.js';
import { invalidParams, isRecord, RpcError } from './json-rpc.js';
import { selectorOfName } from './object-names.js';
import { readSelector, selectNodes, type UiSelector } from './ui-selector.js';

/** Source: android-uiautomator-server, `ERROR_CODE_BASE - 2`. */
const NOT_FOUND = -32_002;
const NOT_FOUND_CLASS = 'androidx.test.uiautomator.UiObjectNotFoundException';

/** Finds nodes of the recorded hierarchy by what clients call them: a selector, or the name of an object. Each time is a look. */
export class NodeFinder {
  readonly #controls: PhoneControls;
  readonly #signal: AbortSignal;

  constructor(controls: PhoneControls, signal: AbortSignal) {
    this.#controls = controls;
    this.#signal = signal;
  }

  /** All that fit. */
  all(given: unknown): Promise<readonly UiNode[]> {
    return this.#nodesOf(selectorOf(given), true);
  }

  async exists(given: unknown): Promise<boolean> {
    return (await this.#nodesOf(selectorOf(given), false)).length > 0;
  }

  /** @throws {RpcError} when there is none */
  async one(given: unknown): Promise<UiNode> {
    const [found] = await this.#nodesOf(selectorOf(given), false);
    if (found === undefined) throw notFound(JSON.stringify(given));
    return found;
  }

  async #nodesOf(selector: UiSelector, all: boolean): Promise<readonly UiNode[]> {
    const hierarchy = await lookAtNodes(this.#controls, this.#signal);
    return hierarchy === null ? [] : selectNodes(hierarchy.windows, selector, all);
  }
}

/** The error of a client that looked for what is not there. */
export function notFound(what: string): RpcError {
  return new RpcError(NOT_FOUND, `${NOT_FOUND_CLASS}: ${what}`);
}

function selectorOf(given: unknown): UiSelector {
  const selector = typeof given === 'string' ? selectorOfName(given) : given;
  if (selector === null) throw notFound(`UiObject ${showValue(given)} not found!`);
  if (!isRecord(selector)) throw invalidParams('no selector');
  return readSelector(selector);
}
