import { describe, expect, it } from 'vitest';
import { SurveyCaptureSchema } from './survey-event.js';

describe('SurveyCaptureSchema', () => {
  it.each([
    [`${'a'.repeat(64)}.jpg`, true],
    [`../${'a'.repeat(64)}.jpg`, false],
    ['../../etc/passwd', false],
    [`${'a'.repeat(64)}.xml`, false],
  ])('takes only names of pictures by their hash: %s', (file, isTaken) => {
    const capture = {
      at: '2026-01-01T00:00:00Z',
      type: 'capture',
      capture: 0,
      size: null,
      activity: null,
      picture: 'a'.repeat(64),
      file,
      hierarchy: null,
    };
    expect(SurveyCaptureSchema.safeParse(capture).success).toBe(isTaken);
  });
});
