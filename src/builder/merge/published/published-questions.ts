import type { ModelContent, ModelRequest } from '../../../models/model.js';

/** Who is asked while merging as published. */
export const PUBLISHED_MERGE_ROLES = [
  { name: 'describer', does: 'says in one sentence what a screenshot shows' },
  { name: 'same-state', does: 'says whether two screenshots show one page' },
  { name: 'embedder', does: 'gives the vector of a description' },
] as const;

/** A PNG of a screen. */
type Picture = Uint8Array;

/**
 * Asks for one sentence on a screenshot, in Chinese as published: descriptions are compared by their text.
 *
 * Source: ColorBench reference code `graph.py`; colorbench.md section 6.4, step 1.
 */
export function describeRequest(app: string, picture: Picture): ModelRequest {
  const text = `这是应用“${app}”的一张手机截图。请用一句中文说明这是哪个页面、可以做什么。不要提时间，也不要提会更新的内容（推荐、消息、价格）。只写这一句话。`;
  return { messages: [{ role: 'user', content: [image(picture), { type: 'text', text }] }], temperature: 0 };
}

/**
 * Asks whether two screenshots show one page. The answer begins with 是 or 不是; 原因 begins its reason.
 *
 * Source: ColorBench reference code `graph.py`; colorbench.md section 6.4, step 3.
 */
export function sameStateRequest(app: string, known: Picture, fresh: Picture): ModelRequest {
  const text = `这是应用“${app}”的两张手机截图。它们是同一个页面吗？
规则：
1. 手机桌面的所有屏都是同一个页面。
2. 时间和推荐内容的变化不算。
3. 导航栏选中的标签不一样，就不是同一个页面。
4. 如果要在其中一张图上操作才能得到另一张，就不是同一个页面。
回答两行：
是 或 不是
原因：一句话`;
  return {
    messages: [{ role: 'user', content: [image(known), image(fresh), { type: 'text', text }] }],
    temperature: 0,
  };
}

function image(data: Picture): ModelContent {
  return { type: 'image', mediaType: 'image/png', data };
}
