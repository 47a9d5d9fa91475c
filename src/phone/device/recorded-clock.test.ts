import { describe, expect, it } from 'vitest';
import { drivenPocket } from '../../testing/phones/driven-pocket.js';

const NEW_YORK = { startsAt: Date.UTC(2026, 9, 14, 13, 41), timeZone: 'America/New_York' };

describe("a recorded world's clock", () => {
  it("is what Pocket's status bar and calendar show", async () => {
    const { phone, shell } = await drivenPocket();
    await using _ = phone;
    expect(await shell('date')).toBe('Wed Oct 14 09:41:00 GMT 2026\n');
    expect(await shell('getprop persist.sys.timezone')).toBe('Africa/Accra\n');
  });

  it('shows its zone wherever a time is read', async () => {
    const { phone, shell } = await drivenPocket({}, NEW_YORK);
    await using _ = phone;
    expect(await shell('date "+%F %T %z %Z"')).toBe('2026-10-14 09:41:00 -0400 EDT\n');
    expect(await shell('date -u "+%F %T %Z"; TZ=Asia/Tokyo date +%T')).toBe(
      '2026-10-14 13:41:00 UTC\n22:41:00\n',
    );
    expect(await shell('date +%s')).toBe(`${NEW_YORK.startsAt / 1000}\n`);
    expect(await shell("date -d '2026-01-01 00:00' +%s")).toBe(`${Date.UTC(2026, 0, 1, 5) / 1000}\n`);
    expect(await shell('echo a > /sdcard/a; stat -c %y /sdcard/a; ls -l /sdcard/a')).toMatch(
      /^2026-10-14 09:41:00\.0+ -0400\n.* 2026-10-14 09:41 \/sdcard\/a\n$/,
    );
    expect(await shell('dumpsys alarm')).toContain(
      `nowRTC=${NEW_YORK.startsAt}=2026-10-14 09:41:00 nowELAPSED=0\n`,
    );
  });

  it('moves by what commands take, the same in every run', async () => {
    const run = async (): Promise<string> => {
      const { phone, shell } = await drivenPocket();
      await using _ = phone;
      return `${await shell('input swipe 9 9 9 900 700; sleep 61; date +%T.%3N')}${await shell('dumpsys alarm')}`;
    };
    const first = await run();
    expect(first).toMatch(/^09:42:01\.700\n/);
    expect(first).toContain('nowELAPSED=61700\n');
    expect(await run()).toBe(first);
  });
});

describe('the process of the app in front', () => {
  it('has one number, whoever is asked, and ends with the app', async () => {
    const { phone, shell } = await drivenPocket();
    await using _ = phone;
    await shell('monkey -p com.pocket.mail 1');
    const pid = (await shell('pidof com.pocket.mail')).trim();
    expect(pid).toMatch(/^\d+$/);
    expect(await shell('ps -A | grep com.pocket.mail')).toMatch(
      new RegExp(`^u0_a\\d+ +${pid} .* com\\.pocket\\.mail\n$`),
    );
    expect(await shell('dumpsys activity top')).toContain(` pid=${pid}\n`);
    expect(await shell('dumpsys activity processes')).toContain(` ${pid}:com.pocket.mail/`);
    expect(await shell(`kill ${pid}`)).toContain('Operation not permitted');
    await shell('am force-stop com.pocket.mail');
    expect(await shell('pidof com.pocket.mail; echo $?')).toBe('1\n');
  });
});
