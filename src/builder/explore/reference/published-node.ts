/** A step of a path as it is saved: re-read from the path's own text. */
export interface PathAction {
  readonly action_type: string;
  readonly [key: string]: unknown;
}

/** A node of the published exploration: its path, and a picture before each of its steps and after the last. */
export interface PublishedNode {
  readonly path: readonly string[];
  /** JPEG files. */
  readonly screens: readonly Uint8Array[];
  /** Of the saved file names. */
  readonly savedAt: Date;
}

/** Verbs that begin a step, and words that end the name of a button. */
const VERBS = /^(?:点击|打开|输入|滑动|滚动|长按)/;
const COMMON_BUTTONS = /^(搜索|返回|确定|取消|登录|关闭|更多|发布|分享)按钮$/;

/** The action that the text of a step says. Source: ColorBench, BFS explorer. */
export function readPathAction(text: string): PathAction {
  const opened = /打开(.*?)(?:应用|>|$)/.exec(text)?.[1] ?? /open (.*?)>?$/i.exec(text)?.[1];
  if (opened !== undefined) return { action_type: 'open', app_name: opened.trim() };
  if (text.includes('点击')) {
    const at = /\[\s*(\d+)\s*,\s*(\d+)\s*\]/.exec(text);
    if (at !== null) return { action_type: 'click', x: at[1], y: at[2] };
    return { action_type: 'click', element: text.slice(text.indexOf('点击') + '点击'.length).trim() };
  }
  if (text.includes('输入')) {
    return { action_type: 'type', text: text.slice(text.indexOf('输入') + '输入'.length).trim() };
  }
  if (/滑动|滚动/.test(text)) return { action_type: 'swipe', direction: 'up' };
  return { action_type: 'unknown', text };
}

/** Name of a node's folder: what its last step is about. Nodes of one name overwrite each other. */
export function folderNoun(path: readonly string[]): string {
  const last = path.at(-1) ?? '';
  const noun = last
    .replace(VERBS, '')
    .replace(COMMON_BUTTONS, '$1')
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    .trim();
  return Array.from(noun).length < 2 ? 'action' : noun;
}

/** The files of a node, by their paths. Source: ColorBench, BFS explorer. */
export function publishedNodeFiles({
  path,
  screens,
  savedAt,
}: PublishedNode): ReadonlyMap<string, string | Uint8Array> {
  const noun = folderNoun(path);
  const stamp = savedAt.toISOString().replaceAll(/[-:]/g, '').slice(0, 15).replace('T', '_');
  const name = (index: number): string => `Screenshot_${stamp}_${index}.jpg`;
  const files = new Map<string, string | Uint8Array>();
  const last = screens.length - 1;
  for (const [index, picture] of screens.entries()) files.set(`${noun}/${name(index)}`, picture);
  const steps = path.slice(0, Math.max(last, 0)).map((text, index) => ({
    action: JSON.stringify(readPathAction(text)),
    action_description_v1: text,
    screenshot: name(index),
    ui_elements: [],
  }));
  const end = {
    action: JSON.stringify({ action_type: 'complete', status: 'success' }),
    action_description_v1: '',
    screenshot: name(Math.max(last, 0)),
    ui_elements: [],
  };
  files.set(`${noun}/${noun}.json`, `${JSON.stringify([...steps, end], null, 2)}\n`);
  return files;
}
