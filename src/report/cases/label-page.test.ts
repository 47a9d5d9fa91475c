import { describe, expect, it } from 'vitest';
import { labelPageCase, labelPageHead } from './label-page.js';

describe('the page for labelling', () => {
  it('shows texts of apps as texts, and the verdict only where it is to be known', () => {
    const shown = {
      number: 2,
      name: 'a#0',
      instruction: '<script>alert(1)</script>',
      steps: [
        { words: 'type "</figcaption>"', picture: new Uint8Array([1, 2, 3]) },
        { words: 'end', picture: null },
      ],
    };
    const blind = labelPageCase({ ...shown, verdict: null });
    expect(blind).not.toContain('<script>');
    expect(blind).not.toContain('The judge');
    expect(blind).toContain('data:image/webp;base64,AQID');
    expect(blind).toContain('1. type &quot;&lt;/figcaption&gt;&quot;');
    expect(blind).toContain('no picture');
    expect(labelPageCase({ ...shown, verdict: 'failure <b>' })).toContain('The judge: failure &lt;b&gt;');
    expect(labelPageHead('x')).toContain("default-src 'none'");
  });
});
