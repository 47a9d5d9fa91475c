import { section, type FamilyStatements } from '../statement.js';

const PUBLISHED = { profile: 'reference:appagent' } as const;
/** An answer with this call. */
const act = (action: string): string => `Observation: o\nThought: t\nAction: ${action}\nSummary: s`;

/** Source: models.md 3, 4.14; `parse_grid_rsp` of AppAgent. */
export const APPAGENT_GRID: FamilyStatements = {
  family: 'appagent_grid',
  page: 'appagent_grid.md',
  readAs: { grid: { rows: 10, columns: 5 } },
  statements: [
    ...section(
      '4.14',
      [
        'tap and long_press name an area, counted row by row from 1, and a part of it at its quarters',
        [act('tap(1, "center")'), 'tap 100,100'],
        [act('tap(5, "top-left")'), 'tap 850,50'],
        [act('tap(6, "bottom-right")'), 'tap 150,350'],
        [act('long_press(50, "bottom")'), 'long_press 900,1950 durationMs 1000'],
        [act('tap(51, "center")'), 'element_not_found'],
        [act('tap(0, "center")'), 'element_not_found'],
        [act('tap(5, "middle")'), 'invalid_argument'],
        [act('tap(5)'), 'missing_argument'],
        [act('tap()'), 'missing_argument'],
        [act('tap(five, "center")'), 'invalid_argument'],
        [act('tap(5, "center", 6)'), 'invalid_argument'],
        [act('tap(5, "center"'), 'malformed_action'],
      ],
      [
        'a swipe runs from one spot to another',
        [act('swipe(1, "center", 46, "center")'), 'swipe down from 100,100 to 100,1900 durationMs 400'],
        [act('swipe(1, "center", 46)'), 'missing_argument'],
        [act('swipe(1, "center", 51, "center")'), 'element_not_found'],
      ],
      [
        'grid() and FINISH are as over elements; there is no text',
        [act('grid()'), 'grid_overlay'],
        [act('FINISH'), 'stop unspecified'],
        [act('text("a")'), 'unknown_action'],
        [act('click(5, "center")'), 'unknown_action'],
      ],
      [
        'four labelled lines must be there',
        ['Observation: o\nThought: t\nAction: tap(5, "center")', 'missing_section'],
        [act(''), 'no_action'],
        ['', 'empty_output'],
      ],
    ),
    ...section('3.2', [
      'other quotes, none, and spaces or underscores in the name of a part are forgiven',
      [act("tap(1, 'center')"), 'lenient: tap 100,100'],
      [act('tap(1, center)'), 'lenient: tap 100,100'],
      [act('tap(1, "Top Left")'), 'lenient: tap 50,50'],
      [act('tap(1, "top_left")'), 'lenient: tap 50,50'],
    ]),
    ...section('3.1', [
      'nothing within thinking counts, and tokens that end an answer are dropped',
      [`<think>\n${act('tap(2, "center")')}\n</think>\n${act('tap(1, "center")')}`, 'tap 100,100'],
      [`${act('FINISH')}<|im_end|>`, 'stop unspecified'],
    ]),
    ...section('3.6', [
      'the published reader takes an unknown part for the centre',
      [act('tap(1, "middle")'), 'tap 100,100', PUBLISHED],
      [act('tap(1, "top-left")'), 'tap 50,50', PUBLISHED],
    ]),
  ],
};
