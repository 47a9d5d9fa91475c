import { describe, expect, it } from 'vitest';
import { stylesInSheet } from './styles-in-sheet.js';

describe('stylesInSheet', () => {
  it('leaves markup without styles as it is', () => {
    expect(stylesInSheet('<p class="style">a = "b"</p>', { of: 'en', nonce: 'N' })).toBe(
      '<p class="style">a = "b"</p>',
    );
  });

  it('says once what several elements share, before them', () => {
    const markup =
      '<b style="width:1%">x</b><i class="a" style="left:2%;--own:calc(1px * 2)"></i><b style="width:1%"></b>';
    const none = ':not(#\\ ):not(#\\ )';
    expect(stylesInSheet(markup, { of: 'en', nonce: 'N' })).toBe(
      `<style nonce="N">[data-written-style="en0"]${none}{width:1%}` +
        `[data-written-style="en1"]${none}{left:2%;--own:calc(1px * 2)}</style>` +
        '<b data-written-style="en0">x</b><i class="a" data-written-style="en1"></i><b data-written-style="en0"></b>',
    );
  });

  it('reads what was escaped in an attribute, and lets nothing end the sheet', () => {
    const sheet = stylesInSheet(
      '<b style="font-family:&quot;A &amp; B&quot;, &#x27;C&#x27;;content:&quot;&lt;/style&gt;&quot;"></b>',
      { of: 'en', nonce: 'N' },
    );
    expect(sheet).toContain(`{font-family:"A & B", 'C';content:"\\3c /style>"}</style><b `);
  });

  it('takes no text for an attribute, since quotes in texts are escaped', () => {
    expect(stylesInSheet('<p>say style=&quot;color:red&quot;</p>', { of: 'en', nonce: 'N' })).toBe(
      '<p>say style=&quot;color:red&quot;</p>',
    );
  });
});
