import { describe, expect, it } from 'vitest';
import { childEnvironment } from './child-environment.js';

const SHELL = {
  PATH: '/usr/bin',
  HOME: '/home/me',
  LC_ALL: 'C.UTF-8',
  TMPDIR: '/tmp',
  OPENAI_API_KEY: 'sk-1',
  AWS_SECRET_ACCESS_KEY: 'aws',
  TOUCHSTONE_API_KEY: 'mine',
  ANDROID_KEYSTORE_PASSWORD: 'android',
  HTTPS_PROXY: 'http://me:password@proxy:3128',
  DATABASE_URL: 'postgres://me:password@db',
};

describe('the environment of a child', () => {
  it('holds what every program needs, and no key', () => {
    expect(childEnvironment(SHELL)).toEqual({
      PATH: '/usr/bin',
      HOME: '/home/me',
      LC_ALL: 'C.UTF-8',
      TMPDIR: '/tmp',
    });
  });

  it('holds what is named for it besides', () => {
    const given = childEnvironment(SHELL, ['OPENAI_API_KEY', 'HTTPS_PROXY']);
    expect(given).toMatchObject({ OPENAI_API_KEY: 'sk-1', HTTPS_PROXY: SHELL.HTTPS_PROXY });
    expect(given).not.toHaveProperty('AWS_SECRET_ACCESS_KEY');
  });

  it('is refused where what is named is not set', () => {
    expect(() => childEnvironment(SHELL, ['OPEN_AI_KEY'])).toThrow('OPEN_AI_KEY cannot be passed on');
  });
});
