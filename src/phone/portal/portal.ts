import type { PhoneControls } from '../device/phone-controls.js';
import { displaySize } from '../screens/display-size.js';
import { lookAtNodes } from '../screens/shown-nodes.js';
import { focusedNode, fullTree, visibleTree } from './portal-tree.js';

/** An app as Portal lists it. */
export interface PortalPackage {
  readonly packageName: string;
  readonly label: string;
  readonly versionName: string;
  readonly versionCode: number;
  readonly isSystemApp: boolean;
}

/** What Portal works with. */
export interface PortalSystem {
  readonly controls: PhoneControls;
  readonly signal: AbortSignal;
  packages(): readonly PortalPackage[];
}

/** A query or insertion at Portal's content provider. */
export interface PortalRequest {
  readonly authority: string;
  /** Such as `state_full` or `keyboard/input`. */
  readonly path: string;
  /** What was bound for an insertion. */
  readonly values: ReadonlyMap<string, string>;
}

/** Packages that Portal has had, the one of today first. Its content provider has the package's name. */
export const PORTAL_PACKAGES = ['com.mobilerun.portal', 'com.droidrun.portal'] as const;

/** Version of Portal that the answers are those of. */
const VERSION = '0.7.0';

/** What opens Portal's own server, which phones do not have. */
const TOKEN = 'touchstone';

const SOURCE = 'Portal';

export function isPortal(authority: string): boolean {
  return PORTAL_PACKAGES.some((name) => name === authority);
}

/**
 * JSON that Portal answers a query with. Trees are those of the recorded hierarchy, or an error where none was recorded.
 *
 * Source: droidrun-portal, `ApiHandler.kt`, `DroidrunContentProvider.kt`.
 */
export async function portalQuery(request: PortalRequest, system: PortalSystem): Promise<string> {
  const result = await answer(request.path, system);
  if (result === null) return JSON.stringify({ status: 'error', error: `Unknown endpoint: ${request.path}` });
  if (result instanceof PortalProblem) return JSON.stringify({ status: 'error', error: result.message });
  // Under its first name Portal gave everything as text.
  if (request.authority === 'com.droidrun.portal') {
    const data = typeof result === 'string' ? result : JSON.stringify(result);
    if (request.path === 'packages') return JSON.stringify({ status: 'success', ...packageList(result) });
    return JSON.stringify({ status: 'success', data });
  }
  return JSON.stringify({ status: 'success', result });
}

class PortalProblem {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

const NO_WINDOW = new PortalProblem('No active window or root filtered out');

function packageList(result: unknown): object {
  return { count: Array.isArray(result) ? result.length : 0, packages: result };
}

/** Null where Portal has nothing of that name. */
async function answer(path: string, system: PortalSystem): Promise<unknown> {
  const { controls, signal } = system;
  switch (path) {
    case 'ping':
      return 'pong';
    case 'version':
      return VERSION;
    case 'auth_token':
      return TOKEN;
    case 'packages':
      return system.packages();
    case 'phone_state':
      return phoneState(controls, null);
    case 'a11y_tree':
    case 'state': {
      const hierarchy = await lookAtNodes(controls, signal);
      if (hierarchy === null) return NO_WINDOW;
      const tree = visibleTree(hierarchy);
      return path === 'state'
        ? { a11y_tree: tree, phone_state: phoneState(controls, focusedNode(hierarchy)) }
        : tree;
    }
    case 'a11y_tree_full':
    case 'state_full': {
      const hierarchy = await lookAtNodes(controls, signal);
      const tree = hierarchy === null ? null : fullTree(hierarchy);
      if (hierarchy === null || tree === null) return NO_WINDOW;
      if (path === 'a11y_tree_full') return tree;
      return {
        a11y_tree: tree,
        phone_state: phoneState(controls, focusedNode(hierarchy)),
        device_context: deviceContext(controls),
      };
    }
    default:
      controls.note('unknown_command', `Portal ${path}`);
      return null;
  }
}

function phoneState(
  { component, profile }: PhoneControls,
  focused: { readonly isEditable: boolean } | null,
): object {
  const [packageName = '', activity = ''] = component.split('/');
  const app = profile.apps.find((each) => each.package === packageName);
  return {
    currentApp: app?.name ?? packageName,
    packageName,
    activityName: activity.startsWith('.') ? `${packageName}${activity}` : activity,
    keyboardVisible: false,
    isEditable: focused?.isEditable ?? false,
    focusedElement: focused,
  };
}

function deviceContext(controls: PhoneControls): object {
  const { width, height } = displaySize(controls);
  const { density } = controls.profile;
  return {
    screen_bounds: { width, height },
    filtering_params: { min_element_size: 5, overlay_offset: 0 },
    display_metrics: {
      density: density / 160,
      densityDpi: density,
      scaledDensity: density / 160,
      widthPixels: width,
      heightPixels: height,
    },
  };
}

/** Carries out what was inserted: typing, keys, and settings of Portal that change nothing here. */
export async function portalInsert(
  { path, values }: PortalRequest,
  { controls }: PortalSystem,
): Promise<void> {
  switch (path) {
    case 'keyboard/input': {
      const text = Buffer.from(values.get('base64_text') ?? '', 'base64').toString('utf8');
      if (values.get('clear') !== 'false') await controls.clearText(SOURCE);
      if (text !== '') await controls.type(text, SOURCE);
      return;
    }
    case 'keyboard/clear':
      await controls.clearText(SOURCE);
      return;
    case 'keyboard/key': {
      const code = Number(values.get('key_code') ?? values.get('keycode'));
      if (Number.isInteger(code) && code > 0) await controls.keys([code]);
      return;
    }
    case 'clipboard/set':
      controls.clipboard = values.get('text') ?? '';
      return;
    default:
      controls.note('absorbed', `Portal ${path}`);
  }
}
