import { section, type FamilyStatements } from '../statement.js';

const PUBLISHED = { profile: 'reference:seeact-v' } as const;

/** Source: models.md 6, 8.3; `uground_qwen2vl_serve.py` of UGround, `seeact_v.py` of SeeAct-V on AndroidWorld. */
export const UGROUND: FamilyStatements = {
  family: 'uground',
  page: 'uground.md',
  statements: [
    ...section('6', [
      'an answer is one pair of numbers, of which 1000 is a side of the screen',
      ['(500, 250)', 'tap 500,500'],
      ['(0, 1000)', 'tap 0,2000'],
      ['(12.5, 250)', 'tap 12.5,500'],
      ['nothing', 'no_action'],
    ]),
    ...section('8.3', [
      'other forms of grounding models are read too',
      ['500, 250', 'lenient: tap 500,500'],
      ['It is at (500, 250).', 'lenient: tap 500,500'],
      ['<point>500 250</point>', 'lenient: tap 500,500'],
      ['{"point_2d": [500, 250]}', 'lenient: tap 500,500'],
      ['(400, 200, 600, 300)', 'lenient: tap 500,500'],
      ['(-1, -1)', 'refusal'],
    ]),
    ...section('code', [
      'the published reader takes two numbers as Python writes them, and whole pixels',
      ['[500, 250.2]', 'tap 500,500', PUBLISHED],
      ['(12.5, 250)', 'tap 12,500', PUBLISHED],
      ['It is at (500, 250).', 'invalid_argument', PUBLISHED],
      ['(400, 200, 600, 300)', 'invalid_argument', PUBLISHED],
    ]),
  ],
};
