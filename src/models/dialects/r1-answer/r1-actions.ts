/** What a word of the `action` field means. */
export type R1Meaning =
  | {
      readonly type:
        | 'click'
        | 'long_press'
        | 'type'
        | 'scroll'
        | 'open_app'
        | 'wait'
        | 'complete'
        | 'impossible';
    }
  | { readonly type: 'key'; readonly key: string };

/** Every word that the prompts of these families use, from the data sets they were trained and tested on. */
export const R1_ACTIONS: ReadonlyMap<string, R1Meaning> = new Map<string, R1Meaning>([
  ['click', { type: 'click' }],
  ['long_press', { type: 'long_press' }],
  ['type', { type: 'type' }],
  ['input_text', { type: 'type' }],
  ['scroll', { type: 'scroll' }],
  ['open_app', { type: 'open_app' }],
  ['wait', { type: 'wait' }],
  ['complete', { type: 'complete' }],
  ['impossible', { type: 'impossible' }],
  ['back', { type: 'key', key: 'BACK' }],
  ['press_back', { type: 'key', key: 'BACK' }],
  ['navigate_back', { type: 'key', key: 'BACK' }],
  ['home', { type: 'key', key: 'HOME' }],
  ['press_home', { type: 'key', key: 'HOME' }],
  ['navigate_home', { type: 'key', key: 'HOME' }],
  ['press_recent', { type: 'key', key: 'APP_SWITCH' }],
  ['enter', { type: 'key', key: 'ENTER' }],
  ['press_enter', { type: 'key', key: 'ENTER' }],
]);

/** Stands in `input_text` where there is no text. */
export const NO_TEXT = 'no input text';
/** Stands in `point` where there is no position. */
export const NO_POINT = [-100, -100] as const;
