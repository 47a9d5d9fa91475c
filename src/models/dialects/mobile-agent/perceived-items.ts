/** A text or an icon as it is listed for Mobile-Agent. */
export interface PerceivedItem {
  /** Its centre, in the numbers of the list. */
  readonly x: number;
  readonly y: number;
  readonly kind: 'text' | 'icon';
  readonly words: string;
}

const LINE = /^[ \t]{0,20}[-*]?[ \t]{0,20}\((-?\d{1,6}), ?(-?\d{1,6})\); ?(text|icon): (.+)$/i;

/** The items of a list with one of them a line, `(540, 1200); text: Save`; other lines are left out. */
export function perceivedItems(list: string): PerceivedItem[] {
  return list.split('\n').flatMap((line): PerceivedItem[] => {
    const [, x = '', y = '', kind = '', words = ''] = LINE.exec(line) ?? [];
    if (words === '') return [];
    return [{ x: Number(x), y: Number(y), kind: kind.toLowerCase() === 'text' ? 'text' : 'icon', words }];
  });
}

/**
 * The rounds of an official prompt's loop over the list, in the words of its source.
 *
 * Source: Mobile-Agent-v2 and -E reference code, `get_perception_infos` and the prompts.
 */
export function officialItems(list: string | null): {
  readonly values: Readonly<Record<string, string>>;
  readonly conditions: Readonly<Record<string, boolean>>;
}[] {
  return perceivedItems(list ?? '').map(({ x, y, kind, words }) => ({
    values: {
      "clickable_info['coordinates']": `[${x}, ${y}]`,
      "clickable_info['text']": `${kind}: ${words}`,
    },
    // The source compares a list with a tuple, so that no position is ever left out.
    conditions: {
      "clickable_info['text'] != \"\" and clickable_info['text'] != \"icon: None\" and clickable_info['coordinates'] != (0, 0)":
        kind !== 'icon' || words !== 'None',
    },
  }));
}
