import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSentences, formFaults, type AnnotationField, type FormFault } from './annotation-forms.js';

const SOUND: Readonly<Record<AnnotationField, readonly string[]>> = {
  instruction: ['Go to the alarm section.', 'Type "call Otto" into the field for titles.'],
  context: [
    'So far, the clock is open and its alarms are shown. A new alarm is set for 6.45 a.m. on weekdays.',
    'So far, the shop is open. The mug is in the cart. Nothing is paid.',
    'So far, the “Watch later” list of the US shop (i.e. its queue) is open. The video “Then and now by me” is in it.',
  ],
  description: [
    'This is a screenshot of the settings. The display page is listed among others.',
    'This is a screenshot of a list of notes. Three of them are pinned. A button adds another.',
  ],
  intention: [
    'To find the theme, I choose to open the display page. This allows me to see what can be changed.',
    'To keep it, I choose to save the note. The form is complete. This allows me to find it in the list.',
  ],
};

type Plant = readonly [AnnotationField, FormFault, (text: string) => string];
const FIELDS = Object.keys(SOUND) as AnnotationField[];

/** What each form check is for, planted into sound texts. */
const PLANTED: readonly Plant[] = [
  ...FIELDS.flatMap((field): Plant[] => [
    [field, 'empty', () => '  '],
    [field, 'coordinates', (text) => text.replace(/\.$/, ' at (540, 1200).')],
    [field, 'coordinates', (text) => text.replace(/\.$/, ' at [0.5, 0.25].')],
    [field, 'action-tag', (text) => text.replace(/\.$/, ' with PRESS_BACK.')],
    [field, 'action-tag', (text) => text.replace(/\.$/, ' by a CLICK.')],
    [field, 'action-tag', (text) => text.replace(/\.$/, ' by a DOUBLE_CLICK.')],
    [field, 'action-tag', (text) => text.replace(/\.$/, ' with PRESS_….')],
    [field, 'coordinates', (text) => text.replace(/\.$/, ' at (  540 ,\n1200).')],
    [field, 'coordinates', (text) => text.replace(/\.$/, ' at （540，1200）.')],
    [field, 'code-fence', (text) => `\`\`\`json\n${text}\n\`\`\``],
  ]),
  ['instruction', 'sentences', (text) => `${text} Look around.`],
  ['context', 'prefix', (text) => text.replace('So far, t', 'T')],
  ['context', 'sentences', (text) => `${text} It is late. It is dark. It is quiet.`],
  ['context', 'sentences', () => 'So far, the clock is open.'],
  ['context', 'first-person', (text) => text.replace(/\.$/, ', as I see.')],
  ['context', 'first-person', (text) => text.replace(/\.$/, '. My alarm is set.')],
  ['context', 'first-person', (text) => text.replace(/\.$/, ' for Us.')],
  ['context', 'time-phrase', (text) => text.replace('So far,', 'So far, after completing the first part,')],
  ['context', 'time-phrase', (text) => text.replace(/\.$/, ', once the page was open.')],
  ['context', 'list', () => 'So far, this is done.\n- The clock is open.\n- The alarm is set.'],
  ['description', 'prefix', (text) => text.replace('This is a screenshot of', 'The screenshot shows')],
  ['description', 'sentences', (text) => text.slice(0, text.indexOf('.') + 1)],
  ['description', 'sentences', (text) => `${text} More. And more. Still more.`],
  ['intention', 'not-first-person', (text) => text.replaceAll(/\bI\b/g, 'they')],
  ['intention', 'sentences', (text) => `${text} It helps. It does. So it is.`],
  ['intention', 'not-present', (text) => text.replace('I choose to', 'I chose to')],
  ['intention', 'pattern', (text) => text.replace('This allows me to', 'So I can')],
  ['intention', 'pattern', (text) => text.replace('To ', 'In order to ')],
];

describe('the forms of annotations', () => {
  it('are kept by sound texts', () => {
    for (const field of FIELDS)
      for (const text of SOUND[field]) expect([text, formFaults(field, text)]).toEqual([text, []]);
  });

  it.each(PLANTED.map((plant) => [`${plant[0]}: ${plant[1]}`, plant] as const))(
    'catch %s',
    (_, [field, fault, plant]) => {
      for (const text of SOUND[field]) expect(formFaults(field, plant(text))).toContain(fault);
    },
  );

  it('catch several at once', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PLANTED), fc.nat(1), ([field, fault, plant], which) => {
        const text = plant(SOUND[field][which] ?? '');
        return (
          formFaults(field, `${text} [12, 34]`).includes(fault) || fault === 'empty' || fault === 'sentences'
        );
      }),
    );
  });

  it('count sentences, not full stops', () => {
    expect(countSentences('It costs 6.45, e.g. for tea. It is “good.” Why?')).toBe(3);
    expect(countSentences('no stop')).toBe(1);
    expect(countSentences('')).toBe(0);
  });
});
